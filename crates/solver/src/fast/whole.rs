//! Runs with which a whole hand must go: some of them are longer than the contract asks, and
//! which ones is free.
//!
//! As in [`super::suit_table`], runs are local to a suit. What a suit lacks is noted for each
//! number of runs and each number of cards that those runs have beyond the contract's; the suits
//! are then put together.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use upcard_cards::{AllWild, JOKER, MeldKind, WildCap};

use super::Derived;
use super::shapes::{Shape, longer};
use super::suit_table::NEVER;
use super::survey::Common;
use crate::nearness::{CardSet, Survey, faces, held};
use crate::problem::Problem;
use crate::state::{HandState, LANES, Planes};

/// The most runs, and the most cards beyond the contract.
const MOST_RUNS: usize = 4;
const MOST_OVER: usize = 5;
/// The most pairs of a number of runs and of further cards: five bits each in a word.
const MOST_CELLS: usize = 12;

/// By the number of runs and of further cards, the runs in rows.
type Lacks = [u8; (MOST_RUNS + 1) * (MOST_OVER + 1)];

/// What the suits lack.
struct Suits {
    each: [Lacks; 4],
    /// The first two together, and the last two.
    pairs: [Lacks; 2],
    /// All of them, for the whole contract.
    missing: u8,
}

/// A contract of runs alone that must be laid with so many cards in all.
#[derive(Debug)]
pub struct WholeHand {
    runs: usize,
    over: usize,
    /// Cards in all.
    cards: u8,
    /// The least run.
    least: u8,
    /// A run can always hold so many wilds.
    free: u8,
    wild_ranks: u16,
    /// The ways in which runs lie in a suit, by number of runs and of further cards.
    shapes: Vec<Vec<Shape>>,
    known: Cache,
    common: Cache,
}

/// For each number of cards beyond the contract.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct WholeHands([Derived<Option<Arc<WholeHand>>>; MOST_OVER + 1]);

impl WholeHands {
    pub(crate) fn of(&self, problem: &Problem, cards: usize) -> Option<&WholeHand> {
        let over = cards.checked_sub(problem.contract.size())?;
        self.0.get(over)?.get(|| WholeHand::new(problem, over).map(Arc::new)).as_deref()
    }
}

impl WholeHand {
    /// None where there are sets in the contract, or more than the tables have room for.
    fn new(problem: &Problem, over: usize) -> Option<WholeHand> {
        let melds = &problem.melds;
        let elements = &problem.contract.elements;
        let size = elements.first()?.size.max(melds.run_min);
        let runs = elements.len();
        let alike = elements.iter().all(|e| e.kind == MeldKind::Run && e.size == size);
        let room = runs <= MOST_RUNS && runs * (over + 1) <= MOST_CELLS;
        let own_place = melds.natural_place && melds.wild_ranks != 0;
        let cards = size as usize * runs + over;
        if !alike
            || !room
            || own_place
            || melds.wild_cap != WildCap::None
            || cards >= NEVER as usize
        {
            return None;
        }
        let pairs = (1..=runs as u8).flat_map(|n| (0..=over as u8).map(move |more| (n, more)));
        Some(WholeHand {
            runs,
            over,
            cards: cards as u8,
            least: size,
            free: if melds.all_wild == AllWild::Any { u8::MAX } else { size - 1 },
            wild_ranks: melds.wild_ranks,
            shapes: pairs.map(|(n, more)| longer(problem, size, n, more)).collect(),
            known: Cache::new(2),
            common: Cache::new(runs * (over + 1)),
        })
    }

    /// The cards that are laid in all.
    #[must_use]
    pub const fn cards(&self) -> u8 {
        self.cards
    }

    /// The least number of cards that must come; none where the tables cannot tell.
    #[must_use]
    pub fn distance(&self, hand: &HandState) -> Option<u8> {
        if hand.crowded {
            return None;
        }
        let Suits { missing, .. } = self.suits(hand.planes);
        self.is_plain(missing, hand.wilds).then(|| missing.saturating_sub(hand.wilds))
    }

    /// Surveys a hand as [`Problem::survey`] does; none where the tables cannot tell.
    #[must_use]
    pub fn survey(&self, hand: &HandState) -> Option<Survey> {
        let wilds = hand.wilds;
        let common = self.common(hand)?;
        let missing = common.missing;
        let near = [
            (missing, wilds),
            (missing.saturating_sub(1), wilds),
            (missing + 1, wilds),
            (missing, wilds + 1),
            (missing, wilds.saturating_sub(1)),
        ];
        if !near.iter().all(|&(missing, wilds)| self.is_plain(missing, wilds)) {
            return None;
        }
        let held = held(hand);
        let held_wilds = CardSet(held.0 & !faces(hand.planes.one).0);
        let wild_faces = CardSet(1 << JOKER.index()) | faces(u64::from(self.wild_ranks) * LANES);
        let (mut needed, mut useful) = (CardSet::NONE, CardSet::NONE);
        if missing >= wilds {
            needed = faces(common.needed) | held_wilds;
        }
        if missing > wilds {
            useful = CardSet(faces(common.helpful).0 & !wild_faces.0) | wild_faces;
        }
        let used = faces(common.used) | held_wilds;
        Some(Survey { distance: Some(missing.saturating_sub(wilds)), held, needed, used, useful })
    }

