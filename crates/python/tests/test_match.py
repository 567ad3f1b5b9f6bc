"""One match, views, bots, hints, records, the solver and the arena."""

import copy
import pickle
import random
import signal
import subprocess
import sys
import time
import unittest

import numpy as np

import upcard


def play(match, chance, steps=10_000):
    """Plays random open numbers; returns the sum of the rewards."""
    sums = np.zeros(match.players)
    for _ in range(steps):
        if match.over:
            break
        sums += match.step(chance.choice(match.legal_actions()))
    return sums


class OneMatch(unittest.TestCase):
    def test_a_match_is_played_to_its_end(self):
        for game in upcard.games():
            with self.subTest(game=game):
                match = upcard.make(game, seed=5, episode="deal")
                rewards = play(match, random.Random(1), 100_000)
                self.assertTrue(match.over)
                self.assertIsNone(match.seat)
                self.assertEqual(match.legal_actions(), [])
                self.assertEqual(len(match.standings), match.players)
                if not game.startswith(("points", "deals", "pool")):
                    self.assertEqual(list(rewards), match.standings)
                with self.assertRaisesRegex(ValueError, "over"):
                    match.step(0)

    def test_numbers_have_names_and_masks_agree(self):
        match = upcard.make("contract-rummy", players=4, seed=3)
        self.assertEqual(upcard.OBSERVATION, "upcard-obs-1")
        self.assertEqual((upcard.ACTIONS, len(upcard.NAMES)), (133, 133))
        chance = random.Random(2)
        for _ in range(400):
            legal = match.legal_actions()
            self.assertEqual(legal, np.flatnonzero(match.mask()).tolist())
            for number in set(range(upcard.ACTIONS)) - set(legal):
                if number % 40 == 0:
                    with self.assertRaisesRegex(ValueError, "is not allowed now"):
                        match.step(number)
            match.step(chance.choice(legal))

    def test_the_same_seed_gives_the_same_match(self):
        one, other = (upcard.make("gin", seed=7, episode="deal") for _ in range(2))
        play(one, random.Random(3))
        play(other, random.Random(3))
        self.assertEqual(one.record(), other.record())
        another = upcard.make("gin", seed=8)
        self.assertNotEqual(another.view(0).hand, upcard.make("gin", seed=7).view(0).hand)

    def test_a_clone_goes_its_own_way_and_a_pickle_comes_back(self):
        match = upcard.make("contract-rummy", players=4, seed=4, rules={"pack.jokers": 4, "melds.ace": "high"})
        chance = random.Random(4)
        for steps in (1, 100, 333):
            play(match, chance, steps)
            for again in (match.clone(), copy.deepcopy(match), pickle.loads(pickle.dumps(match))):
                self.assertEqual(again.said, match.said)
                for seat in range(4):
                    np.testing.assert_array_equal(again.observe(seat), match.observe(seat))
                play(again, random.Random(9), 50)
                self.assertNotEqual(again.record(), match.record())

    def test_what_is_wrong_is_told(self):
        for wrong, words in [
            (lambda: upcard.make("no-such-game"), "no-such-game"),
            (lambda: upcard.make("gin", players=5), "^gin: 5 players: this game is for 2$"),
            (lambda: upcard.make("rummy", players=0), "^rummy: 0 players: this game is for 2 to 6$"),
            (lambda: upcard.arena("rummy", ["novice"], players=9), "^rummy: 9 players: this game is for 2 to 6$"),
            (lambda: upcard.Record("upcard record 2\nnonsense"), "^line "),
            (lambda: upcard.make("gin", rules={"no.such": 1}), "no.such"),
            (lambda: upcard.make("gin", rules={"match.target": 10**30}), "^match.target: expected a number"),
            (lambda: upcard.make("gin", episode="year"), "episode"),
            (lambda: upcard.make("gin").act("no action"), "action"),
            (lambda: upcard.make("gin").act("keep"), r"^refused: [a-z.-]+: [A-Z].*\.$"),
        ]:
            with self.assertRaisesRegex(ValueError, words):
                wrong()
        with self.assertRaisesRegex(TypeError, "not 'float'"):
            upcard.make("gin", rules={"match.target": float("nan")})
        for number in (-1, 133, 10**9):
            with self.assertRaisesRegex(ValueError, "numbers go from 0 to 132"):
                upcard.make("gin").step(number)
        for players in (-1, 300):
            with self.assertRaisesRegex(ValueError, f"^{players} players: no game"):
                upcard.make("gin", players=players)
        for deal in (-1, 0, 8, 256):
            with self.assertRaisesRegex(ValueError, "deals go from 1 to 7"):
                upcard.Solver("contract-rummy", deal=deal)
        for wrong in (
            lambda: upcard.make_vec(2, "gin", threads=10**6),
            lambda: upcard.arena("gin", ["novice"], threads=10**6),
        ):
            with self.assertRaisesRegex(ValueError, "1024"):
                wrong()
        with self.assertRaises(IndexError):
            upcard.make("gin").observe(2)
        for game, first, last in [("contract-rummy", 8, 7), ("points-rummy", 2, 1), ("gin", 201, 200)]:
            for wrong in (0, -1, first, 256):
                for made in (upcard.make, lambda game, first_deal: upcard.make_vec(1, game, first_deal=first_deal)):
                    with self.assertRaisesRegex(ValueError, f"deals go from 1 to {last}"):
                        made(game, first_deal=wrong)
            self.assertIsNotNone(upcard.make(game, first_deal=last).seat)

    def test_plays_are_taken_back_only_where_that_was_asked_for(self):
        for undo in (True, False):
            match = upcard.make("contract-rummy", seed=3, undo=undo)
            seat, action = None, ""
            while not (action.startswith("down") and match.seat == seat):
                seat, action = match.seat, match.view().decide("novice")
                match.act(action)
            self.assertEqual("undo" in match.view().actions(), undo)
            self.assertEqual(upcard.NUMBERS["undo"] in match.legal_actions(), undo)
            if undo:
                self.assertEqual(match.spell("undo"), match.view().spell("undo"))
                match.act("undo")
                self.assertNotIn("undo", match.view().actions())
                continue
            for refused in (match.act, match.spell, match.view().spell):
                with self.assertRaisesRegex(ValueError, "undo.nothing"):
                    refused("undo")

    def test_a_seat_sees_only_what_it_may_know(self):
        match = upcard.make("rummy", players=3, seed=2)
        play(match, random.Random(5), 60)
        parts = {name: (offset, rows * columns) for name, offset, rows, columns in match.layout()}
        offset, size = parts["hand"]
        for seat in range(3):
            shown = match.observe(seat)[offset : offset + size]
            held = [0] * 53
            for card in match.view(seat).hand:
                held[upcard.NAMES.index(card)] += 1
            self.assertEqual(shown.tolist(), held)
        begun = upcard.make("rummy", players=2, seed=2)
        offset, size = parts["known"]
        self.assertFalse(begun.observe(0)[offset : offset + 2 * 53].any())

    def test_actions_are_spelled_and_read(self):
        match = upcard.make("contract-rummy", players=4, seed=3)
        chance = random.Random(6)
        for _ in range(150):
            view = match.view()
            self.assertEqual(view.legal_actions(), match.legal_actions())
            for action in set(view.actions()) - {"undo"}:
                numbers = view.spell(action)
                self.assertEqual(numbers, match.spell(action))
                self.assertIsNotNone(view.read(numbers))
                self.assertIn(numbers[0], match.legal_actions())
            play(match, chance, 1)
            while match.said:
                play(match, chance, 1)

    def test_bots_play_and_hints_say_why(self):
        match = upcard.make("rummy", players=2, seed=1, episode="deal")
        for level in upcard.levels()[:4]:
            self.assertIn(match.view().decide(level), match.view().actions())
        hint = match.view().hint()
        self.assertIn("action", hint["best"])
        rewards = match.play_bots(["novice", "steady"])
        self.assertTrue(match.over)
        self.assertEqual(rewards, [float(points) for points in match.standings])
        with self.assertRaisesRegex(ValueError, "did you mean 'steady'"):
            upcard.make("gin").view().decide("stedy")

    def test_a_record_is_replayed_proved_and_reviewed(self):
        match = upcard.make("gin", seed=3)
        match.play_bots(["steady", "random"])
        record = upcard.Record(match.record())
        self.assertEqual((record.game, record.scores, record.winners), ("gin", match.scores, match.winners))
        self.assertEqual(record.verify(), record.deals)
        decisions = record.decisions()
        self.assertEqual(len(decisions), len(record))
        # The deals add up to the match, and the lines assign decisions to deals.
        results = record.results
        self.assertEqual([result["deal"] for result in results], [1] * record.deals)
        begun = [result["line"] for result in results]
        self.assertEqual(begun, sorted(begun))
        for line, _, _, view in decisions:
            self.assertEqual(view.deal, sum(at < line for at in begun))
            self.assertEqual(view.dealer, results[view.deal - 1]["dealer"])
        self.assertTrue(all(result["dealt"] == [0, 1] for result in results))
        for result in results:
            self.assertTrue(all(score >= 0 for score in result["points"]), result)
            if result["winner"] is not None:
                self.assertGreater(result["points"][result["winner"]], 0)
        line, seat, action, view = decisions[5]
        self.assertEqual((seat, action in view.actions()), (view.seat, True))
        remarks = record.review(seat=1, playouts=20, most=3)
        self.assertLessEqual(len(remarks), 3)
        # A seat played by a single level has the usual name of a bot.
        self.assertEqual(record.seats, ["bot steady", "bot random"])
        again = upcard.make("gin", seed=3)
        again.play_bots([None, "novice"])
        again.act(again.view().decide("steady"))
        again.play_bots(["steady", "novice"])
        self.assertEqual(upcard.Record(again.record()).seats, ["seat 1", "bot novice"])
        self.assertEqual(pickle.loads(pickle.dumps(again)).record(), again.record())
        with self.assertRaises(ValueError):
            upcard.Record("no record")
        with self.assertRaisesRegex(IndexError, "no seat 2"):
            record.review(seat=2)


