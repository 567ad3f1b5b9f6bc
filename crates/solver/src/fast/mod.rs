//! Contract feasibility and distance by tables, for the rules that they can express.
//!
//! Runs are local to a suit: a table gives for a suit's cards the least number missing for one
//! run, two, three. Sets cross the suits, but a set may take as many naturals of its rank as it
//! has room for without loss: what a run could do with one of them, another card does as well.
//! So the sets' ranks are tried, the best first, and the suits are looked up without them.
//!
//! Wilds then fill what is missing. Where a cap or the natural that each meld needs might stand
//! against that, or the planes do not hold what the hand holds, the answer is `None`: the exact
//! sweep knows.

mod beside;
mod capped;
mod levels;
mod moved;
mod places;
mod sets;
mod shapes;
mod suit_table;
mod survey;
mod whole;
mod windows;
mod without;

use std::sync::{Arc, OnceLock};

use arrayvec::ArrayVec;
use upcard_cards::{AllWild, MAX_ELEMENTS, MeldKind, ShortSort, SizeRule, WildCap};

use crate::problem::Problem;
use crate::state::{HandState, Planes};
use capped::Capped;
use levels::MOST_LEVELS;
pub(crate) use moved::Moved;
use moved::{LevelOf, level_of};
use places::Places;
use suit_table::{NEVER, SuitTable};
pub(crate) use survey::Common;
pub use whole::WholeHand;
pub(crate) use whole::WholeHands;
use windows::Windows;

/// What follows from the rest of a problem, made when it is first wanted. It says nothing of its own.
#[derive(Clone, Default)]
pub(crate) struct Derived<T>(OnceLock<T>);

/// The compiled form of a problem.
pub(crate) type Compiled = Derived<Option<Arc<Fast>>>;

impl<T> Derived<T> {
    #[inline]
    pub(super) fn get(&self, make: impl FnOnce() -> T) -> &T {
        self.0.get_or_init(make)
    }
}

impl<T> PartialEq for Derived<T> {
    fn eq(&self, _: &Derived<T>) -> bool {
        true
    }
}

impl<T> Eq for Derived<T> {}

impl<T> std::fmt::Debug for Derived<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Derived")
    }
}

impl Compiled {
    #[inline]
    pub(crate) fn of(&self, problem: &Problem) -> Option<&Fast> {
        self.get(|| Fast::new(problem, u8::MAX).map(Arc::new)).as_deref()
    }
}

/// A problem compiled for the fast searches.
#[derive(Debug)]
pub(crate) struct Fast {
    /// For contracts with runs.
    table: Option<Arc<SuitTable>>,
    /// The places of the run, where there is one beside sets of one size.
    windows: Option<Windows>,
    /// What a run has at those places.
    places: Derived<Places>,
    /// How many runs.
    runs: u8,
    /// The sizes of sets and pairs, the largest first.
    sets: ArrayVec<u8, MAX_ELEMENTS>,
    /// The cards of all elements.
    size: u8,
    /// The least element.
    least: u8,
    same_rank_sets: bool,
    level_of: LevelOf,
    /// A meld can always hold so many wilds.
    free: u8,
    /// Does nothing but the one natural that each meld needs bind the wilds?
    uncapped: bool,
    /// For rules with a cap.
    capped: Option<Capped>,
}

