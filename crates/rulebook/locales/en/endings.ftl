### Rule sheet sentences on the end of deals and matches, scoring and money.

## Going out

rule-knocking-limit =
    .number = { $n ->
        [0] In your turn, after drawing, you may knock when the cards that you keep after one discard stand in melds, all of them. You show them, put the card that you throw face down, and so end the deal.
       *[other] In your turn, after drawing, you may knock when the cards that you keep after one discard have { $n } points of deadwood or less. You show your melds and your deadwood, put the card that you throw face down, and so end the deal.
    }
    .upcard = In your turn, after drawing, you may knock when the cards that you keep after one discard have no more points of deadwood than the first upcard of the deal counts. You show your melds and your deadwood, put the card that you throw face down, and so end the deal.
knock-upcard-known = The first upcard stays known to both players for the whole deal, whoever takes it.
knock-optional = Nobody has to knock.
rule-knocking-ace-upcard =
    .gin-only = If the first upcard is an ace, you knock without any deadwood or not at all.
    .one = If the first upcard is an ace, you may knock with one point.
rule-knocking-groups =
    .as-shown = The knocker's melds count as they are shown.
    .best = The knocker's melds are those that leave the least deadwood.
rule-knocking-lay-off =
    .none = Nothing is laid off on the knocker's melds.
    .defender-on-knocker = After a knock the other player may lay cards off on the knocker's melds, but not on the deadwood, and not if the knocker has none.
rule-knocking-defence =
    .own = After a knock the other player shows melds of their own; if they say nothing, those melds and lay-offs count that leave the least.
    .best = After a knock the other player's melds and lay-offs are those that leave the least.
rule-knocking-big-gin =
    .off = Without a card to throw nobody knocks.
    .number = If all your cards stand in melds, you may knock without throwing one. This big gin earns { $n } points instead of the bonus for gin.
rule-knocking-tie =
    .undercut = If the knocker has deadwood and the other player has the same or less, it is an undercut: the other player wins the deal.
    .knocker = If the other player has less deadwood than the knocker, it is an undercut: the other player wins the deal. If both have the same, and it is not nothing, the knocker wins the deal, without points for it.
gin-safe = A knock without deadwood is gin. It cannot be undercut: it wins, also against a hand that has no deadwood either.
rule-declaring-allowed =
    .none = Nobody goes out with a whole hand in melds.
    .whole-hand = You go out in your turn, after drawing, when all your cards stand in melds. You show them, and throw no card.
    .all-but-discard = You go out in your turn, after drawing, when all your cards but one stand in melds. You show them and throw that card; without a card to throw you cannot go out.
rule-declaring-last-turns =
    .none = When somebody has gone out, the deal is over.
    .one-each = When somebody has gone out, every other player has one more turn, and then the deal is over. In the last turns the discards may be taken as usual.
rule-laying-off-last-turns =
    .none = Nothing is added to the melds that were shown.
    .own-meld = In the last turns the others may lay melds on the table, and whoever has laid one may lay cards off on all melds there. What is left in a hand is grouped as cheaply as can be.
declaring-needs = { $sequences ->
    [0] To go out any melds will do.
    [1] Of the melds of a hand that goes out one must be a sequence, that is, a run{ $pure ->
        [0] .
       *[other] , and a pure one: with no card that stands for another.
    }
   *[other] Of the melds of a hand that goes out at least { $count } must be sequences, that is, runs{ $pure ->
        [0] .
        [1] , and one of these must be pure: with no card that stands for another.
       *[other] , and { $pure-count } of these must be pure: with no card that stands for another.
    }
}
declaring-sets = One of the melds must be a set.
declaring-long = One of the needed sequences must have { $long } or more cards.
rule-declaring-groups =
    .as-shown = The melds of a hand that goes out count as they are shown.
    .best = A hand may go out if it can be put into the needed melds in any way.
rule-declaring-wrong =
    .refused = A hand that is not ready cannot be shown.
    .penalty = A wrong hand may be shown by mistake: it costs { $points ->
        [1] one point
       *[other] { $points } points
    }, and the player is out of the deal. { $players ->
        [2] The other player wins it.
       *[other] If two or more are left, they play on.
    }
