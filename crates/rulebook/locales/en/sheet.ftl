### The sentences of the rule sheets. `rule-…` carries one sentence for each word of a choice.

section-short = The game in short
section-players = Players and cards
section-deal = The deal
section-contracts = Contracts
section-melds = Melds
section-wilds = Wild cards
section-turn = Your turn
section-buying = Buying
section-shanghai = Shanghai
section-laying-down = Laying down
section-laying-off = Laying off
section-rearranging = Rearranging
section-swapping = Taking wild cards
section-declaring = Going out
section-going-out = Going out
section-dropping = Dropping
section-stock-out = When the stock runs out
section-scoring = Scoring
section-match = The match
section-money = Money

example-set = A set.
example-run = A run.
example-pair = A pair.

in-deals = { $n ->
    [1] { $value } in deal { $deals }
   *[other] { $value } in deals { $deals }
}
any-number = any number

## The game in short

short-contracts = Every deal has a contract: melds that you have to lay on the table. Lay yours, then get rid of the rest of your hand before the others do.
short-free = Make melds of your cards, lay them on the table and get rid of your hand before the others do.
short-hidden = Bring the cards of your hand together in melds, and be the first to have them all in melds. Melds stay in your hand until then.
short-knocking = Bring the cards of your hand together in melds. Who has little enough deadwood, that is, cards in no meld, may knock and so end the deal.
short-difference = Whoever has less deadwood then gains the difference.
short-deadwood = Whoever is caught with cards in no meld pays for them with penalty points.
short-losers = Whoever is caught with cards in hand pays for them with penalty points.
short-shown = The cards that you have laid on the table count for you, those in your hand against you.
short-winner = Whoever gets rid of their hand gains the points that the others are caught with.
short-names = The game is also known as { $names }.
short-origin = Where it comes from: { $origin }.
short-reconstruction = Neither the contracts nor the other rules are handed down with certainty: this is a reconstruction.
short-variation = Variation: { $about }
short-changed = House rule: { $label } – { $value }.

## Players and cards

players = { $several ->
    [0] The game is for { $min } players.
   *[other] The game is for { $min } to { $max } players.
}
written-for = This sheet is written for { $players }.
packs = { $n ->
    [1] It is played with one pack of 52 cards.
   *[other] It is played with { $packs } packs of 52 cards, shuffled together.
}
jokers = { $n ->
    [0] There are no jokers.
    [1] There is one joker.
   *[other] There are { $jokers } jokers.
}
pack-total = Packs and jokers together make { $total } cards.
sizes-players = players
sizes-packs = packs
sizes-jokers = jokers
sizes-cards = cards in all
sizes-hand = cards dealt to each
wild-jokers = Jokers are wild, and no other card is.
wild-nothing = No card is wild.
wild-jokers-and-ranks = Jokers are wild, and so are all { $ranks }.
wild-ranks = All { $ranks } are wild.
wild-by-deal = One rank is wild in each deal, the one with the number of cards dealt: { $ranks }.
wild-turned = One rank is wild in each deal: after the deal a card is turned up, and all cards of its rank are wild in that deal.
rule-wilds-turned-joker =
    .aces = If that card is a joker, aces are wild.
    .none = If that card is a joker, no rank is wild.
    .again = If that card is a joker, it is put out of play, and another card is turned up.
rule-wilds-turned-card =
    .aside = The card that was turned up lies aside; it is out of play for the deal.
    .stock-bottom = The card that was turned up lies face up under the stock, and is its last card.
wild-jokers-besides = Jokers are wild in every deal, and no other card is.
wild-nothing-besides = No other card is wild.
wild-jokers-and-ranks-besides = Jokers are wild in every deal, and so are all { $ranks }.
wild-ranks-besides = All { $ranks } are wild in every deal.
wild-rank-of-deal = cards of the wild rank

## The deal

rule-dealing-first-dealer =
    .random = The first dealer is found by chance.
    .draw-high = Everybody draws a card, and the highest deals first; an ace is high, a joker counts least.
    .draw-low = Everybody draws a card, and the lowest deals first; an ace is low, a joker counts highest.
    .chosen = Somebody volunteers to deal first: the first seat, unless the table names another.
    .toss = Everybody draws a card, and the highest moves first; an ace is high, a joker counts least, and equal ranks are settled by the suit: spades, hearts, diamonds, clubs. The player before them deals.
