//! Sets beside runs: the ranks of the sets, and what the runs lack without those cards.

use super::layout::Layout;
use super::sets::missing;
use super::shapes::IMPOSSIBLE;
use super::suit_table::SuitTable;
use crate::hand::Planes;
use crate::plan::{NeedsSearch, TableResult};
use crate::rank_counts::{RankCounts, ranks_of};

impl Layout {
    /// One set beside one or two runs, all ranks at once.
    #[inline]
    pub(super) fn all_ranks_at_once(
        &self,
        table: &SuitTable,
        planes: &Planes,
        ranks: RankCounts,
        size: u8,
        enough: u8,
    ) -> TableResult<u8> {
        let without = table.without();
        let beside = if self.runs == 1 {
            without.one_run(planes.one, ranks, size)
        } else {
            let (apart, bound) = without.two_runs(planes.one, planes.two, ranks, size);
            if bound > 0 && apart.missing > enough {
                let min = two_of_a_suit(table, planes, ranks, size, bound).min(apart.missing);
                return (min < IMPOSSIBLE).then_some(min).ok_or(NeedsSearch);
            }
            apart
        };
        (beside.runs < IMPOSSIBLE).then_some(beside.missing).ok_or(NeedsSearch)
    }

    /// One set beside runs that lack `runs` by themselves.
    #[inline]
    pub(super) fn one_set(
        &self,
        table: &SuitTable,
        planes: Planes,
        ranks: RankCounts,
        size: u8,
        runs: u8,
        enough: u8,
    ) -> u8 {
        // A set of a rank without any card in hand takes nothing from the runs.
        let mut best = size + runs;
        let mut above = 0;
        for value in (1..=size).rev() {
            let bound = size - value + runs;
            if bound >= best || best <= enough {
                break;
            }
            let reached = ranks.at_least(value);
            let of_value = reached & !above;
            above = reached;
            for rank in ranks_of(of_value) {
                let over = ranks.of(rank) - value;
                let beside = if over == 0 {
                    table.missing(&planes.without_rank(rank), self.runs)
                } else {
                    self.beside_some(table, planes, rank, over)
                };
                best = best.min(size - value + beside);
                if best == bound || best <= enough {
                    return best;
                }
            }
        }
        best
    }

    /// What the runs lack if they get `over` cards of this rank.
    fn beside_some(&self, table: &SuitTable, planes: Planes, rank: usize, over: u8) -> u8 {
        if over >= self.runs {
            return table.missing(&planes, self.runs);
        }
        let mut best = u8::MAX;
        keep_some(planes, planes.without_rank(rank), rank, over, 0, &mut |kept| {
            best = best.min(table.missing(&kept, self.runs));
        });
        best
    }

    /// Two sets or more beside runs that lack `runs` by themselves.
    pub(super) fn many_sets(
        &self,
        table: &SuitTable,
        planes: Planes,
        ranks: RankCounts,
        runs: u8,
        enough: u8,
    ) -> u8 {
        let mut search = Search {
            layout: self,
            table,
            planes,
            ranks,
            runs,
            bounds: [0; 9],
            best: u8::MAX,
            stop: 0,
        };
        for from in 0..self.sets.len() {
            search.bounds[from] = missing(ranks, &self.sets[from..], self.same_rank_sets);
        }
        search.stop = (search.bounds[0] + runs).max(enough);
        search.choose(0, ranks, 0, (u8::MAX, 0));
        search.best
    }
}

/// What one set and two runs of one suit lack together, for suits in which such runs lack less than the
/// bound.
#[inline(never)]
fn two_of_a_suit(table: &SuitTable, planes: &Planes, ranks: RankCounts, size: u8, bound: u8) -> u8 {
    let mut best = u8::MAX;
    for suit in 0..4 {
        let [one, two, _] = planes.of_suit(suit);
        let runs = table.shortfall([one, two], 2);
        if runs >= bound {
            continue;
        }
        // A set of a rank without any card in hand takes nothing from the runs.
        best = best.min(size + runs);
        for rank in 0..13 {
            let held = ranks.of(rank);
            let short = size.saturating_sub(held);
            if runs + short >= best {
                continue;
            }
            // The runs get the cards that the set has no room for.
            let keep = match held.saturating_sub(size) {
                0 => [one & !(1 << rank), two & !(1 << rank)],
                1 => [one, two & !(1 << rank)],
                _ => [one, two],
            };
            best = best.min(short + table.shortfall(keep, 2));
        }
    }
    best
}

