//! What runs lack in one suit, looked up by the suit's cards.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};

use bytemuck::allocation::zeroed_slice_box;
use upcard_cards::{AceMode, MeldRules, SameSuitRuns};

use super::shapes::{IMPOSSIBLE, Layers, Shape, longer_runs_matter, min_missing, shapes};
use super::without_rank::WithoutRank;
use super::words::Words;
use crate::cache::SuitCache;
use crate::context::Context;
use crate::hand::Planes;
use crate::problem::Problem;

/// Maximum number of runs in a contract for which there are tables.
const MAX_RUNS: u8 = 5;

/// Bit mask of a field in an entry: five bits for each number of runs, the field for one run lowest.
const FIELD: u32 = 31;
/// Number of entries of a table: with two runs or more each rank is held once, twice or not at all.
const fn entries(runs: u8) -> usize {
    if runs > 1 { 3usize.pow(13) } else { 1 << 13 }
}

/// Marks a computed entry.
const KNOWN: u32 = 1 << 31;

/// For each state of a suit, the naturals missing for one run, for two, and so on. Entries are computed on
/// first use.
pub(super) struct SuitTable {
    key: Key,
    shapes: Vec<Vec<Shape>>,
    /// Whether second copies of a card can matter.
    copies: bool,
    /// By the ranks of the suit; if second copies can matter, by the number of copies of each rank as
    /// base-three digits.
    entries: Box<[AtomicU32]>,
    without: OnceLock<WithoutRank>,
    best_runs: OnceLock<BestRuns>,
    /// What the best runs have in common, for each number of runs.
    common: OnceLock<SuitCache>,
}

/// By the ranks of a suit, what its best single run lacks, and its lowest place in six bits, which also have
/// room for the suit.
pub(super) struct BestRuns(Box<[u16; 8192]>);

impl BestRuns {
    /// What the best single run of these ranks lacks.
    pub(super) fn shortfall(&self, ranks: u16) -> u8 {
        (self.0[ranks as usize & 8191] >> 6) as u8
    }

