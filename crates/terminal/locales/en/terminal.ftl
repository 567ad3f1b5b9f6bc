# Texts that differ from the page's, or exist only here. They take precedence.
prompt-tap-meld = Put it on a marked meld: ↑, then Enter.
prompt-one-sub = Discard it, or put it on a marked meld: ↑, then Enter.
prompt-several-sub = Lay them down as a meld, or put them on a marked meld: ↑, then Enter.
prompt-call-sub = Go to the meld with ↑ and press Enter: you call and add the card there.
prompt-pick-sub = The caller’s hand lies face down: ← → and Enter.
prompt-claim-sub = Choose one of your cards with Space, then the meld with the wild: ↑, Enter.
slot-empty = Choose cards with Space, then their place with ↑ and Enter, or by its number.
arrange-nothing = Choose cards with Space, then the meld where they go with ↑ and Enter.
notice-choose-first = Choose a card from your hand first, with Space.
take-deep-hint = Each line is what you would take. The lowest card must be played at once.
seat-cards = { $count ->
    [one] 1 card
   *[other] { $count } cards
}
shown-brief = { $points } shown
upcard = Upcard
sorted-melds = sorted by melds
sorted-suit = sorted by suit
sorted-rank = sorted by rank
sorted-mine = in your order
reading-of = { $reading } (one of { $count } ways)
draft-down = Space chooses cards below; ↑ and Enter, or a number, puts them here.
draft-declare = All cards but the discard must be in melds.
draft-ending = Cards in no meld count as deadwood; one card is discarded.
draft-answer = Space chooses cards below; ↑ and Enter, or a number, puts them here.
draft-groups = Cards in no group count. Space chooses cards, a number puts them there.
draft-arrange = Space chooses cards, here or in your hand; Enter puts them in a meld. * is yours.
cut-keys = ← → by a little, Page Up and Page Down by more, Enter cuts.
pick-keys = ← → to a card, Enter draws it.
board-more = … { $count } more lines below: ↑ ↓
board-before = … { $count } more lines above: ↑ ↓
sheet-more = { $below ->
    [0] ↑ the end
   *[other] ↑ ↓ { $below } more
}
sheet-star = * went out
again-wants = { $names } { $form ->
    [one] wants
   *[several] want
} to play again.
scores-none = No match has begun yet.
too-small = This window has { $width } columns and { $height } rows. The table needs { $least_width } columns and { $least_height } rows: make the window larger. Nothing is lost. Or leave with Q, and continue with --plain, which works at any size.
quit-really = Leave the table? The match is saved, and you can continue it later.
quit-afar = Leave the table? The seat stays yours; after a while a bot plays for you until you are back.
cannot-keep = The match goes on, but cannot be saved: { $why }. Every play tries again; what is not saved is lost when you leave.
line-opens = Opening the table …
line-back = The connection is back.
waiting-link = Others join at { $link }
waiting-code = or with the code { $code } on the server’s page.
waiting-begin = Press S to begin the match. Bots take the free seats.
hint-later = There is a hint when you have a decision to make.
line-help = For example “discard 9C” or “down set 7H 7D 7C”. Enter plays it, Esc goes back.
line-unreadable = That is not an action: { $why }.
# Short key descriptions for the bottom line.
help-choose = choose
help-walk = move
help-select = choose
help-table = melds
help-slots = places
help-meld = lay off here
help-put = put here
help-out = take out
help-reading = reads as
help-away = cancel
help-hint = hint
help-keys = keys
help-line = type
help-quit = quit
# Footers of sheets.
foot-close = ↑ ↓ scroll · Esc close
foot-words = letters: find · ↑ ↓ scroll · Esc close
foot-next = Enter: next deal · ↑ ↓ scroll · Esc: table
foot-match-over = R: play again · L: leave · ↑ ↓ scroll · Esc: table
foot-match-begin = R: begin without them · L: leave · ↑ ↓ scroll · Esc: table
foot-match-left = L: leave · ↑ ↓ scroll · Esc: table
foot-hint = Enter: do that · Esc close
foot-discards = ↑ ↓ choose · Enter: take · Esc close
foot-comfort = ↑ ↓ choose · Space: switch · Esc close
# Sheet of keys.
keys = Keys
keys-space = Space
keys-walk = move in the hand or the melds being built
keys-ends = to the first or the last card
keys-choose = choose or release a card
keys-climb = from the hand to the table, and back
keys-tab = to the next meld where the chosen card fits
keys-enter = underlined answer, or put chosen cards here
keys-digit = put chosen cards on that meld or place
keys-deep = take deeper from the discards
keys-reading = change what a wild in the meld stands for
keys-out = take a card out of a meld being built
keys-sort = change the order of the hand
keys-hint = a hint, with its reason
keys-sheets = rules, scores, what happened, discards, offers and pace, words
keys-line = type any action in the notation
keys-quit = leave the table; the match is saved
signs = Signs
sign-chosen = chosen, like a raised card; under the cursor
sign-notes = after a card: new, wild, can be laid off
sign-stands = in a meld: the joker stands for this card
sign-seats = before a name: whose turn, who is asked, who comes first
sign-contract = before you are down: what you hold of the contract, and what is missing
key-move = move the card under the cursor (also Shift or Alt ← →)
# Line mode.
plain-welcome = Type a letter or an action and press Enter; ? lists what can be typed.
plain-chosen = Chosen: { $cards }
plain-fits = Fits { $melds }
plain-not-held = You do not hold { $card }.
plain-again = r: play again
plain-begin = r: begin without those who have not said they play
plain-number = A number chooses a line; Enter closes.
plain-no-place = There is no meld or place { $number } now.
plain-nothing = { $letter } does nothing now; ? lists what can be typed.
plain-one-reading = No wild card there can stand for anything else.
plain-too-long = That line is too long.
plain-help =
    Type the letter of an answer: d draws, t takes, x discards the chosen card, g lays down.
    Enter alone gives the usual answer.
    Type cards to choose them: 9C, or 7H 7D 7C. After a card w is wild, * is new, + can be laid off.
    A number puts the chosen cards on the meld, or into the place, with this number.
    While you build melds, type a card that lies there again to take it out; c puts everything away.
    y 2: change what the wild card in place 2 stands for, if it can stand for several.
    Any action can be typed: discard 9C, down set 7H 7D 7C.
    do: play what a steady player would. h: the same as a hint, with its reason.
    table: everything on the table; > marks whose turn it is, ? who is asked. hand: your hand. o: change its order.
    v: scores. i: rules. z: what happened. f: discards. a: offers and pace. words joker: what a word means.
    q: leave the table; the match is saved.
