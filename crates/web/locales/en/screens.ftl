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
choose-game-sub = Each game by its own rules
invite-friends = Invite friends
invite-friends-sub = A table by link, bots in the empty seats
settings = Settings
length-deals = { $deals ->
    [one] one deal
   *[other] { $deals } deals
}
length-target = to { $target } points
players-range = { $min } to { $max } players
reconstruction = reconstructed
house-rules = House rules
no-variations = This game has no named variations.
read-rules = Read the rules
seats = Seats
players = Players
people = People among them
bots-level = Bots
level-random = Random
level-novice = Novice
level-steady = Steady
level-sharp = Sharp
level-expert = Expert
play = Play
make-table = Make the table
fewer = Fewer
more = More
lobby-sub = Waiting for the match to begin
copy-link = Copy the link
copied = Copied
go-to-table = Back to the table: { $game }
go-to-table-sub = You have a seat there
replace-title = A match is waiting
replace-words = You have a match that is not over. A new one takes its place.
replace-yes = Begin a new one
qr-alt = A code with the link to this table
seat-bot = Bot, { $level }
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
next-contract = Next: { $contract }
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
setting-colours = Suits
colours-four = Four colours
colours-two = Two colours
setting-motion = Motion
on = On
off = Off
setting-sound = Sound
setting-pace = Bots play
pace-calm = Calmly
pace-usual = As usual
pace-fast = At once
setting-sort = Hand
keys-hint = Keys: arrows and space choose cards, Alt with an arrow moves one; D draws, T takes, B buys, P passes, G lays down, X discards, U takes back.
go-on = Go on with your match
go-on-sub = It waits where you left it
kept-elsewhere = The match on this device was kept by another version of this page, and this one cannot read it. It is gone; begin a new one.
kept-damaged = The match that was kept on this device is damaged and cannot be played on. Begin a new one.
no-texts = The rules could not be fetched. Try again when you are online.
no-server = There is no server here: tables with friends need one.
offline = No connection. Trying again …
