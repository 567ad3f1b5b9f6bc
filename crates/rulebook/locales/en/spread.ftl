### Rule sheet sentences on spread discard piles, and on cards that score on the table.

short-shown = The cards that you have laid on the table count for you, those in your hand against you.
set-suits = A set is { $size } or more cards of one rank, all of different suits.
set-no-twins = Equal cards from different packs do not lie in one set.
turn-draw-deep = First you draw: the top card of the stock, the upcard, or a card that lies deeper in the discards.
deep-all = Whoever takes a card that lies deeper in the discards takes all cards that lie above it, too. The deep card must be used in the same turn, in a new meld or as a lay-off; a card that could not be used may not be taken.
deep-others = The cards that come with a card from deeper in the discards may be used in the same meld, later in the turn, kept or thrown.
rule-drawing-deep-use =
    .first-play = A taken card that must be used is used in the first play of the turn.
    .this-turn = A taken card that must be used may be used in any play before the discard.
rule-drawing-top-use =
    .free = The upcard may be taken without using it.
    .must-meld = The upcard may be taken only if it is used in the same turn, in a new meld.
    .must-use = The upcard may be taken only if it is used in the same turn, in a new meld or as a lay-off.
deep-pile = The discards lie spread out in their order for all to see.
rule-shanghai-price =
    .blind-card = The player who threw the called card then draws a card, unseen, from the caller's hand.
    .none = A call costs nothing; the turn then passes to the player after the one who threw the card. Nobody can call on a card that they throw themselves.
shanghai-last-card = Whoever throws their last card has gone out, and nobody calls it.
blocked-shown = A deal that the stock ends, or that is blocked, has no winner, and everybody counts what they have laid and what they hold.
shown-layers = A card that is laid off counts for the player who laid it, whoever laid the meld.
low-ace = { $points ->
    [1] An ace that lies low in a run counts { $points } point there.
   *[other] An ace that lies low in a run counts { $points } points there.
}
low-ace-same = An ace counts the same wherever it lies.
rule-scoring-melded-wild =
    .own = A wild card in a meld counts what it counts in the hand.
    .as-card = A wild card in a meld counts what the card counts that it stands for.
out-bonus = { $n ->
    [0] Going out earns no bonus.
    [1] Going out earns a bonus of one point.
   *[other] Going out earns a bonus of { $n } points.
}
value-queen-of-spades = The queen of spades
