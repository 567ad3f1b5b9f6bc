### Reasons for illegal actions, one sentence each. Message names are the refusal codes, with hyphens.

refusal-turn-not-yours = It is not your move.
refusal-turn-not-yours-not-begun = The match has not begun: wait for the first deal.
refusal-turn-not-yours-deal-over = The deal is over: wait for the next one.
refusal-turn-not-yours-rejoin = The deal is over: players who are out decide whether to rejoin before the next deal.
refusal-turn-not-yours-split = The deal is over: the players decide whether to share the pool before the next deal.
refusal-turn-wrong-phase = You cannot do that now.
refusal-turn-wrong-phase-cut = Cut the pack first; then the cards are dealt.
refusal-turn-wrong-phase-draw = Take a card first: draw from the stock, or take a discard if you may.
refusal-turn-wrong-phase-play = You have drawn: play what you like, and end your turn.
refusal-turn-wrong-phase-offer = The upcard is offered to you: buy it, or pass.
refusal-turn-wrong-phase-call = You may call the discard: name a meld that it fits, or pass.
refusal-turn-wrong-phase-pick = Your discard was called: draw a card from the caller's hand first, without seeing it.
refusal-turn-wrong-phase-claim = You may take a wild card from the table: put the natural card in its place, or pass.
refusal-turn-wrong-phase-upcard = The upcard is offered to you: take it, or pass.
refusal-turn-wrong-phase-show = Show your hand: lay off what you may, then show your melds.
refusal-turn-wrong-phase-rejoin = The deal is over, and you are out: rejoin or leave before the next deal.
refusal-turn-wrong-phase-split = The deal is over, and the pool may be shared: split it or play on.
refusal-turn-wrong-phase-deal = This deal is not over: finish it before the next one.
refusal-turn-unfinishable = After that you could not legally end your turn.
refusal-turn-unfinishable-last-card = Your last card must be a discard, so you may not play it to the table.
refusal-turn-unfinishable-contract = You may not empty your hand before your contract is down.

refusal-take-empty = The discard pile is empty: draw from the stock.
refusal-take-closed = A card was bought in this turn: draw from the stock.
refusal-take-dead = The discard pile is dead: none of its cards may be taken.
refusal-take-protected = That card was discarded with a Shanghai call and may not be taken.

refusal-take-declined = Both have declined the first upcard: draw from the stock.
refusal-take-wild = Wild cards may not be taken from the discard pile.
refusal-take-bought = The upcard must be bought, but there is no buying in this deal: draw from the stock.
refusal-take-after-down = You are down: draw from the stock.
refusal-take-to-knock = You may take this card only if you can knock with it.
refusal-take-not-deep = Only the top card of the discard pile may be taken here.
refusal-take-not-there = That card is not in the discard pile.
refusal-take-no-use = You may take this card only if you can use it in this turn, in a meld or as a lay-off.
refusal-take-use-first = First use the card that you took from the discard pile, in a meld or as a lay-off.
refusal-take-new-meld = The card that you took must go into a new meld.

refusal-draw-blocked = The stock is empty: take the upcard.

refusal-buy-not-now = You cannot buy now.
refusal-buy-not-now-nobody = There is no buying in this game. It is your turn: take a card, or draw.
refusal-buy-not-now-deal = There is no buying in this deal. It is your turn: take a card, or draw.
refusal-buy-not-now-take-it = It is your turn: take the card without buying.
refusal-buy-empty = There is no card to buy.
refusal-buy-limit = All buys for this deal are used up.
refusal-buy-twice-running = You bought the card before this one, so this one is for another player.
refusal-buy-own-discard = You discarded that card yourself and may not buy it back.
refusal-buy-down = You are down, so you may not buy any more.
refusal-buy-wild = Wild cards may not be bought.
refusal-buy-protected = That card was discarded with a Shanghai call and may not be bought.

