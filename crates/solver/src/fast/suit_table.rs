//! What runs lack in one suit, looked up by the suit's cards.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use upcard_cards::{AceMode, MeldRules, SuitRuns};

use super::shapes::{Shape, longer_runs_count, shapes};
use super::survey::Common;
use crate::problem::Problem;
use crate::state::Planes;

/// No cards would do. Larger than what anything lacks.
pub(super) const NEVER: u8 = 31;

/// The most runs in a contract that a table has room for.
const MOST_RUNS: u8 = 5;

/// The mask of a number in an entry: five bits for each number of runs, that for one run lowest.
const FIELD: u32 = 31;
/// Marks an entry that has been worked out.
const KNOWN: u32 = 1 << 31;

/// For each state of a suit, the naturals missing for one run, for two, and so on. An entry is
/// worked out when it is first asked for.
pub(super) struct SuitTable {
    key: Key,
    shapes: Vec<Vec<Shape>>,
    /// Can the second copy of a card matter?
    copies: bool,
    /// Suits without a card twice, by their ranks.
    single: Box<[AtomicU32]>,
    /// Suits with one card twice, by that card and the ranks.
    double: Box<[AtomicU32]>,
    /// Other suits: the planes one and two with the entry, in a place given by a hash.
    other: Box<[AtomicU64]>,
    /// What the best runs have in common, for each number of runs, by the ranks of a suit without
    /// a card twice.
    common: OnceLock<Box<[AtomicU64]>>,
    /// The same for other suits, in a place given by a hash.
    other_common: OnceLock<Box<[AtomicU64]>>,
}

/// What a table depends on.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Key {
    size: u8,
    runs: u8,
    ace: AceMode,
    suit_runs: SuitRuns,
    per_suit: Option<u8>,
    /// The longest run that may be needed.
    longest: u8,
    /// How often a face may come.
    most: u8,
}

impl std::fmt::Debug for SuitTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.key.fmt(f)
    }
}

static TABLES: Mutex<Vec<Arc<SuitTable>>> = Mutex::new(Vec::new());

