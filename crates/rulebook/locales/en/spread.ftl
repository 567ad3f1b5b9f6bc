### Rule sheet sentences on spread discard piles, and on cards that score on the table.

short-shown = Cards you have laid on the table count for you; cards in your hand count against you.
set-suits = A set is { $size } or more cards of the same rank, all of different suits.
set-no-twins = Identical cards from different packs may not be in the same set.
turn-draw-deep = First you draw: the top card of the stock, the upcard, or a card deeper in the discard pile.
deep-all = If you take a card deeper in the discard pile, you take all cards above it, too. You must use the deep card in the same turn, in a new meld or as a lay-off; you may not take a card that you cannot use.
deep-others = The cards that come with a deeper discard may be used in the same meld or later in the turn, kept or discarded.
rule-drawing-deep-use =
    .first-play = If a taken card must be used, it must be used in the first play of the turn.
    .this-turn = If a taken card must be used, it may be used in any play before the discard.
rule-drawing-top-use =
    .free = You may take the upcard without using it.
    .must-meld = You may take the upcard only if you use it in the same turn, in a new meld.
    .must-use = You may take the upcard only if you use it in the same turn, in a new meld or as a lay-off.
deep-pile = The discard pile lies spread out in order for all to see.
rule-shanghai-price =
    .blind-card = The player who discarded the called card then draws a card, unseen, from the caller's hand.
    .none = A call costs nothing; the turn then passes to the player after the one who discarded. Nobody may call their own discard.
shanghai-last-card = A player who discards their last card has gone out, and nobody may call it.
blocked-shown = A deal that is blocked or ended by the stock has no winner, and everybody counts the cards laid and the cards in hand.
shown-layers = A card that is laid off counts for the player who laid it off, whoever owns the meld.
low-ace = { $points ->
    [1] A low ace in a run counts { $points } point there.
   *[other] A low ace in a run counts { $points } points there.
}
low-ace-same = An ace counts the same wherever it lies.
rule-scoring-melded-wild =
    .own = A wild card in a meld counts the same as in the hand.
    .as-card = A wild card in a meld counts as the card it stands for.
out-bonus = { $n ->
    [0] Going out earns no bonus.
    [1] Going out earns a bonus of one point.
   *[other] Going out earns a bonus of { $n } points.
}
value-queen-of-spades = The queen of spades
