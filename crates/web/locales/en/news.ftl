# Events. $who is 'you' or 'other'; for several people 'you' alone, 'with' others, or 'other'.
news-deal = Deal { $deal }. { $who ->
    [you] You deal.
   *[other] { $name } deals.
}
news-playoff = A playoff. { $who ->
    [you] You deal.
   *[other] { $name } deals.
}
news-cut = { $who ->
    [you] You cut
   *[other] { $name } cut
} { $at } cards.{ $bonus ->
    [0] {""}
   *[other] {" "}Exactly right: { $bonus } points off.
}
news-your-turn = Your turn.
news-drew = { $name } drew.
news-drew-card = { $who ->
    [you] You drew the { $card }.
   *[other] { $name } drew the { $card }.
}
news-took = { $name } took the { $card }.
news-took-deep = { $name } took the { $card }, with { $more ->
    [one] the card
   *[other] the { $more } cards
} above it.
news-bought = { $name } bought the { $card }{ $cards ->
    [0] {""}
    [one] {" "}and took one card
   *[other] {" "}and took { $cards } cards
}{ $pennies ->
    [0] .
    [one] {" "}for a penny.
   *[other] {" "}for { $pennies } pennies.
}
news-penalty = Your extra card is the { $card }.
news-knocked = { $name } knocked with { $melds }.
news-shown = { $name } showed { $melds }.
news-upcard-declined = Nobody wants the first card.
news-declared = { $name } went out with { $melds }.
news-down = { $name } went down: { $melds }.
news-off = { $name } laid off the { $card }.
news-slid = { $name } laid the { $card } and moved the wild card.
news-swapped = { $name } swapped the { $card } for the { $wild }.
news-arranged = { $name } rearranged the table with the { $cards }.
news-undo = { $name } took back a play.
news-discarded = { $name } discarded the { $card }.
news-discarded-protected = { $name } discarded the { $card } and called Shanghai on it.
news-kept = { $name } kept the last card.
news-call-offered = That card fits a meld: who calls Shanghai?
news-called = { $name } called Shanghai with the { $card }.
news-picked = { $name } drew a card from { $from }.
news-picked-card = { $who ->
    [you] You drew the { $card } from { $from }.
   *[other] { $name } drew { $whom ->
        [you] your { $card }
       *[other] the { $card } from { $from }
    }.
}
news-reshuffled = The discards became a new stock.
news-out-played = { $who ->
    [you] You went out!
   *[other] { $name } went out.
}
news-out-discarded = { $who ->
    [you] You went out with your discard!
   *[other] { $name } went out with the discard.
}
news-out-called = { $who ->
    [you] Your last card was drawn: you are out!
   *[other] { $name } is out: their last card was drawn.
}
news-out-contract = { $who ->
    [you] You completed the contract, and the deal ends!
   *[other] { $name } completed the contract, and the deal ends.
}
news-blocked-cards = There is no card left to draw: the deal ends.
news-blocked-stock = The stock is empty: the deal ends.
news-out-declared = { $who ->
    [you] You went out first: the deal is yours.
   *[other] { $name } went out first and has won the deal.
}
news-out-knocked = { $who ->
    [you] Your knock has won the hand.
   *[other] { $name } has won the hand with a knock.
}
news-out-gin = { $who ->
    [you] Gin! The hand is yours.
   *[other] { $name } has gin and wins the hand.
}
news-out-undercut = { $who ->
    [you] An undercut: the hand is yours.
   *[other] { $name } undercuts and wins the hand.
}
news-out-last-player = { $who ->
    [you] All the others have left the deal: it is yours.
   *[other] All the others have left the deal: { $name } wins it.
}
news-wild-turned = The { $card } is turned up and sets the wild rank.
news-declared-wrong = { $name } declared wrongly, with { $melds }, and is out of the deal.
news-dropped = { $name } dropped.
news-missed = { $who ->
    [you] You have missed { $turns ->
        [one] your turn
       *[other] { $turns } turns in a row
    }: your hand is dropped.
   *[other] { $name } has missed { $turns ->
        [one] a turn
       *[other] { $turns } turns in a row
    }: the hand is dropped.
}
news-rejoined = { $who ->
    [you] You come back with { $total } points.
   *[other] { $name } comes back with { $total } points.
}
news-stays-out = { $who ->
    [you] You stay out.
   *[other] { $name } stays out.
}
news-split = { $who ->
    [you] You vote to share the pool.
   *[other] { $name } votes to share the pool.
}
news-plays-on = { $who ->
    [you] You play on.
   *[other] { $name } plays on.
}
news-void = No new stock can be made: the deal is void and is dealt again.
news-blocked-stalemate = Nobody has laid a card for too long: the deal ends.
news-match = { $who ->
    [you] The match is over. You have won it!
    [with] The match is over. { $names } have won it!
   *[other] The match is over. Won by { $names }.
}
news-covered = { $who ->
    [you] A bot plays for you now.
   *[other] A bot plays for { $name } now.
}
news-covered-time-up = { $who ->
    [you] You ran out of time: a bot plays for you now.
   *[other] { $name } ran out of time: a bot plays now.
}
news-covered-away = { $who ->
    [you] Your connection was lost: a bot plays for you now.
   *[other] { $name } lost the connection: a bot plays now.
}
news-covered-host = { $who ->
    [you] The host lets a bot play for you now.
   *[other] The host lets a bot play for { $name } now.
}
news-covered-silent = { $who ->
    [you] You have done nothing for a while: a bot plays for you now.
   *[other] { $name } has done nothing for a while: a bot plays now.
}
news-covered-not-ready = { $who ->
    [you] The match has begun. A bot plays for you until you take your seat.
   *[other] The match began without { $name }: a bot plays until they are back.
}
news-claimed = { $who ->
    [you] The seat is yours again.
   *[other] { $name } is back from another device.
}
news-objected = { $who ->
    [you] You have your seat back.
   *[other] { $name } has objected, and has the seat back.
}
news-sits = { $who ->
    [you] You have your seat.
   *[other] { $name } has sat down.
}
news-joined = { $who ->
    [you] You play from here on.
   *[other] { $name } sits down and plays from here on.
}
news-took-over = { $who ->
    [you] The host has handed this seat and its hand to you.
   *[other] { $name } has taken the seat that the host handed over, and its hand.
}
news-left = { $former } has left. A seat is free.
news-gave-up = { $former } has given up the seat. A bot plays it until the match ends.
news-kicked = The host has removed { $former }. A bot plays the seat.
news-opened = The host hands over a seat: the next person to sit down takes over its hand.
news-moved = { $who ->
    [you] You have moved to this device.
   *[other] { $name } has moved to another device.
}
news-returned = { $name } plays again.
news-host = { $who ->
    [you] You are the host now.
   *[other] { $name } is the host now.
}
news-back-nothing = You have your seat back. The bot has done nothing yet.
news-back = You have your seat back. The bot drew { $drawn ->
    [0] nothing
    [one] one card
   *[other] { $drawn } cards
}{ $discarded ->
    [0] {""}
    [one] , discarded one
   *[other] , discarded { $discarded }
}{ $down ->
    [0] {""}
   *[other] , went down
}{ $off ->
    [0] {""}
    [one] , laid off one card
   *[other] , laid off { $off } cards
}.{ $dropped ->
    [0] {""}
    [one] {" "}Your hand was dropped: you missed your turn.
   *[other] {" "}Your hand was dropped: you missed { $dropped } turns in a row.
}
lost-gave-up = You have given up your seat. A bot plays it until the match ends.
lost-kicked = The host has removed you from this table. You can watch.
lost-opened = The host has handed over your seat. You can watch.
lost-claimed = Somebody claimed your seat, and the claim was accepted.
lost-objected = The owner of this seat has objected. You can watch.
lost-moved = Your seat was moved to another device. You can watch here.
news-began = The match begins.
news-ended = The match was ended.
news-came = { $who ->
    [you] You are here.
   *[other] { $name } is here.
}
news-went = { $who ->
    [you] You are away.
   *[other] { $name } is away.
}
news-said = { $name }: { $phrase }
phrase-hello = Hello!
phrase-good-luck = Good luck!
phrase-well-played = Well played!
phrase-thanks = Thank you.
phrase-oops = Oops.
phrase-one-moment = One moment, please.
phrase-your-turn = Your turn!
phrase-good-game = Good game.
phrase-goodbye = Goodbye.
refused-late = { $name } was first, by { $by } ms.
refused-stale = Too late: play has moved on.
refused-unreadable = That was not understood.
refused-no-seat = You have no seat here.
refused-no-match = No match is being played.
refused-used-id = That was not sent. Try again.
refused-paused = The table is paused.
refused-time-up = Your time is up: the bot makes this move.
error-protocol = This page is older than the server. Reload it.
error-bad-message = The server did not understand this page. Reload it.
error-no-such-table = This table no longer exists. Start a new one, or ask for a new link.
error-bad-link = This link does not lead to a table. Ask for a new one.
error-damaged-link = Part of this link is missing. Ask for it again.
error-table-full = All seats are taken. You can watch, or ask the host for a seat.
error-no-free-seat = No seat is free. The host can add one under ‘Game, seats and rules’ between matches, or hand over somebody’s seat.
error-seat-taken = That seat is taken.
error-no-such-seat = There is no such seat.
error-no-seat = Take a seat first.
error-bad-name = Please choose a name of up to 24 visible characters.
error-bot-name = That is a bot’s name. Please choose another name.
error-bad-rules = A table cannot be played by these rules. { $flaws }
error-host-only = Only the host can do that.
error-match-running = A match is being played.
error-no-match = No match is being played.
error-deal-running = The deal is not over yet.
error-bad-entropy = Your part in the shuffle came too late for this match.
error-used-entropy = Your part in the shuffle was used before. This page is making a new one.
error-kicked = The host has removed you from this table.
error-too-fast = That was too fast. Try again in a moment.
error-stopping = The server is restarting and will be back in a moment.
error-waiting = The server cannot save anything right now. The table waits and continues by itself; all clocks are stopped.
error-bots-too-dear = Bots cannot play by these rules: their decisions would take too long. Give the seats to people, or choose smaller hands. For a player who is away, the simplest legal move is made.
error-unavailable = The table cannot continue right now. Try again in a moment.
error-quota-table = This table has reached its storage limit. Finish the match, then open a new table.
error-quota-guest = You have reached your daily storage limit. Continue tomorrow.
error-quota-address = Your network address has reached its daily storage limit. Continue tomorrow.
error-set-aside = A program error has stopped this table. It is kept as it is; the server’s log says more.
error-damaged = The stored data of this table is damaged, so it has been set aside. The server’s log says more.
error-held-seat = You already had a seat in this match. You can take another when it is over.
error-seat-closed = A bot plays that seat until the match ends.
error-time-up = The time for this move is up. Take your seat back after the bot’s move.
error-phrases-off = The host has switched phrases off.
phrases-off = The host has switched phrases off.
phrases-on = The host has switched phrases on again.
error-table-locked = The host has locked this table: nobody new can sit down.
error-seat-in-use = The owner of that seat is here right now.
error-no-such-visitor = They are no longer here.
error-visitor-seated = They already have a seat.
error-visitor-held-seat = They already had another seat in this match, and can sit down here when it is over.
error-visitor-unnamed = They have not given a name yet, which a seat needs.
error-no-seat-to-give = No seat is free. Add one under ‘Game, seats and rules’ between matches, or hand over somebody’s seat.
error-too-many-of-one = This table is open in too many places at once. Only the latest stays open.
error-too-many-watching = No more people can watch this table now. Try again in a while.

# Announced when the last seconds of the player's own decision start.
clock-left = { $seconds } seconds left.
