//! Distances if a cap limits the wilds of a meld, or if each meld needs a natural of its own.
//!
//! Two numbers count then: the naturals missing, and the excess, which is what the melds lack beyond the
//! wilds that they may hold. A contract can be laid down with a given number of cards to come if some choice
//! of melds lacks at most the wilds plus these cards, with an excess of at most these cards. A set may now
//! leave a natural to a run that would lack too many.

use std::sync::{Arc, OnceLock};

use arrayvec::ArrayVec;
use upcard_cards::{AceMode, AllWild, SameSuitRuns, SizeRule, WildCap};

use super::layout::Layout;
use super::sets::missing;
use super::shapes::{Arrangement, Layers, Shape, arrangements, longer_runs_matter};
use crate::cache::Cache;
use crate::context::Context;
use crate::hand::{HandState, Planes};
use crate::meter;
use crate::plan::{NeedsSearch, TableResult};
use crate::problem::Problem;
use crate::rank_counts::RankCounts;

/// Maximum number of runs, and of levels of excess, in the table.
const MAX_RUNS: usize = 3;
const LEVELS: usize = 16;
/// No cards would do.
const IMPOSSIBLE: u8 = 100;

/// Minimum number of naturals missing in one suit, for one run to three, by the excess allowed.
type Shortfalls = [Shortfall; MAX_RUNS];

/// The same for one number of runs.
type Shortfall = [u8; LEVELS];

/// What the tables need to know about a cap.
pub(super) struct Capped {
    cap: WildCap,
    /// The size of a set that may consist of wilds only: all sizes, one, or none.
    wild_sets: AllWild,
    /// For contracts with runs; created on first use.
    table: Option<Box<Lazy>>,
}

/// A rarely used table, with the rules, size and number of its runs.
struct Lazy {
    rules: Problem,
    context: Context,
    size: u8,
    runs: u8,
    /// `None` if the context has no room.
    table: OnceLock<Option<Arc<CapTable>>>,
}

struct CapTable {
    arrangements: Vec<Vec<CappedArrangement>>,
    /// By the ranks of a suit without duplicate cards.
    single: Box<[OnceLock<Shortfalls>]>,
    /// Other suits; `None` for runs so long that what they lack does not fit.
    others: Option<Cache<MAX_RUNS>>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Key {
    size: u8,
    runs: u8,
    ace: AceMode,
    suit_runs: SameSuitRuns,
    per_suit: Option<u8>,
    longest: u8,
    cap: WildCap,
}

const fn cap_of(cap: WildCap, size: u8) -> u8 {
    match cap {
        WildCap::None => size - 1,
        WildCap::Count(max) if max < size => max,
        WildCap::Count(_) => size - 1,
        WildCap::Naturals => size / 2,
        WildCap::FewerThanNaturals => size.saturating_sub(1) / 2,
        WildCap::TwoNaturals => size.saturating_sub(2),
    }
}

impl Capped {
    /// `None` if the rules have a cap that the tables cannot express. Without a cap, each meld still needs a
    /// natural of its own.
    pub(super) fn new(problem: &Problem, context: &Context, size: u8, runs: u8) -> Option<Capped> {
        let (melds, rules) = (&problem.melds, &problem.rules);
        // A longer run may hold more wilds, or its naturals lie further apart. That never helps with four
        // cards and as many naturals as wilds; otherwise it may.
        let even = melds.wild_cap == WildCap::Naturals
            && (size != 4 || rules.same_suit_runs != SameSuitRuns::Any);
        let longer_helps = rules.runs == SizeRule::AtLeast
            && (even
                || matches!(melds.wild_cap, WildCap::FewerThanNaturals | WildCap::TwoNaturals));
        if melds.all_wild == AllWild::Any
            || (runs > 0 && (longer_helps || size > 13))
            || runs as usize > MAX_RUNS
        {
            return None;
        }
        let lazy = || {
            let rules = Problem { melds: *melds, rules: *rules, ..Problem::default() };
            Box::new(Lazy { rules, context: context.clone(), size, runs, table: OnceLock::new() })
        };
        let table = (runs > 0).then(lazy);
        Some(Capped { cap: melds.wild_cap, wild_sets: melds.all_wild, table })
    }