impl SuitTable {
    /// The table for runs of this size under these rules; none where they do not fit into one.
    pub(super) fn of(problem: &Problem, size: u8, runs: u8, copies: u8) -> Option<Arc<SuitTable>> {
        let MeldRules { ace, run_max, .. } = problem.melds;
        // A run with an ace at both ends covers a rank twice by itself, a case not worth a table.
        if runs > MOST_RUNS || size > 13 || size * runs >= NEVER {
            return None;
        }
        let longer = longer_runs_count(problem, runs);
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
            most: copies.min(runs),
        };
        let mut tables = TABLES.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(table) = tables.iter().find(|t| t.key == key) {
            return Some(Arc::clone(table));
        }
        let allowed = key.per_suit.unwrap_or(u8::MAX);
        let mut shapes: Vec<Vec<Shape>> = (1..=runs)
            .map(|n| if n > allowed { Vec::new() } else { shapes(problem, size, n) })
            .collect();
        for of_number in &mut shapes {
            of_number.retain(|s| s.covers_at_most(key.most));
        }
        let table = Arc::new(SuitTable {
            key,
            shapes,
            copies: runs > 1,
            single: (0..8192).map(|_| AtomicU32::new(0)).collect(),
            double: (0..if runs > 1 { 13 * 8192 } else { 0 }).map(|_| AtomicU32::new(0)).collect(),
            other: (0..if runs > 1 { 4096 } else { 0 }).map(|_| AtomicU64::new(0)).collect(),
            common: OnceLock::new(),
            other_common: OnceLock::new(),
        });
        tables.push(Arc::clone(&table));
        Some(table)
    }

    /// The least number of naturals missing for that many runs, over all suits.
    #[inline]
    pub(super) fn missing(&self, planes: Planes, runs: u8) -> u8 {
        let suits: [u32; 4] = if planes.two == 0 || !self.copies {
            std::array::from_fn(|s| self.single(Planes::suit(planes.one, s)))
        } else {
            std::array::from_fn(|s| self.any(planes, s))
        };
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

    #[inline]
    fn single(&self, ranks: u16) -> u32 {
        let entry = self.single[ranks as usize & 8191].load(Relaxed);
        if entry == 0 { self.work_out_single(ranks) } else { entry }
    }

    #[inline]
    fn any(&self, planes: Planes, suit: usize) -> u32 {
        let (one, two) = (Planes::suit(planes.one, suit), Planes::suit(planes.two, suit));
        if two == 0 { self.single(one) } else { self.doubled(planes, suit) }
    }

    #[cold]
    fn work_out_single(&self, ranks: u16) -> u32 {
        let entry = self.work_out([ranks, 0, 0]);
        self.single[ranks as usize & 8191].store(entry, Relaxed);
        entry
    }

    /// A suit with cards held twice or more.
    fn doubled(&self, planes: Planes, suit: usize) -> u32 {
        let (one, two) = (Planes::suit(planes.one, suit), Planes::suit(planes.two, suit));
        let three = Planes::suit(planes.three, suit);
        if three != 0 {
            return self.work_out([one, two, three]);
        }
        if two & (two - 1) == 0 {
            let place = &self.double[two.trailing_zeros() as usize * 8192 + (one & 8191) as usize];
            let known = place.load(Relaxed);
            if known != 0 {
                return known;
            }
            let entry = self.work_out([one, two, 0]);
            place.store(entry, Relaxed);
            return entry;
        }
        let key = u64::from(one) | u64::from(two) << 13;
        let place = &self.other[(key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 52) as usize];
        let known = place.load(Relaxed);
        if known >> 32 == key {
            return known as u32;
        }
        let entry = self.work_out([one, two, 0]);
        place.store(key << 32 | u64::from(entry), Relaxed);
        entry
    }

    fn work_out(&self, planes: [u16; 3]) -> u32 {
        let mut entry = KNOWN;
        for (i, shapes) in self.shapes.iter().enumerate() {
            let least = shapes.iter().map(|s| s.missing(planes)).min().unwrap_or(NEVER);
            entry |= u32::from(least.min(NEVER)) << (5 * i);
        }
        if self.key.runs == 1 {
            // There is room to say where such a run lies.
            let best = self.shapes[0].iter().min_by_key(|s| s.missing(planes));
            let run = |low: u32| {
                let places = ((1u32 << self.key.size) - 1) << low;
                (places & 0x1fff | places >> 13) as u16
            };
            let low = best.and_then(|best| (0..14).find(|&low| run(low) == best.cover[0]));
            entry |= low.unwrap_or(0) << 5;
        }
        entry
    }

    /// What the best single run of these faces lacks, and its lowest place, among the places of
    /// all suits.
    #[inline(always)]
    pub(super) fn best_run(&self, one: u64) -> (u8, u32) {
        let key = |suit: usize| {
            let entry = self.single(Planes::suit(one, suit));
            (entry & FIELD) << 6 | (suit as u32) << 4 | (entry >> 5 & 15)
        };
        let best = key(0).min(key(1)).min(key(2).min(key(3)));
        ((best >> 6) as u8, best & 63)
    }

    /// What each suit lacks for no run, one, two, ….
    pub(super) fn lacks(&self, planes: Planes, runs: usize) -> [[u8; MOST_RUNS as usize + 1]; 4] {
        std::array::from_fn(|suit| {
            let single = planes.two == 0 || !self.copies;
            let entry = if single {
                self.single(Planes::suit(planes.one, suit))
            } else {
                self.any(planes, suit)
            };
            let mut lacks = [NEVER; MOST_RUNS as usize + 1];
            lacks[0] = 0;
            for (number, lacks) in lacks.iter_mut().enumerate().take(runs + 1).skip(1) {
                *lacks = (entry >> (5 * (number - 1)) & FIELD) as u8;
            }
            lacks
        })
    }

    /// What the best ways to lay so many runs in this suit have in common.
    pub(super) fn common(&self, planes: Planes, suit: usize, runs: usize) -> Common {
        if runs == 0 {
            return Common { missing: 0, needed: 0, used: 0, helpful: 0 };
        }
        let [one, two, three] =
            [planes.one, planes.two, planes.three].map(|plane| Planes::suit(plane, suit));
        if two == 0 || !self.copies {
            let all = 8192 * self.key.runs as usize;
            let table = self.common.get_or_init(|| (0..all).map(|_| AtomicU64::new(0)).collect());
            let place = &table[8192 * (runs - 1) + (one & 8191) as usize];
            let known = place.load(Relaxed);
            let found = if known != 0 { known } else { self.work_out_common([one, 0, 0], runs) };
            place.store(found, Relaxed);
            let mut common = unpacked(found);
            // A single run does without the second copy.
            common.needed &= !u64::from(two);
            return common;
        }
        if three != 0 {
            return unpacked(self.work_out_common([one, two, three], runs));
        }
        let all = HASHED * self.key.runs as usize;
        let table = self.other_common.get_or_init(|| (0..all).map(|_| AtomicU64::new(0)).collect());
        // A multiplication by an odd number maps no two keys to one: the place and the tag, its
        // upper and lower bits, name the key.
        let key = u64::from(one & 8191) | u64::from(two) << 13;
        let mixed = key.wrapping_mul(0x2c1_b3c7) & 0x3ff_ffff;
        let (at, tag) = (mixed >> 14, mixed & 0x3fff);
        let place = &table[HASHED * (runs - 1) + at as usize];
        let known = place.load(Relaxed);
        if known != 0 && known >> 40 == tag {
            return unpacked(known);
        }
        let found = self.work_out_common([one, two, 0], runs);
        place.store(found | tag << 40, Relaxed);
        unpacked(found)
    }

    #[cold]
    fn work_out_common(&self, ranks: [u16; 3], runs: usize) -> u64 {
        in_common(self.shapes.get(runs - 1).map_or(&[], Vec::as_slice), ranks)
    }
}