deal-redraw = Those who tie in the draw for the deal draw again.
rule-dealing-next-dealer =
    .clockwise = After each deal the player to the dealer's left deals the next.
    .alternate = The two players deal in turn.
    .winner = Whoever has won a deal deals the next; where nobody has, the player to the dealer's left does.
    .loser = Whoever has lost a deal deals the next; where nobody has, the player to the dealer's left does.
rule-dealing-opening-upcard =
    .normal = The first upcard may be taken like any other.
    .offered = Before the first draw the first upcard is offered to the players in turn, the dealer last. Whoever takes it plays the first turn with it. If nobody does, the player to the dealer's left draws from the stock.
rule-dealing-extra-card =
    .none = Nobody is dealt more cards than the others.
    .non-dealer = The player to the dealer's left is dealt one card more, and begins with a discard or a knock, without drawing.
rule-dealing-cut =
    .none = The pack is not cut.
    .blind = Before each deal the player to the dealer's right cuts the pack without counting.
cut-bonus = A cut of exactly as many cards as the deal takes from the pack (with { $players } players { $needed }) takes { $bonus } points off the cutter's score.
hand = Cards dealt to each player, one at a time: { $hand }.
hand-rising = { $first } in deal { $from }, one more in each deal after it, up to { $last } in deal { $to }
rule-dealing-upcard =
    .true = The next card is turned up and starts the discards: it is the first upcard. The rest is the stock.
    .false = No card is turned up: the discards start empty. The rest of the pack is the stock.
deal-begins = The player to the dealer's left begins, and the turn passes to the left.

## Contracts

contracts-none = There are no contracts: any meld may be laid.
contracts-none-hidden = There are no contracts: any melds will do.
contracts = What you have to lay down changes from deal to deal:
contract = Deal { $deal }: { $contract } ({ $cards } cards).
contract-short-runs = In deal { $deal } a run may have as few as { $size } cards.
rule-match-last-deal =
    .as-others = The last deal is like the others.
    .whole-hand = { $larger ->
        [0] Deal { $deal } is special: the contract goes down only together with your whole hand, all at once.
       *[other] Deal { $deal } is special: the contract goes down only together with your whole hand, all at once, and its melds may be larger than the contract says.
    }
    .no-final-discard = Deal { $deal } is special: you cannot go out by discarding your last card.
    .no-discard = Deal { $deal } is special: nobody discards in it.

## Melds

set = A set is { $size } or more cards of one rank, of whatever suits.
set-suits = A set is { $size } or more cards of one rank, all of different suits.
set-no-twins = Equal cards from different packs do not lie in one set.
set-twins = Equal cards from different packs may lie in one set.
set-max = A set has at most { $most } cards.
set-max-none = A set may grow without limit.
run = A run is { $size } or more cards of one suit that follow on.
run-max = A run has at most { $most } cards.
rule-melds-ace =
    .low = In a run an ace stands below the two only.
    .high = In a run an ace stands above the king only.
    .either = In a run an ace stands below the two or above the king, but a run does not go on past it.
    .corner = A run may go round the corner: an ace stands between the king and the two.
pair = A pair is two cards of one rank. Pairs are laid only where the contract has one.
rule-melds-pair-grows =
    .true = A pair on the table may be laid off on.
    .false = A pair on the table is complete: nothing is laid off on it.
rule-wilds-in-pairs =
    .true = A pair may hold a wild card.
    .false = A pair must not hold a wild card.

## Wild cards

wild = A wild card may stand for any other card. In a run, its place says which.
cap-none = A meld may hold any number of wild cards.
cap-naturals = A meld never holds more wild cards than natural ones.
cap-count = { $n ->
    [0] No meld may hold a wild card.
    [1] A meld holds one wild card at most.
   *[other] A meld holds { $most } wild cards at most.
}
rule-wilds-cap-scope =
    .always = The limit of wild cards holds at all times, also when cards are laid off later.
    .first = The limit of wild cards holds when a meld is first laid; lay-offs may go beyond it.
