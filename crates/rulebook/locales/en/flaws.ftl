### Errors in a rule set, one sentence each. Message names are the error codes, with hyphens.

flaw-file-unreadable = cannot be read: { $message }
flaw-file-not-toml = { $message }
flaw-file-name = a game needs a name
flaw-file-text = { $key }: expected a text
flaw-file-texts = { $key }: expected a list of texts
flaw-file-reconstruction = reconstruction: expected true or false
flaw-file-rounds = rounds: expected a number up to { $most }
flaw-file-direction = direction: expected "clockwise" or "counter-clockwise"
flaw-file-variations = variations: expected tables
flaw-file-variation = variations.{ $variation }: expected a table
flaw-file-variation-id = variations."{ $variation }": a variation's id is one or more letters, without a plus, which stands between ids
flaw-file-about = variation '{ $variation }' needs an 'about'
flaw-file-misplaced = '{ $key }' is said of the whole game: it stands at the top of its file, before all tables
flaw-file-before = before: expected tables of choices as they were before an edition, from 2 to { $latest }
flaw-file-extends = { $near ->
    [none] extends unknown game '{ $game }'
   *[other] extends unknown game '{ $game }'; did you mean { $near }?
}
flaw-file-keeps = keeps: what this game extends has no variation '{ $variation }'; there are: { $known }
flaw-file-descends = { $near ->
    [none] descends-from: unknown game '{ $game }'
   *[other] descends-from: unknown game '{ $game }'; did you mean { $near }?
}
flaw-file-circle = extends itself

flaw-choice-unknown = { $near ->
    [none] unknown choice '{ $path }'
   *[other] unknown choice '{ $path }'; did you mean { $near }?
}
flaw-choice-twice = { $path }: is changed twice
flaw-value-kind = { $path }: expected { $forms }
flaw-value-unknown = { $near ->
    [none] { $path }: expected { $forms }, found { $found }
   *[other] { $path }: expected { $forms }, found { $found }; did you mean { $near }?
}
flaw-value-contracts = { $path }: { $count } contracts: at most { $most }
flaw-value-contract = { $path }: deal { $deal }: { $expected ->
    [size] expected a set of 3 or more, a run of 3 to 14, or a pair P, found '{ $found }'
    [number] expected at most 8 melds in a contract, found '{ $found }'
   *[element] expected a contract element like S3, 2R4, S3p or P, found '{ $found }'
}
flaw-value-length = a value has at most { $most } characters

flaw-game-unknown = { $near ->
    [none] no game '{ $game }'; 'upcard games' lists all { $all }, among them { $known }
   *[other] no game '{ $game }'; did you mean { $near }? 'upcard games' lists all { $all }
}
flaw-game-length = a name has at most { $most } characters
flaw-game-edition = made by edition { $edition } of the rules; this version knows them up to { $latest }: a newer one is needed
flaw-game-changes = { $changes } changes are too many: there are { $choices } choices
flaw-variation-unknown = { $game } has no variation '{ $variation }'; there are: { $known }
flaw-variation-twice = variation '{ $variation }' is named twice
flaw-variation-differs = '{ $one }' and '{ $other }' contradict each other: both set { $path }, to { $first } and to { $second }
flaw-flaws-more = and { $count } more

## Contradictions. Each sentence begins with the choice that should change, or with the deal.

flaw-players-range = players: from 2 to { $most }, the fewest not above the most
flaw-players-count = { $players ->
    [one] { $players } player
   *[other] { $players } players
}: this game is for { $range ->
    [single] { $most }
   *[several] { $fewest } to { $most }
}

flaw-pack-packs = pack.packs: from 1 to 7, also for { $players } players
flaw-pack-jokers = pack.jokers: from 0 to { $most }, also for { $players } players
flaw-pack-wild-ranks = pack.wild-ranks: at most six ranks

flaw-dealing-pack = deal { $deal }: { $dealt } cards are dealt or turned up; the pack has { $pack }, and one at least must be left to draw
flaw-dealing-wall = deal { $deal }: { $stock } cards are left after the deal, and the last { $wall } stay in the stock, so that nobody could draw
flaw-dealing-at-a-time = dealing.at-a-time: at least 1
flaw-dealing-none = deal { $deal }: no cards are dealt
flaw-dealing-first-seat-chosen = dealing.first-seat: a seat deals first only where somebody volunteers
flaw-dealing-first-seat = dealing.first-seat: from 1 to { $players }, the seats at the table
flaw-dealing-cut-bonus = dealing.cut-bonus: without a cut nobody can earn it
flaw-dealing-cut-bonus-lowest = dealing.cut-bonus: it takes points off, so match.winner must be "lowest"
flaw-dealing-opening-knocking = dealing.opening-upcard: it is offered only where one knocks
flaw-dealing-opening-upcard = dealing.opening-upcard: no card is turned up
flaw-dealing-extra-card = dealing.extra-card: only where one knocks, and no card is turned up
flaw-dealing-loser = dealing.next-dealer: of more than two players there is no one loser

