# The table.
menu = Menu
rules = Rules
scores = Scores
bar-deal = Deal { $deal } of { $deals } · dealer { $dealer }
bar-out = Deal { $deal } · out at { $limit } · dealer { $dealer }
bar-target = Deal { $deal } · to { $target } · dealer { $dealer }
seats-label = The other players
seat-spoken = { $name }: { $count ->
    [one] one card
   *[other] { $count } cards
}{ $down ->
    [none] {""}
    [yes] , down
   *[no] , not down
}, { $score } points{ $turn ->
    [yes] , playing now
   *[no] {""}
}{ $host ->
    [yes] , the host
   *[no] {""}
}{ $tagged ->
    [yes] , { $tag }
   *[no] {""}
}{ $order ->
    [0] {""}
   *[other] , number { $order } to be asked
}
tag-bot = bot
tag-covered = bot plays
tag-covered-away = away, bot plays
tag-away = away
tag-dealer = dealer
tag-dealer-letter = D
tag-down = ✓ down
points-unit = { " " }pts
points-short = { $points } pts
own-cost = { $cards ->
    [0] No cards
    [one] 1 card, costs { $cost }
   *[other] { $cards } cards, cost { $cost }
}
own-cards = { $cards ->
    [0] No cards
    [one] 1 card
   *[other] { $cards } cards
}
own-deadwood = { $cards ->
    [0] No cards
    [one] 1 card, { $cost } left over
   *[other] { $cards } cards, { $cost } left over
}
points = { $points ->
    [one] one point
   *[other] { $points } points
}
buys-left-short = { $count ->
    [0] no buys left
    [one] 1 buy left
   *[other] { $count } buys left
}
buys-brief = { $count ->
    [0] no buys
    [one] 1 buy
   *[other] { $count } buys
}
contract-free = Lay any melds
contract-first-points = First melds of { $least } points or more
contract-hidden = Melds stay in your hand
contract-laid = laid ✓
melds-below = { $count ->
    [one] 1 more meld ↓
   *[other] { $count } more melds ↓
}
no-melds = Nothing on the table yet
wild-as = { $card } as { $face }
meld-spoken = { $kind }: { $cards }
place-low = At the low end
place-high = At the high end
place-off = Add it here
place-slide-low = Replace the wild; it moves to the low end
place-slide-high = Replace the wild; it moves to the high end
place-swap = Take the wild
place-swap-low = Take the lower wild
place-swap-high = Take the higher wild
place-swap-for = Take the { $wild }
place-discard = Discard
place-discard-shanghai = Discard and call Shanghai
ask-place = Where to?
ask-place-card = Where does the { $card } go?
notice-one-card = Choose one card to discard.
notice-choose-first = Choose a card from your hand first, then tap where it goes.
stock-spoken = Stock, { $count ->
    [one] one card
   *[other] { $count } cards
}
stock-count = stock { $count }
upcard-spoken = Upcard: { $card }, { $below ->
    [0] no card below
    [one] one card below
   *[other] { $below } cards below
}
upcard-none = No card has been discarded yet.
upcard-protected = protected
discards-below = { $below ->
    [-1] no discards
    [0] none below
   *[other] { $below } below
}
discards-spread = All discards
discards = Discards
hand-label = Your hand
card-new = { $card }, new
card-lays-off = { $card }, can be laid off
card-wild = { $card }, wild
sort-label = Sort the hand
sort-next = Sorted by { $sort }. Change the order
sort-melds = Melds
sort-suit = Suit
sort-rank = Rank
sort-mine = Mine
prompt-label = Prompt
prompt-covered = A bot is playing for you.
prompt-missed = Your hand was dropped: you missed { $turns ->
    [one] your turn
   *[other] { $turns } turns in a row
}.
take-seat-back = Take my seat back
prompt-deal-over = The deal is over.
standings = Standings
next-deal = Next deal
prompt-waiting-deal = The next deal is coming …
prompt-waiting-ready = Waiting for { $names } …
prompt-watching = You are watching. { $name } is playing.
prompt-others-turn = { $name } is playing …
prompt-others-play = The others are playing …
prompt-others-first = Others may have the upcard first …
prompt-others-offered = { $names } may have the card …
prompt-others-cut = { $names } cuts the pack …
prompt-others-pick = { $names } draws a face-down card …
prompt-others-claim = { $names } may take a wild card …
prompt-cut = Cut the pack.
prompt-cut-sub = Nobody sees how many cards you lift.
prompt-draw = Your turn: draw a card.
prompt-draw-sub = From the stock, or the { $card }.
take-card = Take { $card }
take-deep = Take down to { $card }
take-deeper = Take deeper …
take-deep-yes = Take them
ask-deep = Take { $count } cards, down to the { $card }? You must play that card first.
owes = Play the { $card } first: you must use it at once.
shown-short = { $points } on the table
added-by = { $card } counts for { $who ->
    [you] you
   *[other] { $name }
}
draw = Draw
buy = Buy it
prompt-offer = Do you want the { $card }?
prompt-buying = Asking for the { $card } for you …
price-cards = { $count ->
    [one] costs 1 card
   *[other] costs { $count } cards
}
price-pennies = { $count ->
    [one] costs 1 penny
   *[other] costs { $count } pennies
}
price-nothing = costs nothing
buys-left = { $count ->
    [0] no buy left
    [one] 1 buy left
   *[other] { $count } buys left
}
race-first = the first to ask gets it
asked-before = { $names } { $count ->
    [one] comes
   *[other] come
} first
pass = Pass
may-i = May I?
prompt-call = The { $card } fits a meld. Shanghai?
prompt-call-sub = Tap the meld to call and add the card there.
prompt-pick = Draw a card from { $name }.
prompt-pick-sub = The caller’s hand lies face down.
prompt-claim = You may take a wild card.
prompt-claim-sub = Choose one of your cards and the meld with the wild.
prompt-claim-nothing = None of your cards can take its place.
prompt-play = Your turn.
prompt-play-sub = Choose a card to lay off or to discard.
prompt-discard-sub = Choose a card to discard.
prompt-or-discard = Or choose a card to discard.
prompt-may-hold = You could lay down part of it now, or hold it. Choose a card to discard.
prompt-end-or-discard = You can end the deal, or choose a card to discard.
prompt-can-down = You can lay down!
prompt-one = { $card } chosen.
prompt-one-sub = Discard it, or tap a marked meld.
prompt-one-discard = Discarding it ends your turn.
prompt-one-gather = Discard it, or choose more cards for a meld.
prompt-tap-meld = Tap a marked meld.
prompt-several = { $count } cards chosen.
prompt-several-sub = Lay them down as a meld, or tap a marked meld.
prompt-several-meld = Lay them down as a meld.
undo = Undo
arrange = Rearrange
keep = End the turn
ends-out = Go out
ends-knock = Knock with { $points }
ends-gin = Gin!
opens = { $what } …
show-own = My own melds …
show-these = Show these melds
show-best = Show the best
prompt-knocked = { $points ->
    [0] { $name } has gin.
   *[other] { $name } knocks with { $points }.
}
prompt-others-answer = { $name } answers the knock …
prompt-showing = Your answer to the knock
take-to-knock = You may take it only to knock with it.
knock-scores = You score the difference. An undercut gives them { $bonus } more.
gin-scores = { $bonus } plus all that your opponent has left over.
out-collects = Each of the others pays you { $count ->
    [one] 1 unit
   *[other] { $count } units
}.
out-scores = Nothing counts against you in this deal.
out-scores-last = Nothing counts against you in this deal. The others have one more turn.
best-answer = { $count ->
    [0] Nothing can be laid off: your deadwood is { $points }.
   *[other] Best: { $cards } on those melds; your deadwood is then { $points }.
}
chip-pure = pure sequence
chip-second = second sequence
chip-sequences = { $have } of { $needed } sequences
chip-deadwood = { $points ->
    [0] no deadwood
   *[other] deadwood { $points }
}
chip-left = { $points ->
    [0] nothing left over
    [one] 1 point left over
   *[other] { $points } left over
}
chip-without = { $words } without { $card }
chip-knock = { $limit ->
    [0] knock with gin only
   *[other] knock at { $limit }
}
chip-wild = wild: { $ranks }
chip-card = { $words } ({ $card })
line-out = { $who ->
    [you] You are out
   *[other] { $name } is out
}: last turns
line-knocked = { $who ->
    [you] You have knocked
   *[other] { $name } has knocked
}
line-declared = { $who ->
    [you] You have declared
   *[other] { $name } has declared
}
card-planned = { $card }, for meld { $meld }
drop-for = Drop for { $points }
drop-really = Leave this deal for { $points } points?
drop-yes = Drop
rejoin = Come back
stay-out = Stay out
share-pool = Share
play-on = Play on
rejoin-fee = It costs another entry.
rejoin-free = It costs nothing more.
split-by-drops = By the drops that each can still afford.
prompt-show-groups = { $name } { $how ->
    [declared] has declared
   *[other] is out
}: how do you group your hand?
prompt-grouping = Your groups
prompt-others-group = { $name } groups the hand …
group-own = Group it myself …
group-these = Count this
group-best = At the lowest cost
grouped-best = This costs you { $points }, the least it can.
grouped-so = This costs you { $points }; the least would be { $best }.
groups-cost = At best it costs you { $points }.
prompt-others-rejoin = { $name } may come back …
prompt-others-split = { $name } is asked to share the pool …
ends-declare = Declare
tag-dropped = dropped
tag-wrong = declared wrongly
tag-out-of-match = out
tag-not-dealt = not in this deal
go-down = Go down
lay-melds = Lay melds
try-down = Build melds …
meld-these = Meld these
lay-off = Lay off
lay-off-set = Lay off on the { $ranks }
lay-off-run = Lay off on the { $suit } run
discard-card = Discard { $card }
discard-shanghai = Discard, Shanghai!
prompt-laying = Your lay-down
prepared = Ready for your turn.
lay-down = Lay down
first-points = { $points } of { $least } points for your first melds.
first-leaves = Your first melds count { $points }. { $leaves }
leaves-nothing = Leaves nothing: you are out.
leaves = { $count ->
    [one] Leaves { $cards } in hand
   *[other] Leaves { $count } in hand: { $cards }
}
slot-empty = Choose cards below, then tap where they go.
slot-suit = A run needs one suit: { $odd } is not a { $suit }.
slot-rank = A set needs one rank: { $odd } does not go with { $ranks }.
slot-twice = A run holds each card once: { $card } is there twice.
slot-rank-twice = This run holds each rank once: there are two { $ranks }.
slot-too-few = { $count ->
    [one] One card is missing.
   *[other] { $count } cards are missing.
}
slot-pure = This set needs different suits and no wild card.
slot-suits = The cards of this set must have different suits.
slot-gap = A run must be in sequence: there is a gap.
suit-club = club
suit-diamond = diamond
suit-heart = heart
suit-spade = spade
prompt-arranging = Rearranging the table
prompt-rejoin = You are out. Come back with { $total } points?
prompt-split = Share the pool with the rest?
arrange-do = Rearrange
arrange-good = All melds are valid.
arrange-nothing = Choose cards, then tap the meld where they go.
arrange-no-meld = A meld is not complete yet.
arrange-loose = Every card on the table must stay there, and one from your hand must join them.
refusal-other = The rules do not allow that ({ $code }).
leave = Leave the table
say-something = Say something
story = This deal so far
leave-title = Leave?
give-up-title = Give up your seat?
other-device = Move to another device
people-here = People and pause
name-and-face = Your name and face
change-game = Game, seats and rules
seat-powers = { $name }: what the host can do

