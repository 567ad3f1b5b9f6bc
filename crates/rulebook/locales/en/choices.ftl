### Labels of choices and of their values.
### `.number`, `.list` and `.table` format a number, a list and a table by number of players.

value-yes = yes
value-no = no
value-number = { $n }
value-list = { $list }
value-nothing = none
value-table-row = { $n } with { $players }

choice-players-min = Fewest players
choice-players-max = Most players

choice-pack-packs = Packs of 52
    .half-up = half the number of players, rounded up
    .half-plus-one = half the number of players, rounded down, plus one
choice-pack-jokers = Jokers
    .two-per-pack = two for each pack
    .players-less-one = one fewer than players
choice-pack-wild-ranks = Wild ranks
    .list = { $list }
choice-pack-wild-suits = Suits of the wild ranks
    .all = all
    .red = red suits only
    .black = black suits only

choice-dealing-first-dealer = First dealer
    .random = at random
    .draw-high = highest card drawn
    .draw-low = lowest card drawn
    .toss = a toss: the seat before the highest card, ties by suit
    .chosen = a volunteer
choice-dealing-first-seat = Seat that deals first
choice-dealing-hand = Cards dealt
    .list = { $list }, deal by deal
choice-dealing-at-a-time = Cards dealt at a time
choice-dealing-upcard = A card is turned up
choice-dealing-next-dealer = The next dealer
    .clockwise = the next player in turn
    .alternate = the two players in turn
    .winner = the winner of the deal
    .loser = the loser of the deal
    .toss = by a toss before each deal
choice-dealing-opening-upcard = The first upcard
    .normal = may be taken like any other
    .offered = is offered to all before the first draw
choice-dealing-extra-card = An extra card
    .none = for nobody
    .non-dealer = for the first player, who does not draw
choice-dealing-cut = Cutting
    .none = no cut
    .blind = a blind cut before each deal
choice-dealing-cut-bonus = Points for an exact cut

choice-contracts-deals = Contracts
    .list = { $list }

choice-melds-kinds = Kinds of melds
    .both = sets and runs
    .runs-only = runs only
    .sets-only = sets only
choice-melds-set-size = Fewest cards in a set
choice-melds-set-max = Most cards in a set
    .none = no limit
choice-melds-run-size = Fewest cards in a run
choice-melds-run-max = Most cards in a run
choice-melds-ace = The ace in runs
    .low = low only
    .high = high only
    .either = low or high
    .corner = anywhere, even round the corner
choice-melds-distinct-suits = All cards of a set have different suits
choice-melds-set-suits = Suits of a set
    .any = any
    .closed-three = three; later cards must match one
choice-melds-pair-grows = Cards may be laid off on pairs

choice-wilds-per-deal = Wild rank of each deal
    .none = none
    .hand-size = the rank equal to the number of cards dealt
    .turned = the rank of a card turned up after the deal
choice-wilds-turned-joker = A joker turned up for the wild rank
    .aces = makes aces wild
    .none = makes no rank wild
    .again = is replaced by another card
choice-wilds-turned-card = The card turned up for the wild rank
    .aside = is set aside, out of play
    .stock-bottom = is the last card of the stock
choice-wilds-where = Wild cards may stand
    .everywhere = in any meld
    .runs-only = in runs only
choice-wilds-cap = Wild cards in a meld
    .none = any number
    .naturals = never more than natural cards
    .fewer-than-naturals = always fewer than natural cards
    .two-naturals = any number with two natural cards
    .number = at most { $n }
choice-wilds-cap-scope = The wild card limit applies
    .always = always
    .first = when the meld is first laid
choice-wilds-cap-in = The wild card limit is for
    .everywhere = sets and runs
    .runs-only = runs only
choice-wilds-first-lay-total = Wild cards in a first lay-down
    .none = any number
    .number = at most { $n } together
    .list = at most { $list } together, deal by deal
choice-wilds-set-naturals = Natural cards in a set with wild cards
    .number = { $n ->
        [0] one at least
        [1] one at least
       *[other] { $n } at least
    }
choice-wilds-apart = Natural cards between two wild cards in a run
    .number = { $n ->
        [0] none needed
        [1] one at least
       *[other] { $n } at least
    }
choice-wilds-whole-suit = Wild cards in a run of a whole suit
    .none = as in other runs
    .number = { $n ->
        [0] none
       *[other] at most { $n }, none beside another
    }
choice-wilds-only = Melds of wild cards only
    .never = never
    .trio = three of them as a set
    .sets = sets
    .any = sets and runs
choice-wilds-natural-place = A card of a wild rank in its own place
    .wild = counts as wild
    .natural = counts as natural
