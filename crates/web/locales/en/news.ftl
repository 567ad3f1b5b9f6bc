# What happened. $who is 'you' or 'other'; of several 'you' alone, 'with' others, or 'other'.
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
} that lay above it.
news-bought = { $name } bought the { $card }{ $cards ->
    [0] {""}
    [one] {" "}and took one card
   *[other] {" "}and took { $cards } cards
}{ $pennies ->
    [0] .
    [one] {" "}for a penny.
   *[other] {" "}for { $pennies } pennies.
}
news-penalty = With it came the { $card }.
news-knocked = { $name } knocked with { $melds }.
news-shown = { $name } showed { $melds }.
news-upcard-declined = Nobody wants the first card.
news-declared = { $name } went out with { $melds }.
news-down = { $name } went down: { $melds }.
news-off = { $name } laid off the { $card }.
news-slid = { $name } laid the { $card } and moved the wild card.
news-swapped = { $name } laid the { $card } and took the { $wild }.
news-arranged = { $name } rearranged the table with the { $cards }.
news-undo = { $name } took a play back.
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
   *[other] The last card of { $name } was drawn: that is out.
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
news-wild-turned = The { $card } is turned up for the wild rank.
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
news-blocked-stalemate = Nothing has come to the table for too long: the deal ends.
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
    [you] The host has handed this seat to you, with its hand.
   *[other] { $name } has taken the seat that the host handed over, with its hand.
}
news-left = { $former } has left. A seat is free.
news-gave-up = { $former } has given the seat up. A bot plays it to the end of the match.
news-kicked = The host has sent { $former } away. A bot plays the seat.
news-opened = The host hands a seat over: whoever sits down next plays its hand on.
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
    [one] , laid one card off
   *[other] , laid { $off } cards off
}.{ $dropped ->
    [0] {""}
    [one] {" "}Your hand was dropped: you missed your turn.
   *[other] {" "}Your hand was dropped: you missed { $dropped } turns in a row.
}
lost-gave-up = You have given your seat up. A bot plays it to the end of the match.
lost-kicked = The host has ended your stay at this table. You can watch.
lost-opened = The host has handed your seat over. You can watch.
lost-claimed = Somebody said that your seat is theirs, and was believed.
lost-objected = Whoever had this seat before has objected. You can watch.
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
refused-stale = Too late: the game has gone on.
refused-unreadable = That was not understood.
refused-no-seat = You have no seat here.
refused-no-match = No match is being played.
refused-used-id = That was not sent. Try once more.
refused-paused = The table is paused.
refused-time-up = Your time is up: the bot makes this move.
error-protocol = This page is older than the server. Load it again.
error-bad-message = The server did not understand this page. Load it again.
error-no-such-table = There is no such table any more. Start a new one, or ask for a fresh link.
error-bad-link = This link does not lead to a table. Ask for a fresh one.
error-damaged-link = A part of this link is missing. Ask for it again.
error-table-full = All seats are taken. You can watch, or ask the host for a seat.
error-no-free-seat = No seat is free. One can be added under ‘Game, seats and rules’ between matches, or somebody’s seat can be handed over.
error-seat-taken = That seat is taken.
error-no-such-seat = There is no such seat.
error-no-seat = Take a seat first.
error-bad-name = Please choose a name of up to 24 letters, all of which can be seen.
error-bot-name = That is what a bot is called. Please choose another name.
error-bad-rules = These rules do not go together. { $flaws }
error-host-only = Only the host can do that.
error-match-running = A match is being played.
error-no-match = No match is being played.
error-deal-running = The deal is not over yet.
error-bad-entropy = Your part in the shuffle came too late for this match.
error-used-entropy = Your part in the shuffle was used before. This page makes a new one.
error-kicked = The host has ended your stay at this table.
error-too-fast = That was too fast. Try again in a moment.
error-stopping = The server restarts and will be back in a moment.
error-waiting = The server cannot store what happens just now. The table waits and goes on by itself; nobody’s time runs.
error-bots-too-dear = Bots cannot play by these rules: their decisions would take too long. Give the seats to people, or choose smaller hands. For whoever is away the simplest legal move is made.
error-unavailable = The table cannot go on just now. Try again in a moment.
error-quota-table = This table has stored all that a table may. The match can be finished; then open a new table.
error-quota-guest = You have stored all that one person may in a day. Go on tomorrow.
error-quota-address = All who come from your address together have stored what they may in a day. Go on tomorrow.
error-set-aside = A fault of the program stops this table. It is kept as it is; whoever runs the server finds more in the log.
error-damaged = What is stored of this table is damaged, so it has been set aside. Whoever runs the server finds more in the log.
error-held-seat = You have held a seat in this match. You can sit down elsewhere when it is over.
error-seat-closed = A bot plays that seat to the end of the match.
error-time-up = The time for this move is up. Take your seat back after the bot’s move.
error-phrases-off = The host has switched phrases off.
phrases-off = The host has switched phrases off.
phrases-on = The host has switched phrases on again.
error-table-locked = The host has locked this table: nobody new can sit down.
error-seat-in-use = Whoever has that seat is here just now.
error-no-such-visitor = They are not here any more.
error-visitor-seated = They have a seat already.
error-visitor-held-seat = They have held another seat in this match, and can sit down here when it is over.
error-visitor-unnamed = They have not said their name yet. It is needed for a seat.
error-no-seat-to-give = No seat is free. One can be added under ‘Game, seats and rules’ between matches, or somebody’s seat can be handed over.
error-too-many-of-one = This table is open in too many places at once. It goes on in the latest.
error-too-many-watching = No more people can watch this table now. Try again in a while.

# Said aloud when the last seconds of the own decision begin.
clock-left = { $seconds } seconds left.
