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
flaw-file-variation-id = variations."{ $variation }": an id needs at least one letter and may not contain a plus, which separates ids
flaw-file-about = variation '{ $variation }' needs an 'about'
flaw-file-misplaced = '{ $key }' applies to the whole game: move it to the top of the file, before all tables
flaw-file-before = before: expected tables of choices from before an edition, from 2 to { $latest }
flaw-file-extends = { $near ->
    [none] extends unknown game '{ $game }'
   *[other] extends unknown game '{ $game }'; did you mean { $near }?
}
flaw-file-keeps = keeps: the extended game has no variation '{ $variation }'; known: { $known }
flaw-file-descends = { $near ->
    [none] descends-from: unknown game '{ $game }'
   *[other] descends-from: unknown game '{ $game }'; did you mean { $near }?
}
flaw-file-circle = extends itself

flaw-choice-unknown = { $near ->
    [none] unknown choice '{ $path }'
   *[other] unknown choice '{ $path }'; did you mean { $near }?
}
flaw-choice-twice = { $path }: changed twice
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
flaw-value-length = a value may have at most { $most } characters

flaw-game-unknown = { $near ->
    [none] no game '{ $game }'; 'upcard games' lists all { $all }, among them { $known }
   *[other] no game '{ $game }'; did you mean { $near }? 'upcard games' lists all { $all }
}
flaw-game-length = a name may have at most { $most } characters
flaw-game-edition = made with edition { $edition } of the rules; this version knows up to { $latest }: a newer one is needed
flaw-game-changes = too many changes: { $changes }; there are only { $choices } choices
flaw-variation-unknown = { $game } has no variation '{ $variation }'; known: { $known }
flaw-variation-twice = variation '{ $variation }' is given twice
flaw-variation-differs = '{ $one }' and '{ $other }' conflict: they set { $path } to { $first } and to { $second }
flaw-flaws-more = and { $count } more

## Contradictions. Each sentence begins with the choice that should change, or with the deal.

flaw-players-range = players: from 2 to { $most }, with min not above max
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

flaw-dealing-pack = deal { $deal }: { $dealt } cards are dealt or turned up of { $pack } in the pack; at least one must be left to draw
flaw-dealing-wall = deal { $deal }: { $stock } cards are left after the deal and the last { $wall } stay in the stock, so nobody could draw
flaw-dealing-at-a-time = dealing.at-a-time: at least 1
flaw-dealing-none = deal { $deal }: no cards are dealt
flaw-dealing-first-seat-chosen = dealing.first-seat: only if dealing.first-dealer is "chosen"
flaw-dealing-first-seat = dealing.first-seat: from 1 to { $players }, the number of players
flaw-dealing-cut-bonus = dealing.cut-bonus: requires a cut
flaw-dealing-cut-bonus-lowest = dealing.cut-bonus: takes points off, so match.winner must be "lowest"
flaw-dealing-opening-knocking = dealing.opening-upcard: requires knocking.limit
flaw-dealing-opening-upcard = dealing.opening-upcard: requires dealing.upcard
flaw-dealing-extra-card = dealing.extra-card: requires knocking.limit, and no dealing.upcard
flaw-dealing-loser = dealing.next-dealer: "loser" requires exactly two players

