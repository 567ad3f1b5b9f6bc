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

from typing import Any

from . import _native
from ._native import (
    ACTIONS,
    MASK_BYTES,
    OBSERVATION,
    Line,
    Match,
    Record,
    Solver,
    View,
    arena,
    games,
    lab,
    levels,
    merge,
    rules_of,
)
from ._types import Episode, Rules
from .many import Many

__version__ = _native.VERSION

NAMES: tuple[str, ...] = tuple(_native.number_names())
"""The names of the numbers of the action space, from 0: ``NAMES[0]`` is ``"AC"``."""

NUMBERS: dict[str, int] = {name: number for number, name in enumerate(NAMES)}
"""The numbers by their names: ``NUMBERS["draw"]``."""


def make(
    game: str = "contract-rummy",
    players: int | None = None,
    *,
    rules: Rules | None = None,
    seed: int = 0,
    episode: Episode = "match",
    first_deal: int = 1,
    undo: bool = False,
    record: bool = True,
) -> Match:
    """A match of this game, with its variations as in ``"progressive-rummy+twos-wild"``.

    ``players``: seats; ``None`` for four, or the nearest number that the game allows.
    ``rules``: choices that are set otherwise, by their paths: ``{"buying.limit.per-deal": 3}``.
    ``seed``: the same seed deals the same cards.
    ``episode``: ``"match"``, or ``"deal"`` for one deal; ``first_deal`` counts from 1 to the last that the game has.
    ``undo``: may plays be taken back within a turn?
    ``record``: is a record kept? Without it a match is stepped faster.
    """
    return Match(game, players, rules, seed, episode, first_deal, undo, record)


def make_vec(count: int, game: str = "contract-rummy", players: int | None = None, **options: Any) -> Many:
    """So many matches, stepped together: see :class:`Many`."""
    return Many(count, game, players, **options)


__all__ = [
    "ACTIONS",
    "MASK_BYTES",
    "NAMES",
    "NUMBERS",
    "OBSERVATION",
    "Line",
    "Many",
    "Match",
    "Record",
    "Solver",
    "View",
    "arena",
    "games",
    "lab",
    "levels",
    "make",
    "make_vec",
    "merge",
    "rules_of",
]
