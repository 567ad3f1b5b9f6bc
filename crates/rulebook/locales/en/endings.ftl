### Rule sheet sentences on the end of deals and matches, scoring and money.

## Going out

rule-knocking-limit =
    .number = { $n ->
        [0] In your turn, after drawing, you may knock if you can discard one card and have all the others in melds. You show them, put your discard face down, and so end the deal.
       *[other] In your turn, after drawing, you may knock if the cards left after a discard have { $n } points of deadwood or less. You show your melds and your deadwood, put your discard face down, and so end the deal.
    }
    .upcard = In your turn, after drawing, you may knock if the cards left after a discard have no more deadwood than the first upcard of the deal is worth. You show your melds and your deadwood, put your discard face down, and so end the deal.
knock-upcard-known = Both players can see the first upcard for the whole deal, even after it is taken.
knock-optional = You never have to knock.
rule-knocking-ace-upcard =
    .gin-only = If the first upcard is an ace, you may knock only without deadwood.
    .one = If the first upcard is an ace, you may knock with one point of deadwood.
rule-knocking-groups =
    .as-shown = The knocker's melds count as shown.
    .best = The knocker's melds are those that leave the least deadwood.
rule-knocking-lay-off =
    .none = No cards may be laid off on the knocker's melds.
    .defender-on-knocker = After a knock the other player may lay off cards on the knocker's melds, but not on the deadwood, and not against gin.
rule-knocking-defence =
    .own = After a knock the other player chooses melds and lay-offs; if they do not choose, those that leave the least deadwood count.
    .best = After a knock the other player's melds and lay-offs are those that leave the least deadwood.
rule-knocking-big-gin =
    .off = Nobody may knock without a discard.
    .number = If all your cards are in melds, you may knock without a discard. This is big gin: it earns { $n } points instead of the bonus for gin.
rule-knocking-tie =
    .undercut = If the knocker has deadwood and the other player has the same or less, it is an undercut: the other player wins the deal.
    .knocker = If the other player has less deadwood than the knocker, it is an undercut: the other player wins the deal. If both have the same amount, other than none, the knocker wins the deal without points.
gin-safe = A knock without deadwood is gin. It cannot be undercut: it wins even against a hand that has no deadwood either.
rule-declaring-allowed =
    .none = You may not go out by showing a whole hand in melds.
    .whole-hand = You go out in your turn, after drawing, when all your cards are in melds. You show them and do not discard.
    .all-but-discard = You go out in your turn, after drawing, when all your cards but one are in melds. You show them and discard that card; without a discard you may not go out.
rule-declaring-last-turns =
    .none = When somebody goes out, the deal is over.
    .one-each = When somebody goes out, every other player has one more turn, and then the deal is over. In the last turns discards may be taken as usual.
rule-laying-off-last-turns =
    .none = Nothing may be added to the melds that were shown.
    .own-meld = In the last turns the others may lay melds on the table; a player who has laid one may lay off cards on all melds there. Cards left in a hand are grouped to cost as little as possible.
declaring-needs = { $sequences ->
    [0] To go out, any melds will do.
    [1] To go out, one of your melds must be a sequence, that is, a run{ $pure ->
        [0] .
       *[other] , and a pure one: no card in it may stand for another.
    }
   *[other] To go out, at least { $count } of your melds must be sequences, that is, runs{ $pure ->
        [0] .
        [1] , and one of these must be pure: no card in it may stand for another.
       *[other] , and { $pure-count } of these must be pure: no card in them may stand for another.
    }
}
declaring-sets = To go out, one of your melds must be a set.
declaring-long = One of the required sequences must have { $long } or more cards.
rule-declaring-groups =
    .as-shown = When you go out, your melds count as you show them.
    .best = You may go out if your hand can be arranged in the required melds in any way.
rule-declaring-wrong =
    .refused = You may not show a hand that is not ready.
    .penalty = You may show a wrong hand by mistake: it costs { $points ->
        [1] one point
       *[other] { $points } points
    }, and you are out of the deal. { $players ->
        [2] The other player wins it.
       *[other] If two or more are left, they play on.
    }
declaring-undrawn = Before your first draw you may go out with the cards you were dealt, without a discard, if all of them are in melds.
rule-declaring-finish-card =
    .pile = The discard made when going out goes on the discard pile.
    .face-down = The discard made when going out lies face down, not on the discard pile.