    /// What the best single run of these faces lacks, and its lowest place, among the places of all suits.
    #[inline(always)]
    pub(super) fn best(&self, one: u64) -> (u8, u32) {
        let of = |suit: usize| {
            let ranks = Planes::suit(one, suit) as usize & 8191;
            u32::from(self.0[ranks]) | (suit as u32) << 4
        };
        let best = of(0).min(of(1)).min(of(2).min(of(3)));
        ((best >> 6) as u8, best & 63)
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Key {
    size: u8,
    runs: u8,
    ace: AceMode,
    suit_runs: SameSuitRuns,
    per_suit: Option<u8>,
    /// Length of the longest run that may be needed.
    longest: u8,
}

impl SuitTable {
    /// The table for runs of this size under these rules; `None` if it cannot express them, or the context
    /// has no room.
    pub(super) fn of(
        problem: &Problem,
        context: &Context,
        size: u8,
        runs: u8,
    ) -> Option<Arc<SuitTable>> {
        let MeldRules { ace, run_max, .. } = problem.melds;
        // A run with an ace at both ends covers a rank twice by itself, a case not worth a table.
        if runs > MAX_RUNS || size > 13 || size * runs >= IMPOSSIBLE {
            return None;
        }
        let longer = longer_runs_matter(problem, runs);
        if longer && runs > 3 {
            return None;
        }
        let key = Key {
            size,
            runs,
            ace,
            suit_runs: problem.rules.same_suit_runs,
            per_suit: problem.rules.runs_per_suit,
            longest: if longer { run_max } else { size },
        };
        let bytes = 4 * entries(runs)
            + size_of::<[u16; 8192]>()
            + size_of::<[u8; 16]>() * 8192
            + SuitCache::bytes(runs.into(), PLACES);
        context.table(key.clone(), bytes, || {
            let allowed = key.per_suit.unwrap_or(u8::MAX);
            let of_number = |n| if n > allowed { Vec::new() } else { shapes(problem, size, n) };
            SuitTable {
                shapes: (1..=runs).map(of_number).collect(),
                copies: runs > 1,
                entries: zeroed_slice_box(entries(runs)),
                without: OnceLock::new(),
                best_runs: OnceLock::new(),
                common: OnceLock::new(),
                key,
            }
        })
    }

    /// Minimum number of naturals missing for that many runs, over all suits.
    #[inline(never)]
    pub(super) fn missing(&self, planes: &Planes, runs: u8) -> u8 {
        let suits = self.entries(planes);
        match runs {
            1 => {
                let [a, b, c, d] = suits.map(|v| v & FIELD);
                a.min(b).min(c.min(d)) as u8
            }
            2 => two_runs(suits),
            3 => three_runs(suits),
            _ => many_runs(suits, runs),
        }
    }

    /// What this many runs, one or more, lack in a suit with these ranks held once and twice.
    #[inline]
    pub(super) fn shortfall(&self, [one, two]: [u16; 2], runs: usize) -> u8 {
        shortfall(self.looked_up(one, two), runs)
    }

    #[inline]
    pub(super) fn without(&self) -> &WithoutRank {
        self.without.get_or_init(|| {
            let run = self.best_runs();
            let two = |ranks| self.shortfall([ranks, 0], 2);
            WithoutRank::new(|ranks| run.shortfall(ranks), (self.key.runs > 1).then_some(two))
        })
    }

    #[inline(always)]
    pub(super) fn entries(&self, planes: &Planes) -> [u32; 4] {
        if planes.three == 0 || !self.copies {
            let of = |suit| {
                self.looked_up(Planes::suit(planes.one, suit), Planes::suit(planes.two, suit))
            };
            return [of(0), of(1), of(2), of(3)];
        }
        [0, 1, 2, 3].map(|suit| self.entry(planes.of_suit(suit)))
    }

    /// The entry of a suit with these ranks held at least once, twice, three times.
    #[inline(never)]
    pub(super) fn entry(&self, [one, two, three]: [u16; 3]) -> u32 {
        if three != 0 && self.key.runs > 2 {
            return self.compute([one, two, three]);
        }
        self.looked_up(one, two)
    }

    #[inline(always)]
    fn looked_up(&self, one: u16, two: u16) -> u32 {
        self.at(if self.copies { in_threes(one) + in_threes(two) } else { one as usize & 8191 })
    }

    #[inline(always)]
    fn at(&self, at: usize) -> u32 {
        let entry = self.entries[at].load(Relaxed);
        if entry == 0 { self.fill(at) } else { entry }
    }

    #[cold]
    fn fill(&self, at: usize) -> u32 {
        let (mut left, base) = (at, if self.copies { 3 } else { 2 });
        let mut planes = [0; 3];
        for rank in 0..13 {
            for plane in planes.iter_mut().take(left % base) {
                *plane |= 1 << rank;
            }
            left /= base;
        }
        let entry = self.compute(planes);
        self.entries[at].store(entry, Relaxed);
        entry
    }

    fn compute(&self, planes: [u16; 3]) -> u32 {
        let held = Layers::of(planes);
        let mut entry = KNOWN;
        for (i, shapes) in self.shapes.iter().enumerate() {
            entry |= u32::from(min_missing(shapes, held)) << (5 * i);
        }
        entry
    }

    /// The best single runs, by the ranks of a suit.
    #[inline]
    pub(super) fn best_runs(&self) -> &BestRuns {
        self.best_runs.get_or_init(|| {
            let missing = |run: u16, ranks: u16| (run & !ranks).count_ones();
            let shapes = self.shapes.first().map_or(&[][..], Vec::as_slice);
            let mut runs: Vec<(u16, u16)> = Vec::new();
            for low in 0..14u16 {
                let places = ((1u32 << self.key.size) - 1) << low;
                let run = (places & 0x1fff | places >> 13) as u16;
                if shapes.iter().any(|shape| shape.cover.ranks()[0] == run) {
                    runs.push((run, low));
                }
            }
            let best = |ranks: u16| {
                let of = |&(run, low): &(u16, u16)| (missing(run, ranks) as u16) << 6 | low;
                runs.iter().map(of).min().unwrap_or(u16::from(IMPOSSIBLE) << 6)
            };
            let mut all = Box::new([0; 8192]);
            (0..8192).zip(all.iter_mut()).for_each(|(ranks, place)| *place = best(ranks));
            BestRuns(all)
        })
    }

    /// What each suit lacks for no run, one, two, ….
    #[inline(always)]
    pub(super) fn shortfalls<const NUMBERS: usize>(&self, planes: &Planes) -> [[u8; NUMBERS]; 4] {
        self.entries(planes).map(|entry| {
            let mut shortfalls = [0; NUMBERS];
            for (number, shortfalls) in shortfalls.iter_mut().enumerate().skip(1) {
                *shortfalls = shortfall(entry, number);
            }
            shortfalls
        })
    }

    /// What the best ways to lay this many runs in this suit have in common.
    pub(super) fn common(&self, planes: &Planes, suit: usize, runs: usize) -> Words {
        if runs == 0 {
            return Words { missing: 0, needed: 0, used: 0, helpful: 0 };
        }
        let [one, two, three] = planes.of_suit(suit);
        if self.copies && three != 0 {
            return unpacked(self.compute_common([one, two, three], runs));
        }
        let held = [one & 0x1fff, if self.copies { two } else { 0 }, 0];
        let table = self.common.get_or_init(|| SuitCache::new(self.key.runs.into(), PLACES));
        let mut common = unpacked(table.get(held, runs - 1, || self.compute_common(held, runs)));
        if !self.copies {
            // A single run does not need the second copy.
            common.needed &= !u64::from(two);
        }
        common
    }

    #[cold]
    fn compute_common(&self, ranks: [u16; 3], runs: usize) -> u64 {
        in_common(self.shapes.get(runs - 1).map_or(&[], Vec::as_slice), ranks)
    }
}

/// What the best of these shapes have in common: thirteen bits each of needed, used and helpful ranks, and a
/// mark.
pub(super) fn in_common(shapes: &[Shape], ranks: [u16; 3]) -> u64 {
    let held = Layers::of(ranks);
    let min = min_missing(shapes, held);
    let (mut needed, mut used, mut helpful) = (0x1fff, 0, 0);
    for shape in shapes.iter().filter(|shape| shape.missing(held) == min) {
        needed &= shape.needed(held);
        used |= shape.used(held);
        helpful |= shape.helpful(held);
    }
    u64::from(needed) | u64::from(used) << 13 | u64::from(helpful) << 26 | 1 << 39
}

/// Number of cache slots for suits with duplicate cards.
const PLACES: usize = 4096;

pub(super) fn unpacked(word: u64) -> Words {
    let ranks = |at: u32| word >> at & 0x1fff;
    Words { missing: 0, needed: ranks(0), used: ranks(13), helpful: ranks(26) }
}

/// What this many runs, one or more, lack in the suit with this entry.
const fn shortfall(entry: u32, runs: usize) -> u8 {
    (entry >> (5 * (runs - 1)) & FIELD) as u8
}

/// The ranks as base-three digits.
#[inline]
const fn in_threes(ranks: u16) -> usize {
    THREES[ranks as usize & 127] as usize + THREES[ranks as usize >> 7 & 63] as usize * 2187
}

const THREES: [u16; 128] = {
    let mut threes = [0; 128];
    let mut ranks = 1;
    while ranks < 128 {
        threes[ranks] = 3 * threes[ranks / 2] + ranks as u16 % 2;
        ranks += 1;
    }
    threes
};

#[inline(always)]
fn two_runs(suits: [u32; 4]) -> u8 {
    let [a, b, c, d] = suits.map(|v| v & FIELD);
    // The two best of different suits, or the best two of one suit.
    let (low, high) = (a.min(b), a.max(b));
    let (low2, high2) = (c.min(d), c.max(d));
    let apart = low.min(low2) + low.max(low2).min(high.min(high2));
    let [a, b, c, d] = suits.map(|v| v >> 5 & FIELD);
    apart.min(a.min(b)).min(c.min(d)).min(u32::from(IMPOSSIBLE)) as u8
}

#[inline(always)]
fn three_runs(suits: [u32; 4]) -> u8 {
    let one = suits.map(|v| v & FIELD);
    let two = suits.map(|v| v >> 5 & FIELD);
    let three = suits.map(|v| v >> 10 & FIELD);
    let [a, b, c, d] = one;
    let (ab, cd) = (a.min(b), c.min(d));
    let apart = a + b + c + d - a.max(b).max(c.max(d));
    let pair = (two[0] + b.min(cd)).min(two[1] + a.min(cd));
    let pair2 = (two[2] + d.min(ab)).min(two[3] + c.min(ab));
    let together = three[0].min(three[1]).min(three[2].min(three[3]));
    apart.min(pair).min(pair2).min(together).min(u32::from(IMPOSSIBLE)) as u8
}

fn many_runs(suits: [u32; 4], runs: u8) -> u8 {
    let mut min = [u32::from(IMPOSSIBLE); MAX_RUNS as usize + 1];
    min[0] = 0;
    for suit in suits {
        for total in (1..=runs as usize).rev() {
            for here in 1..=total {
                let more = suit >> (5 * (here - 1)) & FIELD;
                min[total] = min[total].min(min[total - here] + more);
            }
        }
    }
    min[usize::from(runs)].min(u32::from(IMPOSSIBLE)) as u8
}