class Answers(unittest.TestCase):
    def test_the_solver_answers(self):
        solver = upcard.Solver("contract-rummy", deal=1, players=4)
        self.assertEqual(solver.contract, ["S3", "S3"])
        hand = "4C 4D 4H 9C 9D JK KS 2H 3H 7D"
        self.assertTrue(solver.feasible(hand))
        self.assertEqual(solver.distance(hand), 0)
        self.assertEqual(solver.distance("4C 4D 9C 9D KS 2H"), 2)
        self.assertEqual(sorted(solver.useful("4C 4D 4H 9C 9D KS")), ["9C", "9D", "9H", "9S", "JK"])
        self.assertIn(["set 4C 4D 4H", "set 9C 9D JK"], solver.lay_downs(hand))
        self.assertIsNone(solver.best("4C 4D"))
        # Two packs have no third copy of a card.
        self.assertNotIn("9C", solver.useful("4C 4D 4H 9C 9C KS"))
        for question in (solver.distance, solver.feasible, solver.useful, solver.needed, solver.deadwood):
            with self.assertRaisesRegex(ValueError, "more copies of 4C than in the pack"):
                question("4C 4C 4C")
        gin = upcard.Solver("gin")
        points, melds, left = gin.deadwood("4C 5C 6C KC KD KH 2S 3D 9H TS")
        self.assertEqual((points, sorted(melds), left), (24, ["run 4C 5C 6C", "set KC KD KH"], ["3D", "9H", "2S", "TS"]))
        with self.assertRaises(ValueError):
            upcard.Solver("gin", deal=9)

    def test_a_bot_in_python_plays_in_the_arena(self):
        asked = []

        def simple(view):
            asked.append(view.seat)
            return view.decide("novice")

        report = upcard.arena("gin", [("mine", simple), "random"], matches=4, seed=2, threads=1)
        mine, other = report["bots"]
        self.assertEqual((mine["bot"], other["bot"], report["matches"]), ("mine", "random", 4))
        self.assertEqual((mine["decisions"], mine["faults"]), (len(asked), 0))
        self.assertGreater(mine["match_win_share"]["mean"], 0.5)

    def test_a_bot_in_python_does_not_go_round_in_a_circle(self):
        offered = []

        def first(view):
            offered.append("undo" in view.actions())
            return view.decide("novice")

        report = upcard.arena("contract-rummy", [("first", first), "novice"], matches=1, threads=1)
        self.assertEqual((report["bots"][0]["faults"], any(offered)), (0, False))
        with self.assertRaisesRegex(ValueError, "at least 1"):
            upcard.arena("gin", ["novice", "random"], matches=0)

    def test_two_bots_have_two_names(self):
        def other(view):
            return view.decide("random")

        def again(view):
            return view.decide("novice")

        for bots in ([("novice", again), "novice"], [("mine", again), ("mine", other)]):
            with self.assertRaisesRegex(ValueError, "two different bots have the name"):
                upcard.arena("gin", bots, matches=2)
        report = upcard.arena("gin", [("mine", again), ("mine", again)], matches=2)
        self.assertEqual([row["bot"] for row in report["bots"]], ["mine"])

    @unittest.skipIf(sys.platform == "win32", "no such signals")
    def test_a_tournament_can_be_interrupted(self):
        code = "import upcard\nprint('on', flush=True)\nupcard.arena('contract-rummy', ['novice'], matches=10**6)"
        with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as played:
            self.assertEqual(played.stdout.readline(), b"on\n")
            time.sleep(0.5)
            played.send_signal(signal.SIGINT)
            _, errors = played.communicate(timeout=60)
        self.assertIn(b"KeyboardInterrupt", errors)

    def test_a_bot_in_python_that_errs_loses_its_seat(self):
        report = upcard.arena("gin", [("silly", lambda view: "buy the farm"), "random"], matches=2, threads=2)
        self.assertEqual(report["bots"][0]["faults"], 2)


if __name__ == "__main__":
    unittest.main()
