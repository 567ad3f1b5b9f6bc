"""Training data from bots' decisions: ``python -m upcard.data FOLDER``. ``docs/data.md`` is the datasheet.

Bots play matches; each decision is one row: observation, number, mask and outcome. Rows of one match are contiguous.
The same arguments give the same rows.

A folder has files ``part-00000.npz`` and so on, each of whole matches, and the index ``data.json``. Files are written
atomically: an interrupted run resumes after the last one.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import ACTIONS, MASK_BYTES, OBSERVATION, __version__, make

SEEDS = 10**9
"""Match seeds per folder seed, and so the maximum number of matches in a folder."""

MOST_SEED = 2**64 // SEEDS - 1
"""Largest folder seed: match seeds have 64 bits."""

Row = tuple[Any, ...]
Job = tuple[str, int | None, tuple[Any, ...], int]

COLUMNS: dict[str, Any] = {
    "observations": np.int16,
    "masks": np.uint8,
    "numbers": np.uint8,
    "seats": np.uint8,
    "deals": np.uint8,
    "deal_points": np.int32,
    "hand_points": np.int32,
    "match_points": np.int32,
    "won": np.bool_,
    "matches": np.uint32,
}
"""Arrays of a file and their types; each has one row per decision."""


def rows(game: str, players: int | None, bots: Sequence[Any], seed: int) -> tuple[list[Row], int]:
    """Returns the decisions of a match, as rows without the last column, and the number of plays without encoding."""
    match = make(game, players, seed=seed)
    chosen = [bots[seat % len(bots)] for seat in range(match.players)]
    said: list[Row] = []
    outcomes: dict[int, list[int]] = {}
    begun, unlisted = match.standings, 0
    while not match.over:
        seat, deal = match.seat, match.deal
        assert seat is not None
        action = match.view().decide(chosen[seat], 0, (seed * 1_000_003 + len(said)) % 2**63)
        try:
            numbers = match.spell(action)
        except ValueError:
            # A lay-down beyond the listed ones has no encoding: play it without a row.
            numbers, unlisted = [], unlisted + 1
            match.act(action)
        for number in numbers:
            mask = np.packbits(match.mask(), bitorder="little")
            said.append((match.observe(seat), mask, number, seat, deal))
            match.step(number)
        if match.deal != deal or match.over:
            outcomes[deal] = [now - before for now, before in zip(match.standings, begun)]
            begun = match.standings
    final, winners, points = match.standings, match.winners, _points(match.record())

    def came_of_it(seat: int, deal: int) -> Row:
        return outcomes[deal][seat], points[deal - 1][seat], final[seat], seat in winners

    return [(*row, *came_of_it(row[3], row[4])) for row in said], unlisted


def _points(record: str) -> list[list[int]]:
    """Returns the points of each deal of a record, by seat."""
    lines = (line.split() for line in record.splitlines() if line.startswith("points "))
    return [[int(points) for points in line[1:]] for line in lines]


def _one(job: Job) -> tuple[list[Row], int]:
    return rows(*job)


@contextmanager
def _played(jobs: Iterable[Job], processes: int) -> Iterator[Iterator[tuple[list[Row], int]]]:
    """Plays matches in order, prefetching a few."""
    if processes <= 1:
        yield map(_one, jobs)
        return
    with multiprocessing.get_context("spawn").Pool(processes) as pool:

        def ahead() -> Iterator[tuple[list[Row], int]]:
            waiting: list[Any] = []
            for job in jobs:
                waiting.append(pool.apply_async(_one, (job,)))
                if len(waiting) > 2 * processes:
                    yield waiting.pop(0).get()
            yield from (each.get() for each in waiting)

        yield ahead()


def _whole(path: Path, write: Any) -> None:
    """Writes a file atomically."""
    unfinished = path.with_name(path.name + ".unfinished")
    with open(unfinished, "wb") as file:
        write(file)
        file.flush()
        os.fsync(file.fileno())
    os.replace(unfinished, path)


@contextmanager
def _alone(place: Path) -> Iterator[None]:
    """Locks a folder against other runs, if the system supports it."""
    place.mkdir(parents=True, exist_ok=True)
    if sys.platform == "win32":
        yield
        return
    import fcntl

    folder = os.open(place, os.O_RDONLY)
    try:
        try:
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ValueError(f"another run is writing to {place}") from None
        except OSError:
            # This file system has no locks.
            pass
        yield
    finally:
        os.close(folder)


class Folder:
    """A data folder being written."""

    def __init__(self, place: str | os.PathLike[str], about: dict[str, Any]) -> None:
        self.place = Path(place)
        self.place.mkdir(parents=True, exist_ok=True)
        self.about: dict[str, Any] = {**about, "files": []}
        index = self.place / "data.json"
        if index.exists():
            found = json.loads(index.read_text())
            for name, value in about.items():
                if found.get(name) != json.loads(json.dumps(value)):
                    raise ValueError(f"{index} is of other data: {name} is {found.get(name)!r} there, {value!r} here")
            self.about = found
        elif any(self.place.iterdir()):
            raise ValueError(f"{self.place} contains something else")

    @property
    def files(self) -> list[dict[str, Any]]:
        """Name, first match, and numbers of matches, rows and unlisted plays of each complete file."""
        found: list[dict[str, Any]] = self.about["files"]
        return found

    @property
    def matches(self) -> int:
        """Number of matches in the complete files."""
        return sum(each["matches"] for each in self.files)

    @property
    def rows(self) -> int:
        """Number of rows in the complete files."""
        return sum(each["rows"] for each in self.files)

    def add(self, found: list[Row], first: int, matches: int, unlisted: int) -> None:
        """Adds a file with the rows of these matches, and lists it in ``data.json``."""
        name = f"part-{len(self.files):05}.npz"
        file = {
            "file": name,
            "first": first,
            "matches": matches,
            "rows": len(found),
            "unlisted": unlisted,
        }
        columns = list(zip(*found)) or [() for _ in COLUMNS]
        size = sum(rows * columns for _, _, rows, columns in self.about["layout"])
        shapes: dict[str, tuple[int, ...]] = {"observations": (-1, size), "masks": (-1, MASK_BYTES)}
        arrays: dict[str, NDArray[Any]] = {
            column: np.asarray(values, kind).reshape(shapes.get(column, (-1,)))
            for (column, kind), values in zip(COLUMNS.items(), columns)
        }
        about = {key: value for key, value in self.about.items() if key != "files"}
        arrays["about"] = np.array(json.dumps({**about, **file}))
        _whole(self.place / name, lambda to: np.savez_compressed(to, allow_pickle=False, **arrays))
        after = {**self.about, "files": [*self.files, file]}
        _whole(self.place / "data.json", lambda to: to.write(json.dumps(after, indent=1).encode()))
        self.about = after


def write(
    place: str | os.PathLike[str],
    game: str = "contract-rummy",
    players: int | None = None,
    bots: Sequence[str] = ("steady",),
    matches: int = 100,
    seed: int = 1,
    processes: int = 1,
    most_rows: int = 50_000,
    progress: bool = False,
) -> Folder:
    """Writes the decisions of this many matches to a folder, or resumes an interrupted run.

    ``most_rows``: a file ends with the match that reaches this number of rows, which limits memory use.
    If the folder has fewer matches, the rest is added; the other arguments must be the same.
    """
    if not 0 <= seed <= MOST_SEED:
        raise ValueError(f"seed: expected a number from 0 to {MOST_SEED}")
    if matches > SEEDS:
        raise ValueError(f"matches: the maximum is {SEEDS}")
    match = make(game, players)
    about = {
        "observation": OBSERVATION,
        "version": __version__,
        "actions": ACTIONS,
        "game": game,
        "players": match.players,
        "bots": list(bots),
        "seed": seed,
        "most_rows": most_rows,
        "layout": match.layout(),
        "columns": list(COLUMNS),
    }
    with _alone(Path(place)):
        folder = Folder(place, about)
        first = folder.matches
        jobs: Iterator[Job] = (
            (game, players, tuple(bots), seed * SEEDS + number) for number in range(first, matches)
        )
        waiting: list[Row] = []
        count, unlisted = 0, 0
        with _played(jobs, processes) as played:
            for found, without in played:
                waiting += [(*row, first + count) for row in found]
                count, unlisted = count + 1, unlisted + without
                if len(waiting) >= most_rows or first + count == matches:
                    folder.add(waiting, first, count, unlisted)
                    if progress:
                        print(f"{folder.rows:,} decisions of {folder.matches:,} matches", file=sys.stderr, flush=True)
                    first, count, waiting, unlisted = first + count, 0, [], 0
    return folder


def read(place: str | os.PathLike[str]) -> Iterator[dict[str, NDArray[Any]]]:
    """Iterates over the files of a folder, yielding their arrays: see ``COLUMNS``."""
    about = json.loads((Path(place) / "data.json").read_text())
    for file in about["files"]:
        with np.load(Path(place) / file["file"]) as data:
            yield {name: data[name] for name in COLUMNS}


def at_least(least: int) -> Callable[[str], int]:
    """Returns a parser of command-line integers with this minimum."""

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = least - 1
        if number < least:
            raise argparse.ArgumentTypeError(f"expected a whole number, {least} or more, not '{text}'")
        return number

    return read


def main() -> None:
    """Command-line entry point."""
    parser = argparse.ArgumentParser(prog="python -m upcard.data", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", help="output folder; an interrupted run is resumed")
    parser.add_argument("--game", default="contract-rummy")
    parser.add_argument("--players", type=int)
    parser.add_argument("--bots", default="steady", help="levels, repeated until the seats are full: steady,novice")
    parser.add_argument("--matches", type=at_least(1), default=100)
    parser.add_argument("--seed", type=at_least(0), default=1)
    parser.add_argument("--processes", type=at_least(1), default=1)
    parser.add_argument(
        "--rows", type=at_least(1), default=50_000, help="rows per file; it ends with the match that reaches them"
    )
    asked = parser.parse_args()
    try:
        folder = write(
            asked.folder,
            asked.game,
            asked.players,
            asked.bots.split(","),
            asked.matches,
            asked.seed,
            asked.processes,
            asked.rows,
            True,
        )
    except (ValueError, OSError) as error:
        sys.exit(f"error: {error}")
    except KeyboardInterrupt:
        sys.exit(130)
    print(f"{folder.rows} decisions of {folder.matches} matches in {asked.folder}")


if __name__ == "__main__":
    main()
