"""The part of ``upcard`` that is written in Rust."""

from collections.abc import Callable, Sequence
from os import PathLike
from typing import Any, Literal, Self, final

import numpy as np
from numpy.typing import NDArray

from ._types import Episode, Layout, Level, Rules

__all__ = [
    "ACTIONS",
    "Line",
    "MASK_BYTES",
    "Many",
    "Match",
    "OBSERVATION",
    "Record",
    "Solver",
    "VERSION",
    "View",
    "arena",
    "games",
    "lab",
    "levels",
    "merge",
    "number_names",
    "rules_of",
    "written",
]

OBSERVATION: str
"""The version of the encoding: ``"upcard-obs-1"``."""
ACTIONS: int
"""How many numbers the action space has: 133."""
MASK_BYTES: int
"""Bytes of a mask with a bit for each number: 17."""
VERSION: str

def games() -> list[str]:
    """The ids of all games."""

def levels() -> list[str]:
    """The names of the bots' levels, the weakest first."""

def number_names() -> list[str]:
    """The names of the numbers of the action space, from 0."""

def rules_of(game: str, players: int | None = None, rules: Rules | None = None) -> list[tuple[str, str]]:
    """The choices of a game's rules, by their paths, as text."""

def written(given: Any) -> str:
    """A choice's value as a set-up has it, which is a text."""

def arena(
    game: str,
    bots: Sequence[str | tuple[str, Callable[[View], str]]],
    matches: int = 100,
    seed: int = 1,
    players: int | None = None,
    rules: Rules | None = None,
    playouts: int = 64,
    threads: int | None = None,
    *,
    budget_ms: int | None = None,
    answer_ms: int = 2000,
    kinds: bool = False,
    luck: int | None = None,
    shard: str | None = None,
    resume: str | PathLike[str] | None = None,
    records: str | PathLike[str] | None = None,
) -> dict[str, Any]:
    """Plays mirrored matches: the same deals with the seats exchanged. Bots are named as on the command line, or are
    pairs of a name and a function, which is given a view and answers with an action as text. An answer that is not
    legal, and an exception, costs the seat. The report is that of ``upcard arena --json``.

    ``budget_ms``: milliseconds that a searching bot may think about a decision, in place of ``playouts``.
    ``answer_ms``: milliseconds in which a program must answer.
    ``kinds``: say what the lead of the first bot comes from. It plays the tournament four times more.
    ``luck``: take luck out of the results, by values that are learnt from so many other matches (1000, say).
    ``shard``: one part of the matches, the K-th of N: ``"1/8"``.
    ``resume``: a file that finished clusters are added to, and that an interrupted run goes on from.
    ``records``: a folder in which the record of each match is kept."""

def merge(files: Sequence[str | PathLike[str]]) -> dict[str, Any]:
    """The report of a tournament whose parts have left these files, by ``resume``, or what ``lab`` has found in the
    matches of these files; ``missing`` says in a sentence what is missing of it, or is ``None``."""

def lab(
    rules: Sequence[str | tuple[str, Rules]],
    bots: Level = "steady",
    matches: int = 1000,
    seed: int = 1,
    players: int | None = None,
    playouts: int = 64,
    threads: int | None = None,
    *,
    shard: str | None = None,
    resume: str | PathLike[str] | None = None,
    records: str | PathLike[str] | None = None,
) -> dict[str, Any]:
    """Plays rule sets against each other on the same deals, so many matches of each. A rule set is a text as on the
    command line, ``"contract-rummy,buying.deals=none"``, or a pair of a game and the choices that are set otherwise.
    What comes back is that of ``upcard lab --json``.

    ``shard``: one part of the matches, ``"1/8"``. ``resume``: a file that finished matches are added to, and that an
    interrupted run goes on from. ``records``: a folder in which the record of each match is kept."""

@final
class View:
    """What one seat knows of a match, and nothing else: what a bot decides by."""

    @property
    def seat(self) -> int:
        """Whose view it is, from 0."""
    @property
    def players(self) -> int: ...
    @property
    def deal(self) -> int:
        """The number of the deal in the match, from 1."""
    @property
    def dealer(self) -> int:
        """Who deals, from 0."""
    @property
    def stock(self) -> int:
        """Cards in the stock."""
    @property
    def hand(self) -> list[str]:
        """The cards of the hand."""
    @property
    def upcard(self) -> str | None: ...
    @property
    def discards(self) -> list[tuple[str, int | None]]:
        """The discards, the upcard last, and who threw each; nobody one that was turned up."""
    @property
    def melds(self) -> list[tuple[int, int, str]]:
        """Number, owner and text form of each meld, the oldest first."""
    @property
    def counts(self) -> list[int]:
        """Cards in each hand."""
    @property
    def scores(self) -> list[int]:
        """Totals of the deals that are over, in points."""
    @property
    def unseen(self) -> list[str]:
        """The cards whose place the seat does not know."""
    @property
    def contract(self) -> list[str]:
        """What the seat has still to lay, as ``S3`` or ``R4``."""
    def actions(self, most_lay_downs: int = 200) -> list[str]:
        """Legal actions as text."""
    def legal_actions(self) -> list[int]:
        """The numbers that may be said now, rising."""
    def read(self, numbers: Sequence[int]) -> str | None:
        """The action that these numbers make; ``None`` where more must be said."""
    def spell(self, action: str) -> list[int]:
        """The numbers of an action."""
    def observe(self) -> NDArray[np.int16]:
        """The observation: ``(observation_size(),)``."""
    def observation_size(self) -> int: ...
    def decide(self, level: Level = "steady", playouts: int = 64, seed: int = 0) -> str:
        """What a bot would do."""
    def hint(self, playouts: int = 0, seed: int = 1) -> dict[str, Any]:
        """What would be done (``best``), what else was weighed (``others``), and why. Gains are points."""

