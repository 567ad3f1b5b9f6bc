//! Runs that use up a whole hand: some are longer than the contract requires, and any of them may be.
//!
//! As in [`SuitTable`](super::suit_table::SuitTable), runs are local to a suit. What a suit lacks is stored
//! for each number of runs and of extra cards beyond the contract's sizes; then the suits are combined.

use std::ops::Range;
use std::sync::Arc;

use upcard_cards::{Faces, MeldKind, MeldRules, SameSuitRuns};

use super::shapes::{IMPOSSIBLE, Layers, Shape, longer, min_missing};
use super::suit_table::{in_common, unpacked};
use super::words::{Common, Words};
use crate::cache::SuitCache;
use crate::context::Context;
use crate::hand::{HandState, Planes};
use crate::problem::Problem;
use crate::survey::Survey;

/// Maximum number of runs, and of extra cards beyond the contract.
const MAX_RUNS: usize = 4;
const MAX_EXTRA_CARDS: usize = 5;
/// Maximum number of cells, pairs of a number of runs and of extra cards: five bits each in a word.
const MAX_CELLS: usize = 12;

/// Number of cache slots for suits with duplicate cards.
const PLACES: usize = 1 << 13;

/// Marks a computed entry.
const KNOWN: u64 = 1 << 63;

/// What is lacking, by the number of runs (rows) and of extra cards (columns).
type Shortfalls = [u8; (MAX_RUNS + 1) * (MAX_EXTRA_CARDS + 1)];

/// What the suits lack.
struct Suits {
    each: [Shortfalls; 4],
    /// The first two together, and the last two.
    pairs: [Shortfalls; 2],
    /// All of them, for the whole contract.
    missing: u8,
}

/// A contract of runs alone that must be laid with a fixed total number of cards.
pub struct WholeHand {
    runs: usize,
    over: usize,
    cards: u8,
    wild_faces: Faces,
    /// The ways in which runs lie in a suit, by number of runs and of extra cards.
    shapes: Vec<Vec<Shape>>,
    known: SuitCache,
    common: SuitCache,
}

impl std::fmt::Debug for WholeHand {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("WholeHand").field("cards", &self.cards).finish_non_exhaustive()
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Key {
    melds: MeldRules,
    suit_runs: SameSuitRuns,
    per_suit: Option<u8>,
    size: u8,
    runs: usize,
    over: usize,
}

impl WholeHand {
    /// The table for this total number of cards. `None` if the contract has sets, or more than the tables
    /// have room for. Caps are ignored.
    pub(crate) fn of(problem: &Problem, context: &Context, cards: usize) -> Option<Arc<WholeHand>> {
        let elements = &problem.contract.elements;
        let first = elements.first().filter(|first| first.kind == MeldKind::Run)?;
        let (size, _) = problem.sizes(*first)?;
        let runs = elements.len();
        let over = cards.checked_sub(size as usize * runs)?;
        let room = runs <= MAX_RUNS && over <= MAX_EXTRA_CARDS && runs * (over + 1) <= MAX_CELLS;
        let alike = elements.iter().all(|element| element == first);
        let mixed = problem.melds.run_suits.is_mixed();
        if !alike || !room || mixed || cards >= IMPOSSIBLE as usize {
            return None;
        }
        let key = Key {
            melds: problem.melds,
            suit_runs: problem.rules.same_suit_runs,
            per_suit: problem.rules.runs_per_suit,
            size,
            runs,
            over,
        };
        let cells = runs * (over + 1);
        let bytes = SuitCache::bytes(2, PLACES) + SuitCache::bytes(cells, PLACES);
        context.table(key, bytes, || {
            let pairs = (1..=runs as u8).flat_map(|n| (0..=over as u8).map(move |more| (n, more)));
            WholeHand {
                runs,
                over,
                cards: cards as u8,
                wild_faces: problem.melds.wild_faces,
                shapes: pairs.map(|(n, more)| longer(problem, size, n, more)).collect(),
                known: SuitCache::new(2, PLACES),
                common: SuitCache::new(cells, PLACES),
            }
        })
    }

    /// Total number of cards laid.
    pub(crate) const fn cards(&self) -> u8 {
        self.cards
    }

