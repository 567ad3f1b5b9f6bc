### Reasons for illegal actions, one sentence each. Message names are the refusal codes, with hyphens.

refusal-turn-not-yours = It is not your move.
refusal-turn-not-yours-not-begun = The match has not begun: the first deal comes next.
refusal-turn-not-yours-deal-over = The deal is over: the next deal comes now.
refusal-turn-not-yours-rejoin = The deal is over: who is out now says first whether to come back, then the next deal comes.
refusal-turn-not-yours-split = The deal is over: the players say first whether to share the pool, then the next deal comes.
refusal-turn-wrong-phase = That is not what is asked now.
refusal-turn-wrong-phase-cut = Cut the pack first; then the cards are dealt.
refusal-turn-wrong-phase-draw = First a card is due: draw from the stock, or take from the discards what you may.
refusal-turn-wrong-phase-play = You have your card: play now what you like, and end your turn.
refusal-turn-wrong-phase-offer = You are asked about the upcard: buy it, or pass.
refusal-turn-wrong-phase-call = You are asked about the discard: call it to a meld that it fits, or pass.
refusal-turn-wrong-phase-pick = Your discard was called: draw a card from the caller's hand first, without seeing it.
refusal-turn-wrong-phase-claim = You are asked about the wild cards on the table: put the natural card in the place of one, or pass.
refusal-turn-wrong-phase-upcard = You are asked about the upcard: take it, or pass.
refusal-turn-wrong-phase-show = You are asked for your hand: lay off what you may, and then show it in melds.
refusal-turn-wrong-phase-rejoin = The deal is over, and you are out: say whether you come back or leave; then the next deal comes.
refusal-turn-wrong-phase-split = The deal is over, and the pool may be shared: split it or play on; then the next deal comes.
refusal-turn-wrong-phase-deal = This deal goes on: the next one comes when it is over.
refusal-turn-unfinishable = After that you could not end your turn by the rules.
refusal-turn-unfinishable-last-card = Your last card must be a discard, so you may not play it to the table.
refusal-turn-unfinishable-contract = Your hand may not be emptied before your contract is laid.

refusal-take-empty = The discard pile is empty: draw from the stock.
refusal-take-closed = Somebody has bought in this turn: only the stock is left to draw from.
refusal-take-dead = The discard pile is dead: none of its cards may be taken.
refusal-take-protected = That card was thrown with a Shanghai call and may not be taken.

refusal-take-declined = Both have declined the first upcard: draw from the stock.
refusal-take-wild = Wild cards may not be taken from the discards.
refusal-take-bought = The upcard must be bought, and nothing may be bought in this deal: draw from the stock.
refusal-take-after-down = You are down: draw from the stock.
refusal-take-to-knock = You may take this card only if you can knock with it.
refusal-take-not-deep = Only the top card of the discards may be taken here.
refusal-take-not-there = No such card lies in the discards.
refusal-take-no-use = You may take this card only if you can use it in this turn, in a meld or as a lay-off.
refusal-take-use-first = First use the card that you took from the discards, in a meld or as a lay-off.
refusal-take-new-meld = The card that you took must go into a new meld.

refusal-draw-blocked = There is no card left to draw: take the upcard.

refusal-buy-not-now = Nothing is for sale now.
refusal-buy-not-now-nobody = Nobody buys in this game. It is your turn: take a card, or draw.
refusal-buy-not-now-deal = Nobody buys in this deal. It is your turn: take a card, or draw.
refusal-buy-not-now-take-it = It is your turn: take it, without buying.
refusal-buy-empty = There is no card to buy.
refusal-buy-limit = All buys of this deal are used up.
refusal-buy-twice-running = You bought the card before this one, so this one is for somebody else.
refusal-buy-own-discard = You threw that card yourself and may not buy it back.
refusal-buy-down = You are down, so you may not buy any more.
refusal-buy-wild = Wild cards may not be bought.
refusal-buy-protected = That card was thrown with a Shanghai call and may not be bought.

