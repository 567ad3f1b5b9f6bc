"""A bot at a server's table, by its link. Needs the package ``websockets``.

::

    from upcard import table

    table.sit("http://127.0.0.1:8080/t/…", lambda view: view.decide("steady"), name="Steady")

The bot is called with a :class:`upcard.View` whenever its seat is to act, and returns an action as text.
"""

from __future__ import annotations

import contextlib
import json
import os
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit, urlunsplit

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from ._native import VERSION, Line, View, written

__all__ = ["Played", "Refused", "open_table", "sit"]

Bot = Callable[[View], str]

AGENT = f"upcard-python/{VERSION}"
"""User agent."""


class Refused(Exception):
    """The server refuses this client; the text is the error code, such as ``"table-full"``."""


@dataclass(frozen=True)
class Played:
    """Result of a match: the own seat, from 0, the totals by seat, in points, and the winners."""

    seat: int
    scores: list[int]
    winners: list[int]


def open_table(
    server: str, game: str, seats: Sequence[str], *, rules: dict[str, object] | None = None, **set_up: object
) -> tuple[str, str]:
    """Opens a table at a server, such as ``"http://127.0.0.1:8080"``; returns its link and the host's cookie.

    ``seats``: the occupants in turn order: ``"person"``, or the level of a bot.
    ``rules``: overridden choices, by path. Other fields of the set-up are keywords, as ``offer_seconds=5``.

    Raises ``ValueError`` for invalid requests or rules, :class:`Refused` if the server opens no table.
    """
    plan = ["person" if who == "person" else {"bot": {"level": who}} for who in seats]
    changes = [[path, written(value)] for path, value in (rules or {}).items()]
    body: dict[str, object] = {"game": game, "changes": changes, "seats": plan}
    body.update((name.replace("_", "-"), value) for name, value in set_up.items())
    asked = urllib.request.Request(
        f"{server.rstrip('/')}/api/tables",
        json.dumps(body).encode(),
        {"Content-Type": "application/json", "User-Agent": AGENT},
    )
    try:
        with urllib.request.urlopen(asked, timeout=30) as answer:
            opened = json.load(answer)
            cookie = (answer.headers.get("Set-Cookie") or "").split(";")[0]
    except urllib.error.HTTPError as error:
        raise _refusal(error) from error
    return server.rstrip("/") + opened["path"], cookie


def _refusal(error: urllib.error.HTTPError) -> Exception:
    """Converts an error response; returns it unchanged if it is not from an Upcard server."""
    try:
        said = json.load(error)
        code, sentence, flaws = said["code"], said["sentence"], said.get("flaws", [])
    except (ValueError, TypeError, KeyError):
        return error
    return ValueError("\n".join(flaws) or sentence) if error.code in (400, 422) else Refused(code)


def _socket(link: str) -> str:
    """Returns the WebSocket URL of a table, from its link."""
    parts = urlsplit(link)
    words = parts.path.strip("/").split("/")
    if parts.scheme not in ("http", "https") or len(words) < 2 or words[-2] != "t":
        raise ValueError(f"not a link to a table: {link}")
    base = "/".join(["", *words[:-2]])
    scheme = "wss" if parts.scheme == "https" else "ws"
    return urlunsplit((scheme, parts.netloc, f"{base}/api/tables/{words[-1]}/socket", "", ""))


class _Pace:
    """Client-side rate limit: servers accept 20 messages per second and connection, plus a burst."""

    A_SECOND = 18.0
    AT_ONCE = 40.0

    def __init__(self) -> None:
        self.left, self.at = self.AT_ONCE, time.monotonic()

    def wait(self) -> None:
        now = time.monotonic()
        self.left = min(self.AT_ONCE, self.left + (now - self.at) * self.A_SECOND) - 1
        self.at = now
        if self.left < 0:
            time.sleep(-self.left / self.A_SECOND)


class _Seat:
    """One seat, played for some matches across reconnections."""

    def __init__(self, bot: Bot, line: Line, matches: int, start: bool):
        self.bot, self.line, self.wanted, self.start = bot, line, matches, start
        self.played: list[Played] = []
        self.started = False

    def follow(self, socket: ClientConnection) -> None:
        """Plays until all matches are over, or the connection breaks."""
        self.socket, self.pace, self.started = socket, _Pace(), False
        self._send(self.line.hello())
        while True:
            message = socket.recv()
            if isinstance(message, bytes):
                message = message.decode()
            for answer in self.line.receive(message, os.urandom(32)):
                self._send(answer)
            if self.line.fault is not None:
                raise Refused(self.line.fault)
            if self.line.stage == "over" and self.line.matches > len(self.played) and self._settle():
                return
            self._begin()
            self._answer()

    def _send(self, message: str) -> None:
        self.pace.wait()
        # If the server has closed the connection, its last messages, such as a refusal, are still to be read.
        with contextlib.suppress(ConnectionClosed):
            self.socket.send(message)

    def _settle(self) -> bool:
        """Handles the end of a match; returns ``True`` after the last one."""
        assert self.line.seat is not None
        self.played.append(Played(self.line.seat, self.line.scores or [], self.line.winners))
        if len(self.played) == self.wanted:
            self._send(self.line.give_up())
            return True
        self._send(self.line.rematch())
        self.started = False
        return False

    def _begin(self) -> None:
        first = self.line.stage == "seating" and self.line.seat is not None
        if self.start and not self.started and first and self.line.host and self.line.complete:
            self.started = True
            self._send(self.line.start())

    def _answer(self) -> None:
        view = self.line.asked()
        if view is None:
            return
        try:
            self._send(self.line.act(self.bot(view)))
        except Exception:
            # Others are waiting: let a bot of the table take over.
            self._send(self.line.give_up())
            raise


def sit(
    link: str,
    bot: Bot,
    *,
    name: str = "bot",
    seat: int | None = None,
    matches: int = 1,
    cookie: str | None = None,
    start: bool = False,
    tries: int = 5,
    timeout: float = 30.0,
) -> list[Played]:
    """Sits down at a table, plays this many matches, and returns their results.

    ``seat``: from 0; ``None`` takes the first free one.
    ``cookie``: identity, as returned by :func:`open_table` for the host; without one the bot is a new person.
    ``start``: if this is the host, start the match as soon as all seats are taken.
    ``tries``: number of consecutive failures before giving up, with backoff of 1, 2, 4 … seconds.
    ``timeout``: connection timeout in seconds. Waiting for a match has no timeout.

    An illegal action is not sent, but raises ``ValueError``. As after any other exception of the bot, a bot of the
    table then plays the seat to the end.
    """
    if matches < 1:
        raise ValueError("matches: at least 1")
    address = _socket(link)
    line = Line(name, seat, time.time_ns() // 1_000_000)
    playing = _Seat(bot, line, matches, start)
    failed = 0
    while True:
        began = len(playing.played)
        headers = {"Cookie": cookie} if cookie else {}
        try:
            with connect(
                address, additional_headers=headers, user_agent_header=AGENT, open_timeout=timeout, max_size=2**24
            ) as socket:
                given = socket.response.headers.get_all("Set-Cookie") if socket.response else []
                cookie = given[0].split(";")[0] if given else cookie
                playing.follow(socket)
                return playing.played
        except (ConnectionClosed, OSError, TimeoutError):
            failed = 0 if len(playing.played) > began else failed + 1
            if failed >= tries:
                raise
            time.sleep(2 ** (failed - 1) if failed else 0)