flaw-deals-entries = { $path }: needs one entry for each of the { $deals } deals
flaw-contracts-entries = { $path }: needs one entry for each of the { $contracts } contracts
flaw-contracts-number = contracts.deals: at most { $most } contracts
flaw-contracts-missing = deal { $deal }: it has no contract; a game without contracts has an empty list
flaw-contracts-text = contract of deal { $deal }: column { $column }: { $expected ->
    [size] expected a set of 3 or more, a run of 3 to 14, or a pair P, found '{ $found }'
    [number] expected at most 8 melds in a contract, found '{ $found }'
   *[element] expected a contract element like S3, 2R4, S3p or P, found '{ $found }'
}
flaw-contracts-runs = deal { $deal }: it asks for { $runs } runs, and a player may lay { $most } at most
flaw-contracts-sets = deal { $deal }: it asks for { $sets } sets, and only { $ranks } ranks can make one
flaw-contracts-purity = contract of deal { $deal }: a set of different suits needs wild cards that are never natural in their own places
flaw-contracts-mixed = contract of deal { $deal }: a run of several suits must be its only meld, and have room for the whole hand and a card drawn, where a run has { $most } cards at most
flaw-contracts-mixed-mode = contract of deal { $deal }: a run of several suits goes down with the whole hand, so laying-down.mode must be "at-once" and match.advance must be "together"
flaw-contracts-pack = deal { $deal }: the contract takes { $cards } cards and the pack has { $pack }
flaw-contracts-hand = deal { $deal }: the contract takes { $cards } cards, and no hand can have more than { $most }
flaw-contracts-hand-discard = deal { $deal }: the contract takes { $cards } cards and a discard, and no hand can have more than { $most }

flaw-melds-kinds = melds.kinds: contracts ask for sets, so there must be some
flaw-melds-kinds-runs = melds.kinds: contracts ask for runs, so there must be some
flaw-melds-kinds-table = melds.kinds: "sets-only" only where melds lie on the table and are not rearranged
flaw-melds-set-size = melds.set-size: at least 3
flaw-melds-set-max = melds.set-max: not below melds.set-size
flaw-melds-set-cards = deal { $deal }: no set can have { $size } cards here
flaw-melds-run-size = melds.run-size: from 3 to 14
flaw-melds-run-max = melds.run-max: from melds.run-size to 14
flaw-melds-run-cards = deal { $deal }: no run can have { $size } cards here

flaw-wilds-only = wilds.only: melds of wilds only break the limit of wilds.cap
flaw-wilds-first-lay-total = wilds.first-lay-total: only of a contract that is laid at once
flaw-wilds-apart = wilds.apart: at most { $most }
flaw-wilds-apart-contracts = wilds.apart: only in melds of contracts, or with one wild card a meld, and where melds are not rearranged
flaw-melds-set-suits = melds.set-suits: sets of three suits only where melds are free, without contracts, and are not rearranged
flaw-wilds-where = wilds.where: "runs-only" only where melds lie on the table, are not rearranged, and none is of wild cards only
flaw-wilds-cap-in = wilds.cap-in: "runs-only" only where melds stay in the hand
flaw-wilds-set-naturals = wilds.set-naturals: only where contracts are laid, and melds are not rearranged
flaw-swapping-owner-run = swapping.freed: "owner-run" only where wild cards are taken in the own turn and melds are not rearranged
flaw-swapping-new-meld = swapping.freed: "new-meld" only where wild cards are taken in the own turn and melds are not rearranged
flaw-wilds-hand-size = deal { $deal }: wilds.per-deal: { $hand } cards are dealt, which is no rank

flaw-laying-down-mode = without contracts laying-down.mode must be "free" or "hidden"
flaw-laying-down-hidden = laying-down.mode: contracts are laid on the table, so melds cannot be "hidden"
flaw-laying-down-duty = laying-down.duty: nothing is compulsory where melds are free or hidden
flaw-laying-down-first-points = laying-down.first-points: only where laying-down.mode is "free"
flaw-laying-down-melds-per-turn = laying-down.melds-per-turn: at least 1
flaw-laying-down-runs-per-suit = laying-down.runs-per-suit: at least 1; a game without runs has contracts without them