flaw-deals-entries = { $path }: expected one entry for each of the { $deals } deals
flaw-contracts-entries = { $path }: expected one entry for each of the { $contracts } contracts
flaw-contracts-number = contracts.deals: at most { $most } contracts
flaw-contracts-missing = deal { $deal }: has no contract; use an empty list for a game without contracts
flaw-contracts-text = contract of deal { $deal }: column { $column }: { $expected ->
    [size] expected a set of 3 or more, a run of 3 to 14, or a pair P, found '{ $found }'
    [number] expected at most 8 melds in a contract, found '{ $found }'
   *[element] expected a contract element like S3, 2R4, S3p or P, found '{ $found }'
}
flaw-contracts-runs = deal { $deal }: requires { $runs } runs, but a player may lay at most { $most }
flaw-contracts-sets = deal { $deal }: requires { $sets } sets, but only { $ranks } ranks can form one
flaw-contracts-purity = contract of deal { $deal }: a set of different suits requires wild cards that are never natural in their own places
flaw-contracts-mixed = contract of deal { $deal }: a run of several suits must be its only meld, and a run (at most { $most } cards) must hold the whole hand and a card drawn
flaw-contracts-mixed-mode = contract of deal { $deal }: a run of several suits goes down with the whole hand, so laying-down.mode must be "at-once" and match.advance "together"
flaw-contracts-pack = deal { $deal }: the contract needs { $cards } cards, but the pack has { $pack }
flaw-contracts-hand = deal { $deal }: the contract needs { $cards } cards, but a hand can have at most { $most }
flaw-contracts-hand-discard = deal { $deal }: the contract needs { $cards } cards and a discard, but a hand can have at most { $most }

flaw-melds-kinds = melds.kinds: contracts require sets, so sets must be allowed
flaw-melds-kinds-runs = melds.kinds: contracts require runs, so runs must be allowed
flaw-melds-kinds-table = melds.kinds: "sets-only" requires melds on the table and no rearranging
flaw-melds-set-size = melds.set-size: at least 3
flaw-melds-set-max = melds.set-max: not below melds.set-size
flaw-melds-set-cards = deal { $deal }: a set cannot have { $size } cards here
flaw-melds-run-size = melds.run-size: from 3 to 14
flaw-melds-run-max = melds.run-max: from melds.run-size to 14
flaw-melds-run-cards = deal { $deal }: a run cannot have { $size } cards here

flaw-wilds-only = wilds.only: melds of wild cards only would break the limit of wilds.cap
flaw-wilds-first-lay-total = wilds.first-lay-total: requires contracts that are laid at once
flaw-wilds-apart = wilds.apart: at most { $most }
flaw-wilds-apart-contracts = wilds.apart: requires contracts or at most one wild card per meld, and no rearranging
flaw-melds-set-suits = melds.set-suits: "closed-three" requires free melds without contracts, and no rearranging
flaw-wilds-where = wilds.where: "runs-only" requires melds on the table, no rearranging and no melds of wild cards only
flaw-wilds-cap-in = wilds.cap-in: "runs-only" requires hidden melds
flaw-wilds-set-naturals = wilds.set-naturals: requires contracts and no rearranging
flaw-swapping-owner-run = swapping.freed: "owner-run" only if swapping.timing is "own-turn" and melds are not rearranged
flaw-swapping-new-meld = swapping.freed: "new-meld" only if swapping.timing is "own-turn" and melds are not rearranged
flaw-wilds-hand-size = deal { $deal }: wilds.per-deal: no rank corresponds to { $hand } cards dealt

flaw-laying-down-mode = laying-down.mode: without contracts it must be "free" or "hidden"
flaw-laying-down-hidden = laying-down.mode: "hidden" requires a game without contracts
flaw-laying-down-duty = laying-down.duty: "compulsory" requires melds that are not free or hidden
flaw-laying-down-first-points = laying-down.first-points: only if laying-down.mode is "free"
flaw-laying-down-melds-per-turn = laying-down.melds-per-turn: at least 1
flaw-laying-down-runs-per-suit = laying-down.runs-per-suit: at least 1; for a game without runs use contracts without them

flaw-declaring-hidden = declaring.allowed: only if laying-down.mode is "hidden"
flaw-declaring-nobody = declaring.allowed: with hidden melds, players must be able to declare or knock
flaw-declaring-last-turns = declaring.last-turns: requires declaring.allowed
flaw-laying-off-last-turns = laying-off.last-turns: only if declaring.last-turns is "one-each"
flaw-laying-off-last-turns-groups = laying-off.last-turns: only if declaring.needs is "none" and scoring.grouping is "best"

