# What a table's later turns show, and what is looked at before and beside it: see src/later.rs. With it come
# advice.ftl, choosing.ftl and scores.ftl.

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

# Several people share the device: what hides their cards between turns.
cover-cards = Cover my cards
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

# The menu, seats, links, standing answers.
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
leave-for-link = Leave, and go to the link you opened
link-go = Go to the link you opened
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
power-give = Give the seat
power-give-sub = It is theirs at once.
power-dismiss-sub = They cannot sit down here again.
power-appoint = Make { $name } the host
power-appoint-sub = { $name } becomes the host in your place.
qr-alt = A code with the link to this table
share-seat = My seat at the card table
code-words = Whoever is beside you points a camera at this code and joins the table.

# Settings and keys.
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

# Whether the deals were fair.
fair-alone = This device shuffled by itself. Its deals are those that it fixed before the match, but nobody else had a part in them.
fair-people = { $deals ->
    [one] 1 deal was
   *[other] { $deals } deals were
} fixed before the match by { $names }, and what was revealed fits.
fair-server = the server
fair-you = you
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

# Around it all.
words-title = Words of the card table
words-search = Find a word
words-none = No word of that kind.
keeps-a-week = This browser deletes what a page has stored when it has not been opened for seven days. Add the page to your home screen, or save everything as a file under ‘My games’, and your matches stay.
new-version = A new version of this page is ready.
plain-line = This address is not encrypted: it begins with http, not https. Here a browser does not let the page open without a network, keep your matches for good, or use the sheet by which your device shares links.