    /// Is the distance what is missing less the wilds? A run needs a natural of its own, or a
    /// card that comes.
    const fn is_plain(&self, missing: u8, wilds: u8) -> bool {
        let placed = if missing < wilds { missing } else { wilds };
        missing < NEVER
            && (placed <= self.free || missing / self.least <= missing.saturating_sub(wilds))
    }

    /// What all the nearest ways have in common.
    fn common(&self, hand: &HandState) -> Option<Common> {
        if hand.crowded {
            return None;
        }
        let Suits { each, pairs: [first, last], missing } = self.suits(hand.planes);
        if missing >= NEVER {
            return None;
        }
        let mut common = Common { missing, needed: 0, used: 0, helpful: 0 };
        for suit in 0..4 {
            // What the other suits lack together: one by the side of this, and the other two.
            let two = if suit < 2 { &last } else { &first };
            let elsewhere = self.together(&each[suit ^ 1], two);
            let mut here = Common { missing: 0, needed: 0xffff, used: 0, helpful: 0 };
            let mut cells = self.cells_of(&each[suit], &elsewhere, missing);
            while cells != 0 {
                here.join(self.common_in(hand.planes, suit, cells.trailing_zeros() as usize));
                cells &= cells - 1;
            }
            common.needed |= here.needed << (16 * suit);
            common.used |= here.used << (16 * suit);
            common.helpful |= here.helpful << (16 * suit);
        }
        Some(common)
    }

    /// The cell of the whole contract.
    const fn last(&self) -> usize {
        self.runs * (self.over + 1) + self.over
    }