flaw-drawing-bought = drawing.discard: "bought" requires buying.deals and buying.who "others", and no drawing.deep
flaw-knocking-hidden = knocking.limit: only if laying-down.mode is "hidden" and no hand is declared
flaw-knocking-players = knocking.limit: only if players.max is 2
flaw-knocking-upcard = knocking.limit: "upcard" requires a first upcard, but dealing.upcard is false
flaw-knocking-scoring = knocking.limit: only if scoring.what is "deadwood" and match.winner is "highest"

flaw-laying-off-needs = laying-off.needs: without contracts it must be "none" or "own-meld"
flaw-rearranging-hidden = rearranging.allowed: hidden melds cannot be rearranged
flaw-swapping-hidden = swapping.who: hidden melds have no wild cards to take
flaw-shanghai-hidden = shanghai.allowed: requires melds on the table

flaw-buying-deals = buying.deals: names a deal that does not exist
flaw-buying-knocking = buying.deals: cannot be combined with knocking
flaw-buying-limit = deal { $deal }: allowed by buying.deals, but forbidden by buying.limit.per-deal
flaw-buying-pack = the pack has { $pack } cards; with buying it may have at most { $most }

flaw-discarding-hidden = discarding.wilds: must be "allowed" with hidden melds
flaw-drawing-hidden = { $path }: requires melds on the table
flaw-drawing-pile = drawing.deep: only if discarding.pile is "spread"
flaw-drawing-pack = the pack has { $pack } cards; when several discards are taken at once it may have at most { $most }

flaw-declaring-needs = declaring.needs: requires declaring.allowed
flaw-declaring-pure = declaring.needs: pure may not exceed sequences
flaw-declaring-sequences = declaring.needs: at most { $most } sequences
flaw-declaring-long = declaring.needs: long requires sequences, and may not exceed melds.run-max
flaw-declaring-sets = declaring.needs: at most one set, together with sequences, and not if melds.kinds is "runs-only"
flaw-declaring-runs = deal { $deal }: declaring.needs: { $hand } cards are too few for these sequences
flaw-declaring-undrawn = declaring.undrawn: requires declaring.allowed
flaw-declaring-wrong = declaring.wrong: requires declaring.allowed
flaw-dropping-missed-turns = dropping.missed-turns: at least 1, or "none"
flaw-dropping-declared = dropping.allowed: requires declaring.allowed
flaw-drawing-knocking = drawing.discarded-wilds: must be "allowed" with knocking

flaw-going-out-same-turn = going-out.same-turn: requires existing deals, contracts laid at once, no rearranging in that turn, and deals that end with an empty hand
flaw-going-out-ends = going-out.ends: "contract-complete" requires contracts

flaw-stock-out-blocks = stock-out.reshuffles: not if stock-out.then is "block", which never reshuffles
flaw-stock-out-shuffle = stock-out.shuffle: not if stock-out.then is "block", which never reshuffles
flaw-stock-out-reshuffles = stock-out.reshuffles: at least 1; to end the deal instead, use stock-out.then
flaw-stock-out-stalemate = stock-out.stalemate: from 1 to { $most }
flaw-stock-out-wall = stock-out.then: a wall requires knocking.limit
flaw-stock-out-wall-reshuffles = stock-out.then: with a wall the stock is never reshuffled
flaw-stock-out-last-discard = stock-out.last-discard: requires a wall in stock-out.then

flaw-scoring-difference = scoring.who: "difference" requires knocking.limit, and the reverse
flaw-scoring-deadwood = scoring.what: "deadwood" requires hidden melds
flaw-scoring-shown-hidden = scoring.who: "shown-minus-hand" requires melds on the table
flaw-scoring-shown-winner = match.winner: must be "highest" if scoring.who is "shown-minus-hand"
flaw-scoring-shown-rearranged = rearranging.allowed: must be "never" if scoring.who is "shown-minus-hand"
flaw-scoring-down-and-out = scoring.down-and-out: points are taken off only if match.winner is "lowest"
flaw-scoring-down-and-out-hidden = scoring.down-and-out: requires melds on the table
flaw-scoring-going-rummy = scoring.going-rummy: requires melds on the table

