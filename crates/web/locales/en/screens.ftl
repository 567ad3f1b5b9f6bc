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
join-code = Join by a code
settings = Settings
seats = Seats
players = Players
more = More
go-to-table = Back to the table: { $game }
go-to-table-sub = You have a seat there
turn-yours = Your turn
turn-others = Waiting for { $names }
turn-next-deal = The next deal waits for you
turn-goes-on = The play goes on
turn-seating = The match has not begun
turn-over = The match is over
turn-watching = You are watching there
a-bot = a bot
match-standing = { $game }, deal { $deal }: { $turn }
colours-offer = How do you like your suits?
match-deal = { $game }, deal { $deal }
no-room = Your browser has no room for another match. Delete one under ‘My games’ first.
my-games-sub = { $count ->
    [one] 1 more match waits
   *[other] { $count } more matches wait
}
share = Share
share-plain = Your device's own sheet for sharing needs an encrypted address (https).
copy-link = Copy the link
copied = Copied
not-copied = Could not copy: select the link
show-code = Show a code to scan
sit-down = Sit down
a-seat-for-me = A seat for me …
guest = Guest
load-again = Load it again
deal = Deal
total = Total
setting-colours = Suits
colours-four = Four colours
colours-two = Red and black
on = On
off = Off
keys = Keys
go-on = Go on with your match
go-on-sub = It waits where you left it
bad-rules = This game cannot be played by these rules any more. Choose a game again.
kept-elsewhere = The match on this device was kept by another version of this page, and this one cannot read it. It is gone; begin a new one.
kept-damaged = The match that was kept on this device is damaged and cannot be played on. Begin a new one.
match-elsewhere = Your match goes on in another tab or window. You can bring it back here.
no-server = There is no server here: tables with friends need one.
offline = No connection. Trying again …
my-games = My games
score-home = Score a game at home
lessons = Learn to play
lessons-sub = Short lessons, with cards to tap
puzzle = Can you go down?
puzzle-sub = A hand a day, the same for everybody
replay = Replay