choice-wilds-own-set = Wild cards may fill a missing suit in a set of their rank
choice-wilds-in-pairs = Wild cards in pairs
choice-wilds-slide = Moving wild cards
    .none = never
    .run-end = to either end of the run when the natural card is laid
    .end-to-end = from one end of the run to the other when the natural card is laid

choice-swapping-who = Who may take wild cards
    .nobody = nobody
    .others = everybody but the meld's owner
    .anyone = everybody
choice-swapping-where = From which melds
    .any = any
    .runs = runs
    .sets = sets
choice-swapping-from = Wild cards may be taken
    .any-time = at any time
    .contract = once one's contract is down
    .next-turn = from the turn after one's contract
choice-swapping-freed = The wild card taken
    .hand = goes to the hand
    .play-now = must be played in the same turn
    .owner-run = must be played in the same turn, into a run of the meld's owner
    .new-meld = must be played in the same turn, in a new meld
choice-swapping-full-sets = Wild cards are taken only from sets with all suits
choice-swapping-timing = When wild cards are taken
    .own-turn = in one's own turn
    .claims = between turns too

choice-laying-down-mode = Laying down
    .at-once = the whole contract at once
    .piecemeal = the contract in parts
    .free = any melds at any time
    .hidden = only when somebody ends the deal
choice-laying-down-sets = Size of sets when laid
    .exact = exactly the required size
    .at-least = the required size or more
choice-laying-down-runs = Size of runs when laid
    .exact = exactly the required size
    .at-least = the required size or more
choice-laying-down-duty = A player who can lay down
    .optional = may
    .compulsory = must
choice-laying-down-extra-melds = Melds beyond the contract
    .none = none
    .after-contract = any number, once the contract is down
choice-laying-down-melds-per-turn = New melds in a turn
    .none = any number
    .number = at most { $n }
choice-laying-down-same-rank-sets = Two sets of the same rank
choice-laying-down-same-suit-runs = Two runs of the same suit
    .any = anywhere
    .not-contiguous = not one directly after the other
    .gap = with a gap between them
    .different-suits = not allowed
choice-laying-down-whole-suit = A run of thirteen counts as a contract's three runs
choice-laying-down-first-points = Fewest points of the first melds
choice-laying-down-runs-per-suit = A player's runs of one suit in a deal
    .none = any number
    .number = at most { $n }

choice-knocking-limit = Knocking
    .none = not played
    .upcard = with deadwood up to the first upcard's value
    .number = with { $n } points of deadwood or less
choice-knocking-ace-upcard = An ace as first upcard
    .gin-only = allows only gin
    .one = allows one point
choice-knocking-groups = The knocker's melds
    .as-shown = as the knocker shows them
    .best = those that leave the least deadwood
choice-knocking-defence = The answer to a knock
    .own = the defender's own
    .best = always the best
choice-knocking-lay-off = Laying off after a knock
    .none = not allowed
    .defender-on-knocker = on the knocker's melds
choice-knocking-tie = Equal deadwood
    .undercut = is an undercut
    .knocker = is a win for the knocker, without points
choice-knocking-big-gin = Big gin
    .off = not played
    .number = { $n } points

choice-declaring-allowed = Going out with a hand in melds
    .none = not played
    .whole-hand = with all cards
    .all-but-discard = with all cards but one, which is discarded
choice-declaring-undrawn = Going out before the first draw
choice-declaring-needs = Melds of a declared hand
    .none = none needed
    .row-sequences = { $n } sequences
    .row-pure = { $n } of them pure
    .row-long = one of { $n } cards or more
    .row-sets = a set
choice-declaring-groups = A declaration is judged
    .as-shown = by its groups as shown
    .best = by any grouping of the hand
choice-declaring-wrong = A wrong declaration
    .refused = is refused
    .penalty = costs points and puts the player out of the deal
choice-declaring-penalty = Points for a wrong declaration
    .number = { $n } points
choice-declaring-finish-card = The final discard
    .pile = goes on the discard pile
    .face-down = lies face down, out of play
choice-declaring-last-turns = After somebody has gone out
    .none = the deal is over
    .one-each = the others get one more turn

choice-dropping-allowed = Dropping out of a deal
    .three-or-more = if three or more are in the deal
choice-dropping-when = When players may drop
    .before-draw = in their own turn, instead of drawing
    .own-turn = at any time in their own turn
    .any-time = at any time
choice-dropping-first = Dropping before one's first draw
    .number = { $n } points
choice-dropping-middle = Dropping later
    .number = { $n } points
choice-dropping-missed-turns = Missed turns, with a clock
    .none = never drop the hand
    .number = { $n ->
        [1] one drops the hand
       *[other] { $n } in a row drop the hand
    }

choice-drawing-discarded-wilds = Wild cards in the discard pile
    .allowed = may be taken
    .opening-only = may not be taken, except the first upcard by the first player
    .never = may not be taken