@final
class Match:
    """One match with all its secrets. Made by ``upcard.make``."""

    def __new__(
        cls,
        game: str,
        players: int | None = None,
        rules: Rules | None = None,
        seed: int = 0,
        episode: Episode = "match",
        first_deal: int = 1,
        undo: bool = False,
        record: bool = True,
    ) -> Self: ...
    @property
    def game(self) -> str: ...
    @property
    def players(self) -> int: ...
    @property
    def seed(self) -> int: ...
    @property
    def seat(self) -> int | None:
        """The seat that is asked, from 0; ``None`` where the episode is over."""
    @property
    def over(self) -> bool: ...
    @property
    def said(self) -> list[int]:
        """The numbers of a play that is not complete."""
    @property
    def deal(self) -> int:
        """The number of the deal in the match, from 1."""
    @property
    def scores(self) -> list[int]:
        """Totals of the deals that are over, in points."""
    @property
    def standings(self) -> list[int]:
        """By what the match is decided, in points or chips, the more the better."""
    @property
    def winners(self) -> list[int]: ...
    def reset(self, seed: int) -> None:
        """Begins another match by the same rules."""
    def legal_actions(self) -> list[int]:
        """The numbers that may be said now, rising."""
    def mask(self) -> NDArray[np.bool_]:
        """The same as booleans: ``(ACTIONS,)``."""
    def layout(self) -> Layout: ...
    def observation_size(self) -> int: ...
    def observe(self, seat: int | None = None) -> NDArray[np.int16]:
        """What a seat knows: ``(observation_size(),)``; the one that is asked where none is named."""
    def observe_into(self, seat: int, array: NDArray[np.int16]) -> None:
        """The same, written to an array."""
    def step(self, number: int) -> list[float]:
        """Says a number; gives what each seat's standing changed by, in points, the more the better."""
    def act(self, action: str) -> list[float]:
        """Carries out an action that is given as text; gives the same."""
    def spell(self, action: str) -> list[int]:
        """The numbers of an action."""
    def view(self, seat: int | None = None) -> View:
        """What a seat knows; the one that is asked where none is named."""
    def play_bots(self, bots: Sequence[Level | None], playouts: int = 64, seed: int = 0) -> list[float]:
        """Lets bots play on until a seat without one is asked; gives what each seat's standing changed by. In the
        record a seat that bots of one level play alone is called as such a bot: ``bot steady``."""
    def clone(self) -> Match:
        """A copy that goes its own way."""
    def __copy__(self) -> Match: ...
    def __deepcopy__(self, _memo: dict[int, Any]) -> Match: ...
    @staticmethod
    def restored(
        made: tuple[str, int, Rules, int, Episode], kept: tuple[int, bool, list[str], list[int], list[Level | None]]
    ) -> Match:
        """A match that was pickled, played again."""
    def record(self) -> str:
        """The record of the match so far, as text."""

@final
class Many:
    """Made by ``upcard.make_vec``."""

    def __new__(
        cls,
        count: int,
        game: str,
        players: int | None = None,
        rules: Rules | None = None,
        seed: int = 0,
        bots: Sequence[Level | None] | None = None,
        threads: int = 1,
        episode: Episode = "match",
        first_deal: int = 1,
    ) -> Self: ...
    def __len__(self) -> int: ...
    @property
    def players(self) -> int: ...
    def layout(self) -> Layout: ...
    def observation_size(self) -> int: ...
    def reset(
        self,
        seed: int,
        observations: NDArray[np.int16],
        masks: NDArray[np.uint8],
        rewards: NDArray[np.float32],
        over: NDArray[np.uint8],
        seats: NDArray[np.uint8],
        finals: NDArray[np.int16] | None = None,
    ) -> None: ...
    def step(
        self,
        numbers: NDArray[np.uint8],
        observations: NDArray[np.int16],
        masks: NDArray[np.uint8],
        rewards: NDArray[np.float32],
        over: NDArray[np.uint8],
        seats: NDArray[np.uint8],
        finals: NDArray[np.int16] | None = None,
    ) -> None: ...
    def play_at_random(
        self,
        steps: int,
        observations: NDArray[np.int16],
        masks: NDArray[np.uint8],
        rewards: NDArray[np.float32],
        over: NDArray[np.uint8],
        seats: NDArray[np.uint8],
        finals: NDArray[np.int16] | None = None,
    ) -> None: ...

