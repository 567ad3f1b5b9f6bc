### Errors in positions and records. Message names are the error codes, with hyphens.

error-line = { $column ->
    [0] line { $line }: { $what }
   *[other] line { $line }, column { $column }: { $what }
}

error-set-up-deal = the game has no deal { $deal }
error-set-up-seat = there is no seat { $seat }
error-set-up-card = { $card } is there more often than in the pack
error-set-up-cards = the pack has fewer cards left than are asked for
error-set-up-meld-number = M{ $meld }: melds are numbered from M1 to M{ $most }
error-set-up-meld-twice = there are two melds M{ $meld }
error-set-up-nobody = nobody may have the upcard here
error-set-up-wild = this game turns up no card for the wild rank
error-set-up-columns = seat { $seat } cannot have those points in three games with the hands it has won: each hand goes into one game more, and into all open ones before it
error-set-up-gone = the seat whose turn it is has left the deal
error-set-up-call = the upcard fits no meld

error-chance-card = chance: { $card } is not among the cards to be ordered
error-chance-draw = chance: { $seats } seats draw for the deal, { $cards } cards given
error-chance-hand = chance: { $card } is not in the caller's hand

error-record-refused = not legal: { $refusal }
error-record-no-secret = the secret of deal { $deal } is not in the record
error-record-no-commitment = deal { $deal } was not committed to before it began
error-record-not-committed = the secret of deal { $deal } is not what was committed to
error-record-not-bound = the entropy of seat { $seat } is not what was committed to
error-record-not-closed = the match is over, but the record is not closed: its end is missing
error-record-closed-early = the record is closed, but its match is not over
error-record-changed = the record was changed after it was closed: the closing line has another hash
error-record-not-signed = of a server's key and its signature, one is missing in the record

error-replay-points-missing = the 'points' of the deal are missing before this
error-replay-winners-missing = the 'winners' of the match are missing before this
error-replay-points = the points are { $found }, not { $record }
error-replay-winners = the match has other winners
error-replay-no-deal-end = no deal has ended here
error-replay-no-match-end = no match has ended here
error-replay-over = the match is over already
error-replay-not-begun = no match has begun
error-replay-ended = the match was ended before this
error-replay-chance-unused = an answer of chance is given that was not asked for
error-replay-chance-missing = what chance answered is not complete
error-replay-chance-differs = this is not what the deal's secret gives
error-replay-committed-twice = a second commitment to deal { $deal }
error-replay-committed-late = a commitment to deal { $deal } after it began
error-replay-commitment-expected = expected the commitment to deal { $deal }
error-replay-committed-in-deal = a commitment in the middle of a deal
error-replay-secret-place = the secret of deal { $deal } is out of place
error-replay-deals = more than { $most } deals
