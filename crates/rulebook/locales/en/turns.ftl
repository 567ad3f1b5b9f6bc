### Rule sheet sentences on turns: drawing, buying, laying down, laying off, discarding.

## Your turn

turn-draw = First you draw: the upcard, or the top card of the stock.
buying-none = Nobody takes the upcard out of turn: there is no buying.
turn-knock = Then you may knock, if your hand is ready for it.
turn-hidden = Then you may go out, if your hand is ready for it.
turn-play = Then you may lay down melds and lay off cards, as far as the rules allow.
rule-drawing-discarded-wilds =
    .allowed = A wild card on the discards may be taken like any other.
    .opening-only = A wild card on the discards may not be taken; only the first upcard of a deal may, by the player who begins.
    .never = A wild card on the discards may not be taken.
rule-drawing-after-down =
    .both = Whoever is down may take the upcard as before.
    .stock-only = { $contracts ->
        [no] Once you have laid a meld, you draw from the stock only.
       *[yes] Once your contract is down, you draw from the stock only.
    }
rule-drawing-discard =
    .free = The upcard costs nothing in your own turn.
    .bought = In your own turn, too, the upcard is had by buying it alone, instead of a draw; only the player who begins may take the first upcard of a deal free. Where you may not buy, you draw from the stock.
rule-turn-order =
    .free = Melds and lay-offs may come in any order.
    .strict = Melds come first: once you have laid off a card, you lay down no more melds in the same turn.
turn-discard = A card thrown face up on the discards ends your turn.
rule-discarding-taken-card =
    .allowed = You may throw back the card that you took from the discards.
    .refused = The card that you took from the discards may not be thrown back in the same turn; another copy of it may.
turn-finish = A play that would leave you no way to end your turn by the rules is not allowed.
turn-undo = You may take back what you have played in this turn, until a hidden card is revealed.
rule-discarding-wilds =
    .allowed = Wild cards may be discarded like any other.
    .refused = Wild cards may not be discarded. Whoever holds nothing else keeps them, and the turn ends without a discard.
    .only-wilds-left = A wild card may be discarded only by a player who holds nothing else.
wilds-idle = { $n ->
    [1] In deal { $deals } wild cards are of no use, and may be discarded.
   *[other] In deals { $deals } wild cards are of no use, and may be discarded.
}
rule-discarding-pile =
    .top = Of the discards only the upcard is shown.
    .spread = The discards lie spread out for all to see; only the upcard can be had.

## Buying

buying-all = In every deal the upcard may be bought, that is, taken out of turn.
buying-some = { $n ->
    [1] In deal { $deals } the upcard may be bought, that is, taken out of turn.
   *[other] In deals { $deals } the upcard may be bought, that is, taken out of turn.
}
rule-buying-when =
    .before-draw = The others may buy before the player whose turn it is has drawn.
    .after-refusal = The player whose turn it is comes first; when they draw from the stock instead, the upcard is offered to the others before the draw.
rule-buying-who =
    .others = { $own ->
        [0] Everybody may buy but the player whose turn it is.
       *[other] Everybody may buy, the player whose turn it is as said above.
    }
    .everyone = Everybody may buy, including the player whose turn it is.
rule-buying-until =
    .deal = Whoever is down may buy as before.
    .own-contract = Once your contract is down, you may not buy any more.
rule-buying-own-discard =
    .true = Whoever threw the upcard may buy it back.
    .false = Whoever threw the upcard may not buy it back.
rule-buying-priority =
    .turn-order = If several want to buy, the one whose turn comes soonest gets the card.
    .race = If several want to buy, the quickest gets the card.
buying-active-first = The player whose turn it is may buy before the others are asked, and draws afterwards as well.
price-cards = { $n ->
    [0] No card from the stock comes with a bought card.
    [1] With a bought card you get one more from the stock.
   *[other] With a bought card you get { $cards } more from the stock.
}
price-cards-by-deal = How many cards from the stock you get with a bought card depends on the deal: { $cards }.
price-pennies = { $n ->
    [0] Buying costs no money.
    [1] Buying costs one penny, paid into the kitty.
   *[other] Buying costs { $pennies } pennies, paid into the kitty.
}
buying-waits = Whoever buys out of turn lays nothing and throws nothing for it; the turn goes on as it was.
limit-none = You may buy as often as you like.
times = { $n ->
    [1] once
    [2] twice
   *[other] { $times } times
}
rule-buying-limit-scope =
    .player = Each player may buy at most { $limit } in a deal.
    .table = All players together may buy at most { $limit } in a deal.
