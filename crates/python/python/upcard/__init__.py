"""Matches of the contract rummy family, for research.

One match::

    import upcard
    match = upcard.make("contract-rummy", players=4, seed=1)
    while not match.over:
        match.step(match.legal_actions()[0])

Many at once, stepped in Rust's threads without the GIL into NumPy arrays::

    many = upcard.make_vec(1024, "contract-rummy", players=4, threads=2)
    many.step(many.sample())

Seats count from 0 here, cards and actions have the text forms of the project. What an observation holds, and what
the 133 numbers of the action space mean, is told in ``docs/python.md``; its version is ``upcard.OBSERVATION``.
"""

from __future__ import annotations

from . import _native
from ._native import (
    ACTIONS,
    MASK_BYTES,
    OBSERVATION,
    Match,
    Record,
    Solver,
    View,
    arena,
    games,
    levels,
    rules_of,
)
from .many import Many

__version__ = _native.VERSION

NAMES = tuple(_native.number_names())
"""The names of the numbers of the action space, from 0: ``NAMES[0]`` is ``"AC"``."""

NUMBERS = {name: number for number, name in enumerate(NAMES)}
"""The numbers by their names: ``NUMBERS["draw"]``."""


def make(
    game="contract-rummy", players=None, *, rules=None, seed=0, episode="match", first_deal=1, undo=False, record=True
):
    """A match of this game, with its variations as in ``"progressive-rummy+twos-wild"``.

    ``players``: seats; ``None`` for four, or the nearest number that the game allows.
    ``rules``: choices that are set otherwise, by their paths: ``{"buying.limit.per-deal": 3}``.
    ``seed``: the same seed deals the same cards.
    ``episode``: ``"match"``, or ``"deal"`` for one deal; ``first_deal`` counts from 1.
    ``undo``: may plays be taken back within a turn?
    ``record``: is a record kept? Without it a match is stepped faster.
    """
    return Match(game, players, rules, seed, episode, first_deal, undo, record)


def make_vec(count, game="contract-rummy", players=None, **options):
    """So many matches, stepped together: see :class:`Many`."""
    return Many(count, game, players, **options)


__all__ = [
    "ACTIONS",
    "MASK_BYTES",
    "NAMES",
    "NUMBERS",
    "OBSERVATION",
    "Many",
    "Match",
    "Record",
    "Solver",
    "View",
    "arena",
    "games",
    "levels",
    "make",
    "make_vec",
    "rules_of",
]
