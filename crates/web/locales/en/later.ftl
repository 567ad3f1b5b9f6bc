# What a table's later turns show, and what is looked at before and beside it: see src/later.rs.

# Sheets and panels of the table.
discards-all = All the discards, the latest first.
discards-none = There are no discards.
discards-top = Only the top card may be looked at.{ $below ->
    [0] {""}
   *[other] {" "}Below it: { $below }.
}
take-deep-hint = Tap a card to take it with all that were discarded after it. You must be able to play it at once.
take-deep-card = { $card }: take it, { $count ->
    [one] one card
   *[other] { $count } cards
} in all
panel-ending = The end of the deal
panel-answer = Your melds against the knock
slot-thrown = Discard
panel-declare-hint = Tap a card to take it back. All cards but the discard must be in melds.
panel-ending-hint = Tap a card to take it back. Cards left in your hand count as deadwood.
hidden-words = Melds stay in your hand until the deal is ended. Cards in no meld count against you.
hidden-knock = You may end the deal by a knock when { $limit ->
    [0] no card is left over
   *[other] at most { $limit } points are left over
}, with one card discarded.
hidden-out = You end the deal by going out: all your cards in melds, and one to discard.
panel-groups = Your groups
panel-groups-hint = Choose cards, tap the group where they go. Tap a card here to take it back. Cards in no group count.
hidden-declare = You end the deal by declaring: all your cards in groups, with { $sequences } sequences, { $pure } of them pure, that is without a wild card, and one card to finish with. Without them all your cards count.
slot-rule = The rule
panel-down = Your lay-down
panel-down-hint = Choose cards, tap where they go. Tap a card here to take it back.
slot-new = Another meld
slot-spoken = { $name }: { $cards }. Enter puts the chosen cards here.
slot-free = Meld
card-back = { $card }: take back to the hand
readings-label = What the wild stands for
reading-run = { $low } to { $high }
reading-set = { $ranks }
reading-wilds = wild cards
panel-arrange = Rearranging the table
zone-new = New meld
panel-cut = Cut the pack
cut-label = How high do you cut?
cut-bonus = Lift exactly { $needed } cards, as many as are dealt, and { $bonus } points come off your score.
cut = Cut
panel-pick = The caller’s hand
pick-place = Card { $place }
cover-cards = Cover my cards
# Several people share the device: what hides their cards between turns.
curtain-pass = Pass to { $name }
curtain-hidden = All hands are covered. Tap to play, or press and hold for a look.
curtain-look = I am { $name }: show my cards
curtain-bots = The bots are playing.
curtain-offer = Does anybody want the { $card }?
curtain-call = The { $card } fits a meld. Does anybody call Shanghai?
curtain-aloud = Whoever wants it says so, takes the device and looks at their cards before they decide.
curtain-race = Whoever speaks first comes first.
curtain-order = If several do, the first name below comes first.
curtain-wants = { $name } wants it
curtain-nobody = Nobody
curtain-nobody-next = Nobody: { $name } goes on
hand-over = Let a bot play for me
end-match = End the match
end-match-sure = Yes, end it for everybody
phrases-switch-off = Switch phrases off for this table
phrases-switch-on = Switch phrases on again
story-back = One play back
story-on = One play on
story-place = Play { $number } of { $count }
story-nothing = Nothing has been played yet.
leave-covered = A bot plays for you; you can come back at any time.
leave-waits = The match waits for you where you leave it.
leave-free = Your seat becomes free for others.
leave-looking = You can come back by the same link.
leave-yes = Leave
stay = Stay
give-up = Give up my seat
give-up-words = A bot plays your hand to the end of the match. You cannot take the seat back, nor sit down elsewhere before the match is over. (If you only leave, the seat stays yours.)
give-up-yes = Give it up for good
keep-seat = Keep my seat
device-words = Open this link on the other device within 15 minutes. It asks there, moves your seat, and works once.
device-alt = A code with the link for your other device
device-failed = The link could not be made. Try again in a moment.
invite-words = Whoever has this link can join the table.
power-cover = Let a bot play for { $name }
power-cover-sub = { $name } can take the seat back at any time.
power-open = Hand the seat of { $name } over
power-open-sub = Whoever sits down next plays this hand on. Everybody is told.
power-kick = Send { $name } away
power-kick-sub = A bot plays the seat; { $name } cannot sit down here again.
offers = Offers of the upcard
standing-helpful = Ask only about cards that help my contract
standing-deal = Not in this deal
standing-down = Not after I am down
standing-own = Ask about my own discard, too
standing-ranks = In this match buy at once, without asking me:
standing-secret = Nobody else can see any of this.
pace-host = The host chooses the pace.
setting-ask-discard = Ask before I discard when I can go down
setting-hints = Hints are allowed at this table
setting-coach = Explain the game as I play
contract-any = In this game you may lay down any sets and runs.
contract-words = To go down in this deal you need { $contract }.
contract-slots = The boxes in the line above the table fill as your hand comes closer.
example-good = { $name } ✓
example-bad = { $name }? No.
hint-groups = What goes together
hint-missing = { $count ->
    [0] Nothing is missing: you can lay down.
    [one] One card is missing.
   *[other] { $count } cards are missing.
}
hint-ready-later = Nothing is missing: in your turn, once you have drawn, you can lay down.
hint-nothing-to-lay = Nothing more to lay down: get rid of your cards.
hint-left = { $points ->
    [0] Nothing that counts is left over.
    [one] 1 point is left over in no set or run.
   *[other] { $points } points are left over in no set or run.
}
hint-left-throwing = { $points ->
    [0] Once you discard the { $card }, nothing that counts is left over.
    [one] Once you discard the { $card }, 1 point is left over in no set or run.
   *[other] Once you discard the { $card }, { $points } points are left over in no set or run.
}
hint-last = The deal is ending: only what is left over counts now.
hint-knock = { $limit ->
    [0] You may knock once nothing is left over.
   *[other] You may knock with { $limit } or less.
}
hint-can-knock = You can knock now.
hint-gin = That is gin.
hint-out = You go out when all your cards but the one you discard are in sets and runs.
hint-can-go-out = You can go out now.
hint-declare = { $count ->
    [0] No card is missing any more: you can declare in your turn.
    [one] 1 card is missing until you can declare.
   *[other] { $count } cards are missing until you can declare.
}
hint-can-declare = You can declare now.
hint-no-pure = You have no pure sequence yet, a run without a wild card. Until you have one, all your cards count.
hint-no-sequences = You do not have all the sequences yet that you need. Until you have them, cards in other groups count as well.
hint-sequences = You have the sequences that you need. Only cards in no group count.
hint-useful = These help: { $cards }.
hint-more = { $count } more
hint-wild = any wild card
hint-any-card = almost any card
hint-any-rank = any { $ranks }
hint-or = { $first } or { $last }
hint-fitting = { $cards } can go to melds on the table.
hint-fitting-later = From your next turn on, { $cards } can go to melds on the table.
hint-steady = A steady player would
hint-do = Do that
hint-old = The table has moved on since this hint.
hint-again = Think again
advice-draw = Draw from the stock.
advice-take = Take the upcard.
advice-take-deep = Take the { $card } with the cards above it, and play it first of all.
advice-buy = Ask for it.
advice-pass = Pass.
advice-down = Lay down { $melds }.
advice-off = Lay off the { $card }.
advice-swap = Change the { $card } for the wild card.
advice-discard = Discard the { $card }.
advice-arrange = Rearrange the table to { $melds }.
advice-plays = So you play { $cards }.
advice-undo = Take the last play back.
advice-cut = Cut the pack where you like.
advice-pick = Draw any card: all are face down.
advice-call = Call it.
advice-knock = Knock.
advice-declare = Show your hand and end the deal.
advice-show = Show your best melds.
advice-drop = Drop out of this deal.
advice-keep = End the turn without a discard.
advice-rejoin = Come back.
advice-leave = Stay out.
advice-split = Share the pool.
advice-play-on = Play on.
reason-ready = Everything for it is in your hand.
reason-part = A part of the contract is in your hand.
reason-nearer = The { $card } brings you nearer.
reason-fits = The { $card } goes to a meld on the table.
reason-no-help = The { $card } does not help you.
reason-too-late = Somebody may go out before you can use it, and more cards would cost you more.
reason-loose = Nothing needs the { $card }, and it would cost you { $points }.
reason-least-use = The { $card } is the card you can best spare.
reason-holds = You could lay a part of the contract down, but then the rest would be harder to complete. The { $card } is the card you can best spare.
reason-fewer = { $points ->
    [0] It leaves you with fewer cards.
   *[other] That is { $points } less in your hand.
}
reason-wild = A wild card is worth more in your hand.
reason-left-over = In your best groups the { $card } is left over, and it counts { $points }.
reason-less-over = With the { $card }, { $points } less is left over.
reason-only-less = With the { $card } only { $points } less would be left over.
reason-no-less = With the { $card } no less would be left over.
reason-useful = The { $card } is of use in your hand.
reason-not-nearer = The { $card } brings you no nearer to declaring.
reason-leaves = { $points ->
    [0] Nothing is left over with it.
    [one] 1 point is left over with it.
   *[other] { $points } points are left over with it.
}

