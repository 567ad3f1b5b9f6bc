### Advice and difficulty from the sources, and the glossary.

section-advice = How to play well

## Difficulty of a game according to its source.

difficulty = How hard it is: { $said }.
difficulty-S001 = two of five, says its source
difficulty-BASIC = easy to learn, says its source, and with some skill in it
difficulty-PAGAT-CR = its source says only that the contracts demand more from deal to deal
difficulty-silent = its source does not say
games-difficulty = how hard, by its source

## Tips

tip-buy-early = Think twice before you buy when your hand is nearly gone or nearly ready: an unseen card comes with it.
    .who = novices who buy
tip-count = Look at the discards before you wait for a card: what lies there will not come from the stock.
tip-lay-early = In the first deals lay your contract down as soon as you can: the others may be caught with full hands.
tip-save-wilds = Keep wild cards for the gap that is hardest to fill, above all in a run.
tip-plan = Where the last card may not be thrown, find a place for every card of your hand before you lay down.
tip-shed-high = Get rid of expensive cards early; of those that you have kept, at the latest when another player is about to go out.
tip-keep-runs = If you have to break up the start of a run or the start of a set, break up the set: the run is easier to finish.
tip-watch = Watch what the others take, and hold back what would help them.
tip-long-runs = A run may have more cards than it needs: with five or six at once your hand shrinks faster.
tip-least = Throw the card that you need least.
tip-buy-blind = A card that is no use to you can be worth buying for the card that comes with it from the stock.
    .who = novices who buy

tip-measured = { $tip } { $verdict ->
    [helps] In the laboratory it helps:
    [harms] In the laboratory it does harm:
   *[nothing] In the laboratory it makes no difference that can be seen:
} of { $who }, those who followed it won { $won } % of { $matches } matches against those who did not (50 % is even; the 95 % interval is { $low } to { $high } %).{ $varied ->
    [yes] {" "}That was measured in the game as written, without house rules.
   *[no] { "" }
}
tip-unmeasured = { $tip } The laboratory has not measured it.
tip-novices = novices

## Glossary

words-none = No word of that kind.
words-also = { $name } (also { $also })

word-box = What each won hand adds to the total at the end of a game of gin.
    .name = box
    .also = line bonus
word-buy = To take the upcard out of turn, mostly with an unseen card from the stock as its price.
    .name = buy
    .also = May I, claim, call, I'll buy it, de contra
word-contract = The melds that a deal asks for, and that have to be laid before anything else.
    .name = contract
    .also = requirement
word-dead = Of discards: no longer to be taken.
    .name = dead
word-deadwood = The cards of a hand that are in no meld.
    .name = deadwood
word-deal = One round of play, from dealing the cards to counting those that are left.
    .name = deal
    .also = round, hand
word-declare = To show a whole hand in melds and so go out, in games where melds stay in the hand.
    .name = declare
    .also = show
word-discard = To throw a card face up on the discards, which ends the turn; also the card that was thrown.
    .name = discard
    .also = throw
word-down = Of a player: having laid the contract.
    .name = down
    .also = opened
word-draw = To take a card at the beginning of a turn, from the stock or from the discards.
    .name = draw
word-drop = To leave a deal for a fixed price.
    .name = drop
word-going-gin = A knock with no deadwood at all.
    .name = gin
    .also = going gin
word-go-out = To get rid of the last card, or show a whole hand in melds, and so end the deal.
    .name = go out
    .also = call up (Kalooki 40)
word-go-rummy = To go out in one turn, with nothing laid before.
    .name = go rummy
    .also = going rummy, kalooki (Kalooki 40)
word-joker = An extra card of the pack that stands for others.
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
word-meld = Cards that belong together: a set or a run, in some games a pair.
    .name = meld
word-natural = A card that is not wild, or stands in its own place.
    .name = natural
word-pair = Two cards of one rank, where a contract asks for them.
    .name = pair
word-pool = The entries of all players together, which the last one left wins.
    .name = pool
word-pure-sequence = A run in which no card stands for another.
    .name = pure sequence
word-run = Cards of one suit in sequence.
    .name = run
    .also = sequence, straight, escala, escalera, four (Kalooki)
word-set = Cards of one rank.
    .name = set
    .also = book, group, trío, cuarteto, quinteto, pierna, three (Kalooki)
word-shanghai = To call a discard that fits a meld on the table and add it there out of turn.
    .name = Shanghai
word-stock = The cards that were not dealt: the face-down pile that players draw from.
    .name = stock
    .also = stockpile
word-undercut = To answer a knock with no more deadwood than the knocker has, and so win the deal.
    .name = undercut
word-upcard = The top card of the discards.
    .name = upcard
    .also = top discard
word-wild-card = A card that may stand for another: a joker, or a card of a wild rank.
    .name = wild card
    .also = wild, substitute
