### Rule sheet sentences. `rule-…` has one sentence for each value of a choice.

section-short = The game in short
section-players = Players and cards
section-deal = The deal
section-contracts = Contracts
section-melds = Melds
section-wilds = Wild cards
section-turn = Your turn
section-buying = Buying
section-shanghai = Shanghai
section-calling = Calling a discard
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

short-contracts = Every deal has a contract: melds you must lay on the table. Lay yours, then get rid of the rest of your hand before the others do.
short-free = Make melds, lay them on the table and get rid of your hand before the others do.
short-hidden = Collect melds in your hand, and be the first to have all your cards in melds. Melds stay in your hand until then.
short-knocking = Collect melds in your hand. Once your deadwood, the cards not in melds, is low enough, you may knock and end the deal.
short-difference = The player with less deadwood then scores the difference.
short-deadwood = Cards not in melds when a deal ends cost penalty points.
short-losers = Cards left in your hand when a deal ends cost penalty points.
short-payments = The player who goes out is paid by all the others, by how it was done.
short-winner = The player who gets rid of their hand first scores the points left in the other hands.
short-turn = In your turn you take a card, from the stock or the discard pile, and discard one.
short-deals = { $n ->
    [one] There is one deal
   *[other] A match has { $n } deals
}; { $wins ->
    [most] the most points win.
    [chips] the most chips win.
   *[fewest] the fewest points win.
}
short-target = You play until somebody has { $n } points; { $wins ->
    [most] the most points win.
    [chips] the most chips win.
   *[fewest] the fewest points win.
}
short-pool = Players who reach { $n } points are out; the last one left wins.
short-names = The game is also known as { $names }.
short-terms = Its players call a set { $set } and a run { $run }.
short-term-buy = For “buy” its players say { $word }.
short-term-lay-off = For “lay off” they say { $word }.
short-origin = Origin: { $origin }.
short-reconstruction = Neither the contracts nor the other rules are known for certain: this is a reconstruction.
short-variation = Variation: { $about }
short-changed = House rule: { $label } – { $value }.

## Players and cards

players = { $several ->
    [0] The game is for { $min } players.
   *[other] The game is for { $min } to { $max } players.
}
written-for = This sheet is written for { $players }.
packs = { $n ->
    [1] The game is played with one pack of 52 cards.
   *[other] The game is played with { $packs } packs of 52 cards, shuffled together.
}
jokers = { $n ->
    [0] There are no jokers.
    [1] There is one joker.
   *[other] There are { $jokers } jokers.
}
pack-total = { $jokers ->
    [0] { $packs ->
        [1] There are 52 cards in all.
       *[other] The packs together make { $total } cards.
    }
   *[other] Packs and jokers together make { $total } cards.
}
sizes-players = players
sizes-packs = packs
sizes-jokers = jokers
sizes-cards = cards in all
sizes-hand = cards dealt to each
wild-jokers = Only jokers are wild.
wild-nothing = No card is wild.
wild-jokers-and-ranks = Jokers are wild, and so are all { $ranks }.
wild-ranks = All { $ranks } are wild.
wild-cards = { $suits ->
    [red] red { $ranks }
    [black] black { $ranks }
   *[all] { $ranks }
}
rule-pack-wild-suits =
    .all = The wild rank is wild in all suits.
    .red = Only red cards of the wild rank are wild; the black ones are ordinary cards.
    .black = Only black cards of the wild rank are wild; the red ones are ordinary cards.
wild-by-deal = One rank is wild in each deal, the rank equal to the number of cards dealt: { $ranks }.
wild-turned = One rank is wild in each deal: after the deal a card is turned up, and all cards of its rank are wild in that deal.
rule-wilds-turned-joker =
    .aces = If a joker is turned up for the wild rank, aces are wild.
    .none = If a joker is turned up for the wild rank, no rank is wild.
    .again = If a joker is turned up for the wild rank, it is put out of play and another card is turned up.
rule-wilds-turned-card =
    .aside = The card turned up for the wild rank is set aside, out of play for the deal.
    .stock-bottom = The card turned up for the wild rank lies face up under the stock as its last card.
wild-jokers-besides = Besides the wild rank, jokers are wild in every deal.
wild-nothing-besides = Besides the wild rank, no card is wild.
wild-jokers-and-ranks-besides = Besides the wild rank, jokers and all { $ranks } are wild in every deal.
wild-ranks-besides = Besides the wild rank, all { $ranks } are wild in every deal.
wild-rank-of-deal = cards of the wild rank