refusal-lay-down-not-in-hand = You do not hold all of those cards.
refusal-lay-down-already-down = Your contract is already down, and no further melds are allowed.
refusal-lay-down-contract = These melds do not match your contract.
refusal-lay-down-part = That is only part of the contract, which must go down whole.
refusal-lay-down-size = A meld of the contract must have its exact size when it is laid.
refusal-lay-down-same-turn = In this deal you may lay your contract only if you go out in the same turn.
refusal-lay-down-whole-hand = In this deal the whole hand must go down at once.
refusal-lay-down-same-rank-sets = You may not lay two sets of the same rank.
refusal-lay-down-contiguous = Your two runs of one suit lie too close together.
refusal-lay-down-same-suit = Your runs must be of different suits.
refusal-lay-down-runs-per-suit = You may not lay any more runs of that suit.
refusal-lay-down-purity = One of this contract's sets must be purer: of different suits, or without wild cards.
refusal-lay-down-wild-total = Your first melds have too many wild cards.
refusal-lay-down-first-points = Your first melds of a deal must be worth more points: lay several at once.
refusal-lay-down-freed-owner = The wild card you took must go into a run of the player you took it from.
refusal-lay-down-extra-melds = You may not lay that meld beyond your contract.
refusal-lay-down-melds-per-turn = You may not lay any more melds in this turn.
refusal-lay-down-order = Melds come first: after laying off you may not lay down more melds.
refusal-lay-down-nothing = Name the melds to lay down.
refusal-lay-down-hidden = In this game melds stay in the hand until somebody goes out with the whole hand.

refusal-declare-sequences = Too few of your melds are sequences.
refusal-declare-pure = You need a pure sequence: one in which no card stands for another.
refusal-declare-long = None of your sequences is long enough.
refusal-declare-set = You need a set.

refusal-drop-not-allowed = There is no dropping out in this game.
refusal-drop-two-players = You may not drop out of a deal of two.
refusal-drop-after-draw = You have drawn, so you must play this turn.

refusal-knock-not-allowed = There is no knocking in this game.
refusal-knock-not-in-hand = You do not hold all of those cards.
refusal-knock-discard = You must discard when you knock.
refusal-knock-left-over = To knock without a discard, all your cards must be in melds.
refusal-knock-too-much = You have too much deadwood to knock.

refusal-show-not-in-hand = You do not hold all of those cards.

refusal-declare-not-allowed = You may not go out by showing a whole hand in this game.
refusal-declare-not-in-hand = You do not hold all of those cards.
refusal-declare-left-over = Some of your cards are not in a meld.
refusal-declare-finish = Keep one card to discard as you go out.
refusal-declare-no-finish = You go out without a discard: every card must be in a meld.

refusal-lay-off-no-such-meld = There is no such meld on the table.
refusal-lay-off-no-such-meld-none = There are no melds on the table yet.
refusal-lay-off-no-such-meld-none-shown = There are no melds on the table: they stay in the hands until somebody ends the deal.
refusal-lay-off-not-in-hand = You do not hold that card.
refusal-lay-off-does-not-fit = That card does not fit there.
refusal-lay-off-does-not-fit-slides = A wild card stands there for that card. To move it to an end of the run, say which: “wild low” or “wild high”.
refusal-lay-off-does-not-fit-slides-low = A wild card stands there for that card. To move it to the low end of the run, say “wild low”.
refusal-lay-off-does-not-fit-slides-high = A wild card stands there for that card. To move it to the high end of the run, say “wild high”.
refusal-lay-off-which-end = That card fits at both ends: say which.
refusal-lay-off-hidden = You may not add to the melds that somebody has gone out with.
refusal-lay-off-gin = You may not lay off against gin.
refusal-lay-off-needs-contract = Lay down your contract first; then you may lay off.
refusal-lay-off-needs-meld = Lay a meld of your own first; then you may lay off.
refusal-lay-off-next-turn = You may lay off from your next turn on.
refusal-lay-off-freed-owner = The wild card you took must go into a run of the player you took it from.
refusal-lay-off-freed-new-meld = The wild card you took must go into a new meld.
refusal-lay-off-slide = Wild cards do not move in this game.
refusal-lay-off-slide-end = Only a wild card at one end of its run may move, and only to the other end.
refusal-lay-off-no-wild = No wild card there stands for that card.
refusal-lay-off-no-room = The run has no room at that end.

refusal-swap-not-allowed = Wild cards may not be taken in this game.
refusal-swap-no-such-meld = There is no such meld on the table.
refusal-swap-not-in-hand = You do not hold that card.
refusal-swap-own-meld = You may not take a wild card from your own meld.
refusal-swap-kind = Wild cards may not be taken from that kind of meld.
refusal-swap-needs-contract = Lay down your contract first; then you may take wild cards.
refusal-swap-next-turn = You may take wild cards from your next turn on.
refusal-swap-no-wild = No wild card there stands for that card.
refusal-swap-full-set = More than one suit is missing from that set: lay one of them off first.
refusal-swap-freed-first = First play the wild card you took.
refusal-swap-which = More than one wild card fits: say which.

