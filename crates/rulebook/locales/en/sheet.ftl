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

short-contracts = Every deal has a contract: melds that you have to lay on the table. Lay yours, then get rid of the rest of your hand before the others do.
short-free = Make melds of your cards, lay them on the table and get rid of your hand before the others do.
short-hidden = Bring the cards of your hand together in melds, and be the first to have them all in melds. Melds stay in your hand until then.
short-knocking = Bring the cards of your hand together in melds. Once your deadwood, the cards in no meld, is low enough, you may knock and so end the deal.
short-difference = Whoever has less deadwood then gains the difference.
short-deadwood = Whoever is caught with cards in no meld pays for them with penalty points.
short-losers = Whoever is caught with cards in hand pays for them with penalty points.
short-payments = Whoever goes out is paid by all the others, by how it was done.
short-winner = Whoever gets rid of their hand gains the points that the others are caught with.
short-turn = In your turn you take a card, from the stock or from the discards, and throw one away.
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
short-pool = Whoever reaches { $n } points is out; the last who is left wins.
short-names = The game is also known as { $names }.
short-terms = Its players call a set { $set } and a run { $run }.
short-term-buy = Where this sheet says buy, its players say { $word }.
short-term-lay-off = Where it says lay off, they say { $word }.
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
wild-jokers = Jokers are wild, and no other card is.
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
wild-by-deal = One rank is wild in each deal, the one with the number of cards dealt: { $ranks }.
wild-turned = One rank is wild in each deal: after the deal a card is turned up, and all cards of its rank are wild in that deal.
rule-wilds-turned-joker =
    .aces = If a joker is turned up for the wild rank, aces are wild.
    .none = If a joker is turned up for the wild rank, no rank is wild.
    .again = If a joker is turned up for the wild rank, it is put out of play, and another card is turned up.
rule-wilds-turned-card =
    .aside = The card turned up for the wild rank lies aside; it is out of play for the deal.
    .stock-bottom = The card turned up for the wild rank lies face up under the stock, and is its last card.
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
deal-first-seat = Here that is the player in seat { $seat }.
deal-redraw = Those who tie in the draw for the deal draw again.
rule-dealing-next-dealer =
    .clockwise = After each deal the player to the dealer's { $side } deals the next.
    .alternate = The two players deal in turn.
    .winner = Whoever has won a deal deals the next; where nobody has, the player to the dealer's { $side } does.
    .loser = Whoever has lost a deal deals the next; where nobody has, the player to the dealer's { $side } does.
    .toss = Before each further deal there is a toss: everybody draws a card, and the highest moves first; equal ranks are settled by the suit, spades before hearts, diamonds and clubs. The player before the winner of the toss deals.
rule-dealing-opening-upcard =
    .normal = The first upcard may be taken like any other.
    .offered = Before the first draw the first upcard is offered to the players in turn, the dealer last. Whoever takes it plays the first turn with it. If nobody does, the player to the dealer's { $side } draws from the stock.
rule-dealing-extra-card =
    .none = Nobody is dealt more cards than the others.
    .non-dealer = The player to the dealer's { $side } is dealt one card more, and begins with a discard or a knock, without drawing.
rule-dealing-cut =
    .none = The pack is not cut.
    .blind = Before each deal the player to the dealer's { $other-side } cuts the pack without counting.
cut-bonus = A cut of exactly as many cards as the deal takes from the pack (with { $players } players { $needed }) takes { $bonus } points off the cutter's score.
hand = Cards dealt to each player, { $at } at a time: { $hand }.
hand-rising = { $first } in deal { $from }, one more in each deal after it, up to { $last } in deal { $to }
rule-dealing-upcard =
    .true = When the hands are dealt, a card is turned up and starts the discards: the first upcard. The rest of the pack is the stock.
    .false = No card is turned up: the discards start empty. The rest of the pack is the stock.
side-left = left
side-right = right
deal-begins = The player to the dealer's { $side } begins, and the turn passes to the { $side }.

## Contracts

contracts-none = There are no contracts: any meld may be laid.
contracts-none-hidden = There are no contracts: any melds will do.
contracts = What you have to lay down changes from deal to deal:
contract-named = Deal { $deal }, { $name }: { $contract } ({ $cards } cards).
contract = Deal { $deal }: { $contract } ({ $cards } cards).
contract-pure = A pure set has cards of different suits, and no wild card.
contract-mixed = { $n ->
    [1] In deal { $deals } the run goes down with your whole hand and ends the deal.
   *[other] In deals { $deals } the run goes down with your whole hand and ends the deal.
}
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

