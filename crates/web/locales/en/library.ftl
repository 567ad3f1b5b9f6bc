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
puzzle-none = The puzzle needs the game Contract Rummy.
luggage = All data on this device
luggage-words = Matches, records, score sheets, house rules and settings. Some browsers, including Safari, delete them if you do not open this page for seven days. To keep them, save a file, or add the page to your home screen.
luggage-save = Save everything as a file
luggage-file-name = upcard.json
luggage-open = Restore a saved file
luggage-match = A match from another device
luggage-came = { $count ->
    [0] Nothing to restore: this device has all of it already.
    [one] 1 item was restored. Reload the page to see it everywhere.
   *[other] { $count } items were restored. Reload the page to see them everywhere.
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
group-here-sub = Pass it around, in the same seats
group-cards = With real cards
group-cards-sub = An empty score sheet
group-afar = At a table by link
group-afar-sub = Seats in order of arrival; the next dealer deals first
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
matches-followed-drop = Remove the sheet of { $game } from this list
matches-followed-sure = Yes, remove it
matches-waiting = Matches in progress
match-drop = Give up { $game }

# House rules: editor, saved rules, links.
house-rules-sub = Change what you like; the game’s own rules are marked
tab-choices = Choices
tab-differences = { $count ->
    [0] No changes
    [one] 1 change
   *[other] { $count } changes
}
tab-sheet = Rules
tab-keep = Save
contracts-count = { $count ->
    [0] none
    [one] 1 deal
   *[other] { $count } deals
}
find-choice = Find a rule
find-choice-example = joker, buy, ace …
find-choice-none = No rule mentions that.
chapter-changed = { $count } changed
was-in = { $game }: { $value }
as-in = { $game }
choice-idle = Makes no difference with these rules
undo-choice = Back to: { $value }
undo-all = Undo all changes
conflict = These rules conflict
way-undo = Undo – { $choice }: { $value }
way-set = Change instead – { $choice }: { $value }
kind-number = a number
kind-each-deal = a number for each deal
kind-each-size = by the number of players
kind-each-place = an amount for each place
kind-runs = some sequences
kind-deals = some of the deals
kind-ranks = ranks
kind-contracts = contracts
cell-deal = Deal { $deal }
cell-place = Place { $place }
cell-players = { $players } players
cell-sequences = Sequences
cell-pure = Pure ones
cell-long = Cards in the longest
cell-sets = Sets
one-fewer = { $what }: one fewer
one-more = { $what }: one more
longer-row = Add one at the end
shorter-row = Remove the last
meld-set = Set of
meld-run = Run of
meld-pair = A pair
demand-any = any
demand-suits = of different suits
demand-pure = pure, without a wild
demand-one-suit = of one suit
demand-any-suits = in any suits
demand-colour = of one colour
demand-turns = alternating colours
meld-demand = { $what }: also required
meld-away = { $what }: remove
add-set = + Set
add-run = + Run
add-pair = + Pair
add-deal = Add a deal
drop-deal = Remove the last deal
rules-name = Name
rules-name-example = Grandma’s rules
own-name-usual = { $game }, our way
keep-rules = Save on this device
keep-changes = Save the changes
keep-copy = Save as a copy
rules-kept = Saved on this device
keep-failed = There is no more room here. Delete others first.
send-rules = Send to others
share-rules = Our card rules: { $name }. See how they differ, and play by them:
qr-rules = A code with the link to these rules
rules-link-words = The link contains the rules themselves. Anyone who opens it sees what differs before deciding.
own-games = Your house rules
rules-of = { $game }, { $count ->
    [0] as it is
    [one] 1 rule changed
   *[other] { $count } rules changed
}
from-file-words = A game’s data file: one of the project’s, or one that somebody wrote.
file-choose = Choose the file
file-paste = Or paste it, or drop it here
file-read = Look at this game
file-long = That is not a game’s file: it is too long.
file-line = Line { $line }: { $words }
link-sub = Look first; nothing is changed yet
link-long = This link is longer than any of ours. It holds no readable rules.
link-later = These rules come from a newer version. Reload the page, and open the link again.
link-damaged = This link is damaged: part of it is missing. Ask for it again.
link-game = There is no game “{ $game }” here. The link is damaged, or from a newer version.
link-wrong = These rules cannot be played. Part of the link is wrong:
link-rest = “Change the rules” opens them without that part.
link-contradicts = These rules conflict.
link-holds = What the link changes
drop-rules = Delete
play-friends = Play with friends
play-bots = Play with bots
bad-sizes = These rules cannot be played with { $players } players.
opinion = Try them with bots
opinion-words = Bots play { $count } matches of { $players } by these rules, on this device.
opinion-go = Let them play
opinion-stop = Stop
opinion-played = { $count ->
    [0] Starting …
    [one] 1 match played
   *[other] { $count } matches played
}
opinion-length = With people a match takes about { $minutes } minutes, mostly between { $short } and { $long }: { $rounds } rounds, { $deals ->
    [one] 1 deal
   *[other] { $deals } deals
}.
opinion-points = The lowest total is about { $least } points, the highest about { $most }.
opinion-endless = { $count ->
    [one] 1 match did not end.
   *[other] { $count } matches did not end.
}
opinion-failed = Bots cannot play by these rules here.

# Replays, and played matches.
replay-missing = There is no such match to replay: it is not over yet, or the table is gone.
replay-long = That is not a match record: it is too long.
replay-empty = Nothing was played in this match.
replay-nothing = This record is empty: there is nothing to replay.
replay-wrong = This record cannot be replayed: { $why }
replay-place = Deal { $deal } of { $deals }, play { $number } of { $count }
replay-slider = Position in the match
replay-back = Back one play
replay-on = Forward one play
replay-turn-back = Back one turn
replay-turn-on = Forward one turn
replay-deal = Go to a deal
replay-whose = Whose view
replay-all-hands = All hands
replay-log = All plays of this deal
replay-link = Copy the link to this moment
record-open = Open the record of a match
record-open-words = A record is a file ending in .upcard. You can save one after every match.
matches-none = Matches you finish on this device are kept here for replay.
match-forget = Forget { $game } of { $date }
figures = Statistics
figures-matches = { $count ->
    [one] One match
   *[other] { $count } matches
}, { $won ->
    [0] none won
   *[other] { $won } won
}. { $points } points per deal, { $turns } turns per match.
figures-places = Places
figures-place = { $place ->
    [1] 1st
    [2] 2nd
    [3] 3rd
   *[other] { $place }th
}
figures-deals = Deal by deal
figures-points = Points per deal
figures-laid = Laid down
figures-bought = Bought

# Scores of games with real cards.
score-kept = Your score sheets
score-kept-sub = { $names } · { $date } · { $deals ->
    [0] no deal yet
    [one] 1 deal
   *[other] { $deals } deals
}
score-file = Open a saved sheet
score-file-wrong = This file is not a score sheet, or its game is not known here.
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
score-not-kept = This browser has no room for the sheet, or stores nothing: save the sheet as a file before you close the page.
score-share = Let others watch
score-share-text = The score of our { $game }
score-share-qr = The link to this score sheet
score-share-reads = Anyone with this link sees the sheet, and each deal as soon as you have entered it.
score-share-writes = Anyone with this link may also enter and change deals.
score-share-may = They may enter deals, too
score-share-end = Stop sharing
score-watching = You are watching. New deals appear by themselves.
score-writing = You may enter deals, too. What others enter appears by itself.
score-follow-not = The server cannot be reached, so nobody can follow this sheet now.
score-follow-later = The server cannot be reached. Trying again …
score-follow-behind = Somebody else has just changed the sheet. Look at it, and enter your deal again.
score-follow-ended = This sheet is no longer shared.
score-follow-refused = This link does not let you change the sheet, or the server accepts no more of it.
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
score-wild-none = jokers only
score-by-cards = Count the cards
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
score-gone-wrong = Wrong declaration
score-down = Contract laid
score-no-turn = Had no turn
score-buys = Buys
score-rejoins = Comes back with { $total }
score-rummy = Went out with the whole hand in one turn
score-first-lay = Went down and out in the same turn
score-spade = The first upcard was a spade
score-shares = The remaining players share the pool
score-besides = Extra units that each other player pays, for the winner’s melds and for going out early
score-again = Start again
score-enter-it = Enter
score-error-players = That is not the number of players in this match.
score-error-not-playing = A player who was not dealt in has points.
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
lesson-draw-1 = Every turn begins with drawing a card. The upcard, 3♠, fits nothing you hold: draw from the stock. Tap the stock.
lesson-draw-1-no = You may take the upcard, but it fits nothing of yours. Draw from the stock.
lesson-draw-2 = You drew a nine. Every turn ends with a discard. Choose a high card that fits nothing, such as the king, then tap the discards.
lesson-draw-2-no = That one is useful, or cheap. Discard a high card that fits nothing: the king, the queen or the jack.
lesson-draw-3 = The others have played, and the upcard is a four: with yours it makes three. Take it.
lesson-draw-3-no = You cannot see the card you would get. The four is better: take the upcard.
lesson-draw-4 = Now discard a card. High cards cost the most when somebody goes out.
lesson-draw-4-no = Keep what fits. Discard the queen or the jack.
lesson-draw-end = That is a turn: one card in, one card out. The whole game is built on it.

lesson-melds = Sets and runs
lesson-melds-sub = Cards that go together
lesson-melds-1 = A set is three cards of one rank, such as 8♠ 8♦ 8♣. You hold two eights, and the upcard is the third. Take it.
lesson-melds-1-no = The upcard, an eight, completes your set. Take it instead.
lesson-melds-2 = A run is four cards of one suit in a row. You have 5♥ 6♥ 7♥ and need one more. Discard a card that fits neither.
lesson-melds-2-no = Keep your set and your run. Discard the king, the queen or the jack.
lesson-melds-3 = The upcard is the 4♥. It goes below the 5♥: take it.
lesson-melds-3-no = The 4♥ makes a run with your three hearts. Take it.
lesson-melds-4 = A set and a run: that is the contract of this deal. Lay them down.
lesson-melds-4-no = You have both melds. Go down with them first.
lesson-melds-end = Sets go by rank, runs by suit. Each deal says how many of each you need.

lesson-going-down = Going down
lesson-going-down-sub = Laying the contract, with and without a joker
lesson-going-down-1 = This deal asks for two sets of three. You have the nines, and the upcard, a four, makes the second. Take it.
lesson-going-down-1-no = Take the upcard, a four: it completes your contract.
lesson-going-down-2 = The whole contract goes down at once. Tap “Go down”, check what is proposed, and lay it down.
lesson-going-down-2-no = First lay down the contract: both sets at once.
lesson-going-down-3 = What is left in your hand counts against you, so discard a high card.
lesson-going-down-3-no = A high card costs more. Discard the king, the queen or the jack.
lesson-going-down-4 = Another deal: a set and a run of four. A joker stands for any card you lack. Go down.
lesson-going-down-4-no = The joker completes your run. Go down first.
lesson-going-down-5 = Now discard to end the turn: the king or the ten.
lesson-going-down-5-no = Discard a high one: the king or the ten.
lesson-going-down-end = You are down! From your next turn you may lay off on melds. The deal ends when somebody has no cards left.

lesson-laying-off = Laying off and swapping
lesson-laying-off-sub = Adding cards to melds on the table
lesson-laying-off-1 = You are down, so you may lay off any card that fits a meld. Select the 9♥ and tap your set of nines.
lesson-laying-off-1-no = Begin with the 9♥: it fits your set of nines.
lesson-laying-off-2 = You may lay off on others’ melds, too. The 8♦ goes at the end of the diamonds.
lesson-laying-off-2-no = The 8♦ fits the run of diamonds. Lay it off first.
lesson-laying-off-3 = Two cards left. Discard the king, which costs the most.
lesson-laying-off-3-no = The king costs more. Discard that one.
lesson-laying-off-4 = In this run a joker stands for the 5♦, which you hold. Put yours in its place: select it and tap the run.
lesson-laying-off-4-no = Swap the joker first: select the 5♦ and tap the run.
lesson-laying-off-5 = The joker is yours, but you may not keep it in your hand. Add it to the queens.
lesson-laying-off-5-no = Play the joker first: add it to the queens.
lesson-laying-off-6 = Now discard a card.
lesson-laying-off-6-no = Discard the king or the nine.
lesson-laying-off-end = Every card you lay on the table is one you do not pay for.

lesson-buying = Buying and races
lesson-buying-sub = A card out of turn, and what it costs
lesson-buying-1 = It is somebody else’s turn, and they do not want the 9♦. With it you would have three nines. Ask “May I?”: you get it, and one card from the stock as the price.
lesson-buying-1-no = You could pass, but this card completes your contract. Buy it.
lesson-buying-2 = Here the 3♠ is offered. It fits nothing, and you would take a second card with it. Pass.
lesson-buying-2-no = That would be two more cards in your hand for nothing. Pass.
lesson-buying-3 = In some games there is no order: the first to ask gets the card. Be quick and buy the 9♦.
lesson-buying-3-no = The nine is worth it. Buy it before somebody else does.
lesson-buying-end = Buy what brings your contract closer, and let everything else go.

lesson-rearranging = Rearranging
lesson-rearranging-sub = Taking melds apart and building new ones
lesson-rearranging-1 = Your 4♣ does not fit: the run begins with the 6♣. But the set of fives can spare its 5♣. Rearrange: move the 5♣ to the run, and add your 4♣.
lesson-rearranging-1-no = Rearrange first: the 5♣ goes from the set to the run, then your 4♣ fits.
lesson-rearranging-2 = Every meld is valid again, and you have played a card. Now discard.
lesson-rearranging-2-no = Discard the king or the two.
lesson-rearranging-end = In the end every meld on the table must be valid, and you must have added a card from your hand.

lesson-meld-games = Rummy without contracts
lesson-meld-games-sub = Melds whenever you have them
lesson-meld-games-1 = No contract here: you may lay any set or run. The upcard, a five, makes a set with yours. Take it.
lesson-meld-games-1-no = Take the upcard, a five.
lesson-meld-games-2 = Lay the three fives down. You need not wait for more.
lesson-meld-games-2-no = Lay the set of fives first.
lesson-meld-games-3 = Discard a high card.
lesson-meld-games-3-no = Discard the king or the queen.
lesson-meld-games-4 = Later in a deal: two cards are left. Lay off the 8♣ at the front of the clubs, though they are not yours.
lesson-meld-games-4-no = Lay the 8♣ off on the run of clubs first.
lesson-meld-games-5 = Your last card: discard it, and you are out.
lesson-meld-games-5-no = Discard your last card.
lesson-meld-games-end = You went out. The others pay for what they hold.

lesson-gin = Gin
lesson-gin-sub = Melds stay in your hand until you knock
lesson-gin-1 = Nothing is laid on the table. You collect melds in your hand; cards in no meld are deadwood. The jack makes your run longer: take it.
lesson-gin-1-no = The jack fits your spades. Take it.
lesson-gin-2 = Your deadwood is still too high to knock: 2♦ 3♣ K♦ Q♣. Discard one of the high ones.
lesson-gin-2-no = Discard the king or the queen: they are ten points each.
lesson-gin-3 = Now all but 2♦ 3♣ A♥ and the queen is in melds. You may knock with ten points of deadwood or less; here it is six. Knock, and discard the queen.
lesson-gin-3-no = You can end the deal now. Knock.
lesson-gin-end = Your opponent shows melds and lays off what fits. The player with less deadwood scores the difference.

lesson-rummy-500 = Rummy 500
lesson-rummy-500-sub = Cards you lay on the table score for you
lesson-rummy-500-1 = You see all discards, and may take any of them with those above it, if you meld it at once. The 7♠ goes with your sevens: take down to it.
lesson-rummy-500-1-no = The 7♠ makes a set with yours. Take that one.
lesson-rummy-500-2 = The 9♣ and the 2♦ came along. Meld the seven now.
lesson-rummy-500-2-no = Lay the three sevens first.
lesson-rummy-500-3 = Discard a high card that fits nothing.
lesson-rummy-500-3-no = Discard the queen or the ten.
lesson-rummy-500-4 = Cards score for the player who lays them. The J♥ fits the run of another player, and still scores for you. Lay it off.
lesson-rummy-500-4-no = Lay the J♥ off on the hearts first.
lesson-rummy-500-5 = Discard a card.
lesson-rummy-500-5-no = Discard the queen or the three.
lesson-rummy-500-end = What you have laid counts for you, what you hold counts against you.

lesson-indian = Indian rummy
lesson-indian-sub = Meld the whole hand, then declare
lesson-indian-1 = All thirteen cards must be in melds. You need two runs, and one of them pure: without a wild card. The 7♥ makes your hearts longer: take it.
lesson-indian-1-no = The 7♥ helps your pure run. Take it.
lesson-indian-2 = The joker completes your second run, 9♣ 10♣. Now discard a card that fits nothing.
lesson-indian-2-no = Discard the queen or the 2♦: they fit nothing.
lesson-indian-3 = One card later: hearts, clubs with the joker, kings, threes. All but the queen is in melds. Declare, and finish with the queen.
lesson-indian-3-no = Your hand is complete. Declare it.
lesson-indian-end = A declaration is checked. A wrong one costs a lot, so look twice.