choice-drawing-discard = The upcard in one's own turn
    .free = is free
    .bought = must be bought, except the first one by the first player

choice-drawing-after-down = Players who are down draw
    .both = as before
    .stock-only = from the stock only

choice-laying-off-needs = Before laying off
    .none = nothing is needed
    .own-meld = a meld of their own
    .contract = their own contract
choice-laying-off-last-turns = Laying off in the last turns
    .none = no
    .own-meld = after laying a meld
choice-laying-off-from = Laying off begins
    .same-turn = in the same turn
    .next-turn = in the next turn

choice-rearranging-allowed = Rearranging
    .never = never
    .same-turn = from the turn of the contract on
    .next-turn = from the turn after the contract on
choice-rearranging-new-melds = New melds by rearranging
choice-rearranging-wilds = Wild cards when rearranging
    .free = may stand for something else
    .fixed = keep standing for the same card

choice-drawing-deep = Cards deeper in the discard pile may be taken
choice-drawing-deep-use = A card taken for use
    .first-play = must be used in the first play
    .this-turn = must be used before the discard
choice-drawing-top-use = The upcard, when taken
    .free = need not be used
    .must-meld = must go into a new meld
    .must-use = must be melded or laid off

choice-turn-order = Order of plays
    .free = any order
    .strict = melds before lay-offs

choice-discarding-taken-card = Discarding the card just taken
    .allowed = allowed
    .refused = not in the same turn
choice-discarding-wilds = Discarding wild cards
    .allowed = allowed
    .refused = not allowed
    .only-wilds-left = only with nothing else in the hand
choice-discarding-pile = The discard pile
    .top = shows only the upcard
    .spread = lies spread out

choice-going-out-same-turn = The contract is laid only when going out in the same turn
    .none = in no deal
    .all = in every deal
    .list = in deals { $list }
choice-buying-deals = Buying
    .none = never
    .all = in every deal
    .list = in deals { $list }
choice-buying-when = The others are asked
    .before-draw = before the player whose turn it is draws
    .after-refusal = when the player whose turn it is has declined
choice-buying-who = Who may buy
    .others = everybody whose turn it is not
    .everyone = everybody
choice-buying-until = A player who is down
    .deal = may still buy
    .own-contract = may not buy any more
choice-buying-own-discard = Buying back one's own discard
choice-buying-priority = Among several buyers
    .turn-order = the next in turn
    .race = the quickest
choice-buying-price-cards = Stock cards that come with a buy
    .list = { $list }, deal by deal
choice-buying-price-pennies = Pennies for a bought card
choice-buying-limit-per-deal = Buys in a deal
    .none = any number
    .number = at most { $n }
    .list = at most { $list }, deal by deal
choice-buying-limit-per-match = Buys in a match
    .none = any number
    .number = at most { $n }
choice-buying-limit-scope = The buying limit counts
    .player = each player's buys
    .table = all players' buys together
choice-buying-chain = The next discard after a buy
    .closed = is not on offer
    .dead = is dead with the rest of the pile
    .another-player = is on offer to the others
    .anyone = is on offer to all
choice-buying-dead = A dead pile stays dead
    .until-reshuffle = until it becomes the new stock
    .this-turn = for this turn
    .for-good = for good
choice-buying-then-draw = After a buy the player whose turn it is
    .stock = draws from the stock
    .normal = chooses again

choice-shanghai-allowed = The Shanghai call
choice-shanghai-priority = Among several callers
    .turn-order = the next in turn
    .race = the quickest

choice-shanghai-price = What a call costs
    .blind-card = a blind card from the caller's hand
    .none = nothing

choice-going-out-discard = The last card
    .required = must be discarded
    .optional = may be discarded or played
    .forbidden = must be played
choice-going-out-ends = A deal ends
    .hand-empty = when a hand is empty
    .contract-complete = when a contract is complete

choice-stock-out-then = When the stock is empty
    .reshuffle = the discards make a new one
    .block = the deal is over
    .void = the discards make a new one; if there can be none, the deal is void
    .wall = { $n } cards stay in it; when the others are gone, the deal is void
choice-stock-out-last-discard = The discard after the last draw
    .off = is not taken
    .may-knock = may be taken for a knock
choice-stock-out-reuse = For the new stock
    .keep-top = the upcard stays
    .whole-pile = the whole discard pile is used
    .new-upcard = the whole discard pile is used and a card is turned up
choice-stock-out-shuffle = Shuffling the new stock
choice-stock-out-reshuffles = New stocks in a deal
    .none = any number
    .number = at most { $n }
choice-stock-out-stalemate = New stocks without a play to the table before the deal is blocked
choice-stock-out-block-at = The deal is over
    .last-card = after the turn of the last card
    .draw-due = when a card must be drawn
