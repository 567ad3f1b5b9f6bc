"""Tournaments and the lab with all options of the command line, and their records."""

import json
import pathlib
import tempfile
import unittest

import upcard


def timeless(report):
    """The report without machine-dependent parts."""
    for row in report["bots"]:
        row["ms_per_decision"] = None
    return report


def records(folder):
    return {path.name: path.read_text() for path in pathlib.Path(folder).glob("*.record")}


class Tournaments(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)

    def test_parts_are_merged_and_gone_on_with(self):
        def play(matches=12, **options):
            return upcard.arena("gin", ["steady", "novice"], matches, seed=4, threads=2, **options)

        whole = timeless(play(records=self.folder / "whole"))
        files = [self.folder / f"{part}.jsonl" for part in (1, 2)]
        for part, file in enumerate(files, 1):
            play(shard=f"{part}/2", resume=str(file), records=str(self.folder / "parts"))
        merged = timeless(upcard.merge(files))
        self.assertIsNone(merged.pop("missing"))
        self.assertEqual(merged, whole)
        self.assertEqual(upcard.merge(files[:1])["missing"], "3 of 6 clusters present: shard 2/2 is missing")
        self.assertEqual(records(self.folder / "parts"), records(self.folder / "whole"))
        # Nothing left to play.
        self.assertEqual(timeless(play(shard="1/2", resume=files[0]))["clusters"], 3)
        # The records agree with the report.
        points, deals = 0, 0
        for text in records(self.folder / "whole").values():
            record = upcard.Record(text)
            self.assertEqual(record.verify(), record.deals)
            self.assertEqual(sorted(record.seats), ["bot novice", "bot steady"])
            points += record.scores[record.seats.index("bot steady")]
            deals += record.deals
        self.assertAlmostEqual(points / deals, whole["bots"][0]["points_per_deal"]["mean"])

    def test_luck_and_kinds_are_told(self):
        report = upcard.arena("gin", ["sharp", "novice"], 20, kinds=True, luck=30)
        self.assertEqual([row["kind"] for row in report["kinds"]], ["draws", "offers", "lay-downs", "discards"])
        self.assertIn("variance_left", report["bots"][0]["without_luck"])
        timed = upcard.arena("gin", ["expert", "novice"], 2, budget_ms=1)
        self.assertEqual((timed["thinking"], report["thinking"]), ({"millis": 1}, {"playouts": 64}))

    def test_what_does_not_go_together_is_told(self):
        def play(**options):
            return upcard.arena("gin", ["sharp", "novice"], 2, **options)

        for options, words in [
            ({"answer_ms": 0}, "answer_ms: at least 1"),
            ({"luck": 2}, "luck: from 3 to 100000"),
            ({"shard": "3/2"}, "the K-th of N shards"),
            ({"kinds": True, "shard": "1/2"}, "kinds: not with"),
            ({"kinds": True, "records": self.folder}, "kinds: not with"),
        ]:
            with self.assertRaisesRegex(ValueError, words):
                play(**options)
        (self.folder / "notes").write_text("my own")
        with self.assertRaisesRegex(ValueError, "contains something other"):
            play(records=self.folder)
        with self.assertRaisesRegex(ValueError, "not a results file"):
            upcard.merge([self.folder / "notes"])


class Laboratory(unittest.TestCase):
    def test_rule_sets_are_compared(self):
        rules = ["contract-rummy", ("contract-rummy", {"buying.deals": "none"}), "contract-rummy,buying.deals=none"]
        with tempfile.TemporaryDirectory() as folder:
            found = upcard.lab(rules, "novice", 10, seed=3, records=folder)
            kept = {name: upcard.Record(text) for name, text in records(folder).items()}
        first, pair, text = found["findings"]
        self.assertEqual(pair, text)
        self.assertEqual((found["bots"], found["seed"], found["interrupted"]), ("novice", 3, False))
        self.assertEqual((first["matches"], first["deals"], first["less_first"]), (10, 70, None))
        self.assertLess(pair["less_first"]["buys"]["mean"], 0.01)
        self.assertEqual(len(kept), 30)
        for place, finding in enumerate(found["findings"], 1):
            scores = [sum(record.scores) for name, record in kept.items() if name.endswith(f"-{place}.record")]
            self.assertAlmostEqual(sum(scores) / (70 * 4), finding["points"]["mean"])
        self.assertEqual(upcard.lab(rules, "novice", 10, seed=3, threads=1), found)

    def test_parts_are_merged_and_gone_on_with(self):
        def look(matches=10, **options):
            return upcard.lab(["gin", "gin,knocking.limit=0"], "novice", matches, seed=4, **options)

        whole = look()
        with tempfile.TemporaryDirectory() as folder:
            files = [pathlib.Path(folder, f"{part}.jsonl") for part in (1, 2)]
            for part, file in enumerate(files, 1):
                found = look(shard=f"{part}/2", resume=file)
                self.assertEqual(([f["matches"] for f in found["findings"]], found["interrupted"]), ([5, 5], False))
            merged = upcard.merge(files)
            self.assertIsNone(merged.pop("missing"))
            self.assertEqual(merged, whole)
            half = upcard.merge(files[1:])
            self.assertEqual(half["missing"], "5 of 10 clusters present: shard 1/2 is missing")
            self.assertTrue(half["interrupted"])
            # Each line after the first is one match of each rule set.
            clusters = [json.loads(line) for line in files[0].read_text().splitlines()]
            clusters = [line["counted"] for line in clusters if "index" in line]
            points = [sum(counted[0]["points"]) for counted in clusters]
            hands = [sum(counted[0]["hands"]) for counted in clusters]
            one = look(shard="1/2", resume=files[0])["findings"][0]["points"]["mean"]
            self.assertAlmostEqual(sum(points) / sum(hands), one)

    def test_what_is_wrong_is_told(self):
        for wrong, words in [
            (lambda: upcard.lab([]), "at least one rule set"),
            (lambda: upcard.lab(["no-such-game"]), "no-such-game"),
            (lambda: upcard.lab(["gin,match.target"]), "choice=value"),
            (lambda: upcard.lab(["gin"], "stedy"), "did you mean 'steady'"),
            (lambda: upcard.lab(["gin"], matches=0), "at least 1"),
            (lambda: upcard.lab(["gin"], shard="3/2"), "the K-th of N shards"),
        ]:
            with self.assertRaisesRegex(ValueError, words):
                wrong()


if __name__ == "__main__":
    unittest.main()
