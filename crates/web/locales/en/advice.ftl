# Hints: what is missing, what a steady player would do, and why. They come with later.ftl.

contract-any = In this game you may lay down any sets and runs.
contract-words = To go down in this deal you need { $contract }.
contract-slots = The boxes in the line above the table fill as your hand comes closer.
example-good = { $name } ✓
example-bad = { $name }? No.
hint-groups = What goes together
hint-missing = { $count ->
    [0] Nothing is missing: you can lay down.
    [one] One card is missing.
   *[other] { $count } cards are missing.
}
hint-ready-later = Nothing is missing: in your turn, once you have drawn, you can lay down.
hint-nothing-to-lay = Nothing more to lay down: get rid of your cards.
hint-left = { $points ->
    [0] Nothing that counts is left over.
    [one] 1 point is left over in no set or run.
   *[other] { $points } points are left over in no set or run.
}
hint-left-throwing = { $points ->
    [0] Once you discard the { $card }, nothing that counts is left over.
    [one] Once you discard the { $card }, 1 point is left over in no set or run.
   *[other] Once you discard the { $card }, { $points } points are left over in no set or run.
}
hint-last = The deal is ending: only what is left over counts now.
hint-knock = { $limit ->
    [0] You may knock once nothing is left over.
   *[other] You may knock with { $limit } or less.
}
hint-can-knock = You can knock now.
hint-gin = That is gin.
hint-out = You go out when all your cards but the one you discard are in sets and runs.
hint-can-go-out = You can go out now.
hint-declare = { $count ->
    [0] No card is missing any more: you can declare in your turn.
    [one] 1 card is missing until you can declare.
   *[other] { $count } cards are missing until you can declare.
}
hint-can-declare = You can declare now.
hint-no-pure = You have no pure sequence yet, a run without a wild card. Until you have one, all your cards count.
hint-no-sequences = You do not have all the sequences yet that you need. Until you have them, cards in other groups count as well.
hint-sequences = You have the sequences that you need. Only cards in no group count.
hint-useful = These help: { $cards }.
hint-more = { $count } more
hint-wild = any wild card
hint-any-card = almost any card
hint-any-rank = any { $ranks }
hint-or = { $first } or { $last }
hint-fitting = { $cards } can go to melds on the table.
hint-fitting-later = From your next turn on, { $cards } can go to melds on the table.
hint-steady = A steady player would
hint-do = Do that
hint-old = The table has moved on since this hint.
hint-again = Think again
advice-draw = Draw from the stock.
advice-take = Take the upcard.
advice-take-deep = Take the { $card } with the cards above it, and play it first of all.
advice-buy = Ask for it.
advice-pass = Pass.
advice-down = Lay down { $melds }.
advice-off = Lay off the { $card }.
advice-swap = Change the { $card } for the wild card.
advice-discard = Discard the { $card }.
advice-arrange = Rearrange the table to { $melds }.
advice-plays = So you play { $cards }.
advice-undo = Take the last play back.
advice-cut = Cut the pack where you like.
advice-pick = Draw any card: all are face down.
advice-call = Call it.
advice-knock = Knock.
advice-declare = Show your hand and end the deal.
advice-show = Show your best melds.
advice-drop = Drop out of this deal.
advice-keep = End the turn without a discard.
advice-rejoin = Come back.
advice-leave = Stay out.
advice-split = Share the pool.
advice-play-on = Play on.
reason-ready = Everything for it is in your hand.
reason-part = A part of the contract is in your hand.
reason-nearer = The { $card } brings you nearer.
reason-fits = The { $card } goes to a meld on the table.
reason-no-help = The { $card } does not help you.
reason-too-late = Somebody may go out before you can use it, and more cards would cost you more.
reason-loose = Nothing needs the { $card }, and it would cost you { $points }.
reason-least-use = The { $card } is the card you can best spare.
reason-holds = You could lay a part of the contract down, but then the rest would be harder to complete. The { $card } is the card you can best spare.
reason-fewer = { $points ->
    [0] It leaves you with fewer cards.
   *[other] That is { $points } less in your hand.
}
reason-wild = A wild card is worth more in your hand.
reason-left-over = In your best groups the { $card } is left over, and it counts { $points }.
reason-less-over = With the { $card }, { $points } less is left over.
reason-only-less = With the { $card } only { $points } less would be left over.
reason-no-less = With the { $card } no less would be left over.
reason-useful = The { $card } is of use in your hand.
reason-not-nearer = The { $card } brings you no nearer to declaring.
reason-leaves = { $points ->
    [0] Nothing is left over with it.
    [one] 1 point is left over with it.
   *[other] { $points } points are left over with it.
}
group-pure = Pure sequence
group-sequence = Sequence
group-run = Run
group-set = Set
