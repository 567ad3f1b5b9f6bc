#!/usr/bin/env python3
"""A bot in a page of Python: it keeps pairs and throws its dearest loose card.

Seat it in the arena: upcard arena --game contract-rummy --bots "cmd:python3 examples/bot.py,novice"
"""
import json
import sys

POINTS = {"A": 15, "T": 10, "J": 10, "Q": 10, "K": 10}


def points(card):
    return 25 if card == "JK" else POINTS.get(card[0]) or int(card[0])


def company(card, hand):
    """How many other cards of the hand this one could sit with."""
    if card == "JK":
        return 9
    ranks = "A23456789TJQK"
    others = list(hand)
    others.remove(card)
    near = lambda other: abs(ranks.index(other[0]) - ranks.index(card[0])) in (1, 2)
    return sum(
        other != "JK" and (other[0] == card[0] or (other[1] == card[1] and near(other)))
        for other in others
    )


def choose(view, offered):
    hand = view["hand"].split()
    for first in ("down", "off"):
        for action in offered:
            if action.startswith(first):
                return action
    if "take" in offered:
        upcard = view["table"]["discards"][-1]
        return "take" if company(upcard, hand + [upcard]) >= 2 else "draw"
    if "pass" in offered:
        return "pass"
    discards = [action for action in offered if action.startswith("discard") and len(action.split()) == 2]
    if discards:
        card = lambda action: action.split()[1]
        return min(discards, key=lambda a: (company(card(a), hand) > 0, -points(card(a))))
    return offered[0]


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "decide":
        action = choose(message["view"], message["offered"])
        print(json.dumps({"action": action}), flush=True)
