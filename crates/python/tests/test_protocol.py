"""Messages to programs conform to the schema in the documents."""

import copy
import json
import pathlib
import sys
import tempfile
import unittest

from jsonschema import Draft202012Validator

import upcard

HERE = pathlib.Path(__file__).parent
SCHEMA = HERE.parents[2] / "docs" / "protocol.schema.json"

HELLO = {
    "type": "hello",
    "protocol": 2,
    "game": "gin",
    "name": "Gin",
    "choices": {"melds.set-size": 3, "dealing.hand": [10, {"2": 11}]},
    "contracts": [],
    "players": 2,
    "seat": 1,
}


class Protocol(unittest.TestCase):
    def test_messages_of_matches_are_as_the_schema_says(self):
        seen = set()
        with tempfile.TemporaryDirectory() as folder:
            for game in ("gin", "rummy"):
                log = pathlib.Path(folder, game)
                program = f"cmd2:{sys.executable} {HERE / 'validating_bot.py'} {SCHEMA} {log}"
                report = upcard.arena(game, [program, "novice"], matches=1, seed=3, rules={"match.target": 30})
                self.assertEqual(report["game"].split("+")[0], game)
                lines = [json.loads(line) for line in log.read_text().splitlines()]
                self.assertEqual([line["wrong"] for line in lines if line["wrong"]], [], game)
                seen.update(what for line in lines for what in line["what"])
        self.assertLessEqual({"hello", "decide", "over", "dealt", "drew", "discarded", "laid-down", "deal-ended"}, seen)

    def test_what_is_wrong_is_refused(self):
        schema = Draft202012Validator(json.loads(SCHEMA.read_text()))
        Draft202012Validator.check_schema(schema.schema)
        self.assertTrue(schema.is_valid(HELLO))
        self.assertTrue(schema.is_valid({**HELLO, "unknown": [1]}))
        self.assertTrue(schema.is_valid({"action": "discard KD"}))
        for name in HELLO:
            lacking = copy.copy(HELLO)
            del lacking[name]
            self.assertFalse(schema.is_valid(lacking), name)
        for name, value in [("players", "two"), ("seat", None), ("type", "bye"), ("choices", [1])]:
            self.assertFalse(schema.is_valid({**HELLO, name: value}), name)
        over = {"type": "over", "since": [], "scores": [0, 5], "winners": [1], "settlement": []}
        self.assertTrue(schema.is_valid(over))
        drew = {"what": "drew", "seat": 1, "card": "KD"}
        self.assertTrue(schema.is_valid({**over, "since": [drew]}))
        for card in ("1D", "K", "kd"):
            self.assertFalse(schema.is_valid({**over, "since": [{**drew, "card": card}]}))
        self.assertFalse(schema.is_valid({**over, "since": [{"what": "flew", "seat": 1}]}))


if __name__ == "__main__":
    unittest.main()