rule-wilds-only =
    .never = Every meld needs at least one natural card.
    .trio = Three wild cards may be laid as a set of their own; only wild cards are added to it. Every other meld needs a natural card.
    .sets = A set may consist of wild cards only; say which rank it is. A run needs at least one natural card.
    .any = A set or a run may consist of wild cards only; where it is not clear, say what it stands for.
rule-wilds-natural-place =
    .wild = Even in their own places, { $ranks } count as wild cards.
    .natural = In their own places, { $ranks } count as natural cards.
rule-wilds-slide =
    .none = A wild card in a run does not move to make room for the card that it stands for.
    .run-end = When you lay off the natural card that a wild card of a run stands for, the wild card moves to an end of that run, whichever you like, if there is room for it.
slide-by-rearranging = A wild card in a run moves by rearranging only; laying off the card that it stands for does not move it.
rule-swapping-who =
    .nobody = Nobody takes a wild card off the table.
    .others = Whoever holds the natural card that a wild card stands for may lay it in its place and take the wild card, but not from a meld that they laid themselves.
    .anyone = Whoever holds the natural card that a wild card stands for may lay it in its place and take the wild card.
swap-is-free = Taking a wild card is neither a new meld nor a lay-off: you may still lay melds after it, also with the wild card that you took.

## Your turn

turn-draw = First you draw: the upcard, or the top card of the stock.
turn-draw-deep = First you draw: the top card of the stock, the upcard, or a card that lies deeper in the discards.
deep-all = Whoever takes a deeper card takes all cards that lie above it, too. The card must be used in the same turn, in a new meld or as a lay-off; a card that could not be used may not be taken.
deep-others = The cards that came with it may be used in the same meld, later in the turn, kept or thrown.
rule-drawing-deep-use =
    .first-play = The card that must be used is used in the first play of the turn.
    .this-turn = The card that must be used may be used in any play before the discard.
rule-drawing-top-use =
    .free = The upcard may be taken without using it.
    .must-meld = The upcard, too, may be taken only if it is used in the same turn, in a new meld.
    .must-use = The upcard, too, may be taken only if it is used in the same turn, in a new meld or as a lay-off.
buying-none = Nobody takes the upcard out of turn: there is no buying.
turn-knock = Then you may knock, if your hand is ready for it.
turn-hidden = Then you may go out, if your hand is ready for it.
turn-play = Then you may lay down melds and lay off cards, as far as you are allowed to.
rule-drawing-discarded-wilds =
    .allowed = A wild card on the discards may be taken like any other.
    .opening-only = A wild card on the discards may not be taken; only the first upcard of a deal may, by the player who begins.
    .never = A wild card on the discards may not be taken.
rule-turn-order =
    .free = You may do these in any order.
    .strict = Melds come first: once you have laid off a card, you lay down no more melds in this turn.
turn-discard = A card thrown face up on the discards ends your turn.
rule-discarding-taken-card =
    .allowed = You may throw back the card that you took from the discards.
    .refused = The card that you took from the discards may not be thrown back in the same turn; another copy of it may.
turn-finish = A play that would leave you no way to end your turn by the rules is not allowed.
turn-undo = You may take back what you have played in this turn, until a hidden card is revealed.
deep-pile = The discards lie spread out in their order for all to see.
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
    .others = Everybody may buy but the player whose turn it is.
    .everyone = Everybody may buy, including the player whose turn it is.
rule-buying-own-discard =
    .true = Whoever threw the card may buy it back.
    .false = Whoever threw the card may not buy it back.
rule-buying-priority =
    .turn-order = If several want it, the one whose turn comes soonest gets it.
    .race = If several want it, the quickest gets it.
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
    .player = Each player may buy { $limit } in a deal at most.
    .table = All players together may buy { $limit } in a deal at most.
limit-by-deal =
    .player = How often each player may buy depends on the deal: { $limit }.
    .table = How often all players together may buy depends on the deal: { $limit }.
