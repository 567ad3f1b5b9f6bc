#!/usr/bin/env python3
"""A bot in a page of Python: it keeps cards that go together and discards its most expensive unmatched card.

Run it in the arena: upcard arena --game gin --bots "cmd2:python3 examples/bot.py,novice"
"""
import json
import sys

RANKS = "A23456789TJQK"


def points(card):
    return 25 if card == "JK" else 15 if card[0] == "A" else min(RANKS.index(card[0]) + 1, 10)


def company(card, hand):
    """Number of other cards in the hand that could form a meld with this one."""
    if card == "JK":
        return 9
    others = [other for other in hand if other != "JK"]
    if card in others:
        others.remove(card)
    near = lambda other: abs(RANKS.index(other[0]) - RANKS.index(card[0])) in (1, 2)
    return sum(other[0] == card[0] or (other[1] == card[1] and near(other)) for other in others)


def choose(ask):
    """Chooses one of the offered actions, all of which are legal."""
    offered, view = ask["offered"], ask["view"]
    # Prefer ending the deal, laying cards, or showing the hand: the first such action offered.
    for word in ("declare", "knock", "down", "off", "show"):
        for action in offered:
            if action.split()[0] == word:
                return action
    if "take" in offered:
        upcard = view["discards"][-1]["card"]
        if company(upcard, view["hand"] + [upcard]) >= 2:
            return "take"
    # No buying, calling or rejoining; otherwise draw from the stock.
    for action in ("pass", "leave", "draw"):
        if action in offered:
            return action
    discards = [action for action in offered if action.startswith("discard") and len(action.split()) == 2]
    if discards:
        card = lambda action: action.split()[1]
        return min(discards, key=lambda a: (company(card(a), view["hand"]) > 0, -points(card(a))))
    return offered[0]


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "decide":
        print(json.dumps({"action": choose(message)}), flush=True)