# Whether the deals were fair.
fair-alone = This device shuffled by itself. Its deals are those that it fixed before the match, but nobody else had a part in them.
fair-people = { $deals ->
    [one] 1 deal was
   *[other] { $deals } deals were
} fixed before the match by the server and { $names }, and what was revealed fits.
fair-nobody = { $deals ->
    [one] 1 deal was
   *[other] { $deals } deals were
} fixed before the match by the server alone: nobody at the table had a part in the shuffle. What was revealed fits.
fair-late = { $deals ->
    [one] 1 deal had
   *[other] { $deals } deals had
} begun before this page came, so it cannot tell whether they were fixed before.
fair-again = The shuffle was prepared { $times } times for this match; what came before was thrown away.
unfair-secret = Warning: deal { $deal } was not dealt from what the server had fixed before the match.
unfair-cards = Warning: the cards of deal { $deal } are not those that were fixed before the match.
unfair-part = Warning: the part of { $name } in the shuffle is not the one that was fixed before.
unfair-left-out = Warning: your part in the shuffle was left out, or came too late. The server could have known these deals.
unfair-replaced = Warning: your part in the shuffle is not this page's. If no other page or device of yours is at this table, do not trust its deals.
unfair-other = Warning: the server shows something else now than it had fixed before the match.
unfair-hidden = Warning: the server has prepared the shuffle more than once for this match and hides it.
record-same = The record holds what this page was shown before the match.
record-unknown = This page was shown nothing before that match, so it cannot compare the record.
record-other = Warning: the record does not hold what this page was shown before the match.