## The deal

rule-dealing-first-dealer =
    .random = The first dealer is chosen at random.
    .draw-high = Everybody draws a card, and the highest deals first; an ace is high{ $jokers ->
        [no] { "" }
       *[yes] , a joker counts least
    }.
    .draw-low = Everybody draws a card, and the lowest deals first; an ace is low{ $jokers ->
        [no] { "" }
       *[yes] , a joker counts highest
    }.
    .chosen = Somebody volunteers to deal first.
    .toss = Everybody draws a card, and the highest moves first; an ace is high{ $jokers ->
        [no] { "" }
       *[yes] , a joker counts least
    }, and equal ranks are settled by the suit: spades, hearts, diamonds, clubs. The player before them deals.
deal-first-seat = The first dealer is the player in seat { $seat }.
deal-redraw = Players who tie in the draw for the deal draw again.
rule-dealing-next-dealer =
    .clockwise = After each deal the player to the dealer's { $side } deals the next.
    .alternate = The two players deal in turn.
    .winner = The winner of a deal deals the next; if there is none, the player to the dealer's { $side } does.
    .loser = The loser of a deal deals the next; if there is none, the player to the dealer's { $side } does.
    .toss = Before each later deal there is a toss: everybody draws a card, and the highest moves first; equal ranks are settled by the suit, spades before hearts, diamonds and clubs. The player before the winner of the toss deals.
rule-dealing-opening-upcard =
    .normal = The first upcard may be taken like any other.
    .offered = Before the first draw the first upcard is offered to the players in turn, the dealer last. The player who takes it plays the first turn with it. If nobody does, the player to the dealer's { $side } draws from the stock.
rule-dealing-extra-card =
    .none = All players are dealt the same number of cards.
    .non-dealer = The player to the dealer's { $side } is dealt one extra card, and begins with a discard or a knock, without drawing.
rule-dealing-cut =
    .none = The pack is not cut.
    .blind = Before each deal the player to the dealer's { $other-side } cuts the pack blind.
cut-bonus = Cutting exactly the number of cards needed for the deal (with { $players } players { $needed }) takes { $bonus } points off the cutter's score.
hand = Cards dealt to each player, { $at } at a time: { $hand }.
hand-rising = { $first } in deal { $from }, one more in each deal after it, up to { $last } in deal { $to }
rule-dealing-upcard =
    .true = After the deal a card is turned up to start the discard pile: the first upcard. The rest of the pack is the stock.
    .false = No card is turned up: the discard pile starts empty. The rest of the pack is the stock.
side-left = left
side-right = right
deal-begins = The player to the dealer's { $side } begins, and play passes to the { $side }.

## Contracts

contracts-none = There are no contracts: any meld may be laid.
contracts-none-hidden = There are no contracts: any melds will do.
contracts = The contract changes from deal to deal:
contract-named = Deal { $deal }, { $name }: { $contract } ({ $cards } cards).
contract = Deal { $deal }: { $contract } ({ $cards } cards).
contract-pure = A pure set has cards of different suits and no wild card.
contract-mixed = { $n ->
    [1] In deal { $deals } the run goes down with your whole hand and ends the deal.
   *[other] In deals { $deals } the run goes down with your whole hand and ends the deal.
}
contract-short-runs = In deal { $deal } a run may have as few as { $size } cards.
rule-match-last-deal =
    .as-others = The last deal is like the others.
    .whole-hand = { $larger ->
        [0] Deal { $deal } is special: you may lay the contract only together with your whole hand, all at once.
       *[other] Deal { $deal } is special: you may lay the contract only together with your whole hand, all at once, and its melds may be larger than the contract says.
    }
    .no-final-discard = Deal { $deal } is special: you may not go out by discarding your last card.
    .no-discard = Deal { $deal } is special: nobody discards in it.

## Melds

set = A set is { $size } or more cards of the same rank, in any suits.
set-three = A set is { $size } or more cards of the same rank, in exactly three different suits. Added cards must have one of these suits; the fourth suit may never be added.
set-twins = Identical cards from different packs may be in the same set.
set-max = A set has at most { $most } cards.
set-max-none = A set may have any number of cards.
run = A run is { $size } or more cards of one suit in sequence.
run-max = A run has at most { $most } cards.
rule-melds-ace =
    .low = In a run an ace goes only below the two.
    .high = In a run an ace goes only above the king.
    .either = In a run an ace goes below the two or above the king, but a run may not continue past it.
    .corner = A run may go round the corner: an ace may go between the king and the two.
