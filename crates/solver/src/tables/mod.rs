//! Feasibility and distance by lookup tables, for the rules that they can express.
//!
//! Runs are local to a suit: a table gives for a suit's cards the minimum number missing for one run, two,
//! three. Sets cross the suits, but a set may take as many naturals of its rank as it has room for without
//! loss: what a run could do with one of them, another card does as well. So the sets' ranks are tried, the
//! best first, and the suits are looked up without them.
//!
//! Wilds then fill what is missing. If a cap or the natural that each meld needs might prevent that, or the
//! hand does not fit the planes, the answer is [`NeedsSearch`].

mod capped;
mod common;
mod layout;
mod levels;
mod one_run;
mod sets;
mod sets_beside_runs;
mod shapes;
mod suit_table;
mod whole_hand;
mod windows;
mod without_rank;
mod words;

use arrayvec::ArrayVec;
use upcard_cards::{AllWild, MAX_ELEMENTS, MeldKind, MeldRules, ShortSort, WildCap};

use crate::context::Context;
use crate::hand::HandState;
use crate::plan::{NeedsSearch, TableResult};
use crate::problem::Problem;
use capped::Capped;
pub(crate) use layout::Layout;
use levels::MAX_LEVELS;
use suit_table::SuitTable;
pub use whole_hand::WholeHand;
use windows::Windows;
pub(crate) use words::Common;

/// A problem prepared for the lookup tables.
pub(crate) struct Tables {
    /// Runs and sets as if wilds fitted into any of them.
    pub(crate) layout: Layout,
    /// For hands with many wilds.
    capped: Option<Capped>,
}

impl Tables {
    #[cfg(test)]
    pub(crate) fn run_table_address(&self) -> String {
        format!("{:?}", self.layout.table.as_ref().map(std::sync::Arc::as_ptr))
    }

    /// `None` if the tables cannot express the rules, or the context has no room for them.
    pub(crate) fn new(problem: &Problem, context: &Context) -> Option<Tables> {
        let (melds, rules) = (&problem.melds, &problem.rules);
        let mut sets: ArrayVec<u8, MAX_ELEMENTS> = ArrayVec::new();
        let mut run_size = 0;
        let mut runs = 0;
        let mut free = u8::MAX;
        for element in &problem.contract.elements {
            let pair = element.kind == MeldKind::Pair;
            let (size, _) = problem.sizes(*element)?;
            if size > 13 {
                return None;
            }
            let freely = MeldRules { set_naturals: 0, ..*melds };
            free = free.min(freely.max_wilds(element.kind, size));
            if element.kind != MeldKind::Run {
                sets.push(size);
                // Pairs may share the rank of a set even if sets may not; the tables cannot express that.
                if pair && !rules.same_rank_sets {
                    return None;
                }
            } else if runs > 0 && run_size != size {
                return None;
            } else {
                run_size = size;
                runs += 1;
            }
        }
        sets.short_sort_by(|a, b| b.cmp(a));
        let table =
            if runs > 0 { Some(SuitTable::of(problem, context, run_size, runs)?) } else { None };
        let min_run = (runs > 0).then_some(run_size);
        let min = sets.iter().copied().chain(min_run).min()?;
        let pairs = problem.contract.count(MeldKind::Pair) > 0;
        let plain_pairs = melds.pair_wilds || !pairs;
        let uncapped = melds.wild_cap == WildCap::None && plain_pairs;
        if uncapped && melds.all_wild == AllWild::Any {
            free = u8::MAX;
        }
        let size = sets.iter().sum::<u8>() + runs * run_size;
        let same_rank_sets = rules.same_rank_sets;
        // If a wild may be natural in its own place, a cap counts by places.
        let own_place = melds.natural_place && !melds.wild_faces.is_empty();
        let capped = if plain_pairs && !own_place {
            Capped::new(problem, context, run_size, runs)
        } else {
            None
        };
        let alike = sets.first().is_some_and(|&size| sets.last() == Some(&size));
        let some = rules.runs_per_suit != Some(0);
        let beside = runs == 1 && some && alike && sets[0] as usize <= MAX_LEVELS;
        let layout = Layout {
            windows: if beside { Windows::new(problem, run_size) } else { None },
            table,
            runs,
            sets,
            size,
            min,
            same_rank_sets,
            free,
            uncapped,
        };
        Some(Tables { layout, capped })
    }

    /// Minimum number of cards of the contract.
    pub(crate) const fn size(&self) -> u8 {
        self.layout.size
    }

    /// Minimum number of cards that must come; `Err` if the tables do not know.
    #[inline]
    pub(crate) fn distance(&self, hand: &HandState) -> TableResult<u8> {
        let missing = self.missing(hand, hand.wilds)?;
        if missing.min(hand.wilds) <= self.layout.free {
            return Ok(missing.saturating_sub(hand.wilds));
        }
        self.bound(hand)
    }

    #[inline]
    fn missing(&self, hand: &HandState, enough: u8) -> TableResult<u8> {
        if hand.crowded {
            return Err(NeedsSearch);
        }
        self.layout.missing(&hand.planes, hand.ranks, enough)
    }

    /// Returns `true` if the contract needs at most this many wilds; `false` also if the tables do not know.
    pub(crate) fn needs_at_most(&self, hand: &HandState, wilds: u8) -> bool {
        hand.wilds <= wilds || self.missing(hand, 0).is_ok_and(|missing| missing <= wilds)
    }

