"""The Rust part of ``upcard``."""

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
"""Version of the encoding: ``"upcard-obs-1"``."""
ACTIONS: int
"""Size of the action space: 133."""
MASK_BYTES: int
"""Size of a bitmask of the action space, in bytes: 17."""
VERSION: str

def games() -> list[str]:
    """Returns the ids of all games."""

def levels() -> list[str]:
    """Returns the bot levels, weakest first."""

def number_names() -> list[str]:
    """Returns the names of the numbers of the action space, from 0."""

def rules_of(game: str, players: int | None = None, rules: Rules | None = None) -> list[tuple[str, str]]:
    """Returns the choices of a game's rules, by path, as text."""

def written(given: Any) -> str:
    """Returns a choice's value as text, as in a set-up."""

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
    """Plays mirrored matches: the same deals with seats exchanged. Bots are named as on the command line, or are pairs
    of a name and a function that maps a view to an action as text. An illegal action or an exception forfeits the
    seat. Returns the report of ``upcard arena --json``.

    ``budget_ms``: time limit per decision of a searching bot, in milliseconds, instead of ``playouts``.
    ``answer_ms``: timeout of external programs, in milliseconds.
    ``kinds``: break down the lead of the first bot by kind of decision, by playing four more tournaments.
    ``luck``: reduce variance by values learnt from this many other matches (1000, say).
    ``shard``: play only the K-th of N parts: ``"1/8"``.
    ``resume``: file to which finished clusters are appended, and from which an interrupted run resumes.
    ``records``: folder for the records of all matches."""

def merge(files: Sequence[str | PathLike[str]]) -> dict[str, Any]:
    """Merges the ``resume`` files of a tournament's shards, or of ``lab``, into a report; ``missing`` is a sentence on
    what is missing, or ``None``."""

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
    """Plays this many matches of each rule set on the same deals. A rule set is text as on the command line,
    ``"contract-rummy,buying.deals=none"``, or a pair of a game and the overridden choices. Returns the output of
    ``upcard lab --json``.

    ``shard``: play only one part, ``"1/8"``. ``resume``: file to which finished matches are appended, and from which
    an interrupted run resumes. ``records``: folder for the records of all matches."""

@final
class View:
    """What one seat knows of a match, and nothing else: the input of a bot."""

    @property
    def seat(self) -> int:
        """The seat, from 0."""
    @property
    def players(self) -> int: ...
    @property
    def deal(self) -> int:
        """Number of the deal in the match, from 1."""
    @property
    def dealer(self) -> int:
        """The dealer, from 0."""
    @property
    def stock(self) -> int:
        """Number of cards in the stock."""
    @property
    def hand(self) -> list[str]:
        """Cards of the hand."""
    @property
    def upcard(self) -> str | None: ...
    @property
    def discards(self) -> list[tuple[str, int | None]]:
        """The discards, upcard last, with their discarders; ``None`` for a card that was turned up."""
    @property
    def melds(self) -> list[tuple[int, int, str]]:
        """Id, owner and text form of each meld, oldest first."""
    @property
    def counts(self) -> list[int]:
        """Number of cards in each hand."""
    @property
    def scores(self) -> list[int]:
        """Totals of the finished deals, in points."""
    @property
    def unseen(self) -> list[str]:
        """Cards whose location the seat does not know."""
    @property
    def contract(self) -> list[str]:
        """Contract elements that the seat has yet to lay, as ``S3`` or ``R4``."""
    def actions(self, most_lay_downs: int = 200) -> list[str]:
        """Returns the legal actions as text."""
    def legal_actions(self) -> list[int]:
        """Returns the open numbers, in ascending order."""
    def read(self, numbers: Sequence[int]) -> str | None:
        """Decodes numbers to an action; ``None`` if the play is incomplete."""
    def spell(self, action: str) -> list[int]:
        """Encodes an action."""
    def observe(self) -> NDArray[np.int16]:
        """Returns the observation: ``(observation_size(),)``."""
    def observation_size(self) -> int: ...
    def decide(self, level: Level = "steady", playouts: int = 64, seed: int = 0) -> str:
        """Returns the decision of a bot."""
    def hint(self, playouts: int = 0, seed: int = 1) -> dict[str, Any]:
        """Returns the best action (``best``), the alternatives (``others``), and the reasons. Gains are in points."""

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
        """The seat to act, from 0; ``None`` if the episode is over."""
    @property
    def over(self) -> bool: ...
    @property
    def said(self) -> list[int]:
        """Numbers of the incomplete play."""
    @property
    def deal(self) -> int:
        """Number of the deal in the match, from 1."""
    @property
    def scores(self) -> list[int]:
        """Totals of the finished deals, in points."""
    @property
    def standings(self) -> list[int]:
        """Standings that decide the match, in points or chips, higher is better."""
    @property
    def winners(self) -> list[int]: ...
    def reset(self, seed: int) -> None:
        """Starts another match by the same rules."""
    def legal_actions(self) -> list[int]:
        """Returns the open numbers, in ascending order."""
    def mask(self) -> NDArray[np.bool_]:
        """Returns the same as booleans: ``(ACTIONS,)``."""
    def layout(self) -> Layout: ...
    def observation_size(self) -> int: ...
    def observe(self, seat: int | None = None) -> NDArray[np.int16]:
        """Returns the observation of a seat, by default the one to act: ``(observation_size(),)``."""
    def observe_into(self, seat: int, array: NDArray[np.int16]) -> None:
        """Writes the observation to an array."""
    def step(self, number: int) -> list[float]:
        """Steps by one number; returns the change of each seat's standing, in points, higher is better."""
    def act(self, action: str) -> list[float]:
        """Executes an action given as text; returns the same."""
    def spell(self, action: str) -> list[int]:
        """Encodes an action."""
    def view(self, seat: int | None = None) -> View:
        """Returns the view of a seat, by default the one to act."""
    def play_bots(self, bots: Sequence[Level | None], playouts: int = 64, seed: int = 0) -> list[float]:
        """Lets bots play until a seat without one is to act; returns the change of each seat's standing. In the
        record, a seat played only by bots of one level has the name of that bot: ``bot steady``."""
    def clone(self) -> Match:
        """Returns an independent copy."""
    def __copy__(self) -> Match: ...
    def __deepcopy__(self, _memo: dict[int, Any]) -> Match: ...
    @staticmethod
    def restored(
        made: tuple[str, int, Rules, int, Episode], kept: tuple[int, bool, list[str], list[int], list[Level | None]]
    ) -> Match:
        """Restores a pickled match by replaying it."""
    def record(self) -> str:
        """Returns the record of the match so far, as text."""

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
    """Questions about hands under the rules of one deal of a game. Hands are text: ``"4C 4D JK"``; more copies of a
    card than in the pack are a ``ValueError``."""

    def __new__(
        cls, game: str, deal: int = 1, players: int | None = None, rules: Rules | None = None
    ) -> Self: ...
    @property
    def contract(self) -> list[str]: ...
    def feasible(self, hand: str) -> bool:
        """Returns whether the contract can be laid down from this hand."""
    def distance(self, hand: str) -> int | None:
        """Returns the number of missing cards; ``None`` if no cards would do."""
    def useful(self, hand: str) -> list[str]:
        """Returns the cards that would bring the hand closer, except those of which it holds every copy."""
    def needed(self, hand: str) -> list[str]:
        """Returns the cards of which none can be spared."""
    def lay_downs(self, hand: str, most: int = 100) -> list[list[str]]:
        """Returns the lay-downs of the contract, each as its melds."""
    def best(self, hand: str) -> list[str] | None:
        """Returns the lay-down that leaves the fewest points."""
    def deadwood(self, hand: str) -> tuple[int, list[str], list[str]]:
        """Returns the best grouping in melds: points left over, melds, cards left over."""
    def points(self, hand: str) -> int:
        """Returns the cost of these cards when left in the hand."""