last-player = If all others have left the deal, the last player wins it without showing a hand.
rule-dropping-allowed =
    .true = You may drop out of a deal at a fixed price; your hand is then set aside face down until the deal ends.
    .false = Nobody may drop out of a deal.
    .three-or-more = { $players ->
        [2] Nobody may drop out of a deal of two.
       *[other] In a deal of three or more you may drop out at a fixed price; your hand is then set aside face down until the deal ends.
    }
rule-dropping-when =
    .before-draw = You may drop in your own turn, instead of drawing.
    .own-turn = You may drop at any time in your own turn.
    .any-time = You may drop at any time, even in the others' turns.
drop-first = Dropping costs { $n ->
        [1] one point
       *[other] { $n } points
    } before your first draw of the deal.
drop-middle = Dropping costs { $n ->
        [1] one point
       *[other] { $n } points
    } after your first draw of the deal.
drop-missed = { $turns ->
    [1] At a table with a clock, a player who misses a turn drops.
   *[other] At a table with a clock, a player who misses { $count } turns in a row drops.
}
last-turns-won = A player who brings a whole hand into melds in the last turns scores no points either; the first to go out wins the deal.
rule-going-out-ends =
    .hand-empty = The deal ends as soon as a hand is empty.
    .contract-complete = The deal ends as soon as somebody has laid their whole contract.
same-turn = { $n ->
    [1] In deal { $deals } you may lay your contract only if you go out in the same turn.
   *[other] In deals { $deals } you may lay your contract only if you go out in the same turn.
}
same-turn-always = You may lay your contract only if you go out in the same turn.
rule-going-out-discard =
    .required = Your last card must be a discard: you may not play it to the table.
    .optional = Your last card may be discarded or played to the table.
    .forbidden = Your last card must be played to the table: it may not be discarded.
keep = If you have one card left, you may keep it and end your turn without a discard.
last-deal-out =
    .as-others = In deal { $deal } you go out as in the others.
    .whole-hand = In deal { $deal } you go out by laying down, and need no discard.
    .no-final-discard = In deal { $deal } your last card must be played to the table; or you keep it and end your turn without a discard.
    .no-discard = In deal { $deal } your turn ends without a discard, and you go out by playing your last card.
contract-before-out = You may not go out before your contract is down.
contract-before-out-shanghai = You may not go out before your contract is down, unless you called Shanghai and your last card is drawn away.
contract-before-out-parts = Our reading: you may not go out before your whole contract is down. Until then you may neither lay off nor discard your last card; if it is all you have left, you keep it.

## When the stock runs out

rule-stock-out-block-at =
    .last-card = When the last card of the stock has been drawn, that turn is finished, and the deal is over.
    .draw-due = When a card must be drawn and the stock is empty, the deal is over.
new-stock = When a card must be drawn and the stock is empty, the discards become the new stock.
no-cards = Our reading: if there are too few discards for a draw, the upcard must be taken; if it may not be taken, or another card must be drawn, the deal is over.
rule-stock-out-reuse =
    .keep-top = The upcard stays where it is and does not go into the new stock.
    .whole-pile = The upcard goes into the new stock too, and the discard pile starts empty.
    .new-upcard = The upcard goes into the new stock too, and its first card is turned up.
rule-stock-out-shuffle =
    .true = The new stock is shuffled.
    .false = The discards are turned over for the new stock, not shuffled.
reshuffles-any = A new stock may be made any number of times in a deal.
reshuffles-most = { $n ->
    [0] No new stock is made: the first empty stock ends the deal.
    [1] A new stock is made once in a deal; the next empty stock ends the deal.
    [2] A new stock is made twice in a deal; the next empty stock ends the deal.
   *[other] A new stock is made { $most } times in a deal; the next empty stock ends the deal.
}
rule-stock-out-stalemate =
    .number = { $n ->
        [1] Our reading: if no card has been played to the table since the last new stock, the next empty stock blocks and ends the deal.
       *[other] Our reading: if no card has been played to the table through { $times } new stocks in a row, the next empty stock blocks and ends the deal.
    }
circles = Our reading: if nobody draws from the stock and nothing changes on the table for { $rounds } rounds, the deal is blocked.
wall = { $n ->
    [0] When the last card of the stock has been drawn and that turn ends without a knock, the deal is void: nobody scores, and the same player deals it again.
    [1] The last card stays in the stock. When the one before it has been drawn and that turn ends without a knock, the deal is void: nobody scores, and the same player deals it again.
   *[other] The last { $cards } cards stay in the stock. When the one before them has been drawn and that turn ends without a knock, the deal is void: nobody scores, and the same player deals it again.
}
wall-taken = { $n ->
    [1] Our reading: a deal is also void after a turn without a knock once a card has been taken from the discard pile.
   *[other] Our reading: a deal is also void after a turn without a knock once { $times } cards have been taken from the discard pile in it.
}
rule-stock-out-last-discard =
    .off = The discard after the last draw from the stock may not be taken.
    .may-knock = The discard after the last draw from the stock may be taken by the other player, if they can knock with it.
