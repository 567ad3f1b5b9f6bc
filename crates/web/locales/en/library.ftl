puzzle-ask = Does this hand hold { $contract }?
puzzle-wilds = Wild: { $cards }
puzzle-yes = Yes
puzzle-no = No
puzzle-right = Right.
puzzle-wrong = Not quite.
puzzle-goes = It can go down like this:
puzzle-missing = One card is missing. These would help: { $cards }.
puzzle-tomorrow = The next hand comes tomorrow. Today’s is the same for everybody.
puzzle-none = There is no puzzle without the game Contract Rummy.
luggage = All that this device keeps
luggage-words = Matches, records, score sheets, house rules and settings. Some browsers, Safari among them, delete them when this page was not opened for seven days: a saved file, or the page added to the home screen, prevents that.
luggage-save = Save everything as a file
luggage-file-name = upcard.json
luggage-open = Bring back a saved file
luggage-match = A match from another device
luggage-came = { $count ->
    [0] All of that is here already.
    [one] 1 thing was brought back. Load the page again to see it everywhere.
   *[other] { $count } things were brought back. Load the page again to see them everywhere.
}
luggage-wrong = This file was not saved by this page.
matches-waiting = Matches that wait
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
one-fewer = { $what }: one fewer
one-more = { $what }: one more
longer-row = One more at the end
shorter-row = Without the last
meld-set = Set of
meld-run = Run of
meld-pair = A pair
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
