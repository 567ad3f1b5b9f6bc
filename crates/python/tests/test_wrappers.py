"""PettingZoo, Gymnasium and OpenSpiel, by their own checks."""

import contextlib
import io
import unittest
import warnings

import gymnasium
import numpy as np
import pyspiel
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, max_cycles_test, render_test, seed_test

from upcard import gym, spiel, zoo

# They warn of observations that are dictionaries with a mask, as those of PettingZoo's own card games are.
quiet = warnings.catch_warnings


class PettingZoo(unittest.TestCase):
    def test_its_api_and_seeds(self):
        for options in [
            {"game": "contract-rummy", "players": 4},
            {"game": "gin", "episode": "deal"},
            {"game": "shanghai-rummy", "players": 3, "episode": "deal"},
        ]:
            with self.subTest(**options), quiet(), contextlib.redirect_stdout(io.StringIO()):
                warnings.simplefilter("ignore")
                api_test(zoo.env(**options), num_cycles=200)
                seed_test(lambda: zoo.env(**options), num_cycles=100)

    def test_a_deal_is_played_out(self):
        env = zoo.env(game="gin", episode="deal")
        env.reset(seed=1)
        chance, sums = np.random.default_rng(1), dict.fromkeys(env.possible_agents, 0.0)
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, _ = env.last()
            sums[agent] += reward
            mask = observation["action_mask"]
            env.step(None if terminated or truncated else int(chance.choice(np.flatnonzero(mask))))
        match = env.unwrapped._match
        self.assertEqual([sums["seat_0"], sums["seat_1"]], match.standings)


class Gymnasium(unittest.TestCase):
    def test_its_checker(self):
        for options in [{"game": "rummy", "players": 2}, {"game": "contract-rummy", "players": 4, "seat": 2}]:
            with self.subTest(**options), quiet():
                warnings.simplefilter("ignore")
                check_env(gym.SeatEnv(episode="deal", **options), skip_render_check=True)

    def test_a_seat_plays_bots_to_the_end(self):
        env = gym.SeatEnv("rummy", 3, bots=["random", "novice"], seat=1, episode="deal")
        chance = np.random.default_rng(2)
        _, info = env.reset(seed=2)
        over = False
        while not over:
            self.assertEqual(env.match.seat, 1)
            _, reward, over, _, info = env.step(chance.choice(np.flatnonzero(info["action_mask"])))
        self.assertEqual(reward, env.match.standings[1])
        _, info = env.reset(seed=3)
        closed = int(np.flatnonzero(info["action_mask"] == 0)[0])
        self.assertTrue(env.step(closed)[4]["masked"])

    def test_a_vector_steps(self):
        envs = gym.SelfPlayVectorEnv(8, "rummy", 2, episode="deal")
        observations, info = envs.reset(seed=3)
        self.assertIn(observations, envs.observation_space)
        self.assertEqual(envs.metadata["autoreset_mode"], gymnasium.vector.AutoresetMode.SAME_STEP)
        ends = 0
        for _ in range(500):
            actions = [np.flatnonzero(mask)[-1] for mask in info["action_mask"]]
            observations, rewards, over, truncated, info = envs.step(actions)
            self.assertFalse(rewards[~over].any())
            ends += over.sum()
        self.assertIn(observations, envs.observation_space)
        self.assertGreater(ends, 0)


class OpenSpiel(unittest.TestCase):
    def test_its_random_simulation(self):
        for game in ["rummy(players=2)", "contract_rummy(players=3)", "rummy(players=4)", "contract_rummy(players=5)"]:
            with self.subTest(game=game):
                pyspiel.random_sim_test(pyspiel.load_game(f"upcard_{game}"), 1, False, False)

    def test_every_game_has_tensors(self):
        self.assertGreaterEqual(len(spiel.GAMES), 20)
        for name in spiel.GAMES:
            with self.subTest(game=name):
                game = pyspiel.load_game(name)
                state = game.new_initial_state()
                chance = np.random.default_rng(4)
                for _ in range(60):
                    if state.is_terminal():
                        break
                    if state.is_chance_node():
                        self.assertEqual(sum(p for _, p in state.chance_outcomes()), 1)
                    elif state.current_player() >= 0:
                        tensor = state.observation_tensor(state.current_player())
                        self.assertEqual(len(tensor), game.size)
                    state.apply_action(int(chance.choice(state.legal_actions())))
                self.assertEqual(len(state.returns()), game.num_players())

    def test_a_state_is_written_and_read(self):
        game = pyspiel.load_game("upcard_gin")
        state = game.new_initial_state()
        for action in [1, 2, 3, 4]:
            state.apply_action(action)
        for _ in range(30):
            state.apply_action(state.legal_actions()[0])
        text = pyspiel.serialize_game_and_state(game, state)
        _, again = pyspiel.deserialize_game_and_state(text)
        self.assertEqual(str(again), str(state))
        self.assertEqual(again.observation_tensor(0), state.observation_tensor(0))


if __name__ == "__main__":
    unittest.main()