void-stalemate = { $n ->
    [1] Our reading: a new stock is made once in a deal; the next empty stock ends the deal.
    [2] Our reading: a new stock is made twice in a deal; the next empty stock ends the deal.
   *[other] Our reading: a new stock is made { $times } times in a deal; the next empty stock ends the deal.
}
circles-void = Our reading: if nobody draws from the stock for { $rounds } rounds, the deal cannot go on either.
void = A deal that cannot go on is void: nobody scores, and the same player deals it again.
void-limit = Our reading: after three void deals in a row the match goes on with the next one.
blocked = A deal that is blocked or ended by the stock has no winner, and everybody counts the cards in hand.
blocked-payments = A deal that is blocked or ended by the stock has no winner, and nobody pays.
blocked-winner = A deal that is blocked or ended by the stock has no winner, and nobody scores.

## Scoring

rule-scoring-who =
    .losers = { $left ->
        [0] When a deal ends, everybody else counts the cards left in hand as penalty points; the player who went out scores none.
       *[other] When a deal ends, everybody counts the cards left in hand as penalty points.
    }
    .difference = After a knock both players count their deadwood, and the winner of the deal scores the difference.
    .winner = When a deal ends, the player who went out scores the points of all cards left in the other hands; nobody else scores.
    .shown-minus-hand = When a deal ends, everybody scores the cards they have laid on the table, minus the cards left in hand. A negative result is taken off the total.
    .chips = When a deal ends, everybody else counts the cards left in hand as penalty points, and pays the winner as many chips.
    .payments = Cards left in hand do not count: the player who goes out scores what the others pay, and each of them loses as many points.
rule-scoring-left-over =
    .true = The player who completes the contract counts the cards left in hand, too.
    .false = The player who completes the contract scores no points, whatever is left in hand.
rule-scoring-what =
    .hand = All cards in a hand count, even those that would make melds.
    .deadwood = Only cards that are not in a meld count.
rule-scoring-grouping =
    .best = The other hands are grouped to cost as little as possible.
    .own = After a hand has been shown, the others group their own hands; a player who does not gets the cheapest grouping.
without-runs = { $one ->
    [outside] In a hand without the required sequences all cards count, except those of a pure sequence.
   *[all] In a hand without the required sequences all cards count, even those in melds.
}
cap-points = { $double ->
    [yes] No deal costs a player more than { $n } points, except the last, which costs at most { $twice }.
   *[no] No deal costs a player more than { $n } points.
}
least-points = { $n ->
    [0] A loser with nothing left over pays nothing.
    [1] A loser pays at least one point, even with nothing left over.
   *[other] A loser pays at least { $n } points, even with nothing left over.
}
rule-scoring-deal-show =
    .full = A player who had no turn before the deal ended pays like the others.
    .half = A player who had no turn before the deal ended pays half, rounded up.
rule-scoring-least-halved =
    .true = The minimum for such a player is halved, too.
    .false = A loser still pays at least { $n } points.
rule-scoring-last-deal =
    .off = The last deal counts like the others.
    .double = The points of the last deal count double.
bonus-gin = { $n ->
    [0] Gin, a knock without deadwood, scores all the other player's deadwood.
   *[other] Gin, a knock without deadwood, scores all the other player's deadwood plus { $n } points.
}
bonus-undercut = { $n ->
    [0] An undercut scores the difference.
   *[other] An undercut scores the difference plus { $n } points.
}
rule-scoring-spade-doubles =
    .true = A deal counts double if its first upcard is a spade.
    .false = The suit of the first upcard makes no difference.
value-joker = A joker
value-ace = An ace
value-red-ace = A red ace
value-court = A jack, a queen or a king
value-court-rank = A jack counts 11 points, a queen 12 and a king 13.
value-ten = A ten
value-eight-nine = An eight or a nine
value-three-to-seven = A three to a seven
value-two = A two
value = { $points ->
    [1] { $cards } counts one point.
   *[other] { $cards } counts { $points } points.
}
value-face = { $cards } counts its face value.
value-wilds = { $points ->
    [1] Being wild, { $ranks } count one point each.
   *[other] Being wild, { $ranks } count { $points } points each.
}
value-wilds-by-rank = Being wild does not change what { $ranks } count.
rule-scoring-going-rummy =
    .none = { $otherwise ->
        [0] Going out with the whole hand in one turn earns nothing extra.
       *[other] Going out with the whole hand in one turn does not double the deal.
    }
    .double = If the winner goes out with the whole hand in one turn, with nothing on the table before, the deal counts double.
