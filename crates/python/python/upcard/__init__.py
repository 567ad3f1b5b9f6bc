"""Matches of the contract rummy family, for research.

One match::

    import upcard
    match = upcard.make("contract-rummy", players=4, seed=1)
    while not match.over:
        match.step(match.legal_actions()[0])

Vectorized, stepped in Rust threads without the GIL into NumPy arrays::

    many = upcard.make_vec(1024, "contract-rummy", players=4, threads=2)
    many.step(many.sample())

Seats count from 0, cards and actions are text in the project's notation. ``docs/python.md`` describes observations
and the 133 numbers of the action space; the version of the encoding is ``upcard.OBSERVATION``.
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
"""Names of the numbers of the action space, from 0: ``NAMES[0]`` is ``"AC"``."""

NUMBERS: dict[str, int] = {name: number for number, name in enumerate(NAMES)}
"""Numbers by name: ``NUMBERS["draw"]``."""


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
    """Creates a match of this game, with variations as in ``"progressive-rummy+twos-wild"``.

    ``players``: number of seats; ``None`` for four, or the nearest number that the game allows.
    ``rules``: overridden choices, by path: ``{"buying.limit.per-deal": 3}``.
    ``seed``: the same seed deals the same cards.
    ``episode``: ``"match"``, or ``"deal"`` for a single deal; ``first_deal`` counts from 1.
    ``undo``: allow undoing plays within a turn.
    ``record``: keep a record; stepping is faster without.
    """
    return Match(game, players, rules, seed, episode, first_deal, undo, record)


def make_vec(count: int, game: str = "contract-rummy", players: int | None = None, **options: Any) -> Many:
    """Creates ``count`` matches that are stepped together: see :class:`Many`."""
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