# Line mode variants: there are no cursor keys.
typed-prompt-tap-meld = Type the number of a meld where it fits.
typed-prompt-one-sub = Discard it, or type the number of a meld where it fits.
typed-prompt-several-sub = Lay them down as a meld, or type the number of a meld where they fit.
typed-prompt-call-sub = Type the number of the meld: you call and add the card there.
typed-prompt-pick-sub = The caller’s hand lies face down: type the number of a card, from 1.
typed-prompt-claim-sub = Choose one of your cards, then type the number of the meld with the wild.
typed-prompt-cut-sub = Nobody sees how many cards you lift. Enter cuts in the middle; a number from 0 to 1000 is the height in thousandths of the pack.
typed-slot-empty = Type cards, then the number of their place.
typed-arrange-nothing = Type cards, then the number of the meld where they go.
typed-notice-choose-first = Type cards from your hand first, then the number.
typed-draft-down = Type cards, then the number of their place.
typed-draft-answer = Type cards, then the number of their place.
typed-draft-groups = Cards in no group count. Type cards, then the number of their place.
typed-draft-arrange = Type cards from the table or your hand, then the number of the meld where they go. * is yours.
waiting-keys = I rules · Q quit
waiting-keys-host = S begin · I rules · Q quit
# Replay.
replay-keys = ← → a play · ↑ ↓ a turn · Page Up Page Down a deal · Home End · 0 … 8 whose view · A all hands · L plays · Q quit
