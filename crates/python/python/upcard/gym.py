"""Gymnasium: one seat against chosen bots, alone or many at once. Needs the package ``gymnasium``."""

from __future__ import annotations

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from . import ACTIONS, Many, make


class SeatEnv(gymnasium.Env):
    """One seat of a match; the others are bots of these levels, the first at the next seat.

    Observations: ``int16``, as ``docs/python.md`` describes them. ``info["action_mask"]`` says which numbers are open.
    An action that is not open is answered by the first that is: ``info["masked"]`` says so. Rewards are what the
    seat's standing changed by, in points, divided by ``scale``.
    """

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self,
        game="contract-rummy",
        players=None,
        *,
        bots=("novice",),
        seat=0,
        rules=None,
        episode="match",
        first_deal=1,
        playouts=0,
        scale=1.0,
        render_mode=None,
    ):
        self.render_mode = render_mode
        self.match = make(game, players, rules=rules, episode=episode, first_deal=first_deal, record=False)
        self._seat, self._playouts, self._scale = seat, playouts, scale
        self._bots = [None] * self.match.players
        for after in range(1, self.match.players):
            self._bots[(seat + after) % self.match.players] = bots[(after - 1) % len(bots)]
        size = self.match.observation_size()
        self.observation_space = Box(-32768, 32767, (size,), np.int16)
        self.action_space = Discrete(ACTIONS)

    def _info(self, masked=False):
        return {"action_mask": self.match.mask().astype(np.int8), "masked": masked}

    def _others(self):
        return self.match.play_bots(self._bots, self._playouts, self.match.seed)[self._seat]

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        # A deal that ends before the seat is asked is no episode.
        while True:
            self.match.reset(int(self.np_random.integers(2**63)))
            self._others()
            if not self.match.over:
                return self.match.observe(self._seat), self._info()

    def step(self, action):
        legal = self.match.legal_actions()
        masked = int(action) not in legal
        reward = self.match.step(legal[0] if masked else int(action))[self._seat]
        reward += self._others()
        over = self.match.over
        return self.match.observe(self._seat), float(reward) / self._scale, over, False, self._info(masked)

    def render(self):
        return f"deal {self.match.deal}, scores {self.match.scores}" if self.render_mode == "ansi" else None


class SelfPlayVectorEnv(VectorEnv):
    """Many matches at once, whose seats are all played by the caller.

    An observation is that of the seat which is asked in its match: ``info["seat"]``. ``info["action_mask"]`` is
    ``(num_envs, ACTIONS)``, ``info["rewards"]`` ``(num_envs, players)``; the reward that is returned is that of the seat
    which has acted. Episodes begin anew in the same step (``AutoresetMode.SAME_STEP``).
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(self, num_envs, game="contract-rummy", players=None, **options):
        self.many = Many(num_envs, game, players, **options)
        self.num_envs = num_envs
        self.single_observation_space = Box(-32768, 32767, self.many.observations.shape[1:], np.int16)
        self.single_action_space = Discrete(ACTIONS)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def _info(self):
        many = self.many
        return {"action_mask": many.open(), "seat": many.seats.copy(), "rewards": many.rewards.copy()}

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.many.reset(int(self.np_random.integers(2**63)) if seed is None else seed)
        return self.many.observations.copy(), self._info()

    def step(self, actions):
        acted = self.many.seats.astype(np.intp)
        self.many.step(actions)
        rewards = self.many.rewards[np.arange(self.num_envs), acted].astype(np.float64)
        over = self.many.over.astype(bool)
        return self.many.observations.copy(), rewards, over, np.zeros_like(over), self._info()