declaring-undrawn = Before your first draw you may go out with the cards that you were dealt, without throwing one, if all of them stand in melds.
rule-declaring-finish-card =
    .pile = The card that is thrown in going out goes to the discards.
    .face-down = The card that is thrown in going out lies face down, not on the discards.
last-player = If all others have left the deal, the last player wins it without showing anything.
rule-dropping-allowed =
    .true = You may leave a deal: you drop, at a fixed price, and your hand lies aside face down until its end.
    .false = Nobody leaves a deal.
    .three-or-more = { $players ->
        [2] Nobody leaves a deal of two.
       *[other] In a deal of three or more you may leave: you drop, at a fixed price, and your hand lies aside face down until its end.
    }
rule-dropping-when =
    .before-draw = You drop in your own turn, instead of drawing.
    .own-turn = You drop at any moment of your own turn.
    .any-time = You drop whenever you like, also in the others' turns.
drop-first = Dropping costs { $n ->
        [1] one point
       *[other] { $n } points
    } before the first own draw of the deal.
drop-middle = Dropping costs { $n ->
        [1] one point
       *[other] { $n } points
    } after the first own draw of the deal.
drop-missed = { $turns ->
    [1] At a table with a clock, a player who misses a turn drops.
   *[other] At a table with a clock, a player who misses { $count } turns in a row drops.
}
last-turns-won = Whoever brings a whole hand into melds in the last turns counts nothing either; the deal is won by whoever went out first.
rule-going-out-ends =
    .hand-empty = The deal ends as soon as a hand is empty.
    .contract-complete = The deal ends as soon as somebody has laid their whole contract.
same-turn = { $n ->
    [1] In deal { $deals } you lay your contract only if you go out in the same turn.
   *[other] In deals { $deals } you lay your contract only if you go out in the same turn.
}
same-turn-always = You lay your contract only if you go out in the same turn.
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
    [0] No new stock is made: the first empty stock ends the deal.
    [1] A new stock is made once in a deal; the next empty stock ends the deal.
    [2] A new stock is made twice in a deal; the next empty stock ends the deal.
   *[other] A new stock is made { $most } times in a deal; the next empty stock ends the deal.
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
    [1] Our reading: a deal is also void after a turn without a knock when a card has been taken from the discards.
   *[other] Our reading: a deal is also void after a turn without a knock when { $times } cards have been taken from the discards in it.
}
rule-stock-out-last-discard =
    .off = The discard that leaves the last cards in the stock may no longer be taken.
    .may-knock = The discard that leaves the last cards in the stock may still be taken by the other player, if they can knock with it.
void-stalemate = { $n ->
    [1] Our reading: a new stock is made once in a deal; the next empty stock ends the deal.
    [2] Our reading: a new stock is made twice in a deal; the next empty stock ends the deal.
   *[other] Our reading: a new stock is made { $times } times in a deal; the next empty stock ends the deal.
}
circles-void = Our reading: if for { $rounds } rounds nobody draws from the stock, no new stock is due any more, either.
void = A deal that cannot go on for want of a stock is void: nobody scores, and the same player deals it again.
void-limit = Our reading: after three void deals in a row the match goes on with the next one.
blocked = A deal that the stock ends, or that is blocked, has no winner, and everybody counts what they hold.
blocked-payments = A deal that the stock ends, or that is blocked, has no winner, and nobody pays.
blocked-winner = A deal that the stock ends, or that is blocked, has no winner, and nobody gains anything.

## Scoring

rule-scoring-who =
    .losers = { $left ->
        [0] When a deal ends, everybody else counts the cards left in their hand as penalty points; whoever went out counts nothing.
       *[other] When a deal ends, everybody counts the cards left in their hand as penalty points.
    }
    .difference = After a knock both count their deadwood, and whoever wins the deal gains the difference.
    .winner = When a deal ends, whoever went out gains the points of all cards left in the other hands; nobody else scores.
    .shown-minus-hand = When a deal ends, everybody scores the cards that they have laid on the table, less the cards left in their hand. That may be less than nothing, and is then taken off the total.
    .chips = When a deal ends, everybody else counts the cards left in their hand as penalty points, and hands whoever won the deal as many chips.
    .payments = Cards left in a hand do not count: whoever goes out scores what the others pay for it, and each of them scores it against themselves.
