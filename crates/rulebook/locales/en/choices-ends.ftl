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
    .by-rank = as their rank
    .number = { $n } points
choice-scoring-who = Who scores
    .losers = the losers, against themselves
    .winner = the winner
    .difference = whoever has less deadwood
    .shown-minus-hand = everybody, what they have laid less what they hold
    .chips = the losers, who hand the winner as many chips
    .payments = everybody, what the winner of a deal is paid
choice-scoring-left-over = Cards left to whoever completes the contract count
choice-scoring-grouping = A loser's hand is grouped
    .best = as cheaply as can be
    .own = by the player
choice-scoring-one-life = A pure sequence without a second one
    .all = saves nothing
    .outside = saves its own cards
choice-scoring-cap = Most points of a deal
    .none = no limit
    .number = { $n }
choice-scoring-least = Fewest points of a loser
    .number = { $n }
choice-scoring-least-halved = The fewest points are halved with the others
choice-scoring-deal-show = A loser who had no turn
    .full = pays in full
    .half = pays half, rounded up
choice-scoring-last-deal = The last deal
    .off = counts as the others
    .double = counts double
choice-scoring-gin = Bonus for gin
    .number = { $n } points
choice-scoring-undercut = Bonus for an undercut
    .number = { $n } points
choice-scoring-spade-doubles = A spade as first upcard doubles
choice-scoring-what = What counts of a hand
    .hand = all its cards
    .deadwood = its cards in no meld
choice-scoring-low-ace = An ace that lies low in a run
    .same = as any ace
    .number = { $n } { $n ->
        [1] point
       *[other] points
    }
choice-scoring-melded-wild = A wild card in a meld
    .own = as in the hand
    .as-card = as the card that it stands for
choice-scoring-ace-by-colour = A red ace
    .none = counts as a black one
    .red = { $n ->
        [1] counts one point
       *[other] counts { $n } points
    }
choice-scoring-queen-of-spades = The queen of spades
    .court = as any queen
    .number = { $n } points
choice-scoring-out-bonus = Bonus for going out
    .number = { $n } points
choice-scoring-going-rummy = Going out with the whole hand in one turn
    .none = changes nothing
    .double = doubles the deal

choice-scoring-down-and-out = Going out in the turn of one's first lay-down
    .none = changes nothing
    .double-others = doubles what the others pay
    .minus = takes { $n } points off

choice-match-deals = Deals of a match
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
    .tied-only = is played off by those who tie
    .deals-won = is won by who has won more deals
choice-match-last-deal = The last contract's deal
    .as-others = is like the others
    .whole-hand = goes out with the whole hand at once
    .no-final-discard = does not allow the last card to be discarded
    .no-discard = has no discards at all
choice-match-advance = To the next contract
    .together = all together
    .individual = only who has laid the present one

choice-match-chips = Chips to begin with, for each deal
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
choice-match-gin-boxes = More boxes for gin
choice-match-shutout = A shutout
    .none = earns nothing more
    .double-points = doubles the points of the hands
    .double-all = doubles the whole total
    .plus-100 = earns 100 points
choice-match-tables = Games scored at once
    .one = one
    .three = three

choice-pool-rejoin-limit = Who is out may come back
    .none = never
    .number = while nobody left has more than { $n } points
choice-pool-rejoin-at = Coming back
    .highest-1 = with one point more than the highest total left
    .highest = with the highest total left
choice-pool-rejoins = Coming back how often
    .none = any number of times
    .number = at most { $n ->
        [1] once
        [2] twice
       *[other] { $n } times
    }
choice-pool-rejoin-fee = Coming back costs an entry
choice-pool-rejoin-price = Units for coming back, where it is not an entry
choice-pool-auto-split = The pool is shared by itself
    .off = never
    .no-drops = when no player left can pay for a first drop
    .from-80 = when no player left would be more than one point below the limit after a first drop
choice-pool-manual-split = The pool is shared by agreement
    .off = never
    .agreed = if all players left agree

choice-settling-money = Money
    .none = none
    .places = by places
    .per-point = by the point
    .difference = the difference of the totals
    .pool = the entries of all, for the winner
    .payments = what is paid deal by deal
choice-settling-places = What the places receive
    .double-rank = each place pays twice its distance from the first
    .list = { $list }
choice-settling-kitty = The kitty
    .winner = goes to the winner
    .two-thirds = two thirds to the winner, one third to the second
choice-settling-unit = Units for each point or place
choice-settling-entry = Units of an entry
choice-settling-out = Units from each of the others for going out
choice-settling-whole-hand = Units instead for the whole hand in one turn
choice-settling-melded-wild = Units besides for each melded card of a wild rank
choice-settling-melded-joker = Units besides for each melded joker
choice-settling-no-wilds = Units besides for melds without wild cards
choice-settling-scored = What is scored is paid, too
choice-settling-first-turn = Units besides for going out in one's first turn
choice-settling-undrawn = Units besides for going out without a draw
choice-settling-one-suit = Units besides for melds of one suit
choice-settling-fee = The fee of the house
    .number = { $n } percent of each gain