set = A set is { $size } or more cards of one rank, in any suits.
set-three = A set is { $size } or more cards of one rank, in just three different suits. A further card is of one of these three; the fourth suit never joins the set.
set-twins = Equal cards from different packs may lie in one set.
set-max = A set has at most { $most } cards.
set-max-none = A set may grow without limit.
run = A run is { $size } or more cards of one suit in sequence.
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
rule-wilds-where =
    .everywhere = Wild cards may stand in any meld.
    .runs-only = Wild cards stand in runs only, never in a set.
cap-none = { $naturals ->
    [0] A meld may hold any number of wild cards.
    [1] A meld may hold any number of wild cards.
   *[other] Beside the natural cards that it needs, a meld may hold any number of wild cards.
}
cap-naturals = A { $of } never holds more wild cards than natural ones.
cap-fewer = A { $of } always holds fewer wild cards than natural ones.
cap-two = Beside two natural cards a { $of } may hold any number of wild cards.
cap-count = { $n ->
    [0] No { $of } may hold a wild card.
    [1] A { $of } holds at most one wild card.
   *[other] A { $of } holds at most { $most } wild cards.
}
capped-meld = meld
capped-run = run
rule-wilds-cap-in =
    .everywhere = The limit of wild cards holds for sets and runs.
    .runs-only = The limit of wild cards holds for runs alone: beside a natural card a set may hold any number.
rule-wilds-cap-scope =
    .always = The limit of wild cards holds at all times, also when cards are laid off later.
    .first = The limit of wild cards holds when a meld is first laid; lay-offs may go beyond it.
first-lay-total = { $n ->
    [0] The melds of a contract are first laid without wild cards.
    [1] The melds of a contract together hold at most one wild card when they are first laid.
   *[other] The melds of a contract together hold at most { $most } wild cards when they are first laid.
}
first-lay-total-by-deal = How many wild cards the melds of a contract may hold together when they are first laid depends on the deal: { $most }.
set-naturals = A set that holds wild cards needs { $naturals } natural ones or more.
whole-suit-wilds = { $n ->
    [0] In a run of a whole suit that is all a deal asks for there is no wild card.
    [1] A run of a whole suit that is all a deal asks for holds at most one wild card.
   *[other] A run of a whole suit that is all a deal asks for may hold { $most } wild cards, if none of them lies beside another.
}
whole-suit-wilds-as-others = For a run of a whole suit that is all a deal asks for the same limits of wild cards hold as for other runs.
wilds-apart = { $n ->
    [1] Two wild cards of a run never lie side by side.
   *[other] Between two wild cards of a run there must be { $naturals } or more natural cards.
}
rule-wilds-only =
    .never = Every meld needs at least one natural card.
    .trio = Three wild cards may be laid as a set of their own; only wild cards are added to it. Every other meld needs a natural card.
    .sets = A set may consist of wild cards only; say which rank it is. A run needs at least one natural card.
    .any = A set or a run may consist of wild cards only; where it is not clear, say what it stands for.
rule-wilds-natural-place =
    .wild = Even in their own places, { $ranks } count as wild cards.
    .natural = In their own places, { $ranks } count as natural cards.
rule-wilds-own-set =
    .true = In a set of that rank each suit is natural once; a second card of the same suit stands for a suit that is missing.
    .false = In a set of that rank no card may be there twice.
rule-wilds-slide =
    .none = A wild card in a run does not move to make room for the card that it stands for.
    .run-end = When you lay off the natural card that a wild card of a run stands for, the wild card moves to an end of that run, whichever you like, if there is room for it.
    .end-to-end = When you lay off the natural card that a wild card at an end of a run stands for, the wild card moves to the other end of that run, if there is room for it. One inside a run does not move.
slide-by-rearranging = A wild card in a run moves by rearranging only; laying off the card that it stands for does not move it.
rule-swapping-who =
    .nobody = Nobody takes a wild card off the table.
    .others = Whoever holds the natural card that a wild card stands for may lay it in its place and take the wild card, but not from a meld that they laid themselves.
    .anyone = Whoever holds the natural card that a wild card stands for may lay it in its place and take the wild card.
swap-is-free = Taking a wild card is neither a new meld nor a lay-off: you may still lay melds after it, also with the wild card that you took.

runs-only = Only runs are melds: there are no sets.
sets-only = Only sets are melds: there are no runs.
