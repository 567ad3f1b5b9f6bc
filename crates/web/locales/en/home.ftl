# The first screen. The words of what is begun there stand with the other screens where those show them, too.
home-line = Contract rummy and its kin, by your rules, with your people.
play-now-sub = { $game }, { $bots ->
    [one] one bot
   *[other] { $bots } bots
}
play-short-sub = { $game }, three deals
choose-game-sub = { $count } games, alone or around one device
invite-friends-sub = A table by link, bots in the empty seats
colours-offer = How do you like your suits?
my-games-sub = { $count ->
    [one] 1 more match waits
   *[other] { $count } more matches wait
}
link-kept = Go to the link you opened
link-kept-sub = House rules that somebody sent you
link-drop = Let go of this link
lessons-sub = Short lessons, with cards to tap
puzzle-sub = A hand a day, the same for everybody
play-now = Play now
play-short = A short match
