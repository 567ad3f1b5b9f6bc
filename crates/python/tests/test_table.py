"""Python bots at the tables of a running server."""

import json
import os
import re
import subprocess
import tempfile
import threading
import time
import unittest

from upcard import Line, Match, table

SERVER = os.environ.get("UPCARD_SERVER")


class Server:
    """Runs a server on its own port."""

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory()
        arguments = ["--listen", "127.0.0.1:0", "--store", "memory", "--bot-delay-least-ms", "0"]
        arguments += ["--bot-delay-most-ms", "0", "--absent-seconds", "5"]
        self.log = open(os.path.join(self.folder.name, "log"), "w+")
        self.process = subprocess.Popen(
            [SERVER, *arguments], stdout=self.log, stderr=subprocess.STDOUT, cwd=self.folder.name
        )
        until = time.monotonic() + 60
        while time.monotonic() < until and self.process.poll() is None:
            said = open(self.log.name).read()
            if found := re.search(r"http://127\.0\.0\.1:(\d+)", said):
                return found.group(0)
            time.sleep(0.05)
        raise AssertionError(f"no server: {said}")

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.log.close()
        self.folder.cleanup()


class Messages(unittest.TestCase):
    def test_what_a_later_server_says_is_passed_over(self):
        line = Line("Bot")
        for unknown in ('"trumpet"', '{"trumpet":{"loud":true}}', '{"said":{"seat":0,"phrase":"new"}}'):
            self.assertEqual(line.receive(unknown, bytes(32)), [])
        self.assertIsNone(line.fault)
        # After an unparsable event the client requests a snapshot.
        for unknown in ('{"event":{"sequence":1,"event":"new"}}', '{"change":{"sequence":1,"change":{"new":{}}}}'):
            answers = [json.loads(answer) for answer in line.receive(unknown, bytes(32))]
            self.assertEqual(answers, [json.loads(line.hello())])
        for refusal, code in (
            ('{"error":{"error":"too-loud"}}', "too-loud"),
            ('{"error":{"error":{"too-far":{"by":3}}}}', "too-far"),
            ('{"refused":{"id":1,"why":"asleep"}}', "asleep"),
        ):
            line = Line("Bot")
            self.assertEqual((line.receive(refusal, bytes(32)), line.fault), ([], code))
        for wrong in ("", "nonsense", "[]", "7", '{"snapshot":{}}', '{"welcome":{}}'):
            with self.assertRaises(ValueError):
                Line("Bot").receive(wrong, bytes(32))


@unittest.skipUnless(SERVER, "UPCARD_SERVER names no server")
class Table(unittest.TestCase):
    def test_two_bots_play_two_matches(self):
        asked = [0, 0]

        def bot(which):
            def decide(view):
                asked[which] += 1
                return view.decide("novice", 0, asked[which])

            return decide

        with Server() as server:
            link, cookie = table.open_table(server, "gin", ["person", "person"], rules={"match.target": 25})
            found = {}

            def sit():
                found["guest"] = table.sit(link, bot(0), name="Guest", seat=1, matches=2)

            thread = threading.Thread(target=sit, daemon=True)
            thread.start()
            found["host"] = table.sit(link, bot(1), name="Host", seat=0, matches=2, cookie=cookie, start=True)
            thread.join(60)
        self.assertEqual([each.seat for each in found["host"]], [0, 0])
        self.assertEqual([each.seat for each in found["guest"]], [1, 1])
        for ours, theirs in zip(found["host"], found["guest"]):
            self.assertEqual((ours.scores, ours.winners), (theirs.scores, theirs.winners))
            self.assertEqual(len(ours.winners), 1)
        self.assertGreater(min(asked), 4)

    def test_a_bot_plays_contracts_with_the_servers_bots(self):
        with Server() as server:
            link, cookie = table.open_table(server, "contract-rummy", ["novice", "person", "novice"], rules={"match.deals": 2})
            [played] = table.sit(link, lambda view: view.actions()[0], cookie=cookie, start=True)
        self.assertEqual((played.seat, len(played.scores)), (1, 3))
        self.assertTrue(played.winners)

    def test_what_is_not_legal_is_not_sent(self):
        with Server() as server:
            link, cookie = table.open_table(server, "rummy", ["person", "novice"])
            with self.assertRaisesRegex(ValueError, "phase|not"):
                table.sit(link, lambda view: "rejoin", cookie=cookie, start=True)
            with self.assertRaises(ZeroDivisionError):
                link, cookie = table.open_table(server, "rummy", ["person", "novice"])
                table.sit(link, lambda view: 1 / 0, cookie=cookie, start=True)

    def test_the_table_says_why_not(self):
        with Server() as server:
            link, _ = table.open_table(server, "rummy", ["novice", "person"])
            with self.assertRaisesRegex(table.Refused, "no-such-seat"):
                table.sit(link, lambda view: "draw", seat=0)
            with self.assertRaisesRegex(table.Refused, "no-such-table"):
                table.sit(link[:-3] + "zzz", lambda view: "draw")
        with self.assertRaisesRegex(ValueError, "not a link to a table"):
            table.sit("https://example.org/", lambda view: "draw")
        with self.assertRaises(OSError):
            table.sit(link, lambda view: "draw", tries=1)

    def test_what_cannot_be_opened_is_said_in_sentences(self):
        with Server() as server:
            for arguments, rules, words in [
                (("gin", ["person"]), {}, "^gin: 1 player: this game is for 2$"),
                (("gin", ["person", "novice"]), {"match.target": 0}, "match.target: at least 1"),
                (("gin", ["person", "wizard"]), {}, "cannot be read"),
            ]:
                with self.assertRaisesRegex(ValueError, words):
                    table.open_table(server, *arguments, rules=rules)
            for rules in ({"melds.pair-grows": True}, {"pack.wild-ranks": [2, 3]}, {"melds.ace": "high"}):
                table.open_table(server, "contract-rummy", ["person", "novice", "novice"], rules=rules)

    def test_a_view_at_a_table_is_as_in_a_match(self):
        kinds = set()
        with Server() as server:

            def bot(view):
                kinds.add(type(view))
                self.assertEqual(len(view.observe()), view.observation_size())
                self.assertEqual(view.read(view.spell(view.actions()[0])) is not None, True)
                return view.hint()["best"]["action"]

            link, cookie = table.open_table(server, "rummy", ["person", "novice"], rules={"match.target": 5})
            table.sit(link, bot, cookie=cookie, start=True)
        self.assertEqual(kinds, {type(Match("rummy", 2).view())})


if __name__ == "__main__":
    unittest.main()
