# The first screen. Texts of its actions that other screens show too are in their files.
home-line = The contract rummy family, by your rules, with your friends.
play-now-sub = { $game }, { $bots ->
    [one] one bot
   *[other] { $bots } bots
}
play-short-sub = { $game }, three deals
choose-game-sub = { $count } games, alone or around one device
invite-friends-sub = A table by link, bots in the empty seats
colours-offer = Which suit colours do you like?
my-games-sub = { $count ->
    [one] 1 more match waiting
   *[other] { $count } more matches waiting
}
link-kept = Go to the link you opened
link-kept-sub = House rules somebody sent you
link-drop = Dismiss this link
lessons-sub = Short lessons, with cards to tap
puzzle-sub = One hand a day, the same for everybody
play-now = Play now
play-short = A short match