# Choosing a game, the lobby, scores, settings.
clock = Time for a move
clock-seconds = { $seconds ->
    [0] No limit
   *[other] { $seconds } seconds
}
length-deals = { $deals ->
    [one] one deal
   *[other] { $deals } deals
}
group-pure = Pure sequence
group-sequence = Sequence
group-run = Run
group-set = Set
length-target = to { $target } points
length-out = out at { $limit } points
players-exactly = { $count } players
players-range = { $min } to { $max } players
reconstruction = reconstructed
house-rules = House rules
no-variations = This game has no named variations.
people = People among them
bots-level = Bots
step-one = Step 1 of 2, on this device
step-friends = Step 1 of 2, with friends
step-two = Step 2 of 2: the table
choose-seats = Next: the table
minutes = about { $minutes } min
difficulty-easy = easy
difficulty-medium = medium
difficulty-hard = hard
family-contracts = A contract in each deal
family-melds = Melds on the table
family-spread = Points on the table
family-hidden = Melds in the hand
family-sequences = Sequences, and a declared hand
wish-any-players = Any number
wish-players = { $count } players
wish-time = Time
wish-any-time = Any length
wish-minutes = up to { $minutes } min
wish-difficulty = Difficulty
wish-any-difficulty = Any difficulty
wish-easy = easy
wish-medium = not hard
wish-none = No game fits that.
played-last = The game that you played last
differs = { $more ->
    [none] Unlike { $game }: { $what }
    [few] Unlike { $game }: { $what } A few more rules differ.
   *[many] Unlike { $game }: { $what } Much else differs, too.
}
differs-many = { $count ->
    [one] One rule differs from { $game }.
   *[other] { $count } rules differ from { $game }.
}
differs-nothing = Plays like { $game }.
telling-knocking = Melds stay in your hand until somebody knocks{ $limit ->
    [0] {""}
   *[other] {" "}with { $limit } points or less left over
}.
telling-declaring = Melds stay in your hand until somebody declares a whole one.
telling-going-out = Melds stay in your hand until somebody goes out with all of it.
telling-shown = Cards on the table count for whoever laid them.
telling-free = No contracts: lay any sets and runs.
telling-contracts = Each deal asks for its own melds, from { $first } to { $last }.
telling-elimination = Whoever reaches { $points } points is out.
telling-chips = You play for chips, over { $deals } deals.
telling-paid = One deal, and every point is paid for.
telling-target = You play to { $points } points.
telling-three-games = Three games are scored at once.
telling-knock-by-upcard = { $holds ->
    [yes] The first upcard says with how much you may knock.
   *[no] You may always knock with the same number of points.
}
telling-in-parts = { $holds ->
    [yes] A contract may be laid in parts.
   *[no] A contract goes down all at once.
}
telling-shanghai = { $holds ->
    [yes] Call Shanghai when a discard fits a meld on the table.
   *[no] There is no Shanghai call.
}
telling-cut = The pack is cut before each deal; an exact cut takes { $points } points off.
telling-rearranging = { $holds ->
    [yes] Melds on the table may be rearranged.
   *[no] Melds on the table stay as they are.
}
telling-wild-rank = Each deal has a wild rank of its own.
telling-jokers = jokers
telling-wild = { $cards } are wild.
telling-nothing-wild = No card is wild.
telling-deals = { $deals } contracts, the last of { $last }.
telling-duty = { $holds ->
    [yes] Whoever holds the contract must lay it down.
   *[no] Nobody has to lay a contract down.
}
telling-race = The upcard goes to whoever asks first.
telling-buying = { $holds ->
    [yes] You may ask for the upcard out of turn.
   *[no] Nobody takes the upcard out of turn.
}
telling-no-cut = A cut earns nothing.
telling-blocks = { $holds ->
    [yes] When the stock is gone, the deal is over.
   *[no] When the stock is gone, the discards become a new one.
}
telling-swapping = { $holds ->
    [yes] A wild card on the table can be had for the card that it stands for.
   *[no] Wild cards stay where they lie.
}
telling-packs = It is played with { $packs ->
    [one] one pack
   *[other] { $packs } packs
}.
telling-hand = { $cards } cards are dealt.
play = Play
make-table = Make the table
fewer = Fewer
power-give = Give the seat
power-give-sub = It is theirs at once.
power-dismiss-sub = They cannot sit down here again.
power-appoint = Make { $name } the host
power-appoint-sub = { $name } becomes the host in your place.
game-choice = Game
a-person = A person
a-bot-of = A bot ({ $level })
seat-number = Seat { $number }
deals-first = Deals first
deals-first-game = as the game decides
offer-time = Time for an offer
house-game = { $name } (of this server)
house-games = Games of this server
play-this = Play this
join-code-words = The code of the table, six letters
join-go = Join
a-friend = A friend
people-around = People at this device
person-number = Player { $number }
person-name = Name of player { $number }
people-around-words = You pass the device round. Between turns a curtain hides the cards.
names-same = Two of you are called { $name }.
qr-alt = A code with the link to this table
share-seat = My seat at the card table
share-result = { $game }: { $scores }
copy-result = Copy the result
code-words = Whoever is beside you points a camera at this code and joins the table.
match-won = { $who ->
    [you] You have won!
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
deals-came-back = came back
next-contract = The next deal asks for { $contract }.
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
words-title = Words of the card table
words-search = Find a word
words-none = No word of that kind.
setting-theme = Look
theme-auto = Auto
theme-light = Light
theme-dark = Dark
setting-contrast = High contrast
setting-left = Left-handed
setting-size = Cards
size-usual = Usual
size-large = Large
size-very-large = Very large
setting-motion = Motion
setting-beside = A large screen shows the table
setting-sound = Sound
setting-buzz = Vibration
setting-pace = Bots play
pace-calm = Calmly
pace-usual = As usual
pace-fast = At once
setting-sort = Hand
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

look-again = Look at it again
keeps-a-week = This browser deletes what a page has stored when it has not been opened for seven days. Add the page to your home screen, or save everything as a file under ‘My games’, and your matches stay.
new-version = A new version of this page is ready.

# House rules, where they are named beside other things.
change-rules = Change the rules
changed-rules = Changed at this table
differs-gone = This no longer applies.
differs-none = nothing of the kind.
differs-in = { $game }:
differs-nothing-own = Played exactly as { $game }.
differs-players = This shows at a table of { $players }.
from-file = A game from a file
plain-line = This address is not encrypted: it begins with http, not https. Here a browser does not let the page open without a network, keep your matches for good, or use the sheet by which your device shares links.