rule-scoring-down-and-out =
    .none = Going out in the turn of the first lay-down earns nothing extra.
    .double-others = If the winner goes out in the turn of their first lay-down, the others count double.
down-and-out-minus = A player who goes out in the turn of their first lay-down takes { $n } points off their total, which may fall below zero.
rummy-without-discard = Going out in one turn counts double only if the whole hand is played to the table, not if the last card is discarded.

## The match

match-target = Deals are played until somebody has { $target } points or more.
match-target-contracts = After the deal of the last contract, that deal is repeated until the match ends.
match-target-end = Our reading: after 200 deals the match ends in any case.
match-last-player = Deals are played until one player is left. A player with { $limit } points or more after a deal is out.
match-chips = { $n ->
    [0] Players start with no chips.
   *[other] Everybody starts with { $n } chips for each deal: { $all }.
}
rule-match-early-end =
    .true = The match ends as soon as nobody can catch up any more.
    .false = All deals are played, even when nobody can catch up any more.
match-all-out = Our reading: if everybody would be out, those with the lowest total play on.
rejoin-none = A player who is out stays out.
rejoin = A player who is out may rejoin before the next deal if two or more are left and none of them has more than { $most } points.
rejoin-at = { $how ->
    [highest] A player rejoins with the highest total of those who are left.
   *[other] A player rejoins with one point more than the highest total of those who are left.
}
rejoins-any = A player may rejoin any number of times.
rejoins-most = { $n ->
    [0] Nobody may rejoin.
    [1] A player may rejoin once in a match.
    [2] A player may rejoin twice in a match.
   *[other] A player may rejoin { $times } times in a match.
}
rule-pool-rejoin-fee =
    .true = Rejoining costs another entry.
    .false = Rejoining costs nothing.
rejoin-price = { $n ->
    [1] Rejoining costs one unit, which goes into the pool.
   *[other] Rejoining costs { $units } units, which go into the pool.
}
rule-pool-auto-split =
    .off = The pool is never shared automatically.
    .no-drops = When two players are left of three or more, or three of four or more, and a first drop would put each of them out, they share the pool and the match is over.
    .from-80 = When two players are left of three or more, or three of four or more, and a first drop would put each of them out or one point short of it, they share the pool and the match is over.
rule-pool-manual-split =
    .off = Players may not agree to share the pool.
    .agreed = When two players are left of three or more, or three of four or more, they are asked after each deal: if all agree, they share the pool by the number of first drops that each can still afford, and the match is over.
match-count = { $n ->
    [1] The match is a single deal.
   *[other] The match is { $deals } deals.
}
match-all = { $n ->
    [1] The match is a single deal.
   *[other] The match is { $deals } deals, one for each contract.
}
match-some = { $n ->
    [1] The match is deal { $deals } only.
   *[other] The match is deals { $deals }.
}
rule-match-advance =
    .together = All players go on to the next contract together, whether or not they have laid the current one.
    .individual = A player who has not laid their contract tries it again in the next deal.
advance-end = Our reading: the match goes on until somebody has laid the last contract, for at most three times as many deals as there are contracts.
bonus-game-points = { $n ->
    [0] Winning earns nothing extra.
   *[other] The player with the highest total at the end, if it is { $target } points or more, adds { $n } points.
}
bonus-game = { $n ->
    [0] Reaching the target earns nothing extra.
   *[other] The player who reaches the target adds { $n } points.
}
boxes = { $n ->
    [0] A won hand earns nothing extra.
   *[other] Each won hand adds a box of { $n } points.
}
gin-boxes = { $n ->
    [0] A hand won with gin has one box like any other.
    [1] A hand won with gin has one extra box.
   *[other] A hand won with gin has { $more } extra boxes.
}
rule-match-box-when =
    .at-end = Boxes are added after the end and do not help to reach the target.
    .at-once = Boxes are added at once and help to reach the target.
