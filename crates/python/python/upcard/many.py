"""Many matches at once, in NumPy arrays."""

from __future__ import annotations

import numpy as np

from . import _native


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

    The arrays are made here, or given as ``out``, a dictionary of all five; each step writes over them.
    """

    def __init__(
        self,
        count,
        game,
        players=None,
        *,
        rules=None,
        seed=0,
        bots=None,
        threads=1,
        episode="match",
        first_deal=1,
        out=None,
    ):
        self._many = _native.Many(count, game, players, rules, seed, bots, threads, episode, first_deal)
        self.count = count
        self.players = self._many.players
        size = self._many.observation_size()
        out = out or {}

        def array(name, shape, kind):
            given = out.get(name)
            return np.zeros(shape, kind) if given is None else given

        self.observations = array("observations", (count, size), np.int16)
        self.masks = array("masks", (count, _native.MASK_BYTES), np.uint8)
        self.rewards = array("rewards", (count, self.players), np.float32)
        self.over = array("over", (count,), np.uint8)
        self.seats = array("seats", (count,), np.uint8)
        self._random = np.random.default_rng(seed)
        self.reset(seed)

    def __len__(self):
        return self.count

    @property
    def _arrays(self):
        return self.observations, self.masks, self.rewards, self.over, self.seats

    def layout(self):
        """The parts of an observation: name, offset, rows and columns of each."""
        return self._many.layout()

    def reset(self, seed=0):
        """Begins all matches anew."""
        self._many.reset(seed, *self._arrays)

    def step(self, numbers):
        """Says a number in each match. One that is not open is a ``ValueError``."""
        self._many.step(np.ascontiguousarray(numbers, np.uint8), *self._arrays)

    def play_at_random(self, steps):
        """Says an open number in each match, ``steps`` times, without coming back to Python."""
        self._many.play_at_random(steps, *self._arrays)

    def open(self):
        """The masks as booleans: ``(count, ACTIONS)``."""
        return np.unpackbits(self.masks, axis=1, count=_native.ACTIONS, bitorder="little").astype(bool)

    def sample(self):
        """An open number for each match, each with the same chance: ``(count,)``, ``uint8``."""
        worth = self._random.random((self.count, _native.ACTIONS), np.float32)
        return np.where(self.open(), worth, -1).argmax(axis=1).astype(np.uint8)
