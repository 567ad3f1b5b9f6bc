"""PettingZoo: a match as an AEC environment. Needs the package ``pettingzoo``."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, MultiBinary
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from . import ACTIONS, NAMES, make
from ._types import Episode, Rules


def env(**options: Any) -> AECEnv:
    """Creates the environment, with PettingZoo's usual wrappers."""
    made = wrappers.AssertOutOfBoundsWrapper(raw_env(**options))
    return wrappers.OrderEnforcingWrapper(made)


class raw_env(AECEnv):
    """A match: agents ``seat_0`` and so on, observations ``{"observation", "action_mask"}``:
    ``(size,)``, ``int16``, and ``(ACTIONS,)``, ``int8``.

    Rewards are changes of a seat's standing, in points, higher is better; standings change when a deal ends.
    """

    metadata = {"name": "upcard_v1", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self,
        game: str = "contract-rummy",
        players: int | None = None,
        *,
        rules: Rules | None = None,
        episode: Episode = "match",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.render_mode = render_mode
        self._match = make(game, players, rules=rules, episode=episode, record=False)
        self._random = np.random.default_rng()
        self.possible_agents = [f"seat_{seat}" for seat in range(self._match.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        size = self._match.observation_size()
        space = {"observation": Box(-32768, 32767, (size,), np.int16), "action_mask": MultiBinary(ACTIONS)}
        self.observation_spaces = {agent: Dict(space) for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(ACTIONS) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self._match.reset(int(self._random.integers(2**63)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def _select(self) -> None:
        seat = self._match.seat
        assert seat is not None, "somebody is asked"
        self.agent_selection = self.possible_agents[seat]

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self._seats[agent]
        asked = seat == self._match.seat
        mask = self._match.mask().astype(np.int8) if asked else np.zeros(ACTIONS, np.int8)
        return {"observation": self._match.observe(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None, "a seat that is asked says a number"
        self._cumulative_rewards[agent] = 0.0
        rewards = self._match.step(int(action))
        self.rewards = {each: rewards[self._seats[each]] for each in self.agents}
        if self._match.over:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self._select()
        self._accumulate_rewards()

    def render(self) -> str | None:
        if self.render_mode == "ansi":
            said = " ".join(NAMES[number] for number in self._match.said)
            return f"deal {self._match.deal}, scores {self._match.scores}, asked: {self.agent_selection} {said}"
        return None

    def close(self) -> None:
        pass
