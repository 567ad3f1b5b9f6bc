# Hints: what is missing, what a steady player would do, and why. Loaded with later.ftl.

contract-any = In this game you may lay down any sets and runs.
contract-words = To go down in this deal you need { $contract }.
contract-slots = The boxes in the line above the table fill up as you get closer.
example-good = { $name } ✓
example-bad = { $name }? No.
hint-groups = What goes together
hint-missing = { $count ->
    [0] Nothing is missing: you can lay down.
    [one] One card is missing.
   *[other] { $count } cards are missing.
}
hint-ready-later = Nothing is missing: you can lay down on your turn, after you draw.
hint-nothing-to-lay = Nothing more to lay down: get rid of your cards.
hint-left = { $points ->
    [0] Nothing that counts is left over.
    [one] 1 point is in no set or run.
   *[other] { $points } points are in no set or run.
}
hint-left-throwing = { $points ->
    [0] Once you discard the { $card }, nothing that counts is left over.
    [one] Once you discard the { $card }, 1 point is in no set or run.
   *[other] Once you discard the { $card }, { $points } points are in no set or run.
}
hint-last = The deal is ending: only what is left over counts now.
hint-knock = { $limit ->
    [0] You may knock once nothing is left over.
   *[other] You may knock with { $limit } or less.
}
hint-can-knock = You can knock now.
hint-gin = That is gin.
hint-out = To go out, have all your cards but one discard in sets and runs.
hint-can-go-out = You can go out now.
hint-declare = { $count ->
    [0] No card is missing: you can declare on your turn.
    [one] You need 1 more card to declare.
   *[other] You need { $count } more cards to declare.
}
hint-can-declare = You can declare now.
hint-no-pure = You have no pure sequence yet, a run without a wild card. Until you have one, all your cards count.
hint-no-sequences = You do not have all the sequences you need yet. Until you do, cards in other groups count as well.
hint-sequences = You have the sequences you need. Only cards in no group count.
hint-useful = These help: { $cards }.
hint-more = { $count } more
hint-wild = any wild card
hint-any-card = almost any card
hint-any-rank = any { $ranks }
hint-or = { $first } or { $last }
hint-fitting = You can lay off { $cards }.
hint-fitting-later = From your next turn on, you can lay off { $cards }.
hint-steady = A steady player would
hint-do = Do that
hint-old = Play has moved on since this hint.
hint-again = Think again
advice-draw = Draw from the stock.
advice-take = Take the upcard.
advice-take-deep = Take the { $card } and the cards above it, and play the { $card } first.
advice-buy = Ask for it.
advice-pass = Pass.
advice-down = Lay down { $melds }.
advice-off = Lay off the { $card }.
advice-swap = Swap the { $card } for the wild card.
advice-discard = Discard the { $card }.
advice-arrange = Rearrange the table to { $melds }.
advice-plays = This plays { $cards }.
advice-undo = Take back your last play.
advice-cut = Cut the pack anywhere.
advice-pick = Draw any card: all are face down.
advice-call = Call Shanghai.
advice-knock = Knock.
advice-declare = Show your hand and end the deal.
advice-show = Show your best melds.
advice-drop = Drop out of this deal.
advice-keep = End the turn without a discard.
advice-rejoin = Come back.
advice-leave = Stay out.
advice-split = Share the pool.
advice-play-on = Play on.
reason-ready = You have all the cards for it.
reason-part = You have part of the contract.
reason-nearer = The { $card } brings you closer.
reason-fits = The { $card } fits a meld on the table.
reason-no-help = The { $card } does not help you.
reason-too-late = Somebody may go out before you can use it, and extra cards would cost you points.
reason-loose = The { $card } fits nothing, and it would cost you { $points }.
reason-least-use = The { $card } is the card you can best spare.
reason-holds = You could lay down part of the contract, but then the rest would be harder to complete. The { $card } is the card you can best spare.
reason-fewer = { $points ->
    [0] It leaves you with fewer cards.
   *[other] It leaves { $points } less in your hand.
}
reason-wild = A wild card is worth more in your hand.
reason-left-over = Your best groups leave the { $card } over, and it counts { $points }.
reason-less-over = The { $card } cuts what is left over by { $points }.
reason-only-less = The { $card } would cut what is left over by only { $points }.
reason-no-less = The { $card } would not cut what is left over.
reason-useful = The { $card } is useful in your hand.
reason-not-nearer = The { $card } brings you no closer to declaring.
reason-leaves = { $points ->
    [0] It leaves nothing over.
    [one] It leaves 1 point over.
   *[other] It leaves { $points } points over.
}
group-pure = Pure sequence
group-sequence = Sequence
group-run = Run
group-set = Set
