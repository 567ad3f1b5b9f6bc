### Rule sheet sentences on turns: drawing, buying, laying down, laying off, discarding.

## Your turn

turn-draw = First you draw: the upcard, or the top card of the stock.
buying-none = Nobody may take the upcard out of turn: there is no buying.
turn-knock = Then you may knock, if your hand is ready.
turn-hidden = Then you may go out, if your hand is ready.
turn-play = Then you may lay down melds and lay off cards, as far as the rules allow.
rule-drawing-discarded-wilds =
    .allowed = A wild card on the discard pile may be taken like any other.
    .opening-only = A wild card on the discard pile may not be taken, except as the first upcard of a deal, by the player who begins.
    .never = A wild card on the discard pile may not be taken.
rule-drawing-after-down =
    .both = Players who are down may still take the upcard.
    .stock-only = { $contracts ->
        [no] Once you have laid a meld, you draw from the stock only.
       *[yes] Once your contract is down, you draw from the stock only.
    }
rule-drawing-discard =
    .free = The upcard costs nothing in your own turn.
    .bought = Even in your own turn the upcard must be bought, instead of a draw; only the player who begins may take the first upcard of a deal free. When you may not buy, you draw from the stock.
rule-turn-order =
    .free = You may lay down and lay off in any order.
    .strict = Melds come first: once you have laid off a card, you may not lay down melds in the same turn.
turn-discard = You end your turn by discarding a card face up.
rule-discarding-taken-card =
    .allowed = You may discard the card that you took from the discard pile.
    .refused = You may not discard the card that you took from the discard pile in the same turn, but you may discard another copy of it.
turn-finish = You may not make a play that leaves you no legal way to end your turn.
turn-undo = You may undo what you have played in this turn, until a hidden card is revealed.
rule-discarding-wilds =
    .allowed = Wild cards may be discarded like any other.
    .refused = Wild cards may not be discarded. A player with nothing else keeps them and ends the turn without a discard.
    .only-wilds-left = A wild card may be discarded only by a player with nothing else in hand.
wilds-idle = { $n ->
    [1] In deal { $deals } wild cards are of no use, and may be discarded.
   *[other] In deals { $deals } wild cards are of no use, and may be discarded.
}
rule-discarding-pile =
    .top = Only the upcard of the discard pile is visible.
    .spread = The discard pile lies spread out for all to see; only the upcard may be taken.

## Buying

buying-all = In every deal the upcard may be bought: taken out of turn.
buying-some = { $n ->
    [1] In deal { $deals } the upcard may be bought: taken out of turn.
   *[other] In deals { $deals } the upcard may be bought: taken out of turn.
}
rule-buying-when =
    .before-draw = The others may buy before the player whose turn it is draws.
    .after-refusal = The player whose turn it is chooses first; if they draw from the stock instead, the upcard is offered to the others before the draw.
rule-buying-who =
    .others = { $own ->
        [0] Everybody may buy except the player whose turn it is.
       *[other] Everybody may buy, including, as said above, the player whose turn it is.
    }
    .everyone = Everybody may buy, including the player whose turn it is.
rule-buying-until =
    .deal = Players who are down may still buy.
    .own-contract = Once your contract is down, you may not buy any more.
rule-buying-own-discard =
    .true = You may buy back your own discard.
    .false = You may not buy back your own discard.
rule-buying-priority =
    .turn-order = If several want to buy, the next in turn gets the card.
    .race = If several want to buy, the fastest gets the card.
buying-active-first = The player whose turn it is may buy before the others are asked, and draws afterwards as well.
price-cards = { $n ->
    [0] A bought card comes without extra cards from the stock.
    [1] With a bought card you also get one from the stock.
   *[other] With a bought card you also get { $cards } from the stock.
}
price-cards-by-deal = How many cards from the stock you get with a bought card depends on the deal: { $cards }.
price-pennies = { $n ->
    [0] Buying costs no money.
    [1] Buying costs one penny, paid into the kitty.
   *[other] Buying costs { $pennies } pennies, paid into the kitty.
}
buying-waits = When you buy out of turn, you do not lay or discard anything; the turn continues.
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
    .dead = After a buy the rest of the discard pile is dead: nobody may take from it.
    .another-player = The discard below a bought card is on offer next, but not to the player who has just bought.
    .anyone = The discard below a bought card is on offer next, to the same player too.
