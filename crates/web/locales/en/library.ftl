puzzle-ask = Does this hand hold { $contract }?
puzzle-wilds = Wild: { $cards }
puzzle-hand = The hand
puzzle-yes = Yes
puzzle-no = No
puzzle-right = Right.
puzzle-wrong = Not quite.
puzzle-goes = It can go down like this:
puzzle-missing = One card is missing. These would help: { $cards }.
puzzle-tomorrow = The next hand comes tomorrow. Today’s is the same for everybody.
puzzle-none = There is no puzzle without the game Contract Rummy.
luggage = All that this device keeps
luggage-words = Matches, records, score sheets, house rules and settings. Some browsers, Safari among them, delete them when this page has not been opened for seven days: a saved file, or the page added to the home screen, prevents that.
luggage-save = Save everything as a file
luggage-file-name = upcard.json
luggage-open = Bring back a saved file
luggage-match = A match from another device
luggage-came = { $count ->
    [0] Nothing of that is missing here; what this device has otherwise stays.
    [one] 1 thing was brought back. Load the page again to see it everywhere.
   *[other] { $count } things were brought back. Load the page again to see them everywhere.
}
luggage-wrong = This file was not saved by this page.
matches-running = In progress
matches-finished = Finished
matches-all = All
matches-by-game = Game
matches-by-people = With
matches-scored = Scored at home
matches-scored-sub = { $names } · { $deals ->
    [one] one deal
   *[other] { $deals } deals
}
groups = Groups
group-sub = { $names } · { $count ->
    [one] one match
   *[other] { $count } matches
}
group-name-them = Name a group: { $names }
group-name-them-sub = Keeps a running score, and who deals next
group-back = All games
group-name = Name of the group
group-again = Meet again
group-dealer = { $game } · { $name } deals next
group-here = On this device
group-here-sub = It goes around, in the same seats
group-cards = With real cards
group-cards-sub = An empty score sheet
group-afar = At a table by link
group-afar-sub = Seats as people come; whoever is to deal next deals first
group-score = Running score
group-matches = { $count ->
    [0] No match yet.
    [one] One match.
   *[other] { $count } matches.
}
group-person = Name
group-won = Won
group-place = Mean place
group-points = Points
group-curve = Points, match by match
group-met = Match by match
group-day = Day
group-winner = Won by
group-drop = Delete this group
group-drop-sure = Yes, delete its running score, too
figures-table = As tables
figures-laid-percent = Laid down, % of deals
matches-followed = { $names } · shared by a link
matches-followed-drop = Take the sheet of { $game } off this list
matches-followed-sure = Yes, take it off
matches-waiting = Matches in progress
match-drop = Give up { $game }