@final
class Solver:
    """Questions about hands under the rules of one deal of a game. Hands are cards as text: ``"4C 4D JK"``; a card that
    is there more often than in the pack is a ``ValueError``."""

    def __new__(
        cls, game: str, deal: int = 1, players: int | None = None, rules: Rules | None = None
    ) -> Self: ...
    @property
    def contract(self) -> list[str]: ...
    def feasible(self, hand: str) -> bool:
        """Can the contract be laid down from this hand?"""
    def distance(self, hand: str) -> int | None:
        """How many cards must come before that; ``None`` where none would do."""
    def useful(self, hand: str) -> list[str]:
        """The cards that would bring the hand nearer, and may come: not all of them are in it."""
    def needed(self, hand: str) -> list[str]:
        """The cards of which none can be spared."""
    def lay_downs(self, hand: str, most: int = 100) -> list[list[str]]:
        """The lay-downs of the contract, each as its melds."""
    def best(self, hand: str) -> list[str] | None:
        """The one that leaves the fewest points."""
    def deadwood(self, hand: str) -> tuple[int, list[str], list[str]]:
        """The grouping in melds that leaves the fewest points: those, the melds, the cards left over."""
    def points(self, hand: str) -> int:
        """What these cards cost who is left with them."""

@final
class Record:
    """A match as it was recorded. It is played again when this is made; what is wrong is a ``ValueError``."""

    def __new__(cls, text: str) -> Self: ...
    def __len__(self) -> int:
        """How many decisions it holds."""
    @property
    def game(self) -> str: ...
    @property
    def seats(self) -> list[str]: ...
    @property
    def scores(self) -> list[int]: ...
    @property
    def winners(self) -> list[int]: ...
    @property
    def deals(self) -> int: ...
    @property
    def results(self) -> list[dict[str, Any]]:
        """What came of each deal that is over, in the order in which they were played: which of the game's deals it was
        (``deal``, from 1), the ``line`` at which it began, its ``dealer``, who was ``dealt`` cards, the ``winner`` or
        ``None``, ``how`` it ended, and the ``points`` of each seat. Seats count from 0."""
    def decisions(self) -> list[tuple[int, int, str, View]]:
        """Of each decision its line, the seat, the action as text, and what the seat knew."""
    def verify(self) -> int:
        """Proves the deals by their secrets; gives how many."""
    def review(
        self, seat: int | None = None, playouts: int = 120, seed: int = 1, most: int = 10
    ) -> list[dict[str, Any]]:
        """The decisions that cost most, the dearest first; of all seats where none is named. Each has the line of the
        record (``at``), ``seat`` and ``deal``, what was ``done`` and what is ``better``, its ``cost`` in points with
        the standard ``error``, and reasons for both."""

@final
class Line:
    """One seat at a server's table: what is sent there, and what is known of the table. ``upcard.table`` carries the
    messages, which are JSON as text."""

    def __new__(cls, name: str, seat: int | None = None, first_id: int = 1) -> Self: ...
    def hello(self) -> str:
        """The first message of a connection."""
    def receive(self, message: str, random: bytes) -> list[str]:
        """Takes a message of the table; gives those with which it is answered. One that is not known is passed over;
        what is no message is a ``ValueError``. ``random``: 32 bytes that nobody can predict, in case a match needs
        them."""
    @property
    def seat(self) -> int | None:
        """The seat, from 0."""
    @property
    def host(self) -> bool:
        """Is this the host of the table?"""
    @property
    def stage(self) -> Literal["seating", "gathering", "playing", "over"]:
        """What the table does."""
    @property
    def matches(self) -> int:
        """How many matches were begun or were going on while this was there."""
    @property
    def fault(self) -> str | None:
        """Why the table does not let this client play."""
    @property
    def complete(self) -> bool:
        """Are the seats all taken?"""
    @property
    def scores(self) -> list[int] | None:
        """The totals by seat, in points."""
    @property
    def winners(self) -> list[int]:
        """Who has won the match that is over, from 0."""
    def asked(self) -> View | None:
        """What the seat knows, where it is asked and has not answered."""
    def act(self, action: str) -> str:
        """The message that carries out an action. One that is not legal is a ``ValueError``."""
    def start(self) -> str:
        """The message that begins the match, which the host alone may send."""
    def rematch(self) -> str:
        """The message that asks for another match."""
    def give_up(self) -> str:
        """The message that gives the seat up: in a match a bot plays it to the end."""