    /// The distance, given that it is at least `min`. `Err` if the context has no room for the table.
    #[cold]
    pub(super) fn distance(&self, layout: &Layout, hand: &HandState, min: u8) -> TableResult<u8> {
        for more in min..=layout.size {
            if self.within(layout, hand, more)? {
                return Ok(more);
            }
        }
        Err(NeedsSearch)
    }

    /// Returns `true` if the distance is at most `more`. `Err` if the context has no room for the table.
    #[cold]
    pub(super) fn within(&self, layout: &Layout, hand: &HandState, more: u8) -> TableResult<bool> {
        let table = match &self.table {
            Some(lazy) => {
                let Lazy { rules, context, size, runs, table } = lazy.as_ref();
                Some(
                    table
                        .get_or_init(|| CapTable::of(rules, context, *size, *runs))
                        .as_deref()
                        .ok_or(NeedsSearch)?,
                )
            }
            None => None,
        };
        let mut attempt = Try { capped: self, table, layout, last: (0, 0) };
        Ok(attempt.sets(0, hand.planes, hand.ranks, RankCounts::default(), hand.wilds + more, more))
    }

    fn may_be_wild(&self, size: u8) -> bool {
        match self.wild_sets {
            AllWild::Never => false,
            AllWild::Trio => size == 3,
            AllWild::Sets | AllWild::Any => true,
        }
    }
}

/// An attempt with a given number of missing cards and excess.
struct Try<'a> {
    capped: &'a Capped,
    table: Option<&'a CapTable>,
    layout: &'a Layout,
    /// The last set's size and rank, so that equal sets come in order.
    last: (u8, usize),
}

impl Try<'_> {
    fn sets(
        &mut self,
        at: usize,
        planes: Planes,
        ranks: RankCounts,
        used: RankCounts,
        shortfall: u8,
        excess: u8,
    ) -> bool {
        if !meter::step(2) {
            return false;
        }
        let rest = &self.layout.sets[at..];
        let runs = self.layout.table.as_ref().map_or(0, |t| t.missing(&planes, self.layout.runs));
        // Ranks used before are still counted here, which only weakens the bound.
        if missing(ranks, rest, self.layout.same_rank_sets) + runs > shortfall {
            return false;
        }
        let Some(&size) = rest.first() else {
            return self.runs(planes, shortfall, excess);
        };
        let cap = cap_of(self.capped.cap, size);
        let from = if self.last.0 == size { self.last.1 } else { 0 };
        let before = self.last;
        for rank in ranks.ranks().skip_while(|rank| *rank < from) {
            let held = ranks.of(rank);
            if !self.layout.same_rank_sets && used.of(rank) > 0 {
                continue;
            }
            for value in (1..=size.min(held)).rev() {
                let over = (size - value).saturating_sub(cap);
                if size - value > shortfall || over > excess {
                    break;
                }
                self.last = (size, rank);
                let left = ranks.less(rank, value);
                let used = used.plus(RankCounts::only(rank));
                let found = self.taken(planes, rank, value, 0, &mut |try_, planes| {
                    try_.sets(at + 1, planes, left, used, shortfall - (size - value), excess - over)
                });
                self.last = before;
                if found {
                    return true;
                }
            }
        }
        let wild = self.capped.may_be_wild(size);
        if (wild || size - cap <= excess) && size <= shortfall {
            // No rank of the hand: wilds only, or cards that must all come. Further sets of this size are the
            // same.
            let over = if wild { 0 } else { size - cap };
            self.last = (size, if wild { from } else { 13 });
            let found = self.sets(at + 1, planes, ranks, used, shortfall - size, excess - over);
            self.last = before;
            return found;
        }
        false
    }

    /// Tries every choice of `number` copies of a rank that a set may take.
    fn taken(
        &mut self,
        planes: Planes,
        rank: usize,
        number: u8,
        suit: usize,
        go_on: &mut impl FnMut(&mut Self, Planes) -> bool,
    ) -> bool {
        if number == 0 || self.layout.runs == 0 {
            return go_on(self, planes);
        }
        if suit == 4 {
            return false;
        }
        let bit = 1u64 << (16 * suit + rank);
        let Planes { one, two, three } = planes;
        let held = u8::from(one & bit != 0) + u8::from(two & bit != 0) + u8::from(three & bit != 0);
        (0..=held.min(number)).rev().any(|copies| {
            let left = held - copies;
            let keep = |plane: u64, level: u8| if left >= level { plane } else { plane & !bit };
            let planes = Planes { one: keep(one, 1), two: keep(two, 2), three: keep(three, 3) };
            self.taken(planes, rank, number - copies, suit + 1, go_on)
        })
    }

    fn runs(&self, planes: Planes, shortfall: u8, excess: u8) -> bool {
        let Some(table) = self.table else { return true };
        let max = (excess as usize).min(LEVELS - 1);
        let number = self.layout.runs as usize;
        // Minimum lacking so far, by runs and excess.
        let mut sum = [[IMPOSSIBLE; LEVELS]; MAX_RUNS + 1];
        sum[0] = [0; LEVELS];
        for suit in 0..4 {
            let own = [planes.one, planes.two, planes.three].map(|p| Planes::suit(p, suit));
            let other;
            // A single run does not use second copies.
            let here = if own[1] == 0 || number == 1 {
                table.single[own[0] as usize & 8191].get_or_init(|| table.compute([own[0], 0, 0]))
            } else {
                other = table.other(own);
                &other
            };
            for runs in (1..=number).rev() {
                for level in (0..=max).rev() {
                    let mut min = sum[runs][level];
                    for (more, shortfalls) in here[..runs].iter().enumerate() {
                        for (part, &shortfall) in shortfalls[..=level].iter().enumerate() {
                            min = min.min(sum[runs - 1 - more][level - part] + shortfall);
                        }
                    }
                    sum[runs][level] = min;
                }
            }
        }
        sum[number][max] <= shortfall
    }
}

