### Labels of choices and values, as in choices.ftl: scores, match, pools and money.

choice-scoring-joker = Joker
    .number = { $n } { $n ->
        [1] point
       *[other] points
    }
choice-scoring-two = Two
    .face = its number
    .number = { $n } points
choice-scoring-three-to-seven = Three to seven
    .face = their number
    .number = { $n } points
choice-scoring-eight-nine = Eight and nine
    .face = their number
    .number = { $n } points
choice-scoring-ten = Ten
    .face = its number
    .number = { $n } points
choice-scoring-court = Jack, queen, king
    .face = ten points
    .rank = 11, 12 and 13 points
    .number = { $n } points
choice-scoring-ace = Ace
    .face = one point
    .number = { $n } points
choice-scoring-wilds = Cards of a wild rank
    .by-rank = by their rank
    .number = { $n } points
choice-scoring-who = Who scores
    .losers = the losers, as penalty points
    .winner = the winner
    .difference = the player with less deadwood
    .shown-minus-hand = everybody, cards laid minus cards in hand
    .chips = the losers, who pay the winner as many chips
    .payments = everybody, by what the deal's winner is paid
choice-scoring-left-over = Cards left in the hand that completes the contract count
choice-scoring-grouping = A loser's hand is grouped
    .best = for the fewest points
    .own = by the player
choice-scoring-one-life = A pure sequence without a second sequence
    .all = saves nothing
    .outside = saves its own cards
choice-scoring-cap = Most points in a deal
    .none = no limit
    .number = { $n }
choice-scoring-least = Fewest points for a loser
    .number = { $n }
choice-scoring-least-halved = The fewest points are halved too
choice-scoring-deal-show = A loser who had no turn
    .full = pays in full
    .half = pays half, rounded up
choice-scoring-last-deal = The last deal
    .off = counts like the others
    .double = counts double
choice-scoring-gin = Bonus for gin
    .number = { $n } points
choice-scoring-undercut = Bonus for an undercut
    .number = { $n } points
choice-scoring-spade-doubles = A spade as first upcard doubles the deal
choice-scoring-what = What counts in a hand
    .hand = all its cards
    .deadwood = its cards not in melds
choice-scoring-low-ace = A low ace in a run
    .same = like any ace
    .number = { $n } { $n ->
        [1] point
       *[other] points
    }
choice-scoring-melded-wild = A wild card in a meld
    .own = as in the hand
    .as-card = as the card it stands for
choice-scoring-ace-by-colour = A red ace
    .none = counts like a black one
    .red = { $n ->
        [1] counts one point
       *[other] counts { $n } points
    }
choice-scoring-queen-of-spades = The queen of spades
    .court = like any queen
    .number = { $n } points
choice-scoring-out-bonus = Bonus for going out
    .number = { $n } points
choice-scoring-going-rummy = Going out with the whole hand in one turn
    .none = changes nothing
    .double = doubles the deal

choice-scoring-down-and-out = Going out in the turn of the first lay-down
    .none = changes nothing
    .double-others = doubles what the others pay
    .minus = takes { $n } points off

choice-match-deals = Deals in a match
    .all = one for each contract
    .target = until the target is reached
    .last-player = until one player is left
    .number = { $n }
    .list = deals { $list }
choice-match-target = Target
    .number = { $n } points
choice-match-winner = The match is won by
    .lowest = the lowest total
    .highest = the highest total
    .chips = the most chips
choice-match-ties = A tie
    .shared = is shared
    .playoff = is played off
    .tied-only = is played off by those who tied
    .deals-won = goes to the player with more deals won
choice-match-last-deal = The last contract's deal
    .as-others = is like the others
    .whole-hand = needs the whole hand laid at once
    .no-final-discard = does not allow the last card to be discarded
    .no-discard = has no discards at all
choice-match-advance = To the next contract
    .together = all together
    .individual = only players who have laid the current one

choice-match-chips = Starting chips for each deal
    .number = { $n }
choice-match-early-end = Ends when nobody can catch up
choice-match-eliminate-at = A player is out with
    .none = nobody is ever out
    .number = { $n } points
choice-match-game-bonus = Bonus for the game
    .number = { $n } points
choice-match-box = Box for a won hand
    .number = { $n } points
choice-match-box-when = Boxes count
    .at-end = after the end of the game
    .at-once = at once
choice-match-gin-boxes = Extra boxes for gin
choice-match-shutout = A shutout
    .none = earns nothing extra
    .double-points = doubles the points of the hands
    .double-all = doubles the whole total
    .plus-100 = earns 100 points
choice-match-tables = Games scored at once
    .one = one
    .three = three

choice-pool-rejoin-limit = A player who is out may rejoin
    .none = never
    .number = while nobody left has more than { $n } points
choice-pool-rejoin-at = Rejoining
    .highest-1 = one point above the highest total left
    .highest = at the highest total left
choice-pool-rejoins = Rejoining how often
    .none = any number of times
    .number = at most { $n ->
        [1] once
        [2] twice
       *[other] { $n } times
    }
choice-pool-rejoin-fee = Rejoining costs an entry
choice-pool-rejoin-price = Units for rejoining, if not an entry
choice-pool-auto-split = The pool is shared automatically
    .off = never
    .no-drops = when no player left can afford a first drop
    .from-80 = when a first drop would take every player left to within one point of the limit
choice-pool-manual-split = The pool is shared by agreement
    .off = never
    .agreed = if all players left agree

choice-settling-money = Money
    .none = none
    .places = by place
    .per-point = per point
    .difference = the difference in totals
    .pool = all entries go to the winner
    .payments = payments deal by deal
choice-settling-places = What each place receives
    .double-rank = each place pays twice its distance from the first
    .list = { $list }
choice-settling-kitty = The kitty
    .winner = goes to the winner
    .two-thirds = two thirds to the winner, one third to the second
choice-settling-unit = Units for each point or place
choice-settling-entry = Units for an entry
choice-settling-out = Units from each opponent for going out
choice-settling-whole-hand = Units instead for a whole hand in one turn
choice-settling-melded-wild = Extra units for each melded card of a wild rank
choice-settling-melded-joker = Extra units for each melded joker
choice-settling-no-wilds = Extra units for melds without wild cards
choice-settling-scored = Scored payments are paid too
choice-settling-first-turn = Extra units for going out in the first turn
choice-settling-undrawn = Extra units for going out without a draw
choice-settling-one-suit = Extra units for melds of one suit
choice-settling-fee = House fee
    .number = { $n } percent of each gain
