"""Many matches at once, in NumPy arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _native
from ._types import Episode, Layout, Level, Rules


class Many:
    """``count`` matches of one game, stepped together.

    ``observations``: ``(count, size)``, ``int16``; what the seat that is asked knows.
    ``masks``: ``(count, MASK_BYTES)``, ``uint8``; bit ``n % 8`` of byte ``n // 8`` says whether number ``n`` is open.
    ``rewards``: ``(count, players)``, ``float32``; what each seat's standing changed by, in points, the more the better.
    ``over``: ``(count,)``, ``uint8``; 1 where an episode ended by the last step.
    ``seats``: ``(count,)``, ``uint8``; the seat that is asked, from 0.

    Matches that end begin again in the same step, with a seed of their own: ``rewards`` and ``over`` are then those
    of the last step of the old match, ``observations``, ``masks`` and ``seats`` those of the first of the new one.

    ``bots``: the level of a bot for each seat that the caller does not play, as in ``[None, "novice"]``.

    ``finals``: ``(count, size)``, ``int16``, where ``finals=True`` asks for it; where an episode ended by the last step,
    what the seat that had acted knew at its end. Other rows are left as they were.

    The arrays are made here, or given as ``out``, a dictionary of those by their names; each step writes over them.
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
        """The parts of an observation: name, offset, rows and columns of each."""
        return self._many.layout()

    def reset(self, seed: int = 0) -> None:
        """Begins all matches anew."""
        self._many.reset(seed, *self._arrays)

    def step(self, numbers: ArrayLike) -> None:
        """Says a number in each match: ``(count,)``, integers of any type. One that is not open is a ``ValueError``."""
        given = np.asarray(numbers)
        if given.dtype.kind not in "iu":
            raise ValueError(f"numbers: integers, not {given.dtype}")
        beyond = given[(given < 0) | (given >= _native.ACTIONS)]
        if beyond.size:
            raise ValueError(f"there is no number {beyond[0]}: they go from 0 to {_native.ACTIONS - 1}")
        self._many.step(np.ascontiguousarray(given, np.uint8), *self._arrays)

    def play_at_random(self, steps: int) -> None:
        """Says an open number in each match, ``steps`` times, without coming back to Python."""
        self._many.play_at_random(steps, *self._arrays)

    def open(self) -> NDArray[np.bool_]:
        """The masks as booleans: ``(count, ACTIONS)``."""
        return np.unpackbits(self.masks, axis=1, count=_native.ACTIONS, bitorder="little").astype(bool)

    def sample(self) -> NDArray[np.uint8]:
        """An open number for each match, each with the same chance: ``(count,)``, ``uint8``."""
        worth = self._random.random((self.count, _native.ACTIONS), np.float32)
        return np.where(self.open(), worth, -1).argmax(axis=1).astype(np.uint8)