limit-by-deal =
    .player = How often each player may buy depends on the deal: { $limit }.
    .table = How often all players together may buy depends on the deal: { $limit }.
limit-per-match =
    .player = Each player may buy at most { $limit } in the whole match.
    .table = All players together may buy at most { $limit } in the whole match.
rule-buying-chain =
    .closed = The discard below a bought card is not on offer in that turn: the player whose turn it is draws from the stock.
    .dead = After a buy the rest of the discards is dead: nobody may take from it.
    .another-player = The discard below a bought card is on offer next, but not to the player who has just bought.
    .anyone = The discard below a bought card is on offer next, to the same player too.
rule-buying-dead =
    .until-reshuffle = Dead cards come back into play when the discards become the new stock.
    .this-turn = After a buy the discards are dead for the rest of the turn only.
    .for-good = Dead cards are out of play for the rest of the deal, and are not shuffled into a new stock either.
rule-buying-then-draw =
    .stock = After a buy, the player whose turn it is draws from the stock.
    .normal = After a buy, the player whose turn it is chooses again between the stock and the new upcard.

## Shanghai

shanghai = { $contracts ->
    [no] When a card is discarded that fits a meld on the table, any other player may call it and add it to that meld.
   *[yes] When a card is discarded that fits a meld on the table, any other player may call Shanghai and add it to that meld, whether or not their contract is down.
}
shanghai-protect = { $contracts ->
    [no] Whoever discards a card that fits a meld on the table may call it first: then nobody else may call it, and in the turn that follows nobody may take it{ $buying ->
        [no] { "" }
       *[yes] {" "}or buy it
    }.
   *[yes] Whoever discards a card that fits a meld on the table may call Shanghai on it first: then nobody else may call on it, and in the turn that follows nobody may take it{ $buying ->
        [no] { "" }
       *[yes] {" "}or buy it
    }.
}
rule-shanghai-priority =
    .turn-order = If several call a discard, the one whose turn comes soonest gets the card.
    .race = If several call a discard, the quickest gets the card.
shanghai-out = { $contracts ->
    [no] A caller whose last card is drawn by the player who threw the called card has gone out.
   *[yes] A caller whose last card is drawn by the player who threw the called card has gone out, whether or not their contract is down.
}

## Laying down

rule-laying-down-mode =
    .at-once = The contract goes down whole, in one turn of your own.
    .piecemeal = The contract may go down in parts: each of its melds when you have it, over several turns if need be.
    .free = Any melds may be laid in your turn.
    .hidden = Nothing is laid on the table: melds stay in the hand until somebody goes out.
free-contracts = Any melds may be laid in your turn, at any time; those that your contract asks for count towards it.
free = Any melds may be laid in your turn.
rule-laying-down-sets =
    .exact = A set is laid with exactly as many cards as the contract asks for; more are added by laying off.
    .at-least = A set may be laid with more cards than the contract asks for.
rule-laying-down-runs =
    .exact = A run is laid with exactly as many cards as the contract asks for; more are added by laying off.
    .at-least = A run may be laid with more cards than the contract asks for.
free-sets =
    .exact = A set is laid with exactly { $size } cards; more are added by laying off.
    .at-least = A set may be laid with more than { $size } cards at once.
free-runs =
    .exact = A run is laid with exactly { $size } cards; more are added by laying off.
    .at-least = A run may be laid with more than { $size } cards at once.
rule-laying-down-duty =
    .optional = You may hold your melds back, even if you could lay them down.
    .compulsory = If you can lay down and end your turn after it, you must lay down before you discard.
rule-laying-down-extra-melds =
    .none = No melds are laid beyond the contract.
    .after-contract = Once your contract is down, you may lay further melds, as many as you like.
extra-no-pairs = Pairs are not laid beyond the contract.
melds-any = You may lay any number of melds in a turn.
melds-most = { $n ->
    [1] You lay at most one new meld in a turn.
   *[other] You lay at most { $most } new melds in a turn.
}
first-points = The melds that you lay first in a deal go down together, and must come to { $points } points or more; what you lay after them may count anything.
first-points-count = There a card counts what it costs in the hand{ $wilds ->
    [card] , and a wild card what the card counts that it stands for
   *[other] {""}
}.
first-points-low-ace = There an ace at the low end of a run counts { $points ->
    [1] one point
   *[other] { $points } points
}.
rule-laying-down-same-rank-sets =
    .true = You may lay two sets of one rank.
    .false = You may not lay two sets of one rank.