impl CapTable {
    fn of(problem: &Problem, context: &Context, size: u8, runs: u8) -> Option<Arc<CapTable>> {
        let longer = longer_runs_matter(problem, runs);
        let key = Key {
            size,
            runs,
            ace: problem.melds.ace,
            suit_runs: problem.rules.same_suit_runs,
            per_suit: problem.rules.runs_per_suit,
            longest: if longer { problem.melds.run_max } else { size },
            cap: problem.melds.wild_cap,
        };
        let bytes = size_of::<OnceLock<Shortfalls>>() * 8192 + Cache::<MAX_RUNS>::bytes(PLACES);
        context.table(key.clone(), bytes, || {
            let allowed = key.per_suit.unwrap_or(u8::MAX);
            let runs_of = |n| if n > allowed { Vec::new() } else { arrangements(problem, size, n) };
            let arrangements = (1..=runs)
                .map(|n| {
                    runs_of(n)
                        .iter()
                        .map(|arrangement| CappedArrangement::new(arrangement, key.cap))
                        .collect()
                })
                .collect();
            CapTable {
                arrangements,
                single: (0..8192).map(|_| OnceLock::new()).collect(),
                others: (size * runs < NONE).then(|| Cache::new(PLACES)),
            }
        })
    }

    /// The entry of a suit with duplicate cards.
    fn other(&self, planes: [u16; 3]) -> Shortfalls {
        let compute = || self.compute(planes);
        match &self.others {
            Some(others) => {
                others.get(planes, 0, || compute().map(|each| packed(&each))).map(unpacked)
            }
            None => compute(),
        }
    }