rule-buying-dead =
    .until-reshuffle = Dead cards come back into play when the discards become the new stock.
    .this-turn = After a buy the discard pile is dead for the rest of the turn only.
    .for-good = Dead cards are out of play for the rest of the deal, and do not go into a new stock either.
rule-buying-then-draw =
    .stock = After a buy, the player whose turn it is draws from the stock.
    .normal = After a buy, the player whose turn it is chooses again between the stock and the new upcard.

## Shanghai

shanghai = { $contracts ->
    [no] When a card is discarded that fits a meld on the table, any other player may call it and add it to that meld.
   *[yes] When a card is discarded that fits a meld on the table, any other player may call Shanghai and add it to that meld, whether or not their contract is down.
}
shanghai-protect = { $contracts ->
    [no] A player who discards a card that fits a meld on the table may call it first: then nobody else may call it, and in the next turn nobody may take it{ $buying ->
        [no] { "" }
       *[yes] {" "}or buy it
    }.
   *[yes] A player who discards a card that fits a meld on the table may call Shanghai on it first: then nobody else may call on it, and in the next turn nobody may take it{ $buying ->
        [no] { "" }
       *[yes] {" "}or buy it
    }.
}
rule-shanghai-priority =
    .turn-order = If several call a discard, the next in turn gets the card.
    .race = If several call a discard, the fastest gets the card.
shanghai-out = { $contracts ->
    [no] A caller whose last card is drawn by the player who discarded the called card has gone out.
   *[yes] A caller whose last card is drawn by the player who discarded the called card has gone out, whether or not their contract is down.
}

## Laying down

rule-laying-down-mode =
    .at-once = You lay the whole contract at once, in your own turn.
    .piecemeal = You may lay the contract in parts: each meld when you have it, over several turns if necessary.
    .free = You may lay any melds in your turn.
    .hidden = No melds are laid on the table: they stay in the hand until somebody goes out.
free-contracts = You may lay any melds in your turn, at any time; those in your contract count towards it.
free = You may lay any melds in your turn.
rule-laying-down-sets =
    .exact = You lay a set with exactly as many cards as the contract says; you add more by laying off.
    .at-least = You may lay a set with more cards than the contract says.
rule-laying-down-runs =
    .exact = You lay a run with exactly as many cards as the contract says; you add more by laying off.
    .at-least = You may lay a run with more cards than the contract says.
free-sets =
    .exact = You lay a set with exactly { $size } cards; you add more by laying off.
    .at-least = You may lay a set with more than { $size } cards at once.
free-runs =
    .exact = You lay a run with exactly { $size } cards; you add more by laying off.
    .at-least = You may lay a run with more than { $size } cards at once.
rule-laying-down-duty =
    .optional = You need not lay down your melds, even if you could.
    .compulsory = If you can lay down and then end your turn, you must lay down before you discard.
rule-laying-down-extra-melds =
    .none = You may not lay melds beyond the contract.
    .after-contract = Once your contract is down, you may lay any number of further melds.
extra-no-pairs = You may not lay pairs beyond the contract.
melds-any = You may lay any number of melds in a turn.
melds-most = { $n ->
    [1] You may lay at most one new meld in a turn.
   *[other] You may lay at most { $most } new melds in a turn.
}
first-points = Your first melds in a deal go down together and must be worth { $points } points or more; later melds may be worth anything.
first-points-count = For this, a card counts as in the hand{ $wilds ->
    [card] , and a wild card as the card it stands for
   *[other] {""}
}.
first-points-low-ace = For this, a low ace in a run counts { $points ->
    [1] one point
   *[other] { $points } points
}.
rule-laying-down-same-rank-sets =
    .true = You may lay two sets of the same rank.
    .false = You may not lay two sets of the same rank.