refusal-lay-down-not-in-hand = You do not hold all of those cards.
refusal-lay-down-already-down = Your contract is down already, and no further melds are allowed.
refusal-lay-down-contract = These are not the melds that your contract asks for.
refusal-lay-down-part = That is only a part of the contract, which must go down whole.
refusal-lay-down-size = A meld of the contract must have exactly its size when it is laid.
refusal-lay-down-same-turn = In this deal you lay your contract only if you go out in the same turn.
refusal-lay-down-whole-hand = In this deal the whole hand must go down at once.
refusal-lay-down-same-rank-sets = You may not lay two sets of one rank.
refusal-lay-down-contiguous = Your two runs of one suit lie too close together.
refusal-lay-down-same-suit = Your runs must be of different suits.
refusal-lay-down-runs-per-suit = You have laid as many runs of that suit as you may.
refusal-lay-down-purity = One of the sets of this contract must be purer: of different suits, or without a wild card.
refusal-lay-down-wild-total = Your melds hold more wild cards than may be laid at first.
refusal-lay-down-first-points = Your first melds of a deal must come to more points: lay several at once.
refusal-lay-down-freed-owner = The wild card that you took goes into a run of the player from whose meld you took it.
refusal-lay-down-extra-melds = That is no meld that you may lay beyond your contract.
refusal-lay-down-melds-per-turn = You have laid as many melds as one turn allows.
refusal-lay-down-order = Melds come first: after laying off you may not lay down any more.
refusal-lay-down-nothing = Name the melds to lay down.
refusal-lay-down-hidden = Melds stay in the hand in this game, until somebody goes out with all of it.

refusal-declare-sequences = Too few of your melds are sequences.
refusal-declare-pure = A pure sequence is missing: one with no card that stands for another.
refusal-declare-long = None of your sequences is long enough.
refusal-declare-set = A set is missing.

refusal-drop-not-allowed = Nobody drops in this game.
refusal-drop-two-players = In a deal of two nobody drops.
refusal-drop-after-draw = You have drawn, so you play this turn.

refusal-knock-not-allowed = Nobody knocks in this game.
refusal-knock-not-in-hand = You do not hold all of those cards.
refusal-knock-discard = You must throw a card as you knock.
refusal-knock-left-over = Without a card to throw, all your cards must stand in melds.
refusal-knock-too-much = You have too much deadwood to knock.

refusal-show-not-in-hand = You do not hold all of those cards.

refusal-declare-not-allowed = Nobody goes out by showing a whole hand in this game.
refusal-declare-not-in-hand = You do not hold all of those cards.
refusal-declare-left-over = Some of your cards stand in no meld.
refusal-declare-finish = One card must be left over to throw as you go out.
refusal-declare-no-finish = You go out without a discard: every card must stand in a meld.

refusal-lay-off-no-such-meld = There is no such meld on the table.
refusal-lay-off-no-such-meld-none = No meld lies on the table yet.
refusal-lay-off-no-such-meld-none-shown = Nothing lies on the table: melds stay in the hands until somebody ends the deal and shows them.
refusal-lay-off-not-in-hand = You do not hold that card.
refusal-lay-off-does-not-fit = That card does not fit there.
refusal-lay-off-does-not-fit-slides = A wild card stands there for that card. It moves to an end of the run if you say to which: “wild low” or “wild high”.
refusal-lay-off-does-not-fit-slides-low = A wild card stands there for that card. It moves to the low end of the run if you say so: “wild low”.
refusal-lay-off-does-not-fit-slides-high = A wild card stands there for that card. It moves to the high end of the run if you say so: “wild high”.
refusal-lay-off-which-end = That card fits at both ends: say which.
refusal-lay-off-hidden = Nothing is added to the melds that somebody has gone out with.
refusal-lay-off-gin = Nothing is laid off against gin.
refusal-lay-off-needs-contract = Your own contract comes first; then you may lay off.
refusal-lay-off-needs-meld = Lay a meld of your own first; then you may lay off.
refusal-lay-off-next-turn = You may lay off from your next turn on.
refusal-lay-off-freed-owner = The wild card that you took goes into a run of the player from whose meld you took it.
refusal-lay-off-freed-new-meld = The wild card that you took goes into a new meld.
refusal-lay-off-slide = Wild cards do not move in this game.
refusal-lay-off-slide-end = Only a wild card at an end of its run moves, and to the other end.
refusal-lay-off-no-wild = No wild card there stands for that card.
refusal-lay-off-no-room = The run has no room at that end.

refusal-swap-not-allowed = Wild cards stay where they lie in this game.
refusal-swap-no-such-meld = There is no such meld on the table.
refusal-swap-not-in-hand = You do not hold that card.
refusal-swap-own-meld = You may not take a wild card from your own meld.
refusal-swap-kind = Wild cards may not be taken from melds of that kind.
refusal-swap-needs-contract = Your own contract comes first; then you may take wild cards.
refusal-swap-next-turn = You may take wild cards from your next turn on.
refusal-swap-no-wild = No wild card there stands for that card.
refusal-swap-full-set = More than one suit is missing from that set: lay one of them off first.
refusal-swap-freed-first = First play the wild card that you took.
refusal-swap-which = More than one wild card there would do: say which.