    fn compute(&self, planes: [u16; 3]) -> Shortfalls {
        let held = Layers::of(planes);
        let mut shortfalls = [[IMPOSSIBLE; LEVELS]; MAX_RUNS];
        for (arrangements, shortfalls) in self.arrangements.iter().zip(&mut shortfalls) {
            for arrangement in arrangements {
                let shortfall = arrangement.shape.missing(held);
                if shortfalls[0] <= shortfall {
                    continue;
                }
                // Skips shapes that lack no less than one with no more excess.
                let beaten = |shortfalls: &Shortfall, excess: u8| {
                    shortfalls.iter().take(usize::from(excess) + 1).any(|&other| other <= shortfall)
                };
                let (needs, contested) = arrangement.uncontested(planes);
                let at_least = needs.iter().sum::<u8>();
                let at_least = at_least.saturating_sub(2 * contested.count_ones() as u8);
                if !beaten(shortfalls, at_least) {
                    let excess = arrangement.share(needs, contested, planes[1]) as usize;
                    if let Some(level) = shortfalls.get_mut(excess) {
                        *level = (*level).min(shortfall);
                    }
                }
            }
            for level in 1..LEVELS {
                shortfalls[level] = shortfalls[level].min(shortfalls[level - 1]);
            }
        }
        shortfalls
    }
}

/// Number of cache slots for suits with duplicate cards: four bits for each number of runs and each excess.
const PLACES: usize = 4096;

/// Encodes [`IMPOSSIBLE`].
const NONE: u8 = 15;

fn packed(shortfalls: &Shortfall) -> u64 {
    let fields = shortfalls.iter().enumerate();
    fields.fold(0, |word, (at, shortfall)| word | u64::from((*shortfall).min(NONE)) << (4 * at))
}

fn unpacked(word: u64) -> Shortfall {
    std::array::from_fn(|at| match (word >> (4 * at) & 15) as u8 {
        NONE => IMPOSSIBLE,
        shortfall => shortfall,
    })
}

/// Some runs in one suit, with the minimum number of naturals of each.
struct CappedArrangement {
    shape: Shape,
    covers: ArrayVec<u16, MAX_RUNS>,
    needs: [u8; MAX_RUNS],
}

impl CappedArrangement {
    fn new(arrangement: &Arrangement, cap: WildCap) -> CappedArrangement {
        let mut needs = [0; MAX_RUNS];
        for (needs, span) in needs.iter_mut().zip(&arrangement.spans) {
            let size = span.high - span.low + 1;
            *needs = size - cap_of(cap, size);
        }
        let covers = (0..arrangement.spans.len()).map(|run| arrangement.covers(run)).collect();
        CappedArrangement { shape: arrangement.shape(), covers, needs }
    }

    /// What each run needs beyond the naturals that no other could have, and the ranks whose cards several
    /// could have.
    fn uncontested(&self, [one, two, three]: [u16; 3]) -> ([u8; MAX_RUNS], u16) {
        let [_, twice, thrice] = self.shape.cover.ranks();
        let contested = (twice & one & !two) | (thrice & two & !three);
        let mut needs = self.needs;
        for (needs, cover) in needs.iter_mut().zip(&self.covers) {
            let held = (cover & one & !contested).count_ones() as u8;
            *needs = needs.saturating_sub(held);
        }
        (needs, contested)
    }

    /// Minimum excess of these runs with as many naturals as possible in them; tries all assignments of the
    /// contested cards.
    fn share(&self, needs: [u8; MAX_RUNS], contested: u16, two: u16) -> u8 {
        let wanted = needs.iter().sum();
        if wanted == 0 || contested == 0 {
            return wanted;
        }
        let rank = contested & contested.wrapping_neg();
        let copies = if two & rank != 0 { 2 } else { 1 };
        let runs = self.covers.len();
        let mut min = u8::MAX;
        for choice in 0u32..1 << runs {
            let covered = (0..runs).all(|i| choice & 1 << i == 0 || self.covers[i] & rank != 0);
            if covered && choice.count_ones() == copies {
                let mut needs = needs;
                for (i, needs) in needs.iter_mut().enumerate() {
                    *needs = needs.saturating_sub(u8::from(choice & 1 << i != 0));
                }
                min = min.min(self.share(needs, contested & !rank, two));
            }
        }
        min
    }
}
