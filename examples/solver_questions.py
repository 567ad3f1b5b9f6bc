#!/usr/bin/env python3
"""Solver queries, one per line: the number of a Contract Rummy deal and a hand; prints the solver's answers.

    echo "3 4H 5H 6H 7H 9C TC JC QC 2D JK" | python examples/solver_questions.py
"""
import sys

import upcard

solvers = {deal: upcard.Solver("contract-rummy", deal, players=4) for deal in range(1, 8)}
for line in sys.stdin:
    deal, hand = line.split(maxsplit=1)
    solver = solvers[int(deal)]
    best = solver.best(hand)
    if best:
        print(f"{' '.join(solver.contract)}: lay down {'; '.join(best)}")
    else:
        print(f"{' '.join(solver.contract)}: {solver.distance(hand)} missing, of {' '.join(solver.useful(hand))}")