rule-buying-chain =
    .closed = The discard below a bought card is not on offer in that turn.
    .dead = After a buy the rest of the discards is dead: nobody may take from it.
    .another-player = The discard below a bought card is on offer next, but not to the player who has just bought.
    .anyone = The discard below a bought card is on offer next, to the same player too.
rule-buying-dead =
    .until-reshuffle = Dead cards come back into play when the discards become the new stock.
    .this-turn = The discards are dead for the rest of that turn only.
    .for-good = Dead cards are out of play for the rest of the deal, and are not shuffled into a new stock either.
rule-buying-then-draw =
    .stock = After a buy, the player whose turn it is draws from the stock.
    .normal = After a buy, the player whose turn it is chooses again between the stock and the new upcard.

## Shanghai

shanghai = When a card is discarded that fits a meld on the table, any other player may call Shanghai and add it to that meld, whether or not their contract is down.
rule-shanghai-price =
    .blind-card = The player who threw the called card then draws a card, unseen, from the caller's hand.
    .none = A call costs nothing; the turn then passes to the player after the one who threw the card. Nobody can call on a card that they throw themselves.
shanghai-protect = Whoever discards a card that fits may call Shanghai on it first: then nobody else may call on it, and in the turn that follows nobody may take it or buy it.
rule-shanghai-priority =
    .turn-order = If several call, the one whose turn comes soonest gets the card.
    .race = If several call, the quickest gets the card.
shanghai-last-card = Whoever throws their last card has gone out, and nobody calls it.
shanghai-out = A caller whose last card is drawn away like this has gone out, whether or not their contract is down.

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
    [1] You lay one new meld in a turn at most.
   *[other] You lay { $most } new melds in a turn at most.
}
rule-laying-down-same-rank-sets =
    .true = You may lay two sets of one rank.
    .false = You may not lay two sets of one rank.
rule-laying-down-same-suit-runs =
    .any = You may lay two runs of one suit, wherever they lie.
    .not-contiguous = Two runs of one suit must not follow directly on each other when you lay them; they may overlap.
    .gap = Between two runs of one suit there must be a gap when you lay them.
    .different-suits = Your runs must be of different suits.