    /// Surveys a hand as [`crate::Solver::survey`] does, as if wilds fitted into any run: a run without a
    /// natural of its own is not excluded. `None` if the table has no room for the hand.
    pub(crate) fn survey(&self, hand: &HandState) -> Option<Survey> {
        let wilds = hand.wilds;
        let common = self.common(hand)?;
        let missing = common.missing;
        let wild = Faces::JOKER | self.wild_faces;
        let needed = if missing >= wilds { common.needed | hand.wild_faces() } else { Faces::NONE };
        let useful = if missing > wilds { common.helpful | wild } else { Faces::NONE };
        let used = common.used | hand.wild_faces();
        let distance = Some(missing.saturating_sub(wilds));
        Some(Survey { distance, missing, needed, used, useful })
    }

    /// What all the nearest ways have in common.
    fn common(&self, hand: &HandState) -> Option<Common> {
        if hand.crowded {
            return None;
        }
        let Suits { each, pairs: [first, last], missing } = self.suits(hand.planes);
        if missing >= IMPOSSIBLE {
            return None;
        }
        let mut common = Words { missing, needed: 0, used: 0, helpful: 0 };
        for suit in 0..4 {
            // What the other suits lack together: the neighbour of this one, and the other two.
            let two = if suit < 2 { &last } else { &first };
            let elsewhere = self.together(&each[suit ^ 1], two);
            let mut here = Words { missing: 0, needed: 0xffff, used: 0, helpful: 0 };
            let mut cells = self.cells_of(&each[suit], &elsewhere, missing);
            while cells != 0 {
                here.join(self.common_in(hand.planes, suit, cells.trailing_zeros() as usize));
                cells &= cells - 1;
            }
            common.needed |= here.needed << (16 * suit);
            common.used |= here.used << (16 * suit);
            common.helpful |= here.helpful << (16 * suit);
        }
        Some(common.into())
    }

    /// The cell of the whole contract.
    const fn last(&self) -> usize {
        self.runs * (self.over + 1) + self.over
    }

