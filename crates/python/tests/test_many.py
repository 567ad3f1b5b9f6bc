"""Vectorized matches."""

import threading
import unittest

import numpy as np

import upcard


class Many(unittest.TestCase):
    def test_they_step_as_single_matches_do(self):
        many = upcard.make_vec(5, "contract-rummy", players=4, seed=3, episode="deal")
        episodes, beginnings = 0, 0
        for step in range(3000):
            self.assertTrue(many.open().any(axis=1).all())
            before = many.observations.copy()
            many.step(many.sample())
            self.assertEqual(many.rewards[many.over == 0].any(), False)
            episodes += int(many.over.sum())
            beginnings += int((before != many.observations).any(axis=1).all())
        self.assertGreater(episodes, 0)
        self.assertGreater(beginnings, 2000)

    def test_threads_change_nothing(self):
        runs = []
        for threads in (1, 3):
            many = upcard.make_vec(40, "rummy", players=2, seed=9, threads=threads)
            many.play_at_random(500)
            runs.append((many.observations.copy(), many.masks.copy(), many.seats.copy()))
        for one, other in zip(*runs):
            np.testing.assert_array_equal(one, other)
        many.reset(4)
        first = many.observations.copy()
        many.play_at_random(10)
        many.reset(4)
        np.testing.assert_array_equal(first, many.observations)

    def test_arrays_of_the_caller_are_written(self):
        small = upcard.make_vec(2, "gin")
        out = {
            "observations": np.zeros((2, small.observations.shape[1]), np.int16),
            "masks": np.zeros((2, upcard.MASK_BYTES), np.uint8),
        }
        many = upcard.make_vec(2, "gin", out=out)
        self.assertIs(many.observations, out["observations"])
        self.assertTrue(out["observations"].any() and out["masks"].any())
        for name, wrong, words in [
            ("masks", np.zeros((2, 3), np.uint8), "masks: expected 34 values, found 6"),
            ("observations", np.zeros(out["observations"].shape, np.float32), "observations"),
            ("observations", np.zeros((small.observations.shape[1], 2), np.int16).T, "not C-contiguous"),
        ]:
            with self.assertRaisesRegex(ValueError, words):
                upcard.make_vec(2, "gin", out={name: wrong})
        frozen = np.zeros(2, np.uint8)
        frozen.flags.writeable = False
        with self.assertRaises((ValueError, BufferError)):
            upcard.make_vec(2, "gin", out={"over": frozen})
        twice = np.zeros(2, np.uint8)
        with self.assertRaisesRegex(ValueError, "overlap"):
            upcard.make_vec(2, "gin", out={"over": twice, "seats": twice})
        with self.assertRaisesRegex(ValueError, "is not allowed"):
            many.step(np.full(2, upcard.NUMBERS["keep"]))
        with self.assertRaisesRegex(ValueError, "actions: expected 2 values, found 3"):
            many.step(np.zeros(3, int))

    def test_only_numbers_that_there_are_may_be_said(self):
        many = upcard.make_vec(8, "gin", seed=2)
        before = many.observations.copy()
        for wrong, words in [
            (np.full(8, 256 + upcard.NUMBERS["take"]), "number 310: expected 0 to 132"),
            (np.full(8, upcard.NUMBERS["take"] - 256), "number -202: expected 0 to 132"),
            (np.full(8, 133, np.uint8), "number 133: expected 0 to 132"),
            (np.full(8, 54.7), "integers, not float64"),
            ([2**70] * 8, "integers, not object"),
        ]:
            with self.assertRaisesRegex(ValueError, words):
                many.step(wrong)
            np.testing.assert_array_equal(many.observations, before)
        other = upcard.make_vec(8, "gin", seed=2)
        numbers = many.sample()
        many.step(numbers)
        other.step(numbers.astype(">i8"))
        np.testing.assert_array_equal(many.observations, other.observations)

    def test_too_many_matches_are_refused(self):
        with self.assertRaisesRegex(ValueError, "the maximum is 1048576"):
            upcard.make_vec(10**12, "gin")

    def test_bots_play_the_other_seats(self):
        many = upcard.make_vec(6, "rummy", players=3, bots=["novice", None, "random"], episode="deal", seed=1)
        ends = 0
        for _ in range(400):
            self.assertTrue((many.seats == 1).all())
            many.step(many.sample())
            ends += int(many.over.sum())
        self.assertGreater(ends, 0)
        with self.assertRaisesRegex(ValueError, "bots play all seats"):
            upcard.make_vec(1, "gin", bots=["novice", "novice"])

    def test_ends_of_episodes_are_seen(self):
        many = upcard.make_vec(4, "rummy", players=2, episode="deal", seed=7, finals=True)
        single = upcard.make_vec(4, "rummy", players=2, episode="deal", seed=7)
        self.assertIsNone(single.finals)
        ends = 0
        while ends < 5:
            acted, numbers = many.seats.copy(), many.sample()
            before = many.finals.copy()
            many.step(numbers)
            single.step(numbers)
            np.testing.assert_array_equal(many.observations, single.observations)
            over = many.over == 1
            np.testing.assert_array_equal(many.finals[~over], before[~over])
            # Column 29 of the table is the observer's seat; phases 0 and 1 mean that the deal or match is over.
            np.testing.assert_array_equal(many.finals[over][:, 29], acted[over])
            self.assertLess(many.finals[over][:, 0].max(initial=0), 2)
            ends += over.sum()
        with self.assertRaisesRegex(ValueError, "finals: expected 4372 values, found 3"):
            upcard.make_vec(4, "rummy", players=2, out={"finals": np.zeros(3, np.int16)})

    def test_python_goes_on_while_matches_are_stepped(self):
        many = upcard.make_vec(64, "gin")
        counted, stop = [0], threading.Event()

        def count():
            while not stop.is_set():
                counted[0] += 1
                stop.wait(0.0005)

        thread = threading.Thread(target=count)
        thread.start()
        before = counted[0]
        many.play_at_random(20_000)
        during = counted[0] - before
        stop.set()
        thread.join()
        self.assertGreater(during, 0)


if __name__ == "__main__":
    unittest.main()