/// What the best of these shapes have in common: thirteen bits each of needed, used and helpful
/// ranks, and a mark.
pub(super) fn in_common(shapes: &[Shape], [one, two, three]: [u16; 3]) -> u64 {
    let mut least = NEVER;
    let (mut needed, mut used, mut helpful) = (0x1fff, 0, 0);
    for shape in shapes {
        let missing = shape.missing([one, two, three]);
        if missing > least {
            continue;
        }
        if missing < least {
            least = missing;
            (needed, used, helpful) = (0x1fff, 0, 0);
        }
        let [once, twice, thrice] = shape.cover;
        needed &= (once & one & !two) | (twice & two & !three) | (thrice & three);
        used |= once & one;
        helpful |= (once & !one) | (twice & !two) | (thrice & !three);
    }
    u64::from(needed) | u64::from(used) << 13 | u64::from(helpful) << 26 | 1 << 39
}

/// Places for suits with cards held twice.
const HASHED: usize = 4096;

pub(super) fn unpacked(word: u64) -> Common {
    let ranks = |at: u32| word >> at & 0x1fff;
    Common { missing: 0, needed: ranks(0), used: ranks(13), helpful: ranks(26) }
}

#[inline]
fn two_runs(suits: [u32; 4]) -> u8 {
    let [a, b, c, d] = suits.map(|v| v & FIELD);
    // The two best of different suits, or the best two of one suit.
    let (low, high) = (a.min(b), a.max(b));
    let (low2, high2) = (c.min(d), c.max(d));
    let apart = low.min(low2) + low.max(low2).min(high.min(high2));
    let [a, b, c, d] = suits.map(|v| v >> 5 & FIELD);
    apart.min(a.min(b)).min(c.min(d)).min(u32::from(NEVER)) as u8
}

#[inline]
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
    apart.min(pair).min(pair2).min(together).min(u32::from(NEVER)) as u8
}

fn many_runs(suits: [u32; 4], runs: u8) -> u8 {
    let mut least = [u32::from(NEVER); MOST_RUNS as usize + 1];
    least[0] = 0;
    for suit in suits {
        for total in (1..=runs as usize).rev() {
            for here in 1..=total {
                let more = suit >> (5 * (here - 1)) & FIELD;
                least[total] = least[total].min(least[total - here] + more);
            }
        }
    }
    least[runs as usize].min(u32::from(NEVER)) as u8
}
