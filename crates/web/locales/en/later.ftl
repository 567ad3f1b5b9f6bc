# Later turns of a table, and the screens before and beside it: see src/lazy.rs. Loaded with it: advice.ftl,
# choosing.ftl and scores.ftl.

# Sheets and panels of the table.
discards-all = All discards, the latest first.
discards-none = There are no discards.
discards-top = You may look at the top card only.{ $below ->
    [0] {""}
   *[other] {" "}Below it: { $below }.
}
take-deep-hint = Tap a card to take it and all cards discarded after it. You must be able to play it at once.
take-deep-card = { $card }: take it, { $count ->
    [one] one card
   *[other] { $count } cards
} in all
panel-ending = Ending the deal
panel-answer = Your answer to the knock
slot-thrown = Discard
panel-declare-hint = Tap a card to take it back. All cards but the discard must be in melds.
panel-ending-hint = Tap a card to take it back. Cards left in your hand count as deadwood.
hidden-words = Melds stay in your hand until the deal ends. Cards in no meld count against you.
hidden-knock = You may end the deal by knocking when { $limit ->
    [0] no card is left over
   *[other] at most { $limit } points are left over
} after your discard.
hidden-out = You end the deal by going out: all your cards in melds, and one to discard.
panel-groups = Your groups
panel-groups-hint = Choose cards, then tap the group where they go. Tap a card here to take it back. Cards in no group count.
hidden-declare = You end the deal by declaring: all your cards in groups, with { $sequences } sequences, { $pure } of them pure (without a wild card), and one card to finish with. Without these sequences all your cards count.
slot-rule = The rule
panel-down = Your lay-down
panel-down-hint = Choose cards, then tap where they go. Tap a card here to take it back.
slot-new = Another meld
slot-spoken = { $name }: { $cards }. Enter puts the chosen cards here.
slot-free = Meld
card-back = { $card }: take back into the hand
readings-label = What the wild stands for
reading-run = { $low } to { $high }
reading-set = { $ranks }
reading-wilds = wild cards
panel-arrange = Rearranging the table
zone-new = New meld
panel-cut = Cut the pack
cut-label = Where do you cut?
cut-bonus = Lift exactly { $needed } cards, the number to be dealt, and { $bonus } points come off your score.
cut = Cut
panel-pick = The caller’s hand
pick-place = Card { $place }

# The curtain between people who share the device.
cover-cards = Cover my cards
curtain-pass = Pass to { $name }
curtain-hidden = All hands are covered. Tap to play, or press and hold to look.
curtain-look = I am { $name }: show my cards
curtain-bots = The bots are playing.
curtain-offer = Does anybody want the { $card }?
curtain-call = The { $card } fits a meld. Does anybody call Shanghai?
curtain-aloud = If you want it, say so, take the device and look at your cards before you decide.
curtain-race = The first to speak goes first.
curtain-order = If several do, the first name below goes first.
curtain-wants = { $name } wants it
curtain-nobody = Nobody
curtain-nobody-next = Nobody: { $name } continues

# The menu, seats, links, standing answers.
hand-over = Let a bot play for me
end-match = End the match
end-match-sure = Yes, end it for everybody
phrases-switch-off = Switch phrases off for this table
phrases-switch-on = Switch phrases on again
story-back = Back one play
story-on = Forward one play
story-place = Play { $number } of { $count }
story-nothing = Nothing has been played yet.
leave-covered = A bot plays for you; you can come back at any time.
leave-waits = The match waits for you here.
leave-free = Your seat becomes free for others.
leave-looking = You can come back with the same link.
leave-yes = Leave
leave-for-link = Leave, and go to the link you opened
link-go = Go to the link you opened
stay = Stay
give-up = Give up my seat
give-up-words = A bot plays your hand until the match ends. You cannot take the seat back or sit elsewhere before then. (If you just leave, the seat stays yours.)
give-up-yes = Give it up for good
keep-seat = Keep my seat
device-words = Open this link on the other device within 15 minutes. It asks you to confirm, moves your seat, and works once.
device-alt = A code with the link for your other device
device-failed = Could not make the link. Try again in a moment.
invite-words = Anyone with this link can join the table.
power-cover = Let a bot play for { $name }
power-cover-sub = { $name } can take the seat back at any time.
power-open = Hand over { $name }’s seat
power-open-sub = The next person to sit down takes over this hand. Everybody is told.
power-kick = Remove { $name }
power-kick-sub = A bot plays the seat; { $name } cannot sit here again.
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
power-dismiss-sub = They cannot sit here again.
power-appoint = Make { $name } the host
power-appoint-sub = { $name } becomes the host in your place.
qr-alt = A code with the link to this table
share-seat = My seat at the card table
code-words = People beside you scan this code with a camera to join the table.

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
key-choose = move through the hand
key-select = choose or release a card
key-move = move a card in the hand
key-draw = draw from the stock
key-take = take the upcard
key-buy = ask for the upcard
key-pass = pass
key-down = go down, or lay the prepared melds
key-discard = discard the chosen card
key-undo = take back a play
key-arrange = rearrange the table
key-next = the next deal
key-escape = close, or deselect everything
key-help = show these keys

# Fairness of the deals.
fair-alone = This device shuffled by itself. The deals are the ones it fixed before the match, but nobody else had a part in the shuffle.
fair-people = { $deals ->
    [one] 1 deal was
   *[other] { $deals } deals were
} fixed before the match by { $names }, and what was revealed matches.
fair-server = the server
fair-you = you
fair-nobody = { $deals ->
    [one] 1 deal was
   *[other] { $deals } deals were
} fixed before the match by the server alone: nobody at the table had a part in the shuffle. What was revealed matches.
fair-late = { $deals ->
    [one] 1 deal had
   *[other] { $deals } deals had
} begun before this page joined, so it cannot check that they were fixed before.
fair-again = The shuffle was prepared { $times } times for this match; only the last one was used.
unfair-secret = Warning: deal { $deal } was not dealt from what the server had fixed before the match.
unfair-cards = Warning: the cards of deal { $deal } are not the ones fixed before the match.
unfair-part = Warning: { $name }’s part in the shuffle is not the one fixed before the match.
unfair-left-out = Warning: your part in the shuffle was left out, or came too late. The server could have known these deals.
unfair-replaced = Warning: your part in the shuffle is not this page's. If no other page or device of yours is at this table, do not trust its deals.
unfair-other = Warning: what the server shows now is not what it fixed before the match.
unfair-hidden = Warning: the server prepared the shuffle more than once for this match and hides it.
record-same = The record matches what this page was shown before the match.
record-unknown = This page was shown nothing before that match, so it cannot compare the record.
record-other = Warning: the record does not match what this page was shown before the match.

# General.
words-title = Card terms
words-search = Find a term
words-none = No matching term.
keeps-a-week = This browser deletes a page’s data if you do not open it for seven days. To keep your matches, add the page to your home screen, or save everything as a file under ‘My games’.
new-version = A new version of this page is ready.
plain-line = This address is not encrypted: it begins with http, not https. So the browser does not let the page work offline, keep your matches for good, or open your device’s share sheet.