# House rules: the editor, what is kept, links.
house-rules-sub = Change what you like; the game’s own rules are marked
tab-choices = Choices
tab-differences = { $count ->
    [0] No changes
    [one] 1 change
   *[other] { $count } changes
}
tab-sheet = Rules
tab-keep = Keep
contracts-count = { $count ->
    [0] none
    [one] 1 deal
   *[other] { $count } deals
}
find-choice = Find a rule
find-choice-example = joker, buy, ace …
find-choice-none = No rule speaks of that.
chapter-changed = { $count } changed
was-in = { $game }: { $value }
as-in = { $game }
choice-idle = Makes no difference with these rules
undo-choice = Back to: { $value }
undo-all = Undo all changes
conflict = These rules do not go together
way-undo = Undo – { $choice }: { $value }
way-set = Change instead – { $choice }: { $value }
kind-number = a number
kind-each-deal = a number for each deal
kind-each-size = by the number of players
kind-each-place = what each place receives
kind-runs = some sequences
kind-deals = some of the deals
kind-ranks = ranks
kind-contracts = contracts
cell-deal = Deal { $deal }
cell-place = Place { $place }
cell-players = { $players } players
cell-sequences = Sequences
cell-pure = Pure ones among them
cell-long = Cards of the longest
cell-sets = Sets
one-fewer = { $what }: one fewer
one-more = { $what }: one more
longer-row = One more at the end
shorter-row = Without the last
meld-set = Set of
meld-run = Run of
meld-pair = A pair
demand-any = any
demand-suits = of different suits
demand-pure = pure, without a wild
demand-one-suit = of one suit
demand-any-suits = in any suits
demand-colour = of one colour
demand-turns = red and black in turn
meld-demand = { $what }: what else
meld-away = { $what }: take away
add-set = + Set
add-run = + Run
add-pair = + Pair
add-deal = One more deal
drop-deal = Without the last deal
rules-name = Their name
rules-name-example = Grandma’s rules
own-name-usual = { $game }, our way
keep-rules = Keep on this device
keep-changes = Keep the changes
keep-copy = Keep as a copy
rules-kept = Kept on this device
keep-failed = No more can be kept here. Delete others first.
send-rules = Send to others
share-rules = Our rules for cards: { $name }. See how they differ, and play by them:
qr-rules = The link to these rules, as a picture for a camera
rules-link-words = The link holds the rules themselves. Whoever opens it sees what differs before they decide.
own-games = Your house rules
rules-of = { $game }, { $count ->
    [0] as it is
    [one] 1 rule changed
   *[other] { $count } rules changed
}
from-file-words = A game’s data file, as the project keeps them, or one that somebody has written.
file-choose = Choose the file
file-paste = Or paste it, or drop it here
file-read = Look at this game
file-long = That is no game’s file: it is too long.
file-line = Line { $line }: { $words }
link-sub = Look first; nothing is changed yet
link-long = This link is longer than any of ours. It holds no rules that can be read.
link-later = These rules were made by a newer version. Load the page again, and open the link once more.
link-damaged = This link is damaged: a part of it is missing. Ask for it once more.
link-game = There is no game “{ $game }” here. The link is damaged, or of a newer version.
link-wrong = These rules cannot be played. A part of the link is wrong:
link-rest = “Change the rules” opens them without that part.
link-contradicts = These rules do not go together.
link-holds = What the link changes
drop-rules = Delete
play-friends = Play with friends
play-bots = Play with bots
bad-sizes = With { $players } players these rules cannot be played.
opinion = What bots make of them
opinion-words = Bots play { $count } matches of { $players } by these rules, here on this device.
opinion-go = Let them play
opinion-stop = Stop
opinion-played = { $count ->
    [0] They begin …
    [one] 1 match played
   *[other] { $count } matches played
}
opinion-length = With people a match takes about { $minutes } minutes, mostly between { $short } and { $long }: { $rounds } rounds, { $deals ->
    [one] 1 deal
   *[other] { $deals } deals
}.
opinion-points = The lowest total is about { $least } points, the highest about { $most }.
opinion-endless = { $count ->
    [one] 1 match came to no end.
   *[other] { $count } matches came to no end.
}
opinion-failed = Bots cannot play by these rules here.

# A match looked at again, and the matches that were played.
replay-missing = There is no such match to look at: it is not over yet, or the table is gone.
replay-long = That is no record of a match: it is too long.
replay-empty = Nothing was played in this match.
replay-nothing = This record is empty: nothing of the match is left to look at.
replay-wrong = This record cannot be looked at: { $why }
replay-place = Deal { $deal } of { $deals }, play { $number } of { $count }
replay-slider = Where in the match
replay-back = One play back
replay-on = One play on
replay-turn-back = One turn back
replay-turn-on = One turn on
replay-deal = Go to a deal
replay-whose = Through whose eyes
replay-all-hands = All hands
replay-log = All plays of this deal
replay-link = Copy the link to this moment
record-open = Open the record of a match
record-open-words = A record is a file that ends in .upcard: it can be saved after every match.
matches-none = Matches that you finish on this device are kept here, to be looked at again.
match-forget = Forget { $game } of { $date }
figures = What they come to
figures-matches = { $count ->
    [one] One match
   *[other] { $count } matches
}, { $won ->
    [0] none won
   *[other] { $won } won
}. { $points } points a deal, { $turns } turns a match.
figures-places = Places
figures-place = { $place ->
    [1] 1st
    [2] 2nd
    [3] 3rd
   *[other] { $place }th
}
figures-deals = Deal by deal
figures-points = Points a deal
figures-laid = Laid down
figures-bought = Bought

