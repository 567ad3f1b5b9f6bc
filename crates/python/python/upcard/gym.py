"""Gymnasium: one seat against bots, single or vectorized. Needs the package ``gymnasium``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from . import ACTIONS, Many, make
from ._types import Episode, Level, Rules

Observation = NDArray[np.int16]
Info = dict[str, Any]


def _seats(players: int, seat: int, bots: Sequence[Level]) -> list[Level | None]:
    """Assigns the bots to seats: ``None`` for the caller's, the first bot at the next one."""
    if not 0 <= seat < players:
        raise ValueError(f"there is no seat {seat}")
    if not bots:
        raise ValueError("bots: at least one level")
    levels: list[Level | None] = [None] * players
    for after in range(1, players):
        levels[(seat + after) % players] = bots[(after - 1) % len(bots)]
    return levels


class SeatEnv(gymnasium.Env[Observation, int]):
    """One seat of a match; the others are bots of these levels, the first at the next seat.

    Observations: ``(size,)``, ``int16``, see ``docs/python.md``. ``info["action_mask"]``: ``(ACTIONS,)``, ``int8``.
    A masked action is replaced by the first open one, and ``info["masked"]`` is true.
    Rewards are changes of the seat's standing, in points, higher is better, divided by ``scale``.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}

    def __init__(
        self,
        game: str = "contract-rummy",
        players: int | None = None,
        *,
        bots: Sequence[Level] = ("novice",),
        seat: int = 0,
        rules: Rules | None = None,
        episode: Episode = "match",
        first_deal: int = 1,
        playouts: int = 0,
        scale: float = 1.0,
        render_mode: str | None = None,
    ) -> None:
        self.render_mode = render_mode
        self.match = make(game, players, rules=rules, episode=episode, first_deal=first_deal, record=False)
        self._seat, self._playouts, self._scale = seat, playouts, scale
        self._bots = _seats(self.match.players, seat, bots)
        size = self.match.observation_size()
        self.observation_space = Box(-32768, 32767, (size,), np.int16)
        self.action_space = Discrete(ACTIONS)  # type: ignore[assignment]

    def _info(self, masked: bool = False) -> Info:
        return {"action_mask": self.match.mask().astype(np.int8), "masked": masked}

    def _others(self) -> float:
        return self.match.play_bots(self._bots, self._playouts, self.match.seed)[self._seat]

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Observation, Info]:
        super().reset(seed=seed)
        # Skip deals that end before the seat is to act.
        while True:
            self.match.reset(int(self.np_random.integers(2**63)))
            self._others()
            if not self.match.over:
                return self.match.observe(self._seat), self._info()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, Info]:
        legal = self.match.legal_actions()
        masked = int(action) not in legal
        reward = self.match.step(legal[0] if masked else int(action))[self._seat]
        reward += self._others()
        over = self.match.over
        return self.match.observe(self._seat), float(reward) / self._scale, over, False, self._info(masked)

    def render(self) -> str | None:
        return f"deal {self.match.deal}, scores {self.match.scores}" if self.render_mode == "ansi" else None


class _Vector(VectorEnv[Observation, NDArray[np.integer[Any]], NDArray[Any]]):
    """Vectorized matches, stepped in Rust threads."""

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(self, many: Many, scale: float) -> None:
        self.many, self._scale = many, scale
        self.num_envs = many.count
        self.single_observation_space = Box(-32768, 32767, many.observations.shape[1:], np.int16)
        self.single_action_space = Discrete(ACTIONS)
        self.observation_space = batch_space(self.single_observation_space, many.count)
        self.action_space = batch_space(self.single_action_space, many.count)

    def _info(self) -> Info:
        every = np.ones(self.num_envs, bool)
        mask = self.many.open().astype(np.int8)
        return {"action_mask": mask, "_action_mask": every, "seat": self.many.seats.copy(), "_seat": every.copy()}

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Observation, Info]:
        super().reset(seed=seed)
        self.many.reset(int(self.np_random.integers(2**63)))
        return self.many.observations.copy(), self._info()

    def step(
        self, actions: NDArray[np.integer[Any]]
    ) -> tuple[Observation, NDArray[Any], NDArray[np.bool_], NDArray[np.bool_], Info]:
        many = self.many
        actions = np.asarray(actions)
        if actions.shape != (self.num_envs,):
            raise ValueError(f"actions: expected the shape {(self.num_envs,)}, found {actions.shape}")
        acted, is_open = many.seats.astype(np.intp), many.open()
        fits = (actions >= 0) & (actions < ACTIONS)
        masked = ~is_open[np.arange(self.num_envs), np.where(fits, actions, 0)] | ~fits
        many.step(np.where(masked, is_open.argmax(axis=1), actions))
        over = many.over.astype(bool)
        info = self._info()
        info["masked"], info["_masked"] = masked, np.ones(self.num_envs, bool)
        info["rewards"], info["_rewards"] = many.rewards / self._scale, np.ones(self.num_envs, bool)
        if over.any():
            assert many.finals is not None
            final = np.full(self.num_envs, None, object)
            for which in np.flatnonzero(over):
                final[which] = many.finals[which].copy()
            info["final_obs"], info["_final_obs"] = final, over.copy()
            none = np.zeros((self.num_envs, ACTIONS), np.int8)
            info["final_info"] = {"action_mask": none, "_action_mask": over.copy()}
            info["_final_info"] = over.copy()
        rewards = many.rewards[np.arange(self.num_envs), acted].astype(np.float64) / self._scale
        return many.observations.copy(), rewards, over, np.zeros_like(over), info


class SeatVectorEnv(_Vector):
    """One seat against bots, as :class:`SeatEnv`, in ``num_envs`` parallel matches.

    Observations: ``(num_envs, size)``, ``int16``; ``info["action_mask"]``: ``(num_envs, ACTIONS)``, ``int8``. A masked
    action is replaced by the first open one, and flagged in ``info["masked"]``. Rewards: ``(num_envs,)``, changes of
    the seat's standing, in points, higher is better, divided by ``scale``.

    **Autoreset** is in the same step (``AutoresetMode.SAME_STEP``): when an episode ends, the returned observation is
    the first of the next one, ``info["final_obs"]`` holds the last of the old one, and ``terminations`` is true.
    Nothing is ever truncated.
    """

    def __init__(
        self,
        num_envs: int,
        game: str = "contract-rummy",
        players: int | None = None,
        *,
        bots: Sequence[Level] = ("novice",),
        seat: int = 0,
        scale: float = 1.0,
        **options: Any,
    ) -> None:
        rules, first_deal = options.get("rules"), options.get("first_deal", 1)
        seats = make(game, players, rules=rules, first_deal=first_deal, record=False).players
        levels = _seats(seats, seat, bots)
        super().__init__(Many(num_envs, game, seats, bots=levels, finals=True, **options), scale)


class SelfPlayVectorEnv(_Vector):
    """Parallel matches in which the caller plays every seat.

    Observations are those of the seat to act in each match, ``info["seat"]``. ``info["rewards"]`` is
    ``(num_envs, players)``, in points; the returned reward is that of the seat that acted. The rest is as in
    :class:`SeatVectorEnv`; ``info["final_obs"]`` is the observation of the seat that acted.
    """

    def __init__(
        self,
        num_envs: int,
        game: str = "contract-rummy",
        players: int | None = None,
        *,
        scale: float = 1.0,
        **options: Any,
    ) -> None:
        super().__init__(Many(num_envs, game, players, finals=True, **options), scale)


def register() -> None:
    """Registers ``upcard/Seat-v0`` for Gymnasium's ``make`` and ``make_vec``."""
    if "upcard/Seat-v0" not in gymnasium.registry:
        gymnasium.register(
            "upcard/Seat-v0",
            entry_point="upcard.gym:SeatEnv",
            vector_entry_point="upcard.gym:SeatVectorEnv",
            disable_env_checker=False,
        )


register()
