# Home, new table, lobby, scores, settings.
home-line = Contract rummy and its kin, by your rules, with your people.
play-now = Play now
play-now-sub = { $game }, { $bots ->
    [one] one bot
   *[other] { $bots } bots
}
play-short = A short match
play-short-sub = { $game }, three deals
choose-game = Choose a game
choose-game-sub = { $count } games, each by its own rules
invite-friends = Invite friends
invite-friends-sub = A table by link, bots in the empty seats
settings = Settings
length-deals = { $deals ->
    [one] one deal
   *[other] { $deals } deals
}
length-target = to { $target } points
players-exactly = { $count } players
players-range = { $min } to { $max } players
reconstruction = reconstructed
house-rules = House rules
no-variations = This game has no named variations.
read-rules = Read the rules
seats = Seats
players = Players
people = People among them
bots-level = Bots
level-random = By chance
level-novice = Easy
level-steady = Medium
level-sharp = Hard
level-expert = Very hard
manner-random = Plays whatever comes to hand.
manner-novice = Still learning: misses a chance now and then.
manner-steady = Plays safe and sound, and makes few mistakes.
manner-sharp = Reads the discards and gives little away.
manner-expert = Remembers every card and looks ahead.
step-one = Step 1 of 2, alone with bots
step-friends = Step 1 of 2, with friends
step-two = Step 2 of 2: the table
choose-seats = Next: the table
minutes = about { $minutes } min
difficulty-easy = easy
difficulty-medium = medium
difficulty-hard = hard
played-last = The game that you played last
differs = { $more ->
    [0] Unlike { $game }: { $what }
    [one] Unlike { $game }: { $what } One more rule differs.
   *[other] Unlike { $game }: { $what } { $more } more rules differ.
}
differs-many = { $count ->
    [one] One rule differs from { $game }.
   *[other] { $count } rules differ from { $game }.
}
differs-nothing = Plays like { $game }.
play = Play
make-table = Make the table
fewer = Fewer
more = More
lobby-sub = Waiting for the match to begin
copy-link = Copy the link
copied = Copied
go-to-table = Back to the table: { $game }
go-to-table-sub = You have a seat there
turn-yours = Your turn
turn-others = Waiting for { $names }
turn-next-deal = The next deal waits for you
turn-goes-on = The play goes on
turn-seating = The match has not begun
turn-over = The match is over
turn-watching = You look on there
a-bot = a bot
match-standing = { $game }, deal { $deal }: { $turn }
a-friend = A friend
colours-offer = How do you like your suits?
replace-title = A match is waiting
replace-words = You have a match that is not over. A new one takes its place.
replace-yes = Begin a new one
qr-alt = A code with the link to this table
seat-bot = { $name }, bot ({ $level })
tag-host = host
sit-first = Sit down first: then you can start.
more-changes = { $count ->
    [one] One more rule is changed: see the rules.
   *[other] { $count } more rules are changed: see the rules.
}
share = Share
share-table = Come and play { $game } with me.
share-seat = My seat at the card table
share-result = { $game }: { $scores }
copy-result = Copy the result
show-code = Show a code to scan
code-words = Whoever is beside you points a camera at this code and joins the table.
not-copied = Could not copy: select the link
seat-you = { $name } (you)
your-name = Your name
sit-down = Sit down
guest = Guest
to-start = To the start
load-again = Load it again
start = Start
start-sub = Free seats are taken by bots
waiting-host = The host starts the match.
match-won = { $who ->
    [you] You have won!
   *[other] Won by { $names }
}
settles = { $amount } units
nothing-left = nothing left
deal = Deal
deals-before = before
total = Total
next-contract = The next deal asks for { $contract }.
went-out = went out
last-deal = The last deal
turning-points = Where the match turned
turn-lead = { $who ->
    [you] Deal { $deal }: you took the lead, and kept it.
   *[other] Deal { $deal }: { $name } took the lead, and kept it.
}
turn-hit = { $who ->
    [you] Deal { $deal }: you fell { $points } points behind the others.
   *[other] Deal { $deal }: { $name } fell { $points } points behind the others.
}
turn-gain = { $who ->
    [you] Deal { $deal }: you gained { $points } points on the others.
   *[other] Deal { $deal }: { $name } gained { $points } points on the others.
}
save-record = Save the record
rematch = Play again
print = Print
setting-theme = Look
theme-auto = Auto
theme-light = Light
theme-dark = Dark
setting-size = Cards
size-usual = Usual
size-large = Large
size-very-large = Very large
setting-colours = Suits
colours-four = Four colours
colours-two = Red and black
setting-motion = Motion
on = On
off = Off
setting-sound = Sound
setting-buzz = Vibration
setting-pace = Bots play
pace-calm = Calmly
pace-usual = As usual
pace-fast = At once
setting-sort = Hand
keys = Keys
key-space = Space
key-choose = go through the hand
key-select = choose a card, or let it go
key-move = move a card in the hand
key-draw = draw from the stock
key-take = take the upcard
key-buy = ask for the upcard
key-pass = pass
key-down = go down, or lay down what is laid out
key-discard = discard the chosen card
key-undo = take a play back
key-arrange = rearrange the table
key-next = the next deal
key-escape = close, or let go of everything
key-help = show these keys
go-on = Go on with your match
go-on-sub = It waits where you left it
kept-elsewhere = The match on this device was kept by another version of this page, and this one cannot read it. It is gone; begin a new one.
kept-damaged = The match that was kept on this device is damaged and cannot be played on. Begin a new one.
no-texts = The rules could not be fetched. Try again when you are online.
no-server = There is no server here: tables with friends need one.
offline = No connection. Trying again …
count = { $who ->
    [you] You score { $points }
   *[other] { $name } scores { $points }
}{ $bonus ->
    [0] , the difference of the deadwood.
   *[other] : { $difference } for the cards, { $bonus } as a bonus.
}
count-doubled = { $who ->
    [you] You score { $points }
   *[other] { $name } scores { $points }
}: { $difference } for the cards and { $bonus } as a bonus, doubled for a spade.
three-games = The three games
game-number = Game { $number }
boxes = { $count ->
    [0] {""}
    [one] {" "}1 box
   *[other] {" "}{ $count } boxes
}
pool-title = Out at { $limit }
pool-chips-title = Chips
pool-chips = { $count }
pool-drops = { $count ->
    [0] can pay for no drop any more
    [one] can pay for one drop
   *[other] can pay for { $count } drops
}
pool-rejoined = { $count ->
    [one] came back once
   *[other] came back { $count } times
}