# The score of a game with real cards.
score-kept = Your score sheets
score-kept-sub = { $names } · { $date } · { $deals ->
    [0] no deal yet
    [one] 1 deal
   *[other] { $deals } deals
}
score-file = Open a saved sheet
score-file-wrong = This file is no score sheet, or its game is not known here.
score-new = A new sheet
score-player = Player { $number }
score-first-dealer = Deals first
score-begin = Begin
score-next = Deal { $number }.
score-next-of = Deal { $number }: { $contract }.
score-deals = { $name } deals { $cards } cards each.
score-buys-each = Each may buy { $count ->
    [one] once
    [2] twice
   *[other] { $count } times
}.
score-buys-free = Everybody may buy as often as they like.
score-out = Out: { $names }.
score-over = The match is over.
score-deal = Deal
score-total = Total
score-chips = Chips
score-ranking = Who leads
score-final = Final standings
score-paid = { $amount } settled
score-kitty = In the kitty: { $count }
score-curve = Totals, deal by deal
score-corrections = { $count ->
    [one] 1 correction
   *[other] { $count } corrections
}
score-corrected = Deal { $number }, { $name }: { $before } became { $after }
score-change = Change deal { $number }
score-enter = Enter deal { $number }
score-undo = Undo
score-print = Print
score-csv = Save as CSV
score-save = Save the sheet
score-file-name = score
score-others = All sheets
score-not-kept = This browser has no room for the sheet, or keeps nothing: save the sheet as a file before you close the page.
score-share = Let others watch
score-share-text = The score of our { $game }
score-share-qr = The link to this score sheet
score-share-reads = Whoever opens this link sees the sheet, and each deal as soon as you have entered it.
score-share-writes = Whoever opens this link may enter and change deals, too.
score-share-may = They may enter deals, too
score-share-end = Stop sharing
score-watching = You are watching. New deals come by themselves.
score-writing = You may enter deals, too. What others enter comes by itself.
score-follow-not = The server cannot be reached, so nobody can follow this sheet now.
score-follow-later = The server cannot be reached. Trying again …
score-follow-behind = Somebody else has just changed the sheet. Look at it, and enter your deal again.
score-follow-ended = This sheet is not shared any more.
score-follow-refused = This link does not let you change the sheet, or the server takes no more of it.
score-follow-unknown = This sheet cannot be read: its game is not known here.
score-forget = Delete this sheet
score-forget-sure = Yes, delete it for good
score-who-out = Who went out?
score-who-knocked = Who knocked?
score-nobody = Nobody
score-gin = Gin
score-big-gin = Big gin
score-left = Points left in hand
score-deadwood = Points in no group
score-shown = Points on the table
score-drop = Delete the last
score-next-player = Next
score-wild = Wild in this deal
score-wild-none = jokers alone
score-by-cards = Count by the cards
score-type = Type the points
score-card = { $card }, { $points ->
    [one] 1 point
   *[other] { $points } points
}
score-points-of = Points of { $name }
score-left-deal = { $name } in this deal
score-gone-in = Played on
score-gone-first = First drop
score-gone-middle = Middle drop
score-gone-wrong = Declared wrongly
score-down = Contract laid
score-no-turn = Had no turn
score-buys = Buys
score-rejoins = Comes back with { $total }
score-rummy = Went out with the whole hand in one turn
score-first-lay = Went out in the turn of the first lay-down
score-spade = The first upcard was a spade
score-shares = Those who are left share the pool
score-besides = Units that each of the others pays besides, for the winner’s melds and for how soon it was
score-again = Start again
score-enter-it = Enter
score-error-players = That is another number of players than the match has.
score-error-not-playing = Somebody has points who was not dealt in.
score-error-too-much = A number is too large.
score-error-over = The match is over before this deal.
score-error-no-such-deal = Enter the deals before this one first.

## Lessons.

lessons-words = Each takes a minute or two. You can leave at any time.
lessons-families = Games without contracts
lesson-played = Played. Once more?
lesson-place = { $lesson }: { $number } of { $count }
lesson-others = Now the others play. Watch the cards.
lesson-show = Show me
lesson-leave = Leave
lesson-all = All lessons
lesson-next = Next: { $lesson }

lesson-draw = Draw and discard
lesson-draw-sub = What a turn is
lesson-draw-1 = Every turn begins with a card. The 3♠ that lies open fits nothing you hold: draw from the stock. Tap the stock.
lesson-draw-1-no = You may take that card, but it fits nothing of yours. Draw from the stock.
lesson-draw-2 = A nine came. Every turn ends with a card that you throw. Choose a high one that fits nothing, such as the king, then tap the discards.
lesson-draw-2-no = That one is useful, or cheap. Throw a high card that fits nothing: the king, the queen or the jack.
lesson-draw-3 = The others have played, and a four lies open: with yours it makes three. Take it.
lesson-draw-3-no = You would get a card you cannot see. The four that lies open is better: take it.
lesson-draw-4 = Now throw a card. High cards cost the most when somebody goes out.
lesson-draw-4-no = Keep what fits. Throw the queen or the jack.
lesson-draw-end = That is a turn: one card in, one card out. All of the game is built on it.