runs-any = There is no limit to your runs of one suit.
runs-most = { $n ->
    [1] You lay one run of each suit in a deal at most.
   *[other] You lay { $most } runs of each suit in a deal at most.
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
swap-sets = In a set, any card of its rank will do for a wild card.
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
freed-plays = You may not end your turn before a wild card that you took has been played.
rule-swapping-timing =
    .own-turn = Wild cards are taken in your own turn only.
    .claims = Wild cards may be taken between turns, too: after each turn the players are asked one after another.
claims-hand = A wild card taken between turns goes to the hand.

## Going out

rule-knocking-limit =
    .number = { $n ->
        [0] In your turn, after drawing, you may knock when the cards that you keep after one discard stand in melds, all of them. You show them, throw that card, and so end the deal.
       *[other] In your turn, after drawing, you may knock when the cards that you keep after one discard have { $n } points of deadwood or less. You show your melds and your deadwood, throw that card, and so end the deal.
    }
    .upcard = In your turn, after drawing, you may knock when the cards that you keep after one discard have no more points of deadwood than the first upcard of the deal counts. You show your melds and your deadwood, throw that card, and so end the deal.
knock-optional = Nobody has to knock.
rule-knocking-ace-upcard =
    .gin-only = If the first upcard is an ace, you knock without any deadwood or not at all.
    .one = If the first upcard is an ace, you may knock with one point.
rule-knocking-groups =
    .as-shown = The knocker's melds count as they are shown.
    .best = The knocker's melds are those that leave the least deadwood.
rule-knocking-lay-off =
    .none = Nothing is laid off on the knocker's melds.
    .defender-on-knocker = Then the other player may lay cards off on the knocker's melds, but not on the deadwood, and not if the knocker has none.
rule-knocking-defence =
    .own = The other player shows melds of their own; if they say nothing, those melds and lay-offs count that leave the least.
    .best = The other player's melds and lay-offs are those that leave the least.
rule-knocking-big-gin =
    .off = Without a card to throw nobody knocks.
    .number = If all your cards stand in melds, you may knock without throwing one. This big gin earns { $n } points instead of the bonus for gin.
rule-knocking-tie =
    .undercut = If the other player has the same deadwood as the knocker, or less, it is an undercut: they win the deal.
    .knocker = If the other player has less deadwood than the knocker, it is an undercut: they win the deal. With the same deadwood the knocker wins it, for nothing.
rule-declaring-allowed =
    .none = Nobody goes out with a whole hand in melds.
    .whole-hand = You go out in your turn, after drawing, when all your cards stand in melds. You show them, and throw no card.
    .all-but-discard = You go out in your turn, after drawing, when all your cards but one stand in melds. You show them and throw that card; without a card to throw you cannot go out.
rule-declaring-last-turns =
    .none = With that the deal is over.
    .one-each = Then every other player has one more turn, and the deal is over. They may take the discards as usual, but add nothing to the melds that were shown.
declaring-needs = { $sequences ->
    [0] Any melds will do.
    [1] One of them must be a sequence, that is, a run{ $pure ->
        [0] .
       *[other] , and a pure one: with no card that stands for another.
    }
   *[other] At least { $count } of them must be sequences, that is, runs{ $pure ->
        [0] .
        [1] , and one of these must be pure: with no card that stands for another.
       *[other] , and { $pure-count } of these must be pure: with no card that stands for another.
    }
}
declaring-long = One of the sequences must have { $long } or more cards.
rule-declaring-groups =
    .as-shown = The melds count as they are shown.
    .best = It is enough that the hand can be put into such melds in any way.
rule-declaring-wrong =
    .refused = A hand that is not ready cannot be shown.
    .penalty = A wrong hand may be shown by mistake: it costs { $points ->
        [1] one point
       *[other] { $points } points
    }, and the player is out of the deal. The others play on.
rule-declaring-finish-card =
    .pile = The card that is thrown with it goes to the discards.
    .face-down = The card that is thrown with it lies face down, not on the discards.
last-player = If all others have left the deal, the last player wins it without showing anything.
rule-dropping-allowed =
    .true = You may leave a deal: you drop, at a fixed price, and your hand lies aside face down until its end.
    .false = Nobody leaves a deal.
    .three-or-more = In a deal of three or more you may leave: you drop, at a fixed price, and your hand lies aside face down until its end.
rule-dropping-when =
    .before-draw = You drop in your own turn, instead of drawing.
    .own-turn = You drop at any moment of your own turn.
    .any-time = You drop whenever you like, also in the others' turns.
drop-first = Who has not drawn in the deal yet pays { $n ->
        [1] one point
       *[other] { $n } points
    } for it.
drop-middle = Who has drawn before pays { $n ->
        [1] one point
       *[other] { $n } points
    }.
last-turns-won = Who brings a whole hand into melds in that turn counts nothing either; the deal is won by whoever went out first.
rule-going-out-ends =
    .hand-empty = The deal ends as soon as a hand is empty.
    .contract-complete = The deal ends as soon as somebody has laid their whole contract.
rule-going-out-discard =
    .required = Your last card must be a discard: you may not play your last card to the table.
    .optional = Your last card may be discarded or played to the table.
    .forbidden = Your last card must be played to the table: it may not be discarded.
keep = If you are left with one card, you may keep it: then your turn ends without a discard.
last-deal-out =
    .as-others = In deal { $deal } you go out as in the others.
    .whole-hand = In deal { $deal } whoever lays down goes out by it, and needs no discard.
    .no-final-discard = In deal { $deal } your last card must be played to the table; or you keep it, and your turn ends without a discard.
    .no-discard = In deal { $deal } your turn ends without a discard, and you go out by playing your last card.
contract-before-out = Nobody goes out before their contract is down.
contract-before-out-shanghai = Nobody goes out before their contract is down, except a Shanghai caller whose last card is drawn away.
contract-before-out-parts = Our reading: nobody goes out before their whole contract is down. The last card may neither be laid off nor discarded until then; if it is all you have left, you keep it.

## When the stock runs out

rule-stock-out-block-at =
    .last-card = When the last card of the stock has been drawn, that turn is played to its end, and the deal is over.
    .draw-due = When a card is due and the stock is empty, the deal is over.
new-stock = When a card is due and the stock is empty, the discards become the new stock.
no-cards = Our reading: if they do not suffice for a draw, the upcard has to be taken; if it may not be taken, or another card is due, the deal is over.
rule-stock-out-reuse =
    .keep-top = The upcard does not go into the new stock, but stays where it is.
    .whole-pile = The upcard goes into the new stock too, and the discards start empty.
    .new-upcard = The upcard goes into the new stock too, and the first card of it is turned up.
rule-stock-out-shuffle =
    .true = The new stock is shuffled.
    .false = For the new stock the discards are turned over as they lie, not shuffled.
reshuffles-any = A new stock may be made any number of times in a deal.
reshuffles-most = { $n ->
    [1] A new stock is made once in a deal; the next empty stock ends it.
    [2] A new stock is made twice in a deal; the next empty stock ends it.
   *[other] A new stock is made { $most } times in a deal; the next empty stock ends it.
}
rule-stock-out-stalemate =
    .number = { $n ->
        [1] Our reading: if no card has reached the table since the last new stock, the next empty stock ends the deal, which is blocked.
       *[other] Our reading: if { $times } new stocks in a row have brought no card to the table, the next empty stock ends the deal, which is blocked.
    }
circles = Our reading: if for { $rounds } rounds nobody draws from the stock and nothing changes on the table, the deal is blocked, too.
wall = { $n ->
    [0] When the last card of the stock has been drawn and that turn ends without a knock, the deal is void: nobody scores, and the same player deals it again.
    [1] The last card stays in the stock. When the one before it has been drawn and that turn ends without a knock, the deal is void: nobody scores, and the same player deals it again.
   *[other] The last { $cards } cards stay in the stock. When the one before them has been drawn and that turn ends without a knock, the deal is void: nobody scores, and the same player deals it again.
}
wall-taken = { $n ->
    [1] Our reading: so it is after a turn without a knock when a card has been taken from the discards.
   *[other] Our reading: so it is after a turn without a knock when { $times } cards have been taken from the discards in the deal.
}
rule-stock-out-last-discard =
    .off = The discard of that turn is not taken any more.
    .may-knock = The discard of that turn may still be taken by the other player, if they can knock with it.
void-stalemate = { $n ->
    [1] Our reading: a new stock is made once in a deal before somebody goes out.
   *[other] Our reading: { $times } new stocks are made in a deal before somebody goes out.
}
circles-void = Our reading: if for { $rounds } rounds nobody draws from the stock, no new stock is due any more, either.
void = A deal that cannot go on for want of a stock is void: nobody scores, and the same player deals it again.
void-limit = Our reading: after three void deals in a row the match goes on with the next one.
blocked = A deal that the stock ends, or that is blocked, has no winner, and everybody counts what they hold.
blocked-shown = A deal that the stock ends, or that is blocked, has no winner, and everybody counts what they have laid and what they hold.
blocked-winner = A deal that the stock ends, or that is blocked, has no winner, and nobody gains anything.

## Scoring

rule-scoring-who =
    .losers = When a deal ends, everybody else counts the cards left in their hand as penalty points; whoever went out counts nothing.
    .difference = After a knock both count their deadwood, and whoever wins the deal gains the difference.
    .winner = When a deal ends, whoever went out gains the points of all cards left in the other hands; nobody else scores.
    .chips = When a deal ends, everybody else counts the cards left in their hand as penalty points, and hands whoever won the deal as many chips.
    .shown-minus-hand = When a deal ends, everybody scores the cards that they have laid on the table, less the cards left in their hand. That may be less than nothing, and is then taken off the total.
rule-scoring-what =
    .hand = All cards of a hand count, those that would make melds as well.
    .deadwood = Only cards that stand in no meld count: each hand is grouped so that it costs least.
rule-scoring-grouping =
    .best = The others' hands are grouped for them as cheaply as can be.
    .own = After a hand has been shown the others group theirs themselves; who says nothing is given the cheapest grouping.
without-runs = { $one ->
    [outside] A hand without the sequences that are needed counts with all its cards, but for a pure sequence.
   *[all] A hand without the sequences that are needed counts with all its cards, those in melds as well.
}
cap-points = No deal costs a player more than { $n } points.
least-points = { $n ->
    [0] A hand with nothing left over costs nothing.
    [1] A loser pays one point at the least, even with nothing left over.
   *[other] A loser pays { $n } points at the least, even with nothing left over.
}
rule-scoring-deal-show =
    .full = Who had no turn before the deal ended pays like the others.
    .half = Who had no turn before the deal ended pays half, rounded up.
rule-scoring-last-deal =
    .off = The last deal counts like the others.
    .double = The points of the last deal count double.
bonus-gin = { $n ->
    [0] A knock without deadwood, gin, earns all the deadwood of the other.
   *[other] A knock without deadwood, gin, earns all the deadwood of the other and { $n } points more.
}
bonus-undercut = { $n ->
    [0] An undercut earns nothing more.
   *[other] An undercut earns { $n } points more.
}
rule-scoring-spade-doubles =
    .true = A deal counts double if its first upcard is a spade.
    .false = The suit of the first upcard makes no difference.
shown-layers = A card that is laid off counts for the player who laid it, whoever laid the meld.
low-ace = { $points ->
    [1] An ace that lies low in a run counts { $points } point there.
   *[other] An ace that lies low in a run counts { $points } points there.
}
low-ace-same = An ace counts the same wherever it lies.
rule-scoring-melded-wild =
    .own = A wild card in a meld counts what it counts in the hand.
    .as-card = A wild card in a meld counts what the card counts that it stands for.
out-bonus = { $n ->
    [0] Going out earns nothing beyond that.
    [1] Going out earns { $n } point more.
   *[other] Going out earns { $n } points more.
}
value-queen-of-spades = The queen of spades
value-joker = A joker
value-ace = An ace
value-court = A jack, a queen or a king
value-ten = A ten
value-eight-nine = An eight or a nine
value-three-to-seven = A three to a seven
value-two = A two
value = { $points ->
    [1] { $cards } counts one point.
   *[other] { $cards } counts { $points } points.
}
value-face = { $cards } counts as many points as its number.
value-wilds = { $points ->
    [1] Being wild, { $ranks } count one point each.
   *[other] Being wild, { $ranks } count { $points } points each.
}
value-wilds-by-rank = That { $ranks } are wild does not change what they count.
rule-scoring-going-rummy =
    .none = Going out with the whole hand in one turn earns nothing extra.
    .double = If the winner goes out with the whole hand in one turn, having had nothing on the table before, the deal counts double.
rummy-without-discard = It counts double only if all cards of that hand are played to the table: not if the last one is discarded.

## The match

match-target = Deals are played until somebody has { $target } points or more.
match-target-contracts = After the deal of the last contract, that deal is played again until then.
match-target-end = Our reading: after 200 deals the match ends in any case.
match-last-player = Deals are played until one player is left. Whoever has { $limit } points or more after a deal is out; the others play on.
match-chips = { $n ->
    [0] Nobody has chips to begin with.
   *[other] Everybody begins with { $n } chips for each deal: { $all }.
}
rule-match-early-end =
    .true = The match ends as soon as nobody can catch up any more.
    .false = All deals are played, also when nobody can catch up any more.
rejoin-none = Who is out stays out.
rejoin = Who is out may come back before the next deal, if two or more are left and none of them has more than { $most } points.
rejoin-at = { $how ->
    [highest] They come back with the highest total of those who are left.
   *[other] They come back with one point more than the highest total of those who are left.
}
rejoins-any = One may come back as often as that holds.
rejoins-most = { $n ->
    [0] Nobody comes back more often than never.
    [1] One may come back once in a match.
    [2] One may come back twice in a match.
   *[other] One may come back { $times } times in a match.
}
rule-pool-rejoin-fee =
    .true = Coming back costs another entry.
    .false = Coming back costs nothing.
rule-pool-auto-split =
    .off = The pool is never shared without being asked for.
    .no-drops = When two players are left of three or more, or three of four or more, and none of them can pay for a first drop without being out, they share the pool and the match is over.
    .from-80 = When two players are left of three or more, or three of four or more, and a first drop would take each of them out or to one point below that, they share the pool and the match is over.
rule-pool-manual-split =
    .off = Nobody is asked whether to share the pool.
    .agreed = When two players are left of three or more, or three of four or more, they are asked after each deal: if all agree, they share the pool by the number of first drops that each can still pay for, and the match is over.
match-count = { $n ->
    [1] The match is a single deal.
   *[other] The match is { $deals } deals.
}
match-all = { $n ->
    [1] The match is a single deal.
   *[other] The match is { $deals } deals, one for each contract.
}
match-some = { $n ->
    [1] The match is deal { $deals } alone.
   *[other] The match is deals { $deals }.
}
rule-match-advance =
    .together = All go on to the next contract together, whether or not they have laid the present one.
    .individual = Who has not laid their contract tries the same one again in the next deal.
advance-end = Our reading: the match goes on until somebody has laid the last contract, for three times as many deals as there are contracts at the most.
bonus-game = { $n ->
    [0] Reaching the target earns nothing more.
   *[other] Whoever reaches the target adds { $n } points.
}
boxes = { $n ->
    [0] A won hand earns nothing more.
   *[other] Each won hand adds a box of { $n } points.
}
gin-boxes = { $n ->
    [0] A hand won with gin has one box like any other.
    [1] A hand won with gin has one box more.
   *[other] A hand won with gin has { $more } boxes more.
}
rule-match-box-when =
    .at-end = Boxes are added after the end and do not help to reach the target.
    .at-once = Boxes are added at once and help to reach the target.
rule-match-shutout =
    .none = It makes no difference whether the loser has won a hand.
    .double-points = If the loser has won no hand, the points of the winner's hands are doubled.
    .double-all = If the loser has won no hand, the winner's whole total is doubled.
    .plus-100 = If the loser has won no hand, the winner adds 100 points.
rule-match-tables =
    .one = One game is played.
    .three = Three games are scored at once: a player's first won hand counts in the first, the second in the first two, all others in all three. Each game ends by itself at the target, with its own bonuses; the match is over when all three have ended.
rule-match-winner =
    .lowest = The lowest total wins.
    .highest = The highest total wins.
    .chips = Whoever has most chips wins.
rule-match-ties =
    .shared = Equal totals share the win.
    .playoff = Equal totals at the top play the last deal again, all players taking part. Our reading: after three such deals a tie is shared.
    .tied-only = Those who are equal at the top play one more deal without the others, and again if need be. Our reading: after twenty such deals a tie is shared.

## Money

money-points = { $n ->
    [1] After each deal everybody else pays the winner one unit for each point they hold.
   *[other] After each deal everybody else pays the winner { $unit } units for each point they hold.
}
money-pool = { $n ->
    [1] Everybody pays one unit to enter; all entries together are the pool, which the winner receives.
   *[other] Everybody pays { $unit } units to enter; all entries together are the pool, which the winner receives.
}
money-places = At the end of the match money changes hands by places.
money-double-rank = Each place pays twice its distance from the first, which receives it all.
money-amounts = With { $players } players the places receive, the first place first: { $amounts }.
money-shared = Players with equal totals share equally what their places receive, and the kitty if it is theirs; what cannot be divided goes to them one unit each, in turn order from the dealer's left.
money-shared-places = Players with equal totals share equally what their places receive; what cannot be divided goes to them one unit each, in turn order from the dealer's left.
rule-settling-kitty =
    .winner = The kitty goes to the winner.
    .two-thirds = One third of the kitty goes to the second place, rounded down, and the rest to the winner; if the first place is shared, those who share it share the whole kitty.
money-difference = At the end the winner collects the difference of the totals, { $unit ->
        [1] one unit
       *[other] { $unit } units
    } for each point.
kitty-unpaid = The kitty is not paid out by the rules: what becomes of it is for the table to say.