@final
class Record:
    """A recorded match, replayed on creation; an invalid record is a ``ValueError``."""

    def __new__(cls, text: str) -> Self: ...
    def __len__(self) -> int:
        """Number of decisions."""
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
        """Results of the finished deals, in order: the ``deal`` of the game, from 1, its first ``line``, its
        ``dealer``, the seats that were ``dealt`` cards, the ``winner`` or ``None``, ``how`` it ended, and the
        ``points`` of each seat. Seats count from 0."""
    def decisions(self) -> list[tuple[int, int, str, View]]:
        """Returns the decisions: line, seat, action as text, and the seat's view."""
    def verify(self) -> int:
        """Verifies the deals by their secrets; returns their number."""
    def review(
        self, seat: int | None = None, playouts: int = 120, seed: int = 1, most: int = 10
    ) -> list[dict[str, Any]]:
        """Returns the costliest decisions of a seat, or of all, costliest first. Each has the line of the record
        (``at``), ``seat`` and ``deal``, the action ``done`` and the ``better`` one, the ``cost`` in points with its
        standard ``error``, and reasons for both."""

@final
class Line:
    """Client of one seat at a server's table. ``upcard.table`` transports its messages, which are JSON text."""

    def __new__(cls, name: str, seat: int | None = None, first_id: int = 1) -> Self: ...
    def hello(self) -> str:
        """Returns the first message of a connection."""
    def receive(self, message: str, random: bytes) -> list[str]:
        """Handles a message of the table; returns the messages to reply with. Unknown messages are ignored, malformed
        ones are a ``ValueError``. ``random``: 32 unpredictable bytes, in case a match needs them."""
    @property
    def seat(self) -> int | None:
        """The seat, from 0."""
    @property
    def host(self) -> bool:
        """Whether this client is the host."""
    @property
    def stage(self) -> Literal["seating", "gathering", "playing", "over"]:
        """Stage of the table."""
    @property
    def matches(self) -> int:
        """Number of matches begun or joined so far."""
    @property
    def fault(self) -> str | None:
        """Why the table refuses this client."""
    @property
    def complete(self) -> bool:
        """Whether all seats are taken."""
    @property
    def scores(self) -> list[int] | None:
        """Totals by seat, in points."""
    @property
    def winners(self) -> list[int]:
        """Winners of the finished match, from 0."""
    def asked(self) -> View | None:
        """Returns the seat's view if it is to act and has not answered."""
    def act(self, action: str) -> str:
        """Returns the message for an action. An illegal action is a ``ValueError``."""
    def start(self) -> str:
        """Returns the message that starts the match; host only."""
    def rematch(self) -> str:
        """Returns the message that asks for another match."""
    def give_up(self) -> str:
        """Returns the message that gives the seat up: during a match a bot plays it to the end."""