# Convenience settings: offers, bot speed, confirmations.
comfort = Offers and pace
standing-answers = Auto-pass
standing-buys = Asked for at once, as you chose under “Auto-pass”.
standing-newcomer = From now on you are asked only about cards that help. Change it under “Auto-pass”.
ask-discard = You can go down. Discard anyway?
discard-anyway = Discard
ask-lay-off = Without it you hold too few cards for the rest of your contract. Lay it off anyway?
lay-off-anyway = Lay it off
nudge-turn = ● Your turn – { $name }
nudge-asked = ● You are asked – { $name }

# Coaching.
coach = A tip about the game
coach-try = Try it
coach-rearrange = You may take the melds on the table apart and rebuild them, as long as each is valid in the end and you add a card.
coach-next = Got it
coach-skip = No more tips
coach-melds = A set is { $set } or more cards of one rank: 8♣ 8♥ 8♠. A run is { $run } or more in a row of one suit: 4♥ 5♥ 6♥ 7♥.{ $jokers ->
    [0] { "" }
   *[other] { " " }Jokers stand for any card.
}
coach-slots = The line above the table is your contract. Its boxes fill up as you get the cards for it. Tap it to see examples.
coach-points = Draw a card, then discard one. When somebody has no cards left, the cards in your hand count against you: low is good.
coach-may-i = You can get somebody’s discard out of turn. { $cards ->
    [0] It costs nothing, but your hand grows.
    [one] It costs one more card from the stock, so your hand grows by two.
   *[other] It costs { $cards } more cards from the stock, so your hand grows.
} Ask only for what you need.
coach-parts = Part of your contract is ready. You can lay it down now and the rest on a later turn.
coach-at-once = Your contract is ready: lay all of it down at once. What you do not need stays in your hand.
coach-lay-off = You are down! Cards with a green arrow fit melds on the table: tap one, then the meld. With no cards left you are out.
contract-title = What you need
hint = Hint