refusal-arrange-not-allowed = Melds may not be rearranged in this game.
refusal-arrange-needs-contract = Lay down your contract first; then you may rearrange.
refusal-arrange-next-turn = You may rearrange from your next turn on.
refusal-arrange-no-such-meld = There is no such meld on the table.
refusal-arrange-cards = The cards do not add up: all cards of those melds must stay on the table.
refusal-arrange-from-hand = You must play at least one card from your hand.
refusal-arrange-new-meld = You may not make that new meld by rearranging.
refusal-arrange-wild-fixed = A wild card must keep standing for the same card.

refusal-discard-not-in-hand = You do not hold that card.
refusal-discard-must-lay-down = You hold your contract, so you must lay it down before you discard.
refusal-discard-taken-card = You took that card from the discard pile in this turn; discard another one.
refusal-discard-last-card = Your last card may not be discarded: it must be played to the table.
refusal-discard-freed-wild = First play the wild card you took.
refusal-discard-wild = Wild cards may not be discarded.
refusal-discard-contract-unmet = You may not empty your hand before your contract is down.
refusal-discard-must-knock = You took that card to knock: knock now.
refusal-discard-no-discard = There are no discards in this deal.
refusal-discard-fits-nowhere = That card fits no meld, so you cannot call Shanghai.
refusal-discard-no-shanghai = There is no Shanghai call in this game.

refusal-keep-not-allowed = You must end your turn with a discard.
refusal-keep-freed-wild = First play the wild card you took.

refusal-undo-nothing = There is nothing to undo.

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
    [lay-off] The meld is full.
    [swap] The meld would have too many cards.
   *[other] The meld has too many cards.
}
meld-set-rank = { $place ->
    [lay-off] That card is not of the set's rank.
    [swap] That card is not of the set's rank.
   *[other] The cards of a set must have the same rank.
}
meld-set-suits = { $place ->
    [lay-off] The set already has a card of that suit.
    [swap] The set already has a card of that suit.
   *[other] The cards of a set must have different suits.
}
meld-no-sets = There are no sets in this game, only runs.
meld-no-runs = There are no runs in this game, only sets.
meld-three-suits = { $place ->
    [lay-off] The set has its three suits; a fourth may not be added.
   *[other] A set must have exactly three different suits.
}
meld-run-suit = { $place ->
    [lay-off] That card is not of the run's suit.
    [swap] That card is not of the run's suit.
   *[other] The cards of a run must have the same suit.
}
meld-run-colour = { $place ->
    [lay-off] That card does not have the colour that the run needs there.
    [swap] That card does not have the colour that the run needs there.
   *[other] The colours of this run do not match the contract: all red, all black, or red and black in turn.
}
meld-run-order = { $place ->
    [lay-off] That card does not continue the run.
    [swap] That card does not belong in that place of the run.
   *[other] The cards of a run must be in sequence, lowest first.
}
meld-ace = { $place ->
    [lay-off] An ace may not go at that end of the run.
   *[other] An ace may not stand there in this game.
}
meld-wild-cap = { $place ->
    [lay-off] The meld would have too many wild cards.
    [swap] The meld would still have too many wild cards.
    [arrange] A meld would have too many wild cards.
   *[other] The meld has too many wild cards.
}
meld-wild-set = { $place ->
    [lay-off] Wild cards go in runs only, not in sets.
   *[other] A set may not have wild cards: they go in runs only.
}
meld-wild-apart = { $place ->
    [lay-off] That wild card would be too close to another one.
    [swap] Two wild cards in the run would be too close together.
   *[other] Two wild cards in the run are too close together.
}
meld-all-wild = { $place ->
    [arrange] A meld may not be left with wild cards only.
   *[other] A meld of wild cards only is not allowed.
}
meld-unclear = Say what that meld of wild cards stands for.
meld-pair = { $place ->
    [lay-off] A pair may not grow.
   *[other] A pair is two cards of the same rank, without a wild card if the game says so.
}