rule-scoring-left-over =
    .true = Whoever completes the contract counts the cards left in their hand, too.
    .false = Whoever completes the contract counts nothing, whatever is left in their hand.
rule-scoring-what =
    .hand = All cards of a hand count, those that would make melds as well.
    .deadwood = Only cards that stand in no meld count.
rule-scoring-grouping =
    .best = The others' hands are grouped for them as cheaply as can be.
    .own = After a hand has been shown the others group theirs themselves; whoever says nothing is given the cheapest grouping.
without-runs = { $one ->
    [outside] A hand without the sequences that are needed counts with all its cards, but for a pure sequence.
   *[all] A hand without the sequences that are needed counts with all its cards, those in melds as well.
}
cap-points = { $double ->
    [yes] No deal costs a player more than { $n } points, but for the last, which costs at most { $twice }.
   *[no] No deal costs a player more than { $n } points.
}
least-points = { $n ->
    [0] A hand with nothing left over costs nothing.
    [1] A loser pays at least one point, even with nothing left over.
   *[other] A loser pays at least { $n } points, even with nothing left over.
}
rule-scoring-deal-show =
    .full = A player who had no turn before the deal ended pays like the others.
    .half = A player who had no turn before the deal ended pays half, rounded up.
rule-scoring-least-halved =
    .true = The least that such a player pays is halved, too.
    .false = But nobody who loses pays less than { $n } points.
rule-scoring-last-deal =
    .off = The last deal counts like the others.
    .double = The points of the last deal count double.
