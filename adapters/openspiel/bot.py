#!/usr/bin/env python3
"""Adapter that lets OpenSpiel's simple bot play Gin in the arena (docs/protocol.md).

Needs the package open_spiel:
    upcard arena --game gin --bots "sharp,cmd:python3 adapters/openspiel/bot.py"

Deals per second of the bot and of random players in OpenSpiel itself, for comparison with this project:
    upcard bench gin --beside "python3 adapters/openspiel/bot.py"

For each decision the adapter reconstructs an OpenSpiel state by replaying what the seat has seen with
consistent hidden cards. The arena's best answer responds to a knock.
"""
import json
import random
import sys
import time

import pyspiel

GAME = pyspiel.load_game("gin_rummy")
TAKE, DRAW, PASS, KNOCK, MELDS = 52, 53, 54, 55, 56
SUITS, RANKS = "SCDH", "A23456789TJQK"


def number(card):
    return 13 * SUITS.index(card[1]) + RANKS.index(card[0])


def text(card):
    return RANKS[card % 13] + SUITS[card // 13]


class Deal:
    """A deal as seen by one seat."""

    def __init__(self, hand, upcard, deals):
        self.hand, self.upcard, self.me = set(hand), upcard, int(deals)
        self.events, self.drawn, self.held, self.stock = [], [], set(hand), 31

    def other(self, *events):
        self.events += [(1 - self.me, event) for event in events]

    def to_draw(self, top, stock):
        passed = sum(event == PASS for _, event in self.events)
        if passed == 1 and stock == 31 and top == self.upcard and self.me == 0:
            return self.other(PASS)
        self.other(DRAW if stock < self.stock else TAKE, top)
        self.stock = stock

    def to_play(self, hand):
        if self.events[-1] == (self.me, DRAW):
            self.drawn += set(hand) - self.held
            self.stock -= 1
        self.held = set(hand)

    def done(self, event):
        self.held.discard(event)
        self.events.append((self.me, event))

    def hidden(self):
        """A possible original hand of the opponent, and its draws."""
        pile, known, dealt, draws, open_draws, fresh = [self.upcard], set(), set(), [], [], None
        for player, event in self.events:
            theirs = player != self.me
            if event == TAKE:
                card = pile.pop()
                if theirs:
                    known.add(card)
            elif event == DRAW:
                if theirs:
                    fresh = len(draws)
                    draws.append(None)
            elif event != PASS:
                pile.append(event)
                if not theirs:
                    continue
                if event in known:
                    known.remove(event)
                    if fresh is not None:
                        open_draws.append(fresh)
                elif fresh is not None:
                    draws[fresh] = event
                elif len(dealt) < 10:
                    dealt.add(event)
                else:
                    draws[open_draws.pop()] = event
                fresh = None
        seen = self.hand | dealt | {self.upcard} | set(self.drawn) | set(draws)
        rest = iter(card for card in range(52) if card not in seen)
        while len(dealt) < 10:
            dealt.add(next(rest))
        return dealt, [next(rest) if card is None else card for card in draws]

    def state(self):
        """Reconstructs a state with this history."""
        dealt, theirs = self.hidden()
        hands = [sorted(self.hand), sorted(dealt)]
        if self.me == 1:
            hands.reverse()
        state = GAME.new_initial_state()
        for card in hands[0] + hands[1] + [self.upcard]:
            state.apply_action(card)
        draws = [iter(theirs), iter(theirs)]
        draws[self.me] = iter(self.drawn)
        for player, event in self.events:
            assert state.current_player() == player, (player, event)
            state.apply_action(event)
            if event == DRAW:
                state.apply_action(next(draws[player]))
        return state


def said(name):
    """Converts a meld such as 9hThJh to the arena's text form."""
    cards = [name[at : at + 2].upper() for at in range(0, len(name), 2)]
    kind = "set" if cards[0][0] == cards[1][0] else "run"
    return f"{kind} {' '.join(cards)}"


def decide(deal):
    """Returns OpenSpiel's action (for a knock: the discard) and its text form in the arena."""
    state = deal.state()
    bot = pyspiel.make_simple_gin_rummy_bot(GAME.get_parameters(), deal.me)
    action = bot.step(state)
    if action != KNOCK:
        words = {TAKE: "take", DRAW: "draw", PASS: "pass"}
        return action, words.get(action) or f"discard {text(action)}"
    state.apply_action(action)
    discard, melds = None, []
    while True:
        action = bot.step(state)
        if action == PASS:
            break
        if action >= MELDS:
            melds.append(said(state.action_to_string(deal.me, action).split()[-1]))
        else:
            discard = action
        state.apply_action(action)
    return discard, f"knock {'; '.join(melds)} discard {text(discard)}"


def play_deal(bots):
    """Plays a deal with these bots, or at random."""
    state = GAME.new_initial_state()
    while not state.is_terminal():
        if bots and not state.is_chance_node():
            state.apply_action(bots[state.current_player()].step(state))
        else:
            state.apply_action(random.choice(state.legal_actions()))


def bench(millis):
    """Prints a row for each kind of player: name, figure and unit."""
    simple = [pyspiel.make_simple_gin_rummy_bot(GAME.get_parameters(), seat) for seat in range(2)]
    for name, bots in [("simple", simple), ("random", None)]:
        start, deals = time.monotonic(), 0
        while deals == 0 or time.monotonic() - start < millis / 1000:
            for bot in bots or []:
                bot.restart()
            play_deal(bots)
            deals += 1
        speed = deals / (time.monotonic() - start)
        print(f"OpenSpiel, gin deals by {name}\t{speed:.1f}\tdeals/s per core")


def main():
    me, numbered, deal = 0, None, None
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            me = message["seat"]
        if message["type"] != "decide":
            continue
        table, offered = message["view"]["table"], message["offered"]
        phase = table["phase"] if isinstance(table["phase"], str) else next(iter(table["phase"]))
        if phase == "show":
            print(json.dumps({"action": "show"}), flush=True)
            continue
        hand = [number(card) for card in message["view"]["hand"].split()]
        if numbered != table["deals_begun"]:
            numbered = table["deals_begun"]
            deal = Deal(hand, number(table["first_upcard"]), table["dealer"] == me)
        if phase == "upcard":
            if deal.me == 1:
                deal.other(PASS)
        elif phase == "draw":
            deal.to_draw(number(table["discards"][-1]), table["stock"])
        else:
            deal.to_play(hand)
        if phase == "draw" and "take" not in offered:
            event, words = DRAW, "draw"
        else:
            event, words = decide(deal)
        deal.done(event)
        print(json.dumps({"action": words}), flush=True)


if sys.argv[1:2] == ["bench"]:
    bench(float(sys.argv[2]) if len(sys.argv) > 2 else 300)
else:
    main()