rule-laying-down-same-suit-runs =
    .any = You may lay two runs of the same suit, wherever they lie.
    .not-contiguous = Two runs of the same suit may not be consecutive when you lay them; they may overlap.
    .gap = Two runs of the same suit must have a gap between them when you lay them.
    .different-suits = Your runs must be of different suits.
whole-suit = If a contract has three runs, you may lay a run of a whole suit, thirteen cards or more, for all three.
runs-any = You may lay any number of runs of one suit.
runs-most = { $n ->
    [1] You may lay at most one run of each suit in a deal.
   *[other] You may lay at most { $most } runs of each suit in a deal.
}

## Laying off

lay-off = In your turn you may add cards to anybody's melds on the table: to a set, or at either end of a run.
rule-laying-off-needs =
    .none = You may lay off without having laid anything yourself.
    .own-meld = You must have laid a meld of your own before you lay off.
    .contract = Your contract must be down before you lay off.
rule-laying-off-from =
    .same-turn = You may lay off in the same turn as your contract, too.
    .next-turn = You may lay off from the turn after your contract.
meld-laying-off-from =
    .same-turn = You may lay off in the same turn as your first meld, too.
    .next-turn = You may lay off from the turn after your first meld.
lay-off-stays = You may not take cards back from the table.
lay-off-stays-but-wilds = You may not take cards back from the table, except wild cards that you may take.
rule-rearranging-allowed =
    .never = You may not rearrange the melds on the table.
    .same-turn = Once your contract is down, in the same turn too, you may rearrange the melds on the table.
    .next-turn = From the turn after your contract, you may rearrange the melds on the table.

## Rearranging

free-rearranging =
    .same-turn = Once you have laid a meld, in the same turn too, you may rearrange the melds on the table.
    .next-turn = From the turn after your first meld, you may rearrange the melds on the table.
rearrange = You may rearrange anybody's melds, but all melds must be legal afterwards, every card on the table must stay there, and you must add at least one card from your hand.
rule-rearranging-new-melds =
    .true = Rearranging may make new melds, if each uses cards from the table.
    .false = Rearranging may not make new melds.
rearrange-dissolve = You may break up a meld if all its cards go into other melds.
rule-rearranging-wilds =
    .free = After rearranging, wild cards may stand for something else.
    .fixed = After rearranging, wild cards stand for what they stood for before.

## Taking wild cards

rule-swapping-where =
    .any = Wild cards may be taken from sets and from runs.
    .runs = Wild cards may be taken from runs only.
    .sets = Wild cards may be taken from sets only.
swap-sets = { $suits ->
    [different] In a set, you may replace a wild card with a card of its rank in a suit that the set does not have.
   *[any] In a set, you may replace a wild card with any card of its rank.
}
rule-swapping-from =
    .any-time = You may take wild cards before your contract is down, too.
    .contract = You may take wild cards once your contract is down, in the same turn too.
    .next-turn = You may take wild cards from the turn after your contract.
free-swapping-from =
    .any-time = You may take wild cards before you have laid a meld, too.
    .contract = You may take wild cards once you have laid a meld, in the same turn too.
    .next-turn = You may take wild cards from the turn after your first meld.
rule-swapping-freed =
    .hand = A wild card that you take goes into your hand, to be used when you like.
    .play-now = A wild card that you take must be played to the table in the same turn.
    .owner-run = A wild card that you take must be played in the same turn, into a run of the player you took it from.
    .new-meld = A wild card that you take must be played in the same turn, in a new meld.
full-sets = You may take a wild card from a set only if cards of the other three suits lie there: if two suits are missing, lay one of them off first and put the other in the wild card's place.
freed-plays = You may not end your turn before you have played a wild card that you took.
rule-swapping-timing =
    .own-turn = You may take wild cards in your own turn only.
    .claims = Wild cards may be taken between turns, too: after each turn the players are asked one after another.
claims-hand = A wild card taken between turns goes into your hand.
