"""Vectorized matches in NumPy arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _native
from ._types import Episode, Layout, Level, Rules


class Many:
    """``count`` matches of one game, stepped together.

    ``observations``: ``(count, size)``, ``int16``; the observation of the seat to act.
    ``masks``: ``(count, MASK_BYTES)``, ``uint8``; number ``n`` is bit ``n % 8`` of byte ``n // 8``.
    ``rewards``: ``(count, players)``, ``float32``; changes of the seats' standings, in points, higher is better.
    ``over``: ``(count,)``, ``uint8``; 1 if the last step ended an episode.
    ``seats``: ``(count,)``, ``uint8``; the seat to act, from 0.

    A finished match restarts in the same step, with a new seed: ``rewards`` and ``over`` are then those of the last
    step of the old match, ``observations``, ``masks`` and ``seats`` those of the first of the new one.

    ``bots``: levels of the bots, with ``None`` for the caller's seats, as in ``[None, "novice"]``.

    ``finals``: ``(count, size)``, ``int16``, with ``finals=True``; for episodes ended by the last step, the final
    observation of the seat that acted. Other rows are unchanged.

    The arrays are allocated here, or given in the dictionary ``out``, by name; each step overwrites them.
    """

    finals: NDArray[np.int16] | None

    def __init__(
        self,
        count: int,
        game: str,
        players: int | None = None,
        *,
        rules: Rules | None = None,
        seed: int = 0,
        bots: Sequence[Level | None] | None = None,
        threads: int = 1,
        episode: Episode = "match",
        first_deal: int = 1,
        finals: bool = False,
        out: Mapping[str, NDArray[Any]] | None = None,
    ) -> None:
        self._many = _native.Many(count, game, players, rules, seed, bots, threads, episode, first_deal)
        self.count = count
        self.players = self._many.players
        size = self._many.observation_size()
        out = out or {}

        def array(name: str, shape: tuple[int, ...], kind: Any) -> NDArray[Any]:
            given = out.get(name)
            return np.zeros(shape, kind) if given is None else given

        self.observations = array("observations", (count, size), np.int16)
        self.masks = array("masks", (count, _native.MASK_BYTES), np.uint8)
        self.rewards = array("rewards", (count, self.players), np.float32)
        self.over = array("over", (count,), np.uint8)
        self.seats = array("seats", (count,), np.uint8)
        self.finals = array("finals", (count, size), np.int16) if finals or "finals" in out else None
        self._random = np.random.default_rng(seed)
        self.reset(seed)

    def __len__(self) -> int:
        return self.count

    @property
    def _arrays(self) -> tuple[Any, ...]:
        return self.observations, self.masks, self.rewards, self.over, self.seats, self.finals

    def layout(self) -> Layout:
        """Returns name, offset, rows and columns of each part of an observation."""
        return self._many.layout()

    def reset(self, seed: int = 0) -> None:
        """Restarts all matches."""
        self._many.reset(seed, *self._arrays)

    def step(self, numbers: ArrayLike) -> None:
        """Steps each match by one number: ``(count,)``, any integer type. A masked number is a ``ValueError``."""
        given = np.asarray(numbers)
        if given.dtype.kind not in "iu":
            raise ValueError(f"numbers: expected integers, not {given.dtype}")
        beyond = given[(given < 0) | (given >= _native.ACTIONS)]
        if beyond.size:
            raise ValueError(f"number {beyond[0]}: expected 0 to {_native.ACTIONS - 1}")
        self._many.step(np.ascontiguousarray(given, np.uint8), *self._arrays)

    def play_at_random(self, steps: int) -> None:
        """Plays ``steps`` random open numbers in each match, without returning to Python."""
        self._many.play_at_random(steps, *self._arrays)

    def open(self) -> NDArray[np.bool_]:
        """Returns the masks as booleans: ``(count, ACTIONS)``."""
        return np.unpackbits(self.masks, axis=1, count=_native.ACTIONS, bitorder="little").astype(bool)

    def sample(self) -> NDArray[np.uint8]:
        """Draws a uniformly random open number for each match: ``(count,)``, ``uint8``."""
        worth = self._random.random((self.count, _native.ACTIONS), np.float32)
        return np.where(self.open(), worth, -1).argmax(axis=1).astype(np.uint8)
