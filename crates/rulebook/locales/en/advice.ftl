### Advice and difficulty from the sources, and the glossary.

section-advice = How to play well

## Difficulty of a game according to its source.

difficulty = Difficulty: { $said }.
difficulty-S001 = two of five, says its source
difficulty-BASIC = easy to learn, with some skill in it, says its source
difficulty-PAGAT-CR = its source says only that the contracts get harder from deal to deal
difficulty-silent = its source does not say
games-difficulty = difficulty, by its source

## Tips

tip-buy-early = Think twice before buying when your hand is nearly empty or nearly ready: you also get an unseen card.
    .who = novices who buy
tip-count = Check the discards before you wait for a card: cards already thrown will not come from the stock.
tip-lay-early = In the first deals lay down your contract as soon as you can: you may catch the others with full hands.
tip-save-wilds = Save wild cards for the gaps that are hardest to fill, above all in runs.
tip-plan = If you may not discard your last card, find a place for every card in your hand before you lay down.
tip-shed-high = Get rid of high-point cards early, at the latest when another player is about to go out.
tip-keep-runs = If you must break up the start of a run or of a set, break up the set: the run is easier to finish.
tip-watch = Watch what the others take, and hold back cards that would help them.
tip-long-runs = A run may be longer than required: laying five or six cards at once empties your hand faster.
tip-least = Discard the card you need least.
tip-buy-blind = A card you cannot use can be worth buying for the stock card that comes with it.
    .who = novices who buy

tip-measured = { $tip } { $verdict ->
    [helps] In bot matches it helps:
    [harms] In bot matches it does harm:
   *[nothing] In bot matches it makes no measurable difference:
} of { $who }, those who followed it won { $won } % of { $matches } matches against those who did not (50 % is even; the 95 % interval is { $low } to { $high } %).{ $varied ->
    [yes] {" "}Measured in the standard game, without house rules.
   *[no] { "" }
}
tip-unmeasured = { $tip } Not yet measured in bot matches.
tip-novices = novices

## Glossary

words-none = No matching term.
words-also = { $name } (also { $also })

word-box = Points that each won hand adds to the total at the end of a game of gin.
    .name = box
    .also = line bonus
word-buy = To take the upcard out of turn, usually at the price of an unseen card from the stock.
    .name = buy
    .also = May I, claim, call, I'll buy it, de contra
word-contract = The melds that a deal requires, to be laid before anything else.
    .name = contract
    .also = requirement
word-dead = Of discards: no longer available to take.
    .name = dead
word-deadwood = The cards in a hand that are not in a meld.
    .name = deadwood
word-deal = One round of play, from dealing the cards to scoring.
    .name = deal
    .also = round, hand
word-declare = To go out by showing a whole hand in melds, in games where melds stay in the hand.
    .name = declare
    .also = show
word-discard = To end a turn by putting a card face up on the discard pile; also the card itself.
    .name = discard
    .also = throw
word-down = Of a player: has laid the contract.
    .name = down
    .also = opened
word-draw = To take a card at the start of a turn, from the stock or the discard pile.
    .name = draw
word-drop = To leave a deal for a fixed price.
    .name = drop
word-going-gin = A knock with no deadwood at all.
    .name = gin
    .also = going gin
word-go-out = To end the deal by getting rid of the last card or showing a whole hand in melds.
    .name = go out
    .also = call up (Kalooki 40)
word-go-rummy = To go out in one turn, with nothing laid before.
    .name = go rummy
    .also = going rummy, kalooki (Kalooki 40)
word-joker = An extra card in the pack that can stand for any other.
    .name = joker
    .also = printed joker
word-kitty = The money paid for bought cards, until somebody wins it.
    .name = kitty
word-knock = To end a deal with little deadwood, in games where melds stay in the hand.
    .name = knock
word-lay-down = To put melds from the hand on the table.
    .name = lay down
    .also = go down, open
word-lay-off = To add a card to a meld that lies on the table.
    .name = lay off
    .also = add, tack
word-meld = A combination of cards: a set, a run or, in some games, a pair.
    .name = meld
word-natural = A card that is not wild, or a wild card used as itself.
    .name = natural
word-pair = Two cards of the same rank, where a contract asks for them.
    .name = pair
word-pool = The entries of all players, won by the last one left.
    .name = pool
word-pure-sequence = A run in which no card stands for another.
    .name = pure sequence
word-run = Cards of one suit in sequence.
    .name = run
    .also = sequence, straight, escala, escalera, four (Kalooki)
word-set = Cards of the same rank.
    .name = set
    .also = book, group, trío, cuarteto, quinteto, pierna, three (Kalooki)
word-shanghai = To call a discard that fits a meld on the table and add it there out of turn.
    .name = Shanghai
word-stock = The undealt cards: the face-down pile that players draw from.
    .name = stock
    .also = stockpile
word-undercut = To win the deal by answering a knock with no more deadwood than the knocker has.
    .name = undercut
word-upcard = The top card of the discard pile.
    .name = upcard
    .also = top discard
word-wild-card = A card that may stand for others: a joker, or a card of a wild rank.
    .name = wild card
    .also = wild, substitute