lesson-melds = Sets and runs
lesson-melds-sub = What cards make together
lesson-melds-1 = A set is three cards of one rank, such as 8♠ 8♦ 8♣. You hold two eights, and the third lies open. Take it.
lesson-melds-1-no = The eight that lies open completes your set. Take it instead.
lesson-melds-2 = A run is four cards of one suit, side by side. You have 5♥ 6♥ 7♥ and need one more. Throw a card that belongs to neither.
lesson-melds-2-no = Keep your set and your run. Throw the king, the queen or the jack.
lesson-melds-3 = The 4♥ lies open. It goes below the 5♥: take it.
lesson-melds-3-no = The 4♥ makes a run of your three hearts. Take it.
lesson-melds-4 = A set and a run: that is what this deal asks for. Lay them down.
lesson-melds-4-no = You have both melds. Go down with them first.
lesson-melds-end = Sets go by rank, runs by suit. Each deal says how many of which you need.

lesson-going-down = Going down
lesson-going-down-sub = Laying the contract, with and without a joker
lesson-going-down-1 = This deal asks for two sets of three. You have the nines, and the four that lies open makes the second. Take it.
lesson-going-down-1-no = Take the four that lies open: it completes your contract.
lesson-going-down-2 = The whole contract goes down at once. Tap “Go down”, look at what is proposed, and lay it.
lesson-going-down-2-no = First lay down the contract: both sets at once.
lesson-going-down-3 = What is left in your hand counts against you, so throw a high card.
lesson-going-down-3-no = A high card costs more. Throw the king, the queen or the jack.
lesson-going-down-4 = Another deal: a set and a run of four. A joker stands for any card you lack. Go down.
lesson-going-down-4-no = The joker completes your run. Go down first.
lesson-going-down-5 = And a card to end the turn: the king or the ten.
lesson-going-down-5-no = Throw a high one: the king or the ten.
lesson-going-down-end = Down! From your next turn on you may add cards to melds, and whoever has none left ends the deal.

lesson-laying-off = Laying off and swapping
lesson-laying-off-sub = Cards for melds that lie on the table
lesson-laying-off-1 = You are down. Now every card that fits a meld may go there. Select the 9♥ and tap your set of nines.
lesson-laying-off-1-no = Begin with the 9♥: it fits your set of nines.
lesson-laying-off-2 = Others’ melds take your cards as well. The 8♦ goes to the end of the diamonds.
lesson-laying-off-2-no = The 8♦ fits the run of diamonds. Lay it off first.
lesson-laying-off-3 = Two cards left. Throw the king, which costs the most.
lesson-laying-off-3-no = The king costs more. Throw that one.
lesson-laying-off-4 = In this run a joker stands for the 5♦, which you hold. Put yours in its place: select it and tap the run.
lesson-laying-off-4-no = Swap the joker first: select the 5♦ and tap the run.
lesson-laying-off-5 = The joker is yours, but it may not stay in your hand. Add it to the queens.
lesson-laying-off-5-no = This time it goes to the set of queens.
lesson-laying-off-6 = And one card to throw.
lesson-laying-off-6-no = Throw the king or the nine.
lesson-laying-off-end = Every card that goes to the table is one you do not pay for.

lesson-buying = Buying and races
lesson-buying-sub = A card out of turn, and what it costs
lesson-buying-1 = It is somebody else’s turn, and they do not want the 9♦. With it you would have three nines. Ask “May I?”: you get it, and one card from the stock as its price.
lesson-buying-1-no = You could pass, but this card completes your contract. Buy it.
lesson-buying-2 = Here the 3♠ is offered. It fits nothing, and you would take a second card with it. Pass.
lesson-buying-2-no = That would be two more cards in your hand for nothing. Pass.
lesson-buying-3 = In some games nobody waits for an order: whoever is first gets the card. Be quick and buy the 9♦.
lesson-buying-3-no = The nine is worth it. Buy it before somebody else does.
lesson-buying-end = Buy what brings your contract closer, and let everything else go.

