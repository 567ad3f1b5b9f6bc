### Table texts: pending decisions, how deals end, command line output.

phase-deal-over = The deal is over.
phase-match-over = The match is over.
phase-cut = Cut the pack.
phase-draw = Draw a card.
phase-offers = Do you want the upcard?
phase-play = Play and discard.
phase-call = Do you call Shanghai?
phase-pick = Draw a card from the caller's hand.
phase-claim = Do you take a wild card?
phase-upcard = Do you take the upcard?
phase-show = Show your melds.
phase-rejoin = Do you come back into the match?
phase-split = Do you share the pool?


## Chapters of the table of choices.

chapter-players = Players
chapter-pack = Cards
chapter-dealing = The deal
chapter-contracts = Contracts
chapter-melds = Melds
chapter-wilds = Wild cards
chapter-swapping = Taking wild cards
chapter-laying-down = Laying down
chapter-knocking = Knocking
chapter-declaring = Going out with the whole hand
chapter-dropping = Dropping
chapter-drawing = Drawing
chapter-laying-off = Laying off
chapter-rearranging = Rearranging
chapter-turn = Order of a turn
chapter-discarding = Discards
chapter-buying = Buying
chapter-shanghai = Shanghai
chapter-going-out = Going out
chapter-stock-out = When the stock runs out
chapter-scoring = Scoring
chapter-match = The match
chapter-pool = The pool
chapter-settling = Money

## Pages and tables.

diff-title = How { $here } differs from { $there }
diff-title-same = { $here } compared with itself
diff-none = Nothing differs.
diff-players = Only tables of other sizes differ. With { $players } players:
diff-nothing = Does not arise.
    .contracts-deals = No such deal.
diff-here = here
diff-there = there

show-players = { $min ->
    [1] One player
   *[other] { $min } players
}
    .range = { $min } to { $max } players, shown for { $players }
show-pack = Pack
show-deals = Deals
show-values = Card values
show-choices = Choices
show-variations = Variations
show-default = default
show-no-contract = no contract
show-deal = Deal { $deal }: { $contract } ({ $hand } cards each)
show-deal-buying = , buying{ $limit ->
    [none] { "" }
   *[other] , at most { $limit }
}{ $cards ->
    [0] { "" }
   *[other] , { $cards } from the stock with it
}{ $pennies ->
    [0] { "" }
    [1] , for a penny
   *[other] , for { $pennies } pennies
}
show-cards = { $packs } × 52 cards, { $jokers } jokers: { $total } cards
show-wilds = wild: { $wilds }
show-no-wilds = no wild cards
show-wild-hand-size = in each deal the rank with the number of cards dealt
show-wild-turned = in each deal the rank of a card that is turned up
show-players-short = { $min } players
    .range = { $min }–{ $max } players
page-variations = Variations
page-generated = Written by `cargo xtask docs` from `games/` and the table of choices. Do not edit.
games-title = The games
games-about = Players, cards and buying are those of the game's own file; for the table size in brackets where they depend on it. A match is as long as four steady bots need for it (or as near to four as the game allows): `upcard lab GAME --matches 2000`. People need about fifteen seconds for a turn and a minute between two deals, which gives the minutes.
games-game = game
games-origin = where it comes from
games-players = players
games-cards = cards
games-wild = wild
games-contracts = contracts
games-buying = buying
games-special = what is special
games-length = a match
games-cards-value = { $packs ->
    [one] one pack
   *[other] { $packs } packs
  }{ $jokers ->
    [0] {""}
    [one] , one joker
   *[other] , { $jokers } jokers
  } ({ $players })
games-contracts-value = { $count ->
    [one] one: { $first }
   *[other] { $deals }: from { $first } to { $last }
  }
games-jokers = jokers
games-wild-of-deal = one rank a deal
games-none = none
games-length-value = { $rounds } rounds, about { $minutes } minutes
games-tree = How they are related
games-tree-about = Each game under the one that it is nearest to, with what its written source says of that: it changes the rules of another game, it describes its own game from beginning to end, or it hands so little down that the game had to be rebuilt. Then what differs: what holds there, and what holds here.
games-tree-changes = its source changes { $game }
games-tree-own = described on its own, nearest to { $game }
games-tree-rebuilt = rebuilt from { $game }
games-tree-first = described on its own
games-tree-differs = { $relation }. What differs: { $labels }.
games-tree-root = { $relation }. { $summary }
games-tree-change = { $label } ({ $before } → { $after })
games-tree-more = { $count ->
    [one] one rule more
   *[other] { $count } rules more
  }
choices-title = Rule choices
choices-about = Every choice that a game's file, a variation or `--set` can make. What a file leaves out has its default.
choices-path = path
choices-values = values
choices-default = default
choices-meaning = meaning
