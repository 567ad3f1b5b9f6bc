#!/usr/bin/env python3
"""Learns two-handed rummy on the CPU, from nothing to beating `novice`, in a few minutes.

    python examples/learn_rummy.py            # prints the curve
    python examples/learn_rummy.py --rounds 2 --deals 128

The policy is linear: the value of each legal action is a weighted sum of its card's features, and the best one is
played. The weights are found by the cross-entropy method: each round samples candidates around the current weights,
each plays deals against the bot, and the best tenth determine the next sampling distribution.
"""
import argparse
import time

import numpy as np

import upcard

CARDS = 52
RANK, SUIT = np.arange(CARDS) % 13, np.arange(CARDS) // 13
POINTS = np.where(RANK == 0, 1, np.minimum(RANK + 1, 10)) / 10.0
# Pairs of cards that could be in one meld: same rank, adjacent in suit, one apart in suit.
SAME = (RANK[:, None] == RANK) & (SUIT[:, None] != SUIT)
APART = np.abs(RANK[:, None] - RANK)
NEXT = (SUIT[:, None] == SUIT) & (APART == 1)
GAP = (SUIT[:, None] == SUIT) & (APART == 2)
COMPANY = np.stack([SAME, NEXT, GAP]).astype(np.float32)

FEATURES = ["same rank held", "next held", "one apart held", "points", "same rank gone", "next gone", "others have few"]
VERBS = [upcard.NUMBERS[name] for name in ("take", "down", "off")]
WEIGHTS = 2 * len(FEATURES) + len(VERBS)


class Table:
    """Deals of two-handed rummy against a bot, and the learner's features."""

    def __init__(self, count, bot, seed):
        self.many = upcard.make_vec(
            count, "rummy", players=2, bots=[None, bot], episode="deal", seed=seed, threads=2
        )
        self.parts = {name: slice(at, at + rows * columns) for name, at, rows, columns in self.many.layout()}

    def features(self):
        """Features of each card, from the view of the learner's seat."""
        seen = self.many.observations
        hand = seen[:, self.parts["hand"]][:, :CARDS].astype(np.float32)
        pile = seen[:, self.parts["pile"]][:, ::2]
        gone = np.zeros((len(seen), CARDS + 2), np.float32)
        np.put_along_axis(gone, pile, 1, axis=1)
        gone = gone[:, 1 : CARDS + 1]
        held = np.einsum("kcd,nd->nkc", COMPANY, hand)
        lost = np.einsum("kcd,nd->nkc", COMPANY[:2], gone)
        few = (seen[:, self.parts["seats"].start + 18] <= 4).astype(np.float32)[:, None]
        columns = [held[:, 0], held[:, 1], held[:, 2], np.broadcast_to(POINTS, hand.shape), lost[:, 0], lost[:, 1]]
        return np.stack([*columns, few * POINTS], axis=2), pile[:, 0]

    def play(self, weights):
        """Plays the actions that the weights (one row per deal) prefer; returns the learner's rewards."""
        cards, upcards = self.features()
        keep, want = weights[:, : len(FEATURES)], weights[:, len(FEATURES) : -len(VERBS)]
        worth = np.zeros((len(weights), upcard.ACTIONS), np.float32)
        # Discard the card that is worth least to keep.
        worth[:, :CARDS] = -np.einsum("nkf,nf->nk", cards, keep)
        rows = np.arange(len(weights))
        top = cards[rows, np.clip(upcards - 1, 0, CARDS - 1)]
        worth[:, VERBS] = 4 * weights[:, -len(VERBS) :]
        worth[:, VERBS[0]] += (top * want).sum(axis=1)
        # Among several lay-downs and lay-offs, the first one listed suffices.
        worth[:, upcard.NUMBERS["list 0"]] = worth[:, VERBS[1]] + 0.1
        worth[~self.many.open()] = -np.inf
        self.many.step(worth.argmax(axis=1))
        return self.many.rewards[:, 0] - self.many.rewards[:, 1], self.many.over.astype(bool)


def score(weights, deals, bot, seed):
    """Mean points per deal, and share of deals won, for each row of weights."""
    count = len(weights)
    games = max(1, 512 // count)
    table = Table(count * games, bot, seed)
    rows = np.repeat(weights, games, axis=0).astype(np.float32)
    points, wins, ends = (np.zeros(len(rows)) for _ in range(3))
    # Each row plays the same number of deals and the rest is ignored; otherwise short deals would be
    # overrepresented.
    each = -(-deals // games)
    while (ends < each).any():
        gained, over = table.play(rows)
        counted = over & (ends < each)
        points[counted] += gained[counted]
        wins[counted] += gained[counted] > 0
        ends += counted
    by_row = lambda values: values.reshape(count, games).sum(axis=1) / (games * each)
    return by_row(points), by_row(wins)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--candidates", type=int, default=64)
    parser.add_argument("--deals", type=int, default=256, help="deals that each candidate plays in a round")
    parser.add_argument("--bot", default="novice")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    chance = np.random.default_rng(asked.seed)
    mean, spread = np.zeros(WEIGHTS), np.ones(WEIGHTS)
    began = time.monotonic()
    print(f"two-handed rummy against {asked.bot}: points a deal more than the bot, and deals won")
    for turn in range(asked.rounds + 1):
        points, wins = score(mean[None], 4 * asked.deals, asked.bot, 1_000_000 + asked.seed)
        bar = "#" * round(40 * wins[0])
        print(f"round {turn:2}  {time.monotonic() - began:5.0f} s  {points[0]:+7.2f}  {wins[0]:6.1%}  {bar}", flush=True)
        if turn == asked.rounds:
            break
        drawn = mean + spread * chance.standard_normal((asked.candidates, WEIGHTS))
        points, _ = score(drawn, asked.deals, asked.bot, asked.seed + turn)
        best = drawn[np.argsort(points)[-max(2, asked.candidates // 10) :]]
        mean, spread = best.mean(axis=0), best.std(axis=0) + 0.5 / (turn + 2)
    names = [f"keep: {name}" for name in FEATURES] + [f"take: {name}" for name in FEATURES] + ["take", "down", "off"]
    for name, weight in zip(names, mean):
        print(f"  {name:24} {weight:+.2f}")


if __name__ == "__main__":
    main()
