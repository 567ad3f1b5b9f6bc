"""The examples and the commands of the package run as they stand in the documents."""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import numpy as np

ROOT = pathlib.Path(__file__).parents[3]


def run(*arguments, text=None):
    done = subprocess.run(
        [sys.executable, *arguments], input=text, capture_output=True, text=True, cwd=ROOT, timeout=300, env=os.environ
    )
    if done.returncode:
        raise AssertionError(f"{arguments}: {done.stderr}")
    return done.stdout


class Examples(unittest.TestCase):
    def test_a_policy_learns_rummy(self):
        # Six candidates of few deals: that it learns at all shows in a round or two.
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
            out = os.path.join(folder, "decisions.npz")
            said = run("-m", "upcard.data", out, "--game", "gin", "--bots", "novice,random", "--matches", "3")
            with np.load(out) as data:
                count = len(data["numbers"])
                self.assertIn(f"{count} decisions of 3 matches", said)
                self.assertEqual(data["observations"].shape[0], count)
                open_numbers = np.unpackbits(data["masks"], axis=1, bitorder="little")
                self.assertTrue(open_numbers[np.arange(count), data["numbers"]].all())
                about = json.loads(str(data["about"]))
                self.assertEqual((about["observation"], about["unlisted"]), ("upcard-obs-1", 0))
                for match in range(3):
                    rows = data["matches"] == match
                    pairs = set(zip(data["deals"][rows].tolist(), data["seats"][rows].tolist(), data["deal_points"][rows].tolist()))
                    sums = [sum(points for _, seat, points in pairs if seat == of) for of in range(2)]
                    finals = [data["match_points"][rows & (data["seats"] == of)][0] for of in range(2)]
                    self.assertEqual(sums, finals)

    def test_speed_is_measured(self):
        said = run("-m", "upcard.bench", "--seconds", "0.01", "--rounds", "1", "--only", "gin")
        self.assertRegex(said, r"gin, 2 players +[0-9,]+ ")


if __name__ == "__main__":
    unittest.main()
