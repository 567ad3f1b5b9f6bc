"""The examples and commands in the documents run as written."""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import numpy as np

import upcard
from upcard import data

ROOT = pathlib.Path(__file__).parents[3]


def run(*arguments, text=None, cwd=ROOT):
    done = subprocess.run(
        [sys.executable, *arguments], input=text, capture_output=True, text=True, cwd=cwd, timeout=300, env=os.environ
    )
    if done.returncode:
        raise AssertionError(f"{arguments}: {done.stderr}")
    return done.stdout


def programs(page):
    """Python code blocks of a document."""
    return re.findall(r"^```python\n(.*?)^```", (ROOT / "docs" / page).read_text(), re.M | re.S)


class Examples(unittest.TestCase):
    def test_decisions_are_learnt_from(self):
        with tempfile.TemporaryDirectory() as folder:
            data.write(os.path.join(folder, "decisions"), "gin", bots=["novice"], matches=10)
            (program,) = programs("data.md")
            self.assertIn("variance explained: ", run("-c", program, cwd=folder))

    def test_a_seat_is_played_through_gymnasium(self):
        (program,) = (program for program in programs("python.md") if "upcard/Seat-v0" in program)
        self.assertRegex(run("-c", program), r"^\[\d+, \d+\] \[")

    def test_a_hand_is_read_from_an_observation(self):
        (program,) = (program for program in programs("python.md") if 'layout["hand"]' in program)
        names = {"match": upcard.make("gin", seed=1)}
        exec(program, names)
        self.assertEqual(names["hand"].shape, (53,))
        self.assertEqual(names["hand"].sum(), 10)

    def test_records_are_asked_when_a_match_is_decided(self):
        (program,) = (program for program in programs("python.md") if "the leader wins" in program)
        page = (ROOT / "docs" / "python.md").read_text()
        said = run("-c", program.replace("matches=300", "matches=30"))
        self.assertEqual(said.count("the leader wins"), 7)
        self.assertTrue(said.endswith("after deal 7 the leader wins 100.0%\n"), said)
        self.assertEqual(page.count("after deal 7 the leader wins"), 1)

    def test_a_policy_learns_rummy(self):
        # Six candidates with few deals: one or two rounds show that it learns.
        said = run("examples/learn_rummy.py", "--rounds", "2", "--candidates", "24", "--deals", "64")
        points = [float(found) for found in re.findall(r"^round .* s +([+-][0-9.]+) ", said, re.M)]
        self.assertEqual(len(points), 3, said)
        self.assertGreater(points[2], points[0] + 10, said)

    def test_records_become_a_frame(self):
        said = run("examples/records_to_frame.py", "--played", "5")
        self.assertIn("5 records, ", said)
        self.assertIn("discard", said)

    def test_the_solver_answers_lines(self):
        said = run("examples/solver_questions.py", text="3 4H 5H 6H 7H 9C TC JC QC 2D JK\n1 4H 4C 9D 9S KD\n")
        first, second = said.splitlines()
        self.assertTrue(first.startswith("R4 R4: lay down run "), first)
        self.assertTrue(second.startswith("S3 S3: 2 missing, of 4C 9"), second)

    def test_decisions_are_written(self):
        with tempfile.TemporaryDirectory() as folder:
            out = os.path.join(folder, "decisions")
            command = ["-m", "upcard.data", out, "--game", "gin", "--bots", "novice,random", "--rows", "150"]
            said = run(*command, "--matches", "5")
            files = list(data.read(out))
            self.assertGreater(len(files), 1)
            parts = sorted(os.listdir(out))
            self.assertEqual(parts, ["data.json", *(f"part-{number:05}.npz" for number in range(len(files)))])
            every = {name: np.concatenate([file[name] for file in files]) for name in data.COLUMNS}
            count = len(every["numbers"])
            self.assertIn(f"{count} decisions of 5 matches", said)
            for name, kind in data.COLUMNS.items():
                self.assertEqual((len(every[name]), every[name].dtype), (count, np.dtype(kind)))
            self.assertEqual(every["observations"].shape[1], upcard.make("gin").observation_size())
            open_numbers = np.unpackbits(every["masks"], axis=1, bitorder="little")
            self.assertTrue(open_numbers[np.arange(count), every["numbers"]].all())
            with np.load(os.path.join(out, parts[1])) as first:
                about = json.loads(str(first["about"]))
            self.assertEqual((about["observation"], about["unlisted"], about["first"]), ("upcard-obs-1", 0, 0))
            for match in range(5):
                rows = every["matches"] == match
                triples = zip(*(every[name][rows].tolist() for name in ("deals", "seats", "deal_points")))
                pairs = set(triples)
                sums = [sum(points for _, seat, points in pairs if seat == of) for of in range(2)]
                finals = [every["match_points"][rows & (every["seats"] == of)][0] for of in range(2)]
                self.assertEqual(sums, finals)
                # Hand points exclude the match bonuses, which count in the last deal.
                last = rows & (every["deals"] == every["deals"][rows].max())
                self.assertTrue((every["hand_points"] == every["deal_points"])[rows & ~last].all())
                self.assertTrue((every["hand_points"] < every["deal_points"])[last & every["won"]].all())
            index = json.loads(pathlib.Path(out, "data.json").read_text())
            self.assertEqual(index["columns"], list(data.COLUMNS))
            # A folder of an earlier version with fewer columns is not resumed.
            pathlib.Path(out, "data.json").write_text(json.dumps({**index, "columns": index["columns"][1:]}))
            with self.assertRaisesRegex(AssertionError, "of other data: columns is "):
                run(*command, "--matches", "6")

    def test_decisions_go_on_where_they_were_broken_off(self):
        with tempfile.TemporaryDirectory() as folder:
            options = {"game": "rummy", "players": 2, "bots": ["novice"], "most_rows": 100}
            whole = data.write(os.path.join(folder, "whole"), matches=7, **options)
            self.assertGreater(len(whole.files), 2)
            place = pathlib.Path(folder, "broken")
            data.write(place, matches=7, **options)
            # As after a crash: the last file is written but not listed yet, another one is incomplete.
            index = json.loads((place / "data.json").read_text())
            index["files"] = index["files"][:1]
            (place / "data.json").write_text(json.dumps(index))
            (place / "part-00002.npz.unfinished").write_bytes(b"PK")
            again = data.write(place, matches=7, processes=2, **options)
            self.assertEqual(again.files, whole.files)
            for one, other in zip(data.read(whole.place), data.read(place), strict=True):
                for name in data.COLUMNS:
                    np.testing.assert_array_equal(one[name], other[name])
            with self.assertRaisesRegex(ValueError, "of other data: seed is 1 there, 2 here"):
                data.write(place, matches=7, seed=2, **options)
            self.assertEqual(data.write(place, matches=3, **options).rows, whole.rows)
            with self.assertRaisesRegex(ValueError, "contains something else"):
                data.write(folder, matches=1, **options)

    def test_one_run_at_a_time_writes_to_a_folder(self):
        with tempfile.TemporaryDirectory() as folder:
            with data._alone(pathlib.Path(folder)):
                with self.assertRaisesRegex(ValueError, "another run is writing to"):
                    data.write(folder, "gin", matches=1)
            self.assertEqual(data.write(folder, "gin", bots=["novice"], matches=1).matches, 1)

    def test_numbers_out_of_range_are_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            out = os.path.join(folder, "none")
            for command in (
                ("upcard.data", out, "--matches", "0"),
                ("upcard.data", out, "--seed", "-1"),
                ("upcard.data", out, "--processes", "-3"),
                ("upcard.data", out, "--rows", "many"),
                ("upcard.bench", "--rounds", "0"),
            ):
                with self.assertRaisesRegex(AssertionError, "expected a whole number, [01] or more"):
                    run("-m", *command)
            for command, why in (
                (("--seed", str(data.MOST_SEED + 1)), f"seed: expected a number from 0 to {data.MOST_SEED}"),
                (("--matches", str(10**9 + 1)), "matches: the maximum is 1000000000"),
            ):
                with self.assertRaisesRegex(AssertionError, why):
                    run("-m", "upcard.data", out, *command)
            self.assertFalse(os.path.exists(out))
            written = data.write(out, "gin", bots=["random"], matches=1, seed=data.MOST_SEED)
            self.assertEqual(written.matches, 1)

    def test_speed_is_measured(self):
        said = run("-m", "upcard.bench", "--seconds", "0.01", "--rounds", "1", "--only", "gin")
        self.assertRegex(said, r"gin, 2 players +[0-9,]+ ")


if __name__ == "__main__":
    unittest.main()