flaw-declaring-hidden = declaring.allowed: hands are declared only where laying-down.mode is "hidden"
flaw-declaring-nobody = declaring.allowed: where melds are hidden, somebody must be able to end the deal
flaw-declaring-last-turns = declaring.last-turns: where no hand is declared there are none
flaw-laying-off-last-turns = laying-off.last-turns: there are last turns only where declaring.last-turns is "one-each"
flaw-laying-off-last-turns-groups = laying-off.last-turns: only where declaring.needs is "none" and scoring.grouping "best"

flaw-drawing-bought = drawing.discard: "bought" needs buying.deals, and buying.who = "others", and no cards taken from deep
flaw-knocking-hidden = knocking.limit: one knocks where laying-down.mode is "hidden" and no hand is declared
flaw-knocking-players = knocking.limit: a knock is answered by one other player, so players.max must be 2
flaw-knocking-upcard = knocking.limit: "upcard" needs a first upcard, and dealing.upcard is false
flaw-knocking-scoring = knocking.limit: scoring.what must be "deadwood" and match.winner "highest"

flaw-laying-off-needs = laying-off.needs: without contracts, "none" or "own-meld"
flaw-rearranging-hidden = rearranging.allowed: where melds are hidden none lies on the table
flaw-swapping-hidden = swapping.who: where melds are hidden no wild lies on the table
flaw-shanghai-hidden = shanghai.allowed: where melds are hidden there is none to add to

flaw-buying-deals = buying.deals: names a deal that there is not
flaw-buying-knocking = buying.deals: where one knocks nobody buys
flaw-buying-limit = deal { $deal }: buying.deals allows buying and buying.limit.per-deal forbids it
flaw-buying-pack = the pack has { $pack } cards; where cards are bought, it may have { $most }

flaw-discarding-hidden = discarding.wilds: where melds are hidden a hand is finished with any card
flaw-drawing-hidden = { $path }: where melds are hidden no card can be used on the table
flaw-drawing-pile = drawing.deep: one takes from discards that all can see, so discarding.pile must be "spread"
flaw-drawing-pack = the pack has { $pack } cards; where discards are taken together, it may have { $most }

flaw-declaring-needs = declaring.needs: where no hand is declared there is none to need sequences
flaw-declaring-pure = declaring.needs: the pure sequences are some of the sequences
flaw-declaring-sequences = declaring.needs: at most { $most } sequences
flaw-declaring-long = declaring.needs: a long sequence is one of those that are needed, and not longer than melds.run-max
flaw-declaring-sets = declaring.needs: at most one set, beside sequences that are needed, and not with melds.kinds = "runs-only"
flaw-declaring-runs = deal { $deal }: declaring.needs: { $hand } cards make no such sequences
flaw-declaring-undrawn = declaring.undrawn: only where a whole hand is shown to go out
flaw-declaring-wrong = declaring.wrong: where no hand is declared none is wrong
flaw-dropping-missed-turns = dropping.missed-turns: at least 1, or "none"
flaw-dropping-declared = dropping.allowed: players leave a deal only where hands are declared
flaw-drawing-knocking = drawing.discarded-wilds: where one knocks any discard may be taken

flaw-going-out-same-turn = going-out.same-turn: only deals that there are, where contracts are laid at once, melds are not rearranged in that turn, and an empty hand ends the deal
flaw-going-out-ends = going-out.ends: there is no contract to complete

flaw-stock-out-blocks = stock-out.reshuffles: a stock that blocks the deal is never reshuffled
flaw-stock-out-shuffle = stock-out.shuffle: a stock that blocks the deal is never reshuffled
flaw-stock-out-reshuffles = stock-out.reshuffles: at least 1; that an empty stock ends the deal is stock-out.then
flaw-stock-out-stalemate = stock-out.stalemate: from 1 to { $most }
flaw-stock-out-wall = stock-out.then: a wall is left only where one knocks
flaw-stock-out-wall-reshuffles = stock-out.then: with a wall the stock is never reshuffled
flaw-stock-out-last-discard = stock-out.last-discard: only where stock-out.then leaves a wall