rule-match-shutout =
    .none = Whether the loser has won a hand makes no difference.
    .double-points = If the loser has won no hand, the points of the winner's hands are doubled; what is added after the end is not.
    .double-all = If the loser has won no hand, the winner's whole total is doubled.
    .plus-100 = If the loser has won no hand, the winner adds 100 points.
rule-match-tables =
    .one = One game is played.
    .three = Three games are scored at once: a player's first won hand counts in the first game, the second in the first two, all others in all three. If the game of a first entry has ended, the entry goes into the next one still open. Each game ends on its own at the target, with its own bonuses; the match is over when all three have ended, and each player's three totals are added.
rule-match-winner =
    .lowest = The lowest total wins.
    .highest = The highest total wins.
    .chips = The most chips win.
winner-before-boxes = The highest total wins, before anything is added after the end.
rule-match-ties =
    .deals-won = Of those with equal totals at the top, the player who has won more deals wins; if that is equal, too, they share the win.
    .shared = Players with equal totals share the win.
    .playoff = If totals are equal at the top, all players play the last deal again. Our reading: after three such deals a tie is shared.
    .tied-only = Players who tie at the top play one more deal without the others, and again if necessary. Our reading: after twenty such deals a tie is shared.

## Money

money-points = { $n ->
    [1] After each deal everybody else pays the winner one unit for each point they hold.
   *[other] After each deal everybody else pays the winner { $unit } units for each point they hold.
}
money-pool = { $n ->
    [1] Everybody pays one unit to enter; all entries together form the pool, which goes to the winner.
   *[other] Everybody pays { $unit } units to enter; all entries together form the pool, which goes to the winner.
}
money-places = At the end of the match players pay or receive money by place.
money-double-rank = Each place pays twice its distance from the first, which receives it all.
money-amounts = With { $players } players the places, from the first, receive: { $amounts }.
money-shared = Players with equal totals share their places' amounts equally, and the kitty if they win it; any remainder goes to them one unit each, in turn order from the dealer's { $side }.
money-shared-places = Players with equal totals share their places' amounts equally; any remainder goes to them one unit each, in turn order from the dealer's { $side }.
rule-settling-kitty =
    .winner = The kitty goes to the winner.
    .two-thirds = One third of the kitty goes to the second place, rounded down, and the rest to the winner; if the first place is shared, those who share it share the whole kitty.
money-difference = At the end the winner collects the difference of the totals, { $unit ->
        [1] one unit
       *[other] { $unit } units
    } for each point.
money-difference-of-two = At the end, after all bonuses, the player with the lower total pays the other the difference, { $unit ->
        [1] one unit
       *[other] { $unit } units
    } for each point.
money-out = { $n ->
    [1] In each deal, each of the others pays one unit to the player who goes out.
   *[other] In each deal, each of the others pays { $units } units to the player who goes out.
}
money-whole-hand = { $n ->
    [1] Going out with the whole hand in one turn, with nothing laid before, is paid with one unit instead.
   *[other] Going out with the whole hand in one turn, with nothing laid before, is paid with { $units } units instead.
}
money-melded-wild = { $n ->
    [1] Each card of a wild rank in the winner's melds brings one more unit from each of the others.
   *[other] Each card of a wild rank in the winner's melds brings { $units } more units from each of the others.
}
money-melded-joker = { $n ->
    [1] Each joker in the winner's melds brings one more unit from each of the others.
   *[other] Each joker in the winner's melds brings { $units } more units from each of the others.
}
money-no-wilds = { $n ->
    [1] Melds without any wild card bring one more unit from each of the others.
   *[other] Melds without any wild card bring { $units } more units from each of the others.
}
money-first-turn = { $n ->
    [1] Going out in your first turn brings one more unit from each of the others.
   *[other] Going out in your first turn brings { $units } more units from each of the others.
}
money-undrawn = { $instead ->
    [0] { $n ->
        [1] Going out without drawing brings one more unit from each of the others.
       *[other] Going out without drawing brings { $units } more units from each of the others.
    }
   *[other] { $n ->
        [1] Going out without drawing brings one more unit instead.
       *[other] Going out without drawing brings { $units } more units instead.
    }
}
money-one-suit = { $n ->
    [1] Melds all of one suit bring one more unit from each of the others.
   *[other] Melds all of one suit bring { $units } more units from each of the others.
}
money-payments = The payments of each deal are the only ones.
money-scored-alone = The payments of each deal are only scored; no money changes hands for them.
money-fee = The house keeps { $part } percent of what each winner gains, rounded down.
kitty-unpaid = The rules do not pay out the kitty: the players decide what becomes of it.
