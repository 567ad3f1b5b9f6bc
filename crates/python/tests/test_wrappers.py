"""PettingZoo, Gymnasium and OpenSpiel wrappers, tested with those libraries' own checks."""

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

# The checks warn about dictionary observations with a mask, which PettingZoo's own card games use, too.
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
            self.assertFalse(info["masked"].any() or truncated.any())
            ends += over.sum()
        self.assertIn(observations, envs.observation_space)
        self.assertGreater(ends, 0)

    def test_a_vector_of_one_seat_does_as_gymnasiums_own(self):
        """Spaces, shapes, types and info keys equal those of a SyncVectorEnv of the same matches."""
        options = {"game": "rummy", "players": 3, "bots": ["novice", "random"], "seat": 1, "episode": "deal"}
        mode = gymnasium.vector.AutoresetMode.SAME_STEP
        own = gymnasium.make_vec("upcard/Seat-v0", num_envs=4, **options)
        theirs = gymnasium.vector.SyncVectorEnv([lambda: gym.SeatEnv(**options)] * 4, autoreset_mode=mode)
        for name in ("observation_space", "action_space", "single_observation_space", "single_action_space"):
            self.assertEqual(getattr(own, name), getattr(theirs, name))
        chance = np.random.default_rng(5)
        seen = {}
        for envs in (own, theirs):
            envs = gymnasium.wrappers.vector.RecordEpisodeStatistics(envs)
            observations, info = envs.reset(seed=4)
            keys, ends = set(info), 0
            while ends < 6:
                self.assertIn(observations, envs.observation_space)
                actions = np.array([chance.choice(np.flatnonzero(mask)) for mask in info["action_mask"]])
                observations, rewards, over, truncated, info = envs.step(actions)
                self.assertEqual((rewards.shape, rewards.dtype), ((4,), np.float64))
                self.assertEqual((over.shape, over.dtype, truncated.any()), ((4,), np.dtype(bool), False))
                keys |= set(info)
                for which in np.flatnonzero(over):
                    ends += 1
                    final = info["final_obs"][which]
                    self.assertIn(final, envs.single_observation_space)
                    self.assertEqual(final[29], 1)
                    self.assertFalse(np.array_equal(final, observations[which]))
                    self.assertEqual(info["episode"]["r"][which], rewards[which])
            seen[envs.unwrapped.__class__.__name__] = keys - {"seat", "_seat", "rewards", "_rewards"}
        self.assertEqual(seen["SeatVectorEnv"], seen["SyncVectorEnv"])

    def test_a_vector_is_seeded_and_answers_what_is_not_open(self):
        def played(seed):
            envs = gym.SeatVectorEnv(5, "contract-rummy", 3, seed=1, first_deal=2)
            observations, info = envs.reset(seed=seed)
            for _ in range(100):
                observations, rewards, over, _, info = envs.step(info["action_mask"].argmax(axis=1))
            return observations

        np.testing.assert_array_equal(played(3), played(3))
        self.assertFalse(np.array_equal(played(3), played(4)))
        envs = gym.SeatVectorEnv(3, "rummy", 2)
        _, info = envs.reset(seed=1)
        closed = info["action_mask"].argmin(axis=1)
        self.assertTrue(envs.step(closed)[4]["masked"].all())
        self.assertTrue(envs.step(np.array([-1, 500, 132]))[4]["masked"].all())
        with self.assertRaisesRegex(ValueError, "shape"):
            envs.step(np.zeros(2, int))
        with self.assertRaisesRegex(ValueError, "no seat 2"):
            gym.SeatVectorEnv(3, "rummy", 2, seat=2)


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
