### Errors in positions and records. Message names are the error codes, with hyphens.

error-line = { $column ->
    [0] line { $line }: { $what }
   *[other] line { $line }, column { $column }: { $what }
}

error-set-up-deal = the game has no deal { $deal }
error-set-up-seat = there is no seat { $seat }
error-set-up-card = more copies of { $card } than in the pack
error-set-up-cards = the pack has too few cards left
error-set-up-meld-number = M{ $meld }: melds are numbered from M1 to M{ $most }
error-set-up-meld-twice = meld M{ $meld } is given twice
error-set-up-nobody = nobody may buy the upcard here
error-set-up-wild = this game does not turn up a card for the wild rank
error-set-up-columns = seat { $seat }: these points in three games do not fit its hands won: each hand counts in one more game, and in all open games before it
error-set-up-gone = the seat whose turn it is has left the deal
error-set-up-call = the upcard fits no meld

error-chance-card = chance: { $card } is not among the cards to order
error-chance-draw = chance: expected { $seats } cards for the dealer's draw, found { $cards }
error-chance-hand = chance: { $card } is not in the caller's hand

error-record-refused = not legal: { $refusal }
error-record-no-secret = the record does not contain the secret of deal { $deal }
error-record-no-commitment = deal { $deal } has no commitment made before it began
error-record-not-committed = the secret of deal { $deal } does not match its commitment
error-record-not-bound = the entropy of seat { $seat } does not match its commitment
error-record-not-closed = the match is over, but the record is not closed: the closing line is missing
error-record-closed-early = the record is closed, but its match is not over
error-record-changed = the record was changed after it was closed: the closing line has a different hash
error-record-not-signed = the record has a server key without a signature, or the reverse

error-replay-points-missing = expected the 'points' of the deal before this line
error-replay-winners-missing = expected the 'winners' of the match before this line
error-replay-points = the points are { $found }, not { $record }
error-replay-winners = the winners are not those of the match
error-replay-no-deal-end = no deal has ended here
error-replay-no-match-end = no match has ended here
error-replay-over = the match is already over
error-replay-not-begun = no match has begun
error-replay-ended = the match ended before this line
error-replay-chance-unused = this chance outcome is not needed here
error-replay-chance-missing = the chance outcomes are incomplete
error-replay-chance-differs = this does not match the deal's secret
error-replay-committed-twice = a second commitment to deal { $deal }
error-replay-committed-late = a commitment to deal { $deal } after it began
error-replay-commitment-expected = expected the commitment to deal { $deal }
error-replay-committed-in-deal = a commitment in the middle of a deal
error-replay-secret-place = the secret of deal { $deal } is out of place
error-replay-deals = more than { $most } deals
