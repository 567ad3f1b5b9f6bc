# The score sheet of a match. Its texts come with later.ftl.

share-result = { $game }: { $scores }
copy-result = Copy the result
match-won = { $who ->
    [you] You have won!
    [with] { $names } have won!
   *[other] Won by { $names }
}
standing-won = won
settles = { $amount } { $count ->
    [one] unit
   *[other] units
}
nothing-left = nothing left
deals-before = before
deals-bonuses = bonuses
deals-games = games 2 and 3, bonuses
deals-came-back = came back
next-contract = The next contract is { $contract }.
went-out = went out
last-deal = The last deal
turning-points = Where the match turned
turn-lead = { $who ->
    [you] Deal { $deal }: you took the lead, and kept it.
   *[other] Deal { $deal }: { $name } took the lead, and kept it.
}
turn-hit = { $who ->
    [you] Deal { $deal }: you fell { $points ->
        [one] 1 point
       *[other] { $points } points
    } behind { $others }.
   *[other] Deal { $deal }: { $name } fell { $points ->
        [one] 1 point
       *[other] { $points } points
    } behind { $others }.
}
turn-gain = { $who ->
    [you] Deal { $deal }: you gained { $points ->
        [one] 1 point
       *[other] { $points } points
    } on { $others }.
   *[other] Deal { $deal }: { $name } gained { $points ->
        [one] 1 point
       *[other] { $points } points
    } on { $others }.
}
turn-against-all = the others
turn-against-you = you
save-record = Save the record
rematch = Play again
print = Print
count = { $who ->
    [you] You score { $points }
   *[other] { $name } scores { $points }
}{ $bonus ->
    [0] , the difference in deadwood.
   *[other] : { $difference } for the cards, { $bonus } as a bonus.
}
count-doubled = { $who ->
    [you] You score { $points }
   *[other] { $name } scores { $points }
}: { $difference } for the cards and { $bonus } as a bonus, doubled for a spade.
three-games = The three games
column-game = Game
count-of-chips = { $count ->
    [one] one chip
   *[other] { $count } chips
}
boxes = { $count ->
    [0] {""}
    [one] {" "}1 box
   *[other] {" "}{ $count } boxes
}
pool-title = Out at { $limit }
pool-chips-title = Chips
pool-buys-title = Buys for the whole match
pool-chips = { $count }
pool-drops = { $count ->
    [0] cannot afford another drop
    [one] can afford one more drop
   *[other] can afford { $count } more drops
}
pool-rejoined = { $count ->
    [one] came back once
   *[other] came back { $count } times
}
look-again = Watch the replay