bonus-gin = { $n ->
    [0] A knock without deadwood, gin, earns all the deadwood of the other.
   *[other] A knock without deadwood, gin, earns all the deadwood of the other and { $n } points more.
}
bonus-undercut = { $n ->
    [0] An undercut earns the difference.
   *[other] An undercut earns the difference and { $n } points more.
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
value-face = { $cards } counts as many points as its number.
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
    .double = If the winner goes out with the whole hand in one turn, having had nothing on the table before, the deal counts double.
rule-scoring-down-and-out =
    .none = Going out in the turn of the first lay-down earns nothing extra.
    .double-others = If the winner goes out in the turn of their first lay-down, the others count double.
down-and-out-minus = Whoever goes out in the turn of their first lay-down takes { $n } points off their total, which may fall below zero.
rummy-without-discard = Going out in one turn counts double only if all cards of the hand are played to the table: not if the last one is discarded.

## The match

match-target = Deals are played until somebody has { $target } points or more.
match-target-contracts = After the deal of the last contract, that deal is played again until the match ends.
match-target-end = Our reading: after 200 deals the match ends in any case.
match-last-player = Deals are played until one player is left. Whoever has { $limit } points or more after a deal is out.
match-chips = { $n ->
    [0] Nobody has chips to begin with.
   *[other] Everybody begins with { $n } chips for each deal: { $all }.
}
rule-match-early-end =
    .true = The match ends as soon as nobody can catch up any more.
    .false = All deals are played, also when nobody can catch up any more.
match-all-out = Our reading: if that would be everybody, those with the lowest total play on.
rejoin-none = A player who is out stays out.
rejoin = A player who is out may come back before the next deal if two or more are left and none of them has more than { $most } points.
rejoin-at = { $how ->
    [highest] Whoever comes back has the highest total of those who are left.
   *[other] Whoever comes back has one point more than the highest total of those who are left.
}
rejoins-any = A player may come back any number of times.
rejoins-most = { $n ->
    [0] Nobody may come back.
    [1] A player may come back once in a match.
    [2] A player may come back twice in a match.
   *[other] A player may come back { $times } times in a match.
}
rule-pool-rejoin-fee =
    .true = Coming back costs another entry.
    .false = Coming back costs nothing.
rejoin-price = { $n ->
    [1] Coming back costs one unit, which goes into the pool.
   *[other] Coming back costs { $units } units, which go into the pool.
}
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
    .individual = Whoever has not laid their contract tries the same one again in the next deal.
advance-end = Our reading: the match goes on until somebody has laid the last contract, for at most three times as many deals as there are contracts.
bonus-game-points = { $n ->
    [0] Winning earns nothing more.
   *[other] Whoever has the highest total at the end, and { $target } points or more, adds { $n } points.
}
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
    .none = Whether the loser has won a hand makes no difference.
    .double-points = If the loser has won no hand, the points of the winner's hands are doubled; what is added after the end is not.
    .double-all = If the loser has won no hand, the winner's whole total is doubled.
    .plus-100 = If the loser has won no hand, the winner adds 100 points.
rule-match-tables =
    .one = One game is played.
    .three = Three games are scored at once: a player's first won hand counts in the first, the second in the first two, all others in all three. Where the game of a first entry has ended, the entry goes into the next one that has not. Each game ends by itself at the target, with its own bonuses; the match is over when all three have ended, and each player's three totals are added.
rule-match-winner =
    .lowest = The lowest total wins.
    .highest = The highest total wins.
    .chips = Whoever has the most chips wins.
winner-before-boxes = The highest total wins, before anything is added after the end.
rule-match-ties =
    .deals-won = Of those with equal totals at the top, whoever has won more deals wins; if that is equal, too, they share the win.
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
money-shared = Players with equal totals share equally what their places receive, and the kitty if it is theirs; what cannot be divided goes to them one unit each, in turn order from the dealer's { $side }.
money-shared-places = Players with equal totals share equally what their places receive; what cannot be divided goes to them one unit each, in turn order from the dealer's { $side }.
rule-settling-kitty =
    .winner = The kitty goes to the winner.
    .two-thirds = One third of the kitty goes to the second place, rounded down, and the rest to the winner; if the first place is shared, those who share it share the whole kitty.
money-difference = At the end the winner collects the difference of the totals, { $unit ->
        [1] one unit
       *[other] { $unit } units
    } for each point.
money-difference-of-two = At the end, with all that was added, whoever has the lower total pays the other the difference, { $unit ->
        [1] one unit
       *[other] { $unit } units
    } for each point.
money-out = { $n ->
    [1] Deal by deal, each of the others pays one unit to whoever goes out.
   *[other] Deal by deal, each of the others pays { $units } units to whoever goes out.
}
money-whole-hand = { $n ->
    [1] To go out with the whole hand in one turn, having laid nothing before, is paid with one unit instead.
   *[other] To go out with the whole hand in one turn, having laid nothing before, is paid with { $units } units instead.
}
money-melded-wild = { $n ->
    [1] Each card of a wild rank in the winner's melds brings one unit more from each of the others.
   *[other] Each card of a wild rank in the winner's melds brings { $units } units more from each of the others.
}
money-melded-joker = { $n ->
    [1] Each joker in the winner's melds brings one unit more from each of the others.
   *[other] Each joker in the winner's melds brings { $units } units more from each of the others.
}
money-no-wilds = { $n ->
    [1] Melds without any wild card bring one unit more from each of the others.
   *[other] Melds without any wild card bring { $units } units more from each of the others.
}
money-first-turn = { $n ->
    [1] Going out in one's first turn brings one unit more from each of the others.
   *[other] Going out in one's first turn brings { $units } units more from each of the others.
}
money-undrawn = { $instead ->
    [0] { $n ->
        [1] Going out without having drawn a card brings one unit more from each of the others.
       *[other] Going out without having drawn a card brings { $units } units more from each of the others.
    }
   *[other] { $n ->
        [1] Going out without having drawn a card brings one unit more instead.
       *[other] Going out without having drawn a card brings { $units } units more instead.
    }
}
money-one-suit = { $n ->
    [1] Melds all of one suit bring one unit more from each of the others.
   *[other] Melds all of one suit bring { $units } units more from each of the others.
}
money-payments = What is paid deal by deal is all that is paid.
money-scored-alone = What is paid deal by deal is only scored; no money changes hands for it.
money-fee = The house keeps { $part } percent of what each winner gains, rounded down.
kitty-unpaid = The kitty is not paid out by the rules: what becomes of it is for the table to say.