    /// Lower bound on the distance; `Err` if the tables do not know.
    pub(crate) fn at_least(&self, hand: &HandState) -> TableResult<u8> {
        Ok(self.missing(hand, 0)?.saturating_sub(hand.wilds))
    }

    /// Returns `true` if the distance is at most `max`; `Err` if the tables do not know.
    #[inline]
    pub(crate) fn within(&self, hand: &HandState, max: u8) -> TableResult<bool> {
        let missing = self.missing(hand, hand.wilds + max)?;
        let left = missing.saturating_sub(hand.wilds);
        if left > max {
            return Ok(false);
        }
        if missing.min(hand.wilds) <= self.layout.free {
            return Ok(true);
        }
        match &self.capped {
            Some(capped) if !self.layout.uncapped => capped.within(&self.layout, hand, max),
            _ => self.bound(hand).map(|distance| distance <= max),
        }
    }

    /// The distance if the wilds may be too many for their melds.
    ///
    /// A meld can always hold `free` wilds, and no meld lacks more than `missing` naturals: if `missing` or
    /// the number of wilds is at most `free`, all wilds can be placed. Without caps a meld only needs a
    /// natural of its own. Melds without any lack at least `min` naturals each, and for each of them a card
    /// must come.
    #[cold]
    fn bound(&self, hand: &HandState) -> TableResult<u8> {
        let wilds = hand.wilds;
        let missing = self.missing(hand, 0)?;
        let left = missing.saturating_sub(wilds);
        if self.layout.is_plain(missing, wilds) {
            return Ok(left);
        }
        // If a set had no natural although one is left over in the hand, a set of that card's rank would lack
        // fewer. With a single run that holds for the run, too.
        let over = hand.len - wilds > self.layout.size - missing;
        if self.layout.uncapped
            && left == 0
            && over
            && self.layout.same_rank_sets
            && self.layout.runs <= 1
        {
            return Ok(0);
        }
        self.capped.as_ref().ok_or(NeedsSearch)?.distance(&self.layout, hand, left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Solver;
    use crate::samples::Samples;
    use upcard_cards::{Cards, LayDownRules, MeldRules};

    /// Visits realistic hands, some of them with many cards of a rank.
    fn each_hand(mut visit: impl FnMut(&Cards)) {
        let mut samples = Samples(5);
        let mut below = |n: usize| samples.below(n);
        for _ in 0..20_000 {
            let pack = Cards::packs(1 + below(4) as u8, 0);
            let (suits, ranks) = (1 + below(4), 4 + below(10));
            let mut hand = Cards::NONE;
            for _ in 0..4 + below(18) {
                let face = 13 * below(suits) + below(ranks);
                let card = upcard_cards::Card::from_index(face).expect("a face");
                if hand.count(card) < pack.count(card) {
                    hand.add(card);
                }
            }
            visit(&hand);
        }
    }

    fn solver(contract: &str, same_rank_sets: bool) -> Solver {
        let rules = LayDownRules { same_rank_sets, ..LayDownRules::default() };
        let melds = MeldRules { run_min: 3, ..MeldRules::default() };
        Solver::new(Problem::new(melds, rules, contract.parse().expect("a contract")))
    }

    /// The browser uses the second.
    #[test]
    fn vectorized_and_scalar_results_agree() {
        for contract in ["S3 R4", "S3 2R4", "S4 R5", "S4 2R4", "S5 2R3", "P R4", "S10 R4"] {
            for same_rank_sets in [true, false] {
                let solver = solver(contract, same_rank_sets);
                let Some(Tables { layout: fast, .. }) = solver.tables() else { continue };
                let table = fast.table.as_ref().expect("runs");
                each_hand(|hand| {
                    let state = solver.state(hand);
                    if state.crowded {
                        return;
                    }
                    let size = fast.sets[0];
                    let (planes, ranks) = (&state.planes, state.ranks);
                    let at_once = fast.all_ranks_at_once(table, planes, ranks, size, 0);
                    let one_by_one = fast.missing_rank_by_rank(table, planes, ranks, 0);
                    assert_eq!(at_once, one_by_one, "{contract}: {hand}");
                });
            }
        }
    }

    /// The second is used if a rank holds more than two sets.
    #[test]
    fn best_place_equals_minimum_over_places() {
        for contract in ["S3 R4", "2S3 R4", "2S3 R5", "3S3 R7", "S3 R13"] {
            for same_rank_sets in [true, false] {
                let solver = solver(contract, same_rank_sets);
                let fast = &solver.tables().expect("tables").layout;
                let table = fast.table.as_ref().expect("runs");
                let windows = fast.windows.as_ref().expect("one run");
                let mut compared = 0;
                each_hand(|hand| {
                    let state = solver.state(hand);
                    let (planes, ranks) = (&state.planes, state.ranks);
                    let best = fast.one_run_of::<3>(windows, table, planes.one, ranks);
                    let Some(best) = best.filter(|_| !state.crowded) else { return };
                    let all = fast.one_run_by_places(windows, planes, ranks, 0);
                    assert_eq!(best, all, "{contract}: {hand}");
                    compared += 1;
                });
                assert!(compared > 10_000, "{contract}: {compared} hands");
            }
        }
    }
}
