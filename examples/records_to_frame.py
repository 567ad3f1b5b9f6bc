#!/usr/bin/env python3
"""A thousand records as one data frame, a row for each decision. Needs pandas.

    python examples/records_to_frame.py FOLDER       # of records, as `upcard play --record`, `upcard arena --records` and tables leave them
    python examples/records_to_frame.py --played 1000
"""
import argparse
import pathlib
import sys

import pandas

import upcard


def rows(name, text):
    """Yields the decisions of a record."""
    record = upcard.Record(text)
    for line, seat, action, view in record.decisions():
        yield {
            "record": name,
            "game": record.game,
            "line": line,
            "seat": seat,
            "who": record.seats[seat],
            "verb": action.split()[0],
            "action": action,
            "cards": len(view.hand),
            "melds": len(view.melds),
            "score": view.scores[seat],
            "final": record.scores[seat],
            "won": seat in record.winners,
        }


def played(count, game="gin", bots=("steady", "novice")):
    """Yields records of matches between bots."""
    for seed in range(count):
        match = upcard.make(game, players=len(bots), seed=seed)
        match.play_bots(bots, seed=seed)
        yield f"played {seed}", match.record()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=pathlib.Path)
    parser.add_argument("--played", type=int, default=1000, help="without a folder: so many matches of bots")
    asked = parser.parse_args()
    if asked.folder:
        # A tournament's folder also contains a file that describes it.
        found = sorted(path for path in asked.folder.iterdir() if path.suffix != ".json")
        records = ((path.name, path.read_text()) for path in found)
    else:
        records = played(asked.played)
    frame = pandas.DataFrame(row for name, text in records for row in rows(name, text))
    if frame.empty:
        sys.exit("no records")
    print(f"{frame['record'].nunique()} records, {len(frame)} decisions")
    print(frame.groupby(["seat", "verb"]).size().unstack(fill_value=0))
    print(frame.drop_duplicates(["record", "seat"]).groupby("seat")["won"].mean().rename("matches won"))


if __name__ == "__main__":
    main()