/// Tries every choice of `number` cards of a rank, from this suit on.
pub(super) fn keep_some(
    from: Planes,
    kept: Planes,
    rank: usize,
    number: u8,
    suit: usize,
    try_it: &mut impl FnMut(Planes),
) {
    if number == 0 || suit == 4 {
        return try_it(kept);
    }
    keep_some(from, kept, rank, number, suit + 1, try_it);
    let bit = 1u64 << (16 * suit + rank);
    let mut now = kept;
    for copies in 1..=number.min(3) {
        let (there, plane) = match copies {
            1 => (from.one, &mut now.one),
            2 => (from.two, &mut now.two),
            _ => (from.three, &mut now.three),
        };
        if there & bit == 0 {
            break;
        }
        *plane |= bit;
        keep_some(from, now, rank, number - copies, suit + 1, try_it);
    }
}

struct Search<'a> {
    layout: &'a Layout,
    table: &'a SuitTable,
    planes: Planes,
    ranks: RankCounts,
    runs: u8,
    /// Lower bounds on what the sets from each on lack.
    bounds: [u8; 9],
    best: u8,
    /// The optimum, or a value that is good enough.
    stop: u8,
}

impl Search<'_> {
    /// Chooses a rank for this set and the following ones. `left` counts the cards not yet given to sets; of
    /// equal sets, the later one follows the earlier one's value and rank.
    fn choose(&mut self, set: usize, left: RankCounts, shortfall: u8, last: (u8, usize)) {
        let Some(&size) = self.layout.sets.get(set) else {
            let total = shortfall + self.beside(left);
            self.best = self.best.min(total);
            return;
        };
        let equal = set > 0 && self.layout.sets[set - 1] == size;
        let max = if equal { last.0.min(size) } else { size };
        let mut above = if max < 15 { left.at_least(max + 1) } else { 0 };
        if max == size {
            above = 0;
        }
        for value in (1..=max).rev() {
            if shortfall + size - value + self.bounds[set + 1] + self.runs >= self.best {
                return;
            }
            let reached = left.at_least(value);
            let mut of_value = reached & !above;
            above = reached;
            if equal && value == last.0 {
                of_value &= !0 << (4 * last.1);
            }
            for rank in ranks_of(of_value) {
                if !self.layout.same_rank_sets && self.ranks.of(rank) != left.of(rank) {
                    continue;
                }
                let rest = left.less(rank, value);
                self.choose(set + 1, rest, shortfall + size - value, (value, rank));
                if self.best <= self.stop {
                    return;
                }
            }
        }
        if shortfall + size + self.bounds[set + 1] + self.runs < self.best {
            self.choose(set + 1, left, shortfall + size, (0, 0));
        }
    }

    /// What the runs lack without the cards that the sets have taken.
    fn beside(&mut self, left: RankCounts) -> u8 {
        let mut planes = self.planes;
        let mut partly = [(0, 0); 8];
        let mut number = 0;
        for rank in self.ranks.differing(left) {
            let over = left.of(rank);
            if over == 0 {
                planes = planes.without_rank(rank);
            } else if over < self.layout.runs {
                partly[number] = (rank, over);
                number += 1;
            }
        }
        if number == 0 {
            return self.table.missing(&planes, self.layout.runs);
        }
        let mut best = u8::MAX;
        self.keep_each(planes, &partly[..number], &mut best);
        best
    }

    fn keep_each(&self, planes: Planes, partly: &[(usize, u8)], best: &mut u8) {
        let Some((&(rank, over), rest)) = partly.split_first() else {
            *best = (*best).min(self.table.missing(&planes, self.layout.runs));
            return;
        };
        let mut choices: Vec<Planes> = Vec::new();
        keep_some(planes, planes.without_rank(rank), rank, over, 0, &mut |p| choices.push(p));
        for kept in choices {
            self.keep_each(kept, rest, best);
        }
    }
}
