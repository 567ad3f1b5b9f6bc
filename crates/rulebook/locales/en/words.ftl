### Building blocks of sentences.

number = { $n ->
    [0] none
    [1] one
    [2] two
    [3] three
    [4] four
    [5] five
    [6] six
    [7] seven
    [8] eight
    [9] nine
    [10] ten
    [11] eleven
    [12] twelve
   *[other] { $n }
}
list-more = { $before }, { $next }
list-last = { $before } and { $next }
range = { $low } to { $high }

# One element of a contract, with its count.
contract-label = { $name } ({ $contract })
element = { $kind ->
    [set] { $count ->
        [1] a set of { $size }
       *[other] { $times } sets of { $size }
    }
    [pure] { $count ->
        [1] a pure set of { $size }
       *[other] { $times } pure sets of { $size }
    }
    [suits] { $count ->
        [1] a set of { $size } of different suits
       *[other] { $times } sets of { $size } of different suits
    }
    [run] { $count ->
        [1] a run of { $size }
       *[other] { $times } runs of { $size }
    }
    [run-any] a run of { $size } in any suits
    [run-colour] a run of { $size } of one colour
    [run-turns] a run of { $size } of alternating colours
   *[pair] { $count ->
        [1] a pair
       *[other] { $times } pairs
    }
}

rank = { $rank ->
    [rA] ace
    [r2] two
    [r3] three
    [r4] four
    [r5] five
    [r6] six
    [r7] seven
    [r8] eight
    [r9] nine
    [rT] ten
    [rJ] jack
    [rQ] queen
   *[rK] king
}
    .many = { $rank ->
        [rA] aces
        [r2] twos
        [r3] threes
        [r4] fours
        [r5] fives
        [r6] sixes
        [r7] sevens
        [r8] eights
        [r9] nines
        [rT] tens
        [rJ] jacks
        [rQ] queens
       *[rK] kings
    }
suit = { $suit ->
    [C] clubs
    [D] diamonds
    [H] hearts
   *[S] spades
}
card = { $rank } of { $suit }
card-joker = joker
kind = { $kind ->
    [set] set
    [run] run
   *[pair] pair
}