lesson-rearranging = Rearranging
lesson-rearranging-sub = Taking melds apart and putting them together anew
lesson-rearranging-1 = Your 4♣ does not fit: the run begins with the 6♣. But the set of fives can spare its 5♣. Rearrange: move the 5♣ to the run, and add your 4♣.
lesson-rearranging-1-no = Rearrange first: the 5♣ goes from the set to the run, then your 4♣ fits.
lesson-rearranging-2 = Each meld is still a meld, and you have played a card. Now throw one.
lesson-rearranging-2-no = Throw the king or the two.
lesson-rearranging-end = In the end every meld on the table must be a meld, and a card of yours must have come to it.

lesson-meld-games = Rummy without contracts
lesson-meld-games-sub = Melds whenever you have them
lesson-meld-games-1 = No contract here: any set or run may be laid. The five that lies open makes a set of yours. Take it.
lesson-meld-games-1-no = Take the five that lies open.
lesson-meld-games-2 = Lay the three fives down. You need not wait for more.
lesson-meld-games-2-no = Lay the set of fives first.
lesson-meld-games-3 = Throw a high card.
lesson-meld-games-3-no = Throw the king or the queen.
lesson-meld-games-4 = Later in a deal: two cards are left. The 8♣ goes to the front of the clubs, though they are not yours.
lesson-meld-games-4-no = Lay the 8♣ off on the run of clubs first.
lesson-meld-games-5 = Your last card: throw it, and you are out.
lesson-meld-games-5-no = Throw your last card.
lesson-meld-games-end = You went out. The others pay for what they hold.

lesson-gin = Gin
lesson-gin-sub = Melds stay in your hand until you knock
lesson-gin-1 = Nothing is laid on the table. You collect melds in your hand, and what is in none is deadwood. The jack makes your run longer: take it.
lesson-gin-1-no = The jack fits your spades. Take it.
lesson-gin-2 = Your deadwood is still too high to knock: 2♦ 3♣ K♦ Q♣. Throw one of the high ones.
lesson-gin-2-no = Throw the king or the queen: they are ten points each.
lesson-gin-3 = Now all but 2♦ 3♣ A♥ and the queen is in melds. Ten points may be left when you knock; here it is six. Knock, and throw the queen.
lesson-gin-3-no = You can end the deal now. Knock.
lesson-gin-end = Your opponent shows and lays off what fits. Whoever has less deadwood scores the difference.

lesson-rummy-500 = Rummy 500
lesson-rummy-500-sub = What lies on the table counts for you
lesson-rummy-500-1 = All discards lie in sight, and any of them may be taken with those above it, if you meld it at once. The 7♠ goes with your sevens: take down to it.
lesson-rummy-500-1-no = The 7♠ makes a set of yours. Take that one.
lesson-rummy-500-2 = The 9♣ and the 2♦ came along. Meld the seven now.
lesson-rummy-500-2-no = Lay the three sevens first.
lesson-rummy-500-3 = Throw a high card that fits nothing.
lesson-rummy-500-3-no = Throw the queen or the ten.
lesson-rummy-500-4 = Cards on the table are points, for whoever laid them. The J♥ fits the run of another player, and still counts for you. Lay it off.
lesson-rummy-500-4-no = Lay the J♥ off on the hearts first.
lesson-rummy-500-5 = Throw a card.
lesson-rummy-500-5-no = Throw the queen or the three.
lesson-rummy-500-end = What you have laid counts for you, what you hold counts against you.

lesson-indian = Indian rummy
lesson-indian-sub = The whole hand in melds, then you declare
lesson-indian-1 = Thirteen cards, and all of them must stand in melds. You need two runs, and one of them pure, without a wild card. The 7♥ makes your hearts longer: take it.
lesson-indian-1-no = The 7♥ helps your pure run. Take it.
lesson-indian-2 = The joker completes your second run, 9♣ 10♣. Now throw a card that stands alone.
lesson-indian-2-no = Throw the queen or the 2♦: they stand alone.
lesson-indian-3 = A card later: hearts, clubs with the joker, kings, threes. Everything stands in melds but the queen. Declare, and finish with the queen.
lesson-indian-3-no = Your hand is complete. Declare it.
lesson-indian-end = A declaration is checked. One that is wrong costs dearly, so look twice.