rule-laying-down-same-suit-runs =
    .any = You may lay two runs of one suit, wherever they lie.
    .not-contiguous = Two runs of one suit must not follow directly on each other when you lay them; they may overlap.
    .gap = Between two runs of one suit there must be a gap when you lay them.
    .different-suits = Your runs must be of different suits.
whole-suit = Where a contract asks for three runs, a run of a whole suit, thirteen cards or more, may be laid for all three.
runs-any = There is no limit to your runs of one suit.
runs-most = { $n ->
    [1] You lay at most one run of each suit in a deal.
   *[other] You lay at most { $most } runs of each suit in a deal.
}

## Laying off

lay-off = In your turn you may add cards to melds on the table, whoever laid them: to a set, or at either end of a run.
rule-laying-off-needs =
    .none = You need not have laid anything yourself before you lay off.
    .own-meld = You must have laid a meld of your own before you lay off.
    .contract = Your contract must be down before you lay off.
rule-laying-off-from =
    .same-turn = You may lay off in the turn in which your contract goes down, too.
    .next-turn = You may lay off from the turn after your contract on.
meld-laying-off-from =
    .same-turn = You may lay off in the turn of your first meld, too.
    .next-turn = You may lay off from the turn after your first meld on.
lay-off-stays = Cards on the table do not come back to a hand.
lay-off-stays-but-wilds = Cards on the table do not come back to a hand, except wild cards that are taken.
rule-rearranging-allowed =
    .never = The melds on the table are not rearranged.
    .same-turn = Once your contract is down, in the same turn too, you may rearrange the melds on the table.
    .next-turn = From the turn after your contract on, you may rearrange the melds on the table.

## Rearranging

free-rearranging =
    .same-turn = Once you have laid a meld, in the same turn too, you may rearrange the melds on the table.
    .next-turn = From the turn after your first meld on, you may rearrange the melds on the table.
rearrange = Whoever laid them, all melds must be in order afterwards, every card of the table must stay on it, and at least one card of your hand must have joined them.
rule-rearranging-new-melds =
    .true = Rearranging may make new melds, as long as each takes cards from the table.
    .false = Rearranging may not make new melds.
rearrange-dissolve = A meld may be dissolved when all its cards find places elsewhere.
rule-rearranging-wilds =
    .free = After rearranging, wild cards may stand for something else.
    .fixed = After rearranging, wild cards stand for what they stood for before.

## Taking wild cards

rule-swapping-where =
    .any = Wild cards may be taken from sets and from runs.
    .runs = Wild cards may be taken from runs only.
    .sets = Wild cards may be taken from sets only.
swap-sets = { $suits ->
    [different] In a set, a card of its rank will do for a wild card, if the set has none of that suit.
   *[any] In a set, any card of its rank will do for a wild card.
}
rule-swapping-from =
    .any-time = You may take wild cards before your contract is down, too.
    .contract = You may take wild cards once your contract is down, in the same turn too.
    .next-turn = You may take wild cards from the turn after your contract on.
free-swapping-from =
    .any-time = You may take wild cards before you have laid a meld, too.
    .contract = You may take wild cards once you have laid a meld, in the same turn too.
    .next-turn = You may take wild cards from the turn after your first meld on.
rule-swapping-freed =
    .hand = A wild card that you take goes to your hand, to be used when you like.
    .play-now = A wild card that you take must be played to the table in the same turn.
    .owner-run = A wild card that you take must be played in the same turn, into a run of the player from whose meld you took it.
    .new-meld = A wild card that you take must be played in the same turn, in a new meld.
full-sets = The wild card of a set may be taken only where cards of the other suits lie there, so that the set has four cards: where two suits are missing, lay one of them off first and put the other in the wild card's place.
freed-plays = You may not end your turn before a wild card that you took has been played.
rule-swapping-timing =
    .own-turn = Wild cards are taken in your own turn only.
    .claims = Wild cards may be taken between turns, too: after each turn the players are asked one after another.
claims-hand = A wild card taken between turns goes to the hand.