    /// The cells of a part, as a bitmask, with which it and the rest lack this many together.
    fn cells_of(&self, part: &Shortfalls, rest: &Shortfalls, missing: u8) -> u32 {
        let last = self.last();
        if last == 7 {
            let both = word_of(part) + word_of(rest).swap_bytes();
            let differs = both ^ (u64::from(missing) * ONES);
            // No byte has its highest bit set; in `found` it is set where the byte is zero.
            let found = !(differs + (TOPS - ONES)) & TOPS;
            return ((found >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32;
        }
        let fits = |cell: &usize| part[*cell] + rest[last - *cell] == missing;
        (0..=last).filter(fits).fold(0, |cells, cell| cells | 1 << cell)
    }

    fn together(&self, a: &Shortfalls, b: &Shortfalls) -> Shortfalls {
        match (self.runs, self.over) {
            (3, 1) => three_and_one(a, b),
            (runs, over) => together(a, b, runs, over),
        }
    }

    /// What each suit lacks, and what they lack together. All runs in one suit, which has by far the most
    /// ways, is considered only if the suit has enough cards.
    fn suits(&self, planes: Planes) -> Suits {
        let mut each = [NOTHING; 4];
        if self.runs > 1 {
            for (suit, shortfalls) in each.iter_mut().enumerate() {
                self.fill(shortfalls, planes, suit, 1..self.runs);
            }
        }
        let suits = self.put_together(&each);
        let mut some = false;
        for (suit, shortfalls) in each.iter_mut().enumerate() {
            let held = planes.of_suit(suit).iter().map(|ranks| ranks.count_ones()).sum::<u32>();
            if u32::from(self.cards) <= u32::from(suits.missing) + held {
                self.fill(shortfalls, planes, suit, self.runs..self.runs + 1);
                some = true;
            }
        }
        if some { self.put_together(&each) } else { suits }
    }

    fn put_together(&self, each: &[Shortfalls; 4]) -> Suits {
        let pairs = [[0, 1], [2, 3]].map(|[a, b]| self.together(&each[a], &each[b]));
        let last = self.last();
        let missing = if last == 7 {
            let mut min = word_of(&pairs[0]) + word_of(&pairs[1]).swap_bytes();
            for half in [32, 16, 8] {
                min = smaller(min, min >> half);
            }
            (min as u8).min(IMPOSSIBLE)
        } else {
            (0..=last).map(|cell| pairs[0][cell] + pairs[1][last - cell]).fold(IMPOSSIBLE, u8::min)
        };
        Suits { each: *each, pairs, missing }
    }

    /// Fills in what a suit lacks for these numbers of runs.
    fn fill(
        &self,
        shortfalls: &mut Shortfalls,
        planes: Planes,
        suit: usize,
        numbers: Range<usize>,
    ) {
        let ranks = planes.of_suit(suit);
        let each = self.over + 1;
        let cells = each * numbers.start.saturating_sub(1)..each * numbers.end.saturating_sub(1);
        let mut word = self.known.get(ranks, usize::from(numbers.start == self.runs), || {
            let shapes = self.shapes[cells].iter().enumerate();
            shapes.fold(KNOWN, |word, (cell, shapes)| {
                word | u64::from(min_missing(shapes, Layers::of(ranks))) << (5 * cell)
            })
        });
        for shortfall in &mut shortfalls[each * numbers.start..each * numbers.end] {
            *shortfall = (word & 31) as u8;
            word >>= 5;
        }
    }

    /// What the best ways to lay this many runs with this many extra cards in this suit have in common.
    fn common_in(&self, planes: Planes, suit: usize, cell: usize) -> Words {
        let Some(cell) = cell.checked_sub(self.over + 1) else {
            return Words { missing: 0, needed: 0, used: 0, helpful: 0 };
        };
        let ranks = planes.of_suit(suit);
        let word = self.common.get(ranks, cell, || in_common(&self.shapes[cell], ranks));
        unpacked(word)
    }
}

/// No runs lack nothing; other cells are impossible.
const NOTHING: Shortfalls = {
    let mut shortfalls = [IMPOSSIBLE; (MAX_RUNS + 1) * (MAX_EXTRA_CARDS + 1)];
    shortfalls[0] = 0;
    shortfalls
};

/// Minimum that two parts lack together, by the total number of runs and extra cards.
fn together(a: &Shortfalls, b: &Shortfalls, runs: usize, over: usize) -> Shortfalls {
    let mut both = NOTHING;
    let cell = |runs: usize, cards: usize| runs * (over + 1) + cards;
    for part in 0..=runs {
        for rest in 0..=runs - part {
            for more in 0..=over {
                for max in 0..=over - more {
                    let min = &mut both[cell(part + rest, more + max)];
                    *min = (*min).min(a[cell(part, more)] + b[cell(rest, max)]);
                }
            }
        }
    }
    both
}

/// A one in every byte, and the highest bit of every byte.
const ONES: u64 = 0x0101_0101_0101_0101;
const TOPS: u64 = ONES << 7;

/// The first eight cells.
fn word_of(shortfalls: &Shortfalls) -> u64 {
    u64::from_le_bytes(std::array::from_fn(|cell| shortfalls[cell]))
}

/// Bytewise minimum; no byte may have its highest bit set.
const fn smaller(a: u64, b: u64) -> u64 {
    // No byte borrows from another; the highest bit stays set where `a` is not smaller.
    let over = (a | TOPS) - b;
    let larger = over & TOPS;
    a - (over & (larger - (larger >> 7)))
}

/// The same for three runs with one extra card, the usual case: eight cells are the bytes of a word.
fn three_and_one(a: &Shortfalls, b: &Shortfalls) -> Shortfalls {
    const IMPOSSIBLES: u64 = ONES * IMPOSSIBLE as u64;
    // Makes the cells with the extra card larger than any value, if the other part has it, too.
    const FURTHER: u64 = 0x4000_4000_4000_4000;
    let (part, word) = (word_of(a), word_of(b));
    let mut min = word;
    for cell in 2..8 {
        let rest = if cell % 2 == 1 { word | FURTHER } else { word };
        let rest = rest << (8 * cell) | IMPOSSIBLES >> (64 - 8 * cell);
        min = smaller(min, rest + (part >> (8 * cell) & 0xff) * ONES);
    }
    let mut both = NOTHING;
    both[..8].copy_from_slice(&min.to_le_bytes());
    both
}