impl Fast {
    /// None where the tables cannot express the rules. `copies` is how often a face may come.
    pub(crate) fn new(problem: &Problem, copies: u8) -> Option<Fast> {
        let (melds, rules) = (&problem.melds, &problem.rules);
        if melds.natural_place && melds.wild_ranks != 0 {
            return None;
        }
        let mut sets: ArrayVec<u8, MAX_ELEMENTS> = ArrayVec::new();
        let mut run_size = 0;
        let mut runs = 0;
        let mut free = u8::MAX;
        for element in &problem.contract.elements {
            let pair = element.kind == MeldKind::Pair;
            let (least, most) = match element.kind {
                MeldKind::Set => (melds.set_min, melds.set_max.unwrap_or(u8::MAX)),
                MeldKind::Run => (melds.run_min, melds.run_max),
                MeldKind::Pair => (2, 2),
            };
            let size = match problem.size_rule(element.kind).0 {
                SizeRule::Exact => element.size,
                SizeRule::AtLeast => element.size.max(least),
            };
            if size < least || size > most || size > 13 {
                return None;
            }
            free = free.min(match melds.wild_cap {
                _ if pair && !melds.pair_wilds => 0,
                WildCap::Count(most) => most.min(size - 1),
                WildCap::Naturals => size / 2,
                WildCap::None => size - 1,
            });
            if element.kind != MeldKind::Run {
                sets.push(size);
                // Pairs may be of a set's rank where sets may not be of one: no rule for that here.
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
            if runs > 0 { Some(SuitTable::of(problem, run_size, runs, copies)?) } else { None };
        let least_run = (runs > 0).then_some(run_size);
        let least = sets.iter().copied().chain(least_run).min()?;
        let pairs = problem.contract.count(MeldKind::Pair) > 0;
        let uncapped = melds.wild_cap == WildCap::None && (melds.pair_wilds || !pairs);
        if uncapped && melds.all_wild == AllWild::Any {
            free = u8::MAX;
        }
        let size = sets.iter().sum::<u8>() + runs * run_size;
        let same_rank_sets = rules.same_rank_sets;
        let plain_pairs = melds.pair_wilds || !pairs;
        let capped = if plain_pairs { Capped::new(problem, run_size, runs) } else { None };
        let alike = sets.first().is_some_and(|&size| sets.last() == Some(&size));
        let some = copies > 0 && rules.runs_per_suit != Some(0);
        let beside = runs == 1 && some && alike && sets[0] as usize <= MOST_LEVELS;
        Some(Fast {
            windows: if beside { Windows::new(problem, run_size) } else { None },
            places: Derived(OnceLock::new()),
            table,
            runs,
            level_of: level_of(sets.first().map_or(1, |&size| size), same_rank_sets),
            sets,
            size,
            least,
            same_rank_sets,
            free,
            uncapped,
            capped,
        })
    }

    /// The cards that the contract takes at the least.
    pub(crate) const fn size(&self) -> u8 {
        self.size
    }

    /// Does a pack with so many copies of each face hold whatever naturals are missing?
    pub(crate) fn is_ample(&self, hand: &HandState, copies: u8) -> bool {
        self.runs <= copies && self.is_ample_but_for_runs(hand, copies)
    }

    /// The same where runs never cover a face more often than it may come.
    pub(crate) fn is_ample_but_for_runs(&self, hand: &HandState, copies: u8) -> bool {
        let Some(&size) = self.sets.first() else { return copies > 0 };
        // The most cards that the sets may want of one rank.
        let of_a_rank = (1..=self.sets.len() as u8)
            .find(|n| n * size < 15 && sets::at_least(hand.ranks, n * size + 1) == 0)
            .map_or(u8::MAX, |n| n * size);
        of_a_rank.saturating_add(self.runs) <= copies.saturating_mul(4)
    }

    /// The least number of cards that must come; `None` where the tables cannot tell.
    #[inline]
    pub(crate) fn distance(&self, hand: &HandState) -> Option<u8> {
        if hand.crowded {
            return None;
        }
        let missing = self.missing(&hand.planes, hand.ranks, hand.wilds)?;
        self.plain(missing, hand.wilds).or_else(|| self.bound(hand))
    }

    /// The distance where so many naturals are missing and all wilds find a place.
    #[inline]
    pub(crate) fn plain(&self, missing: u8, wilds: u8) -> Option<u8> {
        (missing.min(wilds) <= self.free).then(|| missing.saturating_sub(wilds))
    }

    /// Is the distance not more than this? `None` where the tables cannot tell.
    #[inline]
    pub(crate) fn within(&self, hand: &HandState, most: u8) -> Option<bool> {
        if hand.crowded {
            return None;
        }
        let missing = self.missing(&hand.planes, hand.ranks, hand.wilds + most)?;
        let left = missing.saturating_sub(hand.wilds);
        if left > most {
            return Some(false);
        }
        if missing.min(hand.wilds) <= self.free {
            return Some(true);
        }
        match &self.capped {
            Some(capped) => Some(capped.within(self, hand, most)),
            None => self.bound(hand).map(|distance| distance <= most),
        }
    }

    /// The same where the wilds may be too many for their melds.
    ///
    /// A meld may hold `free` wilds whatever else, and no meld lacks more than `missing` naturals:
    /// where one of these numbers is not more than `free`, all wilds find a place. Without caps a
    /// meld only needs a natural of its own. Melds without any lack `least` naturals each, and
    /// for each of them a card must come.
    #[cold]
    fn bound(&self, hand: &HandState) -> Option<u8> {
        let wilds = hand.wilds;
        let missing = self.missing(&hand.planes, hand.ranks, 0)?;
        let left = missing.saturating_sub(wilds);
        if missing.min(wilds) <= self.free {
            return Some(left);
        }
        if !self.uncapped {
            return self.capped.as_ref()?.distance(self, hand, left);
        }
        if missing / self.least <= left {
            return Some(left);
        }
        // Had a set no natural although one is left over in the hand, a set of that card's rank
        // would lack fewer. With a single run that holds for the run, too.
        let over = hand.len - wilds > self.size - missing;
        (left == 0 && over && self.same_rank_sets && self.runs <= 1).then_some(0)
    }

    /// The least number of naturals missing, or any number that is not more than `enough` if
    /// there is one.
    #[inline]
    fn missing(&self, planes: &Planes, ranks: u64, enough: u8) -> Option<u8> {
        let Some(table) = &self.table else {
            return Some(sets::missing(ranks, &self.sets, self.same_rank_sets));
        };
        if let [size] = self.sets.as_slice()
            && VECTORS
            && self.runs <= 2
        {
            return self.all_ranks_at_once(table, planes, ranks, *size, enough);
        }
        self.missing_rank_by_rank(table, planes, ranks, enough)
    }

    /// The same, the ranks of a single set tried one by one.
    #[inline]
    fn missing_rank_by_rank(
        &self,
        table: &SuitTable,
        planes: &Planes,
        ranks: u64,
        enough: u8,
    ) -> Option<u8> {
        if let Some(windows) = &self.windows {
            return Some(self.one_run(windows, table, planes, ranks, enough));
        }
        let runs = table.missing(planes, self.runs);
        if runs >= NEVER {
            return None;
        }
        Some(match self.sets.as_slice() {
            [] => runs,
            [size] => self.one_set(table, *planes, ranks, *size, runs, enough),
            _ => self.many_sets(table, *planes, ranks, runs, enough),
        })
    }
}

/// Can the processor look at all ranks at once? Where it cannot, that would only be more code.
const VECTORS: bool =
    cfg!(any(target_feature = "sse2", target_feature = "neon", target_feature = "simd128"));

#[cfg(test)]
mod tests {
    use super::*;
    use levels::Givers;
    use upcard_cards::{Cards, LayDownRules, MeldRules};

    /// Visits hands like those that players keep, some of them with many cards of a rank.
    fn each_hand(mut visit: impl FnMut(&Cards)) {
        let mut seed = 5u64;
        let mut below = |n: usize| {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % n
        };
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

    fn problem(contract: &str, same_rank_sets: bool) -> Problem {
        let rules = LayDownRules { same_rank_sets, ..LayDownRules::default() };
        let melds = MeldRules { run_min: 3, ..MeldRules::default() };
        Problem::new(melds, rules, contract.parse().expect("a contract"))
    }

    /// The second is what the browser has.
    #[test]
    fn all_ranks_at_once_tell_the_same_as_rank_by_rank() {
        for contract in ["S3 R4", "S3 2R4", "S4 R5", "S4 2R4", "S5 2R3", "P R4", "S10 R4"] {
            for same_rank_sets in [true, false] {
                let problem = problem(contract, same_rank_sets);
                let Some(fast) = problem.fast() else { continue };
                let table = fast.table.as_ref().expect("runs");
                each_hand(|hand| {
                    let state = problem.state(hand);
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

    /// The second is what the browser has.
    #[test]
    fn all_places_at_once_tell_the_same_as_the_best_place() {
        for contract in ["S3 R4", "2S3 R4", "2S3 R5", "3S3 R7", "S3 R13"] {
            for same_rank_sets in [true, false] {
                let problem = problem(contract, same_rank_sets);
                let fast = problem.fast().expect("tables");
                let table = fast.table.as_ref().expect("runs");
                let windows = fast.windows.as_ref().expect("one run");
                let mut compared = 0;
                each_hand(|hand| {
                    let state = problem.state(hand);
                    let (one, sets) = (state.planes.one, fast.sets.len() as u8);
                    let givers = Givers::<3>::of(state.ranks, sets, same_rank_sets);
                    let Some(givers) = givers.filter(|_| !state.crowded) else { return };
                    let all = fast.run_at_all_places(windows, one, &givers);
                    let best = fast.run_at_the_best_place(windows, table, one, &givers);
                    assert_eq!(all, best, "{contract}: {hand}");
                    compared += 1;
                });
                assert!(compared > 10_000, "{contract}: {compared} hands");
            }
        }
    }
}