flaw-scoring-difference = scoring.who: "difference" goes with a knocking.limit, and a limit with it
flaw-scoring-deadwood = scoring.what: where melds are laid on the table, all cards in hand count
flaw-scoring-shown-hidden = scoring.who: where melds are hidden nothing is shown that could count
flaw-scoring-shown-winner = match.winner: where melds count for whoever laid them, the highest total must win
flaw-scoring-shown-rearranged = rearranging.allowed: where it counts who laid a card, melds are not rearranged
flaw-scoring-down-and-out = scoring.down-and-out: points are taken off only where match.winner is "lowest"
flaw-scoring-down-and-out-hidden = scoring.down-and-out: where melds are hidden nobody lays down
flaw-scoring-going-rummy = scoring.going-rummy: where melds are hidden every hand goes at once

flaw-scoring-grouping = scoring.grouping: players group their hands only where hands are declared and deadwood counts
flaw-scoring-cap = scoring.cap: at least 1, and not below scoring.least
flaw-scoring-cap-price = { $path }: { $price } points are more than a deal can cost, by scoring.cap { $cap }
flaw-scoring-spade-doubles = scoring.spade-doubles: it needs a first upcard, and dealing.upcard is false
flaw-scoring-last-deal = scoring.last-deal: no deal is known to be the last one

flaw-match-last-player = match.eliminate-at: with match.deals "last-player", a number
flaw-match-eliminate = match.deals: with match.eliminate-at, "last-player"
flaw-match-eliminate-scoring = match.eliminate-at: scoring.who must be "losers" and match.winner "lowest"
flaw-match-winner-chips = match.winner: chips are handed over only where scoring.who is "chips"
flaw-match-chips-highest = match.winner: with scoring.who "chips", "chips" or "lowest"
flaw-match-early-end = match.early-end: the number of deals and the most points of one must be fixed, and points must count against players
flaw-match-deals-players = match.deals: no number of deals for { $players } players
flaw-pool-rejoin-limit = pool.rejoin-limit: at most { $most } with this pool.rejoin-at, so that who comes back stays below match.eliminate-at
flaw-pool-rejoin-nobody = pool.rejoin-limit: nobody comes back where match.eliminate-at puts nobody out
flaw-pool-split = pool.auto-split, pool.manual-split: pools are shared where players are out of the match and a first drop has a price
flaw-match-winner = match.winner: where the winner of a deal gains points, the highest total must win
flaw-match-deals-all = match.deals: without contracts, a number or "target"
flaw-match-deals-count = match.deals: from 1 to { $most }
flaw-match-deals-deals = match.deals: from 1 to the number of deals ({ $most })
flaw-match-deals-contracts = match.deals: from 1 to the number of contracts ({ $most })
flaw-match-deals-list = { $most ->
    [1] match.deals: a list names some of a game's different deals; here all are alike, so give their number or "target"
   *[other] match.deals: rising deal numbers from 1 to { $most }
}
flaw-match-target = match.target: must be 1 or more
flaw-match-last-deal = match.last-deal: the whole hand goes down at once, so laying-down.mode must be "at-once"
flaw-match-advance = match.advance: with wilds.per-deal all must play the same deal
flaw-match-tables = match.tables: only where one knocks
flaw-match-tables-target = match.tables: three games are played to a target

flaw-settling-kitty = settling.money: pennies go to a kitty, which only "places" pays out
flaw-scoring-payments = match.winner: where one scores what is paid, the highest total must win
flaw-settling-money-scored = settling.money: where one scores what is paid, that is all the money ("payments"), or there is none ("none"), unless settling.scored is false
flaw-settling-scored = settling.scored: with settling.money = "payments" nothing else is paid than what one scores
flaw-settling-payments = settling.out: at least 1 where one is paid for going out alone
flaw-settling-entry = settling.entry: at least 1 where the winner has a pool
flaw-settling-fee = settling.fee: there is no fee where no money changes hands
flaw-settling-unit = settling.unit: at least 1 where money changes hands
flaw-settling-knocking = settling.money: where one knocks, "difference" pays by the point
flaw-settling-places = { $players } players: settling.places has { $places } places
flaw-settling-sum = settling.places: what is paid and received adds up to { $sum }

# Label of a choice or value, quoted within a sentence.
flaw-name = “{ $name }”

## Value forms.

form-switch = true or false
form-number = a number up to 255
form-number-to = a number from 0 to { $most }
form-word = "{ $word }"
form-synonyms = "{ $word }" (also "{ $other }")
form-word-with-number = "{ $word }" with any number
form-number-by-deal = a list with one number a deal
form-deal-numbers = a list of deal numbers
form-ranks = a list of ranks like ["2"]
form-contracts = a list of contracts like ["2S", "S R5"]
form-amounts = a list of what each place receives like [12, -2, -4, -6]
form-by-players = a table like { $example }
form-more = { $before }, { $next }
form-last = { $before }, or { $next }