flaw-scoring-grouping = scoring.grouping: "own" requires declaring.allowed, and scoring.what must be "deadwood"
flaw-scoring-cap = scoring.cap: at least 1, and not below scoring.least
flaw-scoring-cap-price = { $path }: { $price } points exceed scoring.cap ({ $cap })
flaw-scoring-spade-doubles = scoring.spade-doubles: requires a first upcard, but dealing.upcard is false
flaw-scoring-last-deal = scoring.last-deal: "double" requires a fixed number of deals

flaw-match-last-player = match.eliminate-at: must be a number if match.deals is "last-player"
flaw-match-eliminate = match.deals: must be "last-player" with match.eliminate-at
flaw-match-eliminate-scoring = match.eliminate-at: only if scoring.who is "losers" and match.winner is "lowest"
flaw-match-winner-chips = match.winner: "chips" only if scoring.who is "chips"
flaw-match-chips-highest = match.winner: must be "chips" or "lowest" if scoring.who is "chips"
flaw-match-early-end = match.early-end: requires a fixed number of deals, scoring.cap, points against players, and match.advance "together"
flaw-match-deals-players = match.deals: gives no number of deals for { $players } players
flaw-pool-rejoin-limit = pool.rejoin-limit: at most { $most } with this pool.rejoin-at, so that a rejoining player stays below match.eliminate-at
flaw-pool-rejoin-nobody = pool.rejoin-limit: requires match.eliminate-at
flaw-pool-split = pool.auto-split, pool.manual-split: require match.eliminate-at and a price for a first drop
flaw-match-winner = match.winner: must be "highest" if scoring.who is "winner"
flaw-match-deals-all = match.deals: without contracts it must be a number or "target"
flaw-match-deals-count = match.deals: from 1 to { $most }
flaw-match-deals-deals = match.deals: from 1 to the number of deals ({ $most })
flaw-match-deals-contracts = match.deals: from 1 to the number of contracts ({ $most })
flaw-match-deals-list = { $most ->
    [1] match.deals: a list selects some of a game's different deals; all deals here are alike, so give their number or "target"
   *[other] match.deals: expected ascending deal numbers from 1 to { $most }
}
flaw-match-target = match.target: at least 1
flaw-match-last-deal = match.last-deal: "whole-hand" only if laying-down.mode is "at-once"
flaw-match-advance = match.advance: must be "together" with wilds.per-deal
flaw-match-tables = match.tables: "three" requires knocking.limit
flaw-match-tables-target = match.tables: "three" only if match.deals is "target"

flaw-settling-kitty = settling.money: pennies go into a kitty, which only "places" pays out
flaw-scoring-payments = match.winner: must be "highest" if scoring.who is "payments"
flaw-settling-money-scored = settling.money: must be "payments" or "none" if scoring.who is "payments", unless settling.scored is false
flaw-settling-scored = settling.scored: must be true if scoring.who and settling.money are "payments"
flaw-settling-payments = settling.out: at least 1 if scoring.who or settling.money is "payments"
flaw-settling-entry = settling.entry: at least 1 if settling.money is "pool"
flaw-settling-fee = settling.fee: requires settling.money
flaw-settling-unit = settling.unit: at least 1 with settling.money
flaw-settling-knocking = settling.money: with knocking use "difference", which pays per point
flaw-settling-places = { $players } players: settling.places lists { $places } places
flaw-settling-sum = settling.places: amounts must add up to 0, found { $sum }

# Label of a choice or value, quoted within a sentence.
flaw-name = “{ $name }”

## Value forms.

form-switch = true or false
form-number = a number up to 255
form-number-to = a number from 0 to { $most }
form-word = "{ $word }"
form-synonyms = "{ $word }" (also "{ $other }")
form-word-with-number = "{ $word }" with any number
form-number-by-deal = a list with one number per deal
form-deal-numbers = a list of deal numbers
form-ranks = a list of ranks like ["2"]
form-contracts = a list of contracts like ["2S", "S R5"]
form-amounts = a list of amounts by place like [12, -2, -4, -6]
form-by-players = a table like { $example }
form-more = { $before }, { $next }
form-last = { $before }, or { $next }