refusal-arrange-not-allowed = Melds on the table are not rearranged in this game.
refusal-arrange-needs-contract = Your own contract comes first; then you may rearrange.
refusal-arrange-next-turn = You may rearrange from your next turn on.
refusal-arrange-no-such-meld = There is no such meld on the table.
refusal-arrange-cards = The cards do not add up: what lay in those melds must stay on the table.
refusal-arrange-from-hand = At least one card of your hand must be played.
refusal-arrange-new-meld = That new meld may not be made by rearranging.
refusal-arrange-wild-fixed = A wild card must go on standing for the same card.

refusal-discard-not-in-hand = You do not hold that card.
refusal-discard-must-lay-down = You hold your contract, so you must lay it down before you discard.
refusal-discard-taken-card = You took that card from the discards in this turn; throw another one.
refusal-discard-last-card = The last card may not be discarded: it must be played to the table.
refusal-discard-freed-wild = The wild card that you took must be played first.
refusal-discard-wild = Wild cards are not discarded.
refusal-discard-contract-unmet = You may not empty your hand before your contract is laid.
refusal-discard-must-knock = You took that card in order to knock: knock now.
refusal-discard-no-discard = Nobody discards in this deal.
refusal-discard-fits-nowhere = That card fits no meld, so there is no Shanghai to call.
refusal-discard-no-shanghai = There is no Shanghai call in this game.

refusal-keep-not-allowed = A turn ends with a discard.
refusal-keep-freed-wild = The wild card that you took must be played first.

refusal-undo-nothing = There is nothing to take back.

refusal-call-no-such-meld = There is no such meld on the table.
refusal-call-does-not-fit = That card does not fit there.
refusal-call-which-end = That card fits at both ends: say which.

refusal-pick-range = There is no such card in that hand.

refusal-cut-range = Cut somewhere between the bottom and the top of the pack.

refusal-match-over = The match is over.

## Errors in a meld. The place says which action was being taken.

meld-too-short = { $place ->
    [arrange] A meld would be left with too few cards.
   *[other] The meld has too few cards.
}
meld-too-long = { $place ->
    [lay-off] The meld is full: it may not have more cards.
    [swap] The meld would have more cards than it may.
   *[other] The meld has more cards than it may.
}
meld-set-rank = { $place ->
    [lay-off] That card is not of the set's rank.
    [swap] That card is not of the set's rank.
   *[other] The cards of a set must be of one rank.
}
meld-set-suits = { $place ->
    [lay-off] The set has a card of that suit.
    [swap] The set has a card of that suit.
   *[other] The cards of a set must be of different suits.
}
meld-no-sets = Sets are no melds in this game: it knows runs only.
meld-no-runs = Runs are no melds in this game: it knows sets only.
meld-three-suits = { $place ->
    [lay-off] The set has its three suits, and no fourth one joins it.
   *[other] A set is of three different suits, no more and no fewer.
}
meld-run-suit = { $place ->
    [lay-off] That card is not of the run's suit.
    [swap] That card is not of the run's suit.
   *[other] The cards of a run must be of one suit.
}
meld-run-colour = { $place ->
    [lay-off] That card is not of the colour that the run needs there.
    [swap] That card is not of the colour that the run needs there.
   *[other] The colours of this run are not those of the contract: all red or all black, or red and black in turn.
}
meld-run-order = { $place ->
    [lay-off] That card does not continue the run.
    [swap] That card does not belong in that place of the run.
   *[other] The cards of a run must follow on, lowest first.
}
meld-ace = { $place ->
    [lay-off] An ace has no place at that end of the run.
   *[other] An ace may not stand there in this game.
}
meld-wild-cap = { $place ->
    [lay-off] The meld would have more wild cards than it may.
    [swap] The meld would still have more wild cards than it may.
    [arrange] A meld would have more wild cards than it may.
   *[other] The meld has more wild cards than it may.
}
meld-wild-set = { $place ->
    [lay-off] No wild card joins a set: they stand in runs only.
   *[other] A set holds no wild cards: they stand in runs only.
}
meld-wild-apart = { $place ->
    [lay-off] That wild card would lie too near to another one.
    [swap] Two wild cards of the run would lie too near to each other.
   *[other] Two wild cards of the run lie too near to each other.
}
meld-all-wild = { $place ->
    [arrange] A meld may not be left with wild cards only.
   *[other] A meld of wild cards only is not allowed.
}
meld-unclear = Say what that meld of wild cards stands for.
meld-pair = { $place ->
    [lay-off] A pair may not grow.
   *[other] A pair is two cards of one rank, without a wild card where the game says so.
}