    /// The cells of a part, one bit each, with which it and the rest lack so many together.
    fn cells_of(&self, part: &Lacks, rest: &Lacks, missing: u8) -> u32 {
        let last = self.last();
        if last == 7 {
            let both = word_of(part) + word_of(rest).swap_bytes();
            let differs = both ^ (u64::from(missing) * ONES);
            // No byte has its highest bit, which is set here where the byte is nothing.
            let found = !(differs + (TOPS - ONES)) & TOPS;
            return ((found >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32;
        }
        let fits = |cell: &usize| part[*cell] + rest[last - *cell] == missing;
        (0..=last).filter(fits).fold(0, |cells, cell| cells | 1 << cell)
    }

    /// What two parts lack together.
    fn together(&self, a: &Lacks, b: &Lacks) -> Lacks {
        match (self.runs, self.over) {
            (3, 1) => three_and_one(a, b),
            (runs, over) => together(a, b, runs, over),
        }
    }

    /// What each suit lacks, and what they lack together. All runs in one suit, for which there are
    /// the most ways by far, are looked at only where the suit has cards enough.
    fn suits(&self, planes: Planes) -> Suits {
        let mut each = [NOTHING; 4];
        if self.runs > 1 {
            for (suit, lacks) in each.iter_mut().enumerate() {
                self.fill(lacks, planes, suit, 1..self.runs);
            }
        }
        let suits = self.put_together(&each);
        let mut some = false;
        for (suit, lacks) in each.iter_mut().enumerate() {
            let held = planes.of_suit(suit).iter().map(|ranks| ranks.count_ones()).sum::<u32>();
            if u32::from(self.cards) <= u32::from(suits.missing) + held {
                self.fill(lacks, planes, suit, self.runs..self.runs + 1);
                some = true;
            }
        }
        if some { self.put_together(&each) } else { suits }
    }

    fn put_together(&self, each: &[Lacks; 4]) -> Suits {
        let pairs = [[0, 1], [2, 3]].map(|[a, b]| self.together(&each[a], &each[b]));
        let last = self.last();
        let missing = if last == 7 {
            let mut least = word_of(&pairs[0]) + word_of(&pairs[1]).swap_bytes();
            for half in [32, 16, 8] {
                least = smaller(least, least >> half);
            }
            (least as u8).min(NEVER)
        } else {
            (0..=last).map(|cell| pairs[0][cell] + pairs[1][last - cell]).fold(NEVER, u8::min)
        };
        Suits { each: *each, pairs, missing }
    }

    /// Fills in what a suit lacks for these numbers of runs.
    fn fill(&self, lacks: &mut Lacks, planes: Planes, suit: usize, numbers: Range<usize>) {
        let ranks = planes.of_suit(suit);
        let each = self.over + 1;
        let cells = each * numbers.start.saturating_sub(1)..each * numbers.end.saturating_sub(1);
        let mut word = self.known.get(ranks, usize::from(numbers.start == self.runs), || {
            let shapes = self.shapes[cells].iter().enumerate();
            shapes.fold(0, |word, (cell, shapes)| {
                let least = shapes.iter().map(|shape| shape.missing(ranks)).min().unwrap_or(NEVER);
                word | u64::from(least.min(NEVER)) << (5 * cell)
            })
        });
        for lacking in &mut lacks[each * numbers.start..each * numbers.end] {
            *lacking = (word & 31) as u8;
            word >>= 5;
        }
    }

    /// What the best ways to lay so many runs, so much longer, in this suit have in common.
    fn common_in(&self, planes: Planes, suit: usize, cell: usize) -> Common {
        let Some(cell) = cell.checked_sub(self.over + 1) else {
            return Common { missing: 0, needed: 0, used: 0, helpful: 0 };
        };
        let ranks = planes.of_suit(suit);
        let word = self
            .common
            .get(ranks, cell, || super::suit_table::in_common(&self.shapes[cell], ranks));
        super::suit_table::unpacked(word)
    }
}

/// No runs lack nothing; there are no others.
const NOTHING: Lacks = {
    let mut lacks = [NEVER; (MOST_RUNS + 1) * (MOST_OVER + 1)];
    lacks[0] = 0;
    lacks
};

/// The least that two parts lack together, by how many runs and further cards there are in all.
fn together(a: &Lacks, b: &Lacks, runs: usize, over: usize) -> Lacks {
    let mut both = NOTHING;
    let cell = |runs: usize, cards: usize| runs * (over + 1) + cards;
    for part in 0..=runs {
        for rest in 0..=runs - part {
            for more in 0..=over {
                for most in 0..=over - more {
                    let least = &mut both[cell(part + rest, more + most)];
                    *least = (*least).min(a[cell(part, more)] + b[cell(rest, most)]);
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
fn word_of(lacks: &Lacks) -> u64 {
    u64::from_le_bytes(std::array::from_fn(|cell| lacks[cell]))
}

/// The smaller of each two bytes, none of which has its highest bit.
const fn smaller(a: u64, b: u64) -> u64 {
    // No byte borrows from another; the highest bit of those that are larger stays.
    let over = (a | TOPS) - b;
    let larger = over & TOPS;
    a - (over & (larger - (larger >> 7)))
}

/// The same for three runs with a card more, as play has it: eight cells are the bytes of a word.
fn three_and_one(a: &Lacks, b: &Lacks) -> Lacks {
    const NEVERS: u64 = ONES * NEVER as u64;
    // The cells with the further card; larger than any other where the other part has it, too.
    const FURTHER: u64 = 0x4000_4000_4000_4000;
    let (part, word) = (word_of(a), word_of(b));
    let mut least = word;
    for cell in 2..8 {
        let rest = if cell % 2 == 1 { word | FURTHER } else { word };
        let rest = rest << (8 * cell) | NEVERS >> (64 - 8 * cell);
        least = smaller(least, rest + (part >> (8 * cell) & 0xff) * ONES);
    }
    let mut both = NOTHING;
    both[..8].copy_from_slice(&least.to_le_bytes());
    both
}

/// Remembers words by a suit's cards and a small number: those of suits without a card twice each in
/// a place of its own, others in one given by a hash. Such an entry is two words, of which the
/// first is the key changed by the second, so that one torn by another thread is not taken for
/// anything.
struct Cache {
    single: Box<[AtomicU64]>,
    other: Box<[[AtomicU64; 2]]>,
}

/// Entries given by a hash, a power of two.
const ENTRIES: usize = 1 << 13;

/// Tells an entry from an empty one.
const KNOWN: u64 = 1 << 63;

impl Cache {
    fn new(cells: usize) -> Cache {
        Cache {
            single: (0..8192 * cells).map(|_| AtomicU64::new(0)).collect(),
            other: (0..ENTRIES).map(|_| [AtomicU64::new(0), AtomicU64::new(0)]).collect(),
        }
    }

    #[inline]
    fn get(&self, ranks: [u16; 3], cell: usize, work_out: impl FnOnce() -> u64) -> u64 {
        let [one, two, three] = ranks.map(|ranks| u64::from(ranks & 0x1fff));
        if two == 0 {
            let place = &self.single[8192 * cell + one as usize];
            let known = place.load(Relaxed);
            if known != 0 {
                return known;
            }
            let word = work_out() | KNOWN;
            place.store(word, Relaxed);
            return word;
        }
        let key = one | two << 13 | three << 26 | (cell as u64) << 40 | KNOWN;
        let at = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - ENTRIES.trailing_zeros());
        let [first, second] = &self.other[at as usize];
        let word = second.load(Relaxed);
        if first.load(Relaxed) ^ word == key {
            return word;
        }
        let word = work_out() | KNOWN;
        first.store(key ^ word, Relaxed);
        second.store(word, Relaxed);
        word
    }
}

impl std::fmt::Debug for Cache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Cache")
    }
}
