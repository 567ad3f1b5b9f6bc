"""Benchmark in steps per second: ``python -m upcard.bench``.

A step is one decision of random legal play, with observation and mask. For comparison the same run measures
OpenSpiel's and RLCard's gin, if installed. ``--cpu`` measures CPU time, for a machine with other load.
"""

from __future__ import annotations

import argparse
import importlib.util
import random
import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from . import OBSERVATION, make_vec
from .data import at_least

Steps = Callable[[int], int]
"""Plays this many steps or slightly more; returns the number."""

GAMES = [("contract-rummy", 4), ("shanghai-rummy", 4), ("rummy-500", 4), ("rummy", 2), ("gin", 2)]


def matches(game: str, players: int, count: int = 64) -> Steps:
    """Vectorized matches, on one thread."""
    many = make_vec(count, game, players)

    def steps(amount: int) -> int:
        many.play_at_random(max(1, amount // count))
        return max(1, amount // count) * count

    return steps


def from_python(game: str, players: int, count: int = 1024) -> Steps:
    """The same, with each number chosen in Python."""
    many = make_vec(count, game, players)

    def steps(amount: int) -> int:
        for _ in range(max(1, amount // count)):
            many.step(many.sample())
        return max(1, amount // count) * count

    return steps


def openspiel() -> Steps:
    """OpenSpiel's gin, with tensor and mask."""
    import pyspiel

    game = pyspiel.load_game("gin_rummy")

    def steps(amount: int) -> int:
        done, state = 0, game.new_initial_state()
        while done < amount:
            if state.is_terminal():
                state = game.new_initial_state()
            legal = state.legal_actions()
            if not state.is_chance_node():
                state.observation_tensor(state.current_player())
                state.legal_actions_mask()
                done += 1
            state.apply_action(random.choice(legal))
        return done

    return steps


def rlcard() -> Steps:
    """RLCard's gin."""
    import rlcard

    env = rlcard.make("gin-rummy")

    def steps(amount: int) -> int:
        done = 0
        state: Any = None
        while done < amount:
            if state is None or env.is_over():
                state, _ = env.reset()
            state, _ = env.step(random.choice(list(state["legal_actions"])))
            done += 1
        return done

    return steps


def measured(
    steps: Steps, clock: Callable[[], float], seconds: float, rounds: int
) -> tuple[float, float, float]:
    """Returns median, minimum and maximum of the steps per second over some rounds."""
    amount = 512
    speeds: list[float] = []
    while True:
        began = clock()
        done = steps(amount)
        took = clock() - began
        if took < seconds / 4:
            amount *= 2
            continue
        speeds.append(done / took)
        amount = max(1, int(amount * seconds / took))
        if len(speeds) > rounds:
            return statistics.median(speeds[1:]), min(speeds[1:]), max(speeds[1:])


def main() -> None:
    """Runs the benchmark and prints its results."""
    parser = argparse.ArgumentParser(prog="python -m upcard.bench", description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=0.5, help="duration of each round")
    parser.add_argument("--rounds", type=at_least(1), default=5)
    parser.add_argument("--cpu", action="store_true", help="measure CPU time")
    parser.add_argument("--only", default="", help="only rows whose names contain this")
    asked = parser.parse_args()
    clock = time.process_time if asked.cpu else time.perf_counter
    rows: list[tuple[str, Callable[[], Steps] | None]] = [
        (f"{game}, {players} players", partial(matches, game, players)) for game, players in GAMES
    ]
    rows.append(("gin, 2 players, numbers chosen in Python", lambda: from_python("gin", 2)))
    rows.append(("OpenSpiel's gin_rummy", openspiel if importlib.util.find_spec("pyspiel") else None))
    # PettingZoo's gin was a wrapper of RLCard's, and has been removed.
    rows.append(("RLCard's gin-rummy", rlcard if importlib.util.find_spec("rlcard") else None))
    print(f"{OBSERVATION}: encoded steps per second on one core, random legal play")
    for name, made in rows:
        if asked.only not in name:
            continue
        if made is None:
            print(f"{name:44} not installed")
            continue
        median, least, most = measured(made(), clock, asked.seconds, asked.rounds)
        print(f"{name:44} {median:12,.0f}   {least:,.0f} - {most:,.0f}", flush=True)


if __name__ == "__main__":
    main()