pair = A pair is two cards of the same rank. You may lay pairs only if the contract has one.
rule-melds-pair-grows =
    .true = Cards may be laid off on a pair on the table.
    .false = A pair on the table is complete: no cards may be laid off on it.
rule-wilds-in-pairs =
    .true = A pair may have a wild card.
    .false = A pair may not have a wild card.

## Wild cards

wild = A wild card may stand for any other card. In a run, its place shows which.
rule-wilds-where =
    .everywhere = Wild cards may be used in any meld.
    .runs-only = Wild cards may be used in runs only, never in a set.
cap-none = { $naturals ->
    [0] A meld may have any number of wild cards.
    [1] A meld may have any number of wild cards.
   *[other] With the natural cards that it needs, a meld may have any number of wild cards.
}
cap-naturals = A { $of } may never have more wild cards than natural ones.
cap-fewer = A { $of } must always have fewer wild cards than natural ones.
cap-two = With two natural cards a { $of } may have any number of wild cards.
cap-count = { $n ->
    [0] No { $of } may have a wild card.
    [1] A { $of } may have at most one wild card.
   *[other] A { $of } may have at most { $most } wild cards.
}
capped-meld = meld
capped-run = run
rule-wilds-cap-in =
    .everywhere = The limit on wild cards applies to sets and runs.
    .runs-only = The limit on wild cards applies to runs only: with one natural card a set may have any number.
rule-wilds-cap-scope =
    .always = The limit on wild cards always applies, even when cards are laid off later.
    .first = The limit on wild cards applies when a meld is first laid; lay-offs may exceed it.
first-lay-total = { $n ->
    [0] The melds of a contract may not have wild cards when first laid.
    [1] The melds of a contract together may have at most one wild card when first laid.
   *[other] The melds of a contract together may have at most { $most } wild cards when first laid.
}
first-lay-total-by-deal = How many wild cards the melds of a contract together may have when first laid depends on the deal: { $most }.
set-naturals = A set with wild cards needs { $naturals } natural ones or more.
whole-suit-wilds = { $n ->
    [0] A run of a whole suit that is the whole contract may not have wild cards.
    [1] A run of a whole suit that is the whole contract may have at most one wild card.
   *[other] A run of a whole suit that is the whole contract may have { $most } wild cards, but never side by side.
}
whole-suit-wilds-as-others = A run of a whole suit that is the whole contract has the same limits on wild cards as other runs.
wilds-apart = { $n ->
    [1] Two wild cards in a run may never lie side by side.
   *[other] There must be { $naturals } or more natural cards between two wild cards in a run.
}
rule-wilds-only =
    .never = Every meld needs at least one natural card.
    .trio = Three wild cards may be laid as a set of their own; only wild cards may be added to it. Every other meld needs a natural card.
    .sets = A set may consist of wild cards only; you say which rank it is. A run needs at least one natural card.
    .any = A set or a run may consist of wild cards only; if it is not clear, you say what it stands for.
rule-wilds-natural-place =
    .wild = Even in their own places, { $ranks } count as wild cards.
    .natural = In their own places, { $ranks } count as natural cards.
rule-wilds-own-set =
    .true = In a set of that rank each suit is natural once; a second card of the same suit stands for a missing suit.
    .false = A set of that rank may not have the same card twice.
rule-wilds-slide =
    .none = A wild card in a run does not move to make room for the card it stands for.
    .run-end = When you lay off the natural card that a wild card in a run stands for, you move the wild card to either end of that run, if there is room.
    .end-to-end = When you lay off the natural card that a wild card at an end of a run stands for, the wild card moves to the other end of that run, if there is room. A wild card inside a run does not move.
slide-by-rearranging = A wild card in a run moves only by rearranging; laying off the card it stands for does not move it.
rule-swapping-who =
    .nobody = You may not take a wild card from the table.
    .others = If you hold the natural card that a wild card stands for, you may put it in its place and take the wild card, but not from a meld you laid yourself.
    .anyone = If you hold the natural card that a wild card stands for, you may put it in its place and take the wild card.
swap-is-free = Taking a wild card is neither a new meld nor a lay-off: you may still lay melds after it, including with that wild card.

runs-only = All melds are runs: there are no sets.
sets-only = All melds are sets: there are no runs.
