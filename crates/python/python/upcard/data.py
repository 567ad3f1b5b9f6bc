"""Decisions of bots, for others to learn from: ``python -m upcard.data OUT.npz``. ``docs/data.md`` is the datasheet.

Matches are played by bots; each decision is one row: what the seat knew, the number that was said, which were open, and
what came of it. Rows of one deal stand together. The same arguments give the same rows.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
from collections.abc import Sequence
from typing import Any

import numpy as np

from . import ACTIONS, OBSERVATION, __version__, make


def rows(game: str, players: int | None, bots: Sequence[Any], seed: int) -> tuple[list[tuple[Any, ...]], int]:
    """The decisions of a match: observations, masks, numbers, seats, deals, and the outcome for each seat."""
    match = make(game, players, seed=seed)
    chosen = [bots[seat % len(bots)] for seat in range(match.players)]
    said: list[tuple[Any, ...]] = []
    outcomes: dict[int, list[int]] = {}
    begun, unlisted = match.standings, 0
    while not match.over:
        seat, deal = match.seat, match.deal
        assert seat is not None
        action = match.view().decide(chosen[seat], 0, (seed * 1_000_003 + len(said)) % 2**63)
        try:
            numbers = match.spell(action)
        except ValueError:
            # One of very many lay-downs, which has no numbers: the play is made, and no row of it kept.
            numbers, unlisted = [], unlisted + 1
            match.act(action)
        for number in numbers:
            mask = np.packbits(match.mask(), bitorder="little")
            said.append((match.observe(seat), mask, number, seat, deal))
            match.step(number)
        if match.deal != deal or match.over:
            outcomes[deal] = [now - before for now, before in zip(match.standings, begun)]
            begun = match.standings
    final = match.standings
    return [(*row, outcomes[row[4]][row[3]], final[row[3]], row[3] in match.winners) for row in said], unlisted


def _one(job: tuple[str, int | None, Sequence[Any], int]) -> tuple[list[tuple[Any, ...]], int]:
    return rows(*job)


def write(
    out: str,
    game: str = "contract-rummy",
    players: int | None = None,
    bots: Sequence[str] = ("steady",),
    matches: int = 100,
    seed: int = 1,
    processes: int = 1,
) -> int:
    """Writes the decisions of so many matches as a NumPy archive; gives how many rows there are."""
    jobs: list[tuple[str, int | None, Sequence[Any], int]] = [(game, players, tuple(bots), seed * 1_000_000 + number) for number in range(matches)]
    if processes > 1:
        with multiprocessing.get_context("spawn").Pool(processes) as pool:
            played = pool.map(_one, jobs, chunksize=1)
    else:
        played = [_one(job) for job in jobs]
    each = [(*row, number) for number, (found, _) in enumerate(played) for row in found]
    columns = list(zip(*each))
    about = {
        "observation": OBSERVATION,
        "version": __version__,
        "actions": ACTIONS,
        "game": game,
        "players": make(game, players).players,
        "bots": list(bots),
        "matches": matches,
        "seed": seed,
        "unlisted": sum(unlisted for _, unlisted in played),
        "layout": make(game, players).layout(),
    }
    np.savez_compressed(
        out,
        observations=np.stack(columns[0]),
        masks=np.stack(columns[1]),
        numbers=np.asarray(columns[2], np.uint8),
        seats=np.asarray(columns[3], np.uint8),
        deals=np.asarray(columns[4], np.uint8),
        deal_points=np.asarray(columns[5], np.int32),
        match_points=np.asarray(columns[6], np.int32),
        won=np.asarray(columns[7], bool),
        matches=np.asarray(columns[8], np.uint32),
        about=np.array(json.dumps(about)),
    )
    return len(each)


def main() -> None:
    """Writes what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m upcard.data", description=__doc__.splitlines()[0])
    parser.add_argument("out")
    parser.add_argument("--game", default="contract-rummy")
    parser.add_argument("--players", type=int)
    parser.add_argument("--bots", default="steady", help="levels, repeated until the seats are full: steady,novice")
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1)
    asked = parser.parse_args()
    count = write(
        asked.out, asked.game, asked.players, asked.bots.split(","), asked.matches, asked.seed, asked.processes
    )
    print(f"{count} decisions of {asked.matches} matches in {asked.out}")


if __name__ == "__main__":
    main()
