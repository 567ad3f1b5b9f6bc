//! Sets of one size, analysed by levels: how many cards they lack, and which ranks matter.
//!
//! A rank gives up to `size` cards to its first set, of the rest to its second, and so on. So each card of a
//! rank has a level, its position in its set, and at every level the sets get as many cards as there are
//! sets, if available.

use super::sets::count;
use crate::rank_counts::{RankCounts, bits_of};

/// The levels of a hand's ranks. Masks of ranks have the highest bit of each rank's nibble.
#[derive(Clone, Copy, Debug)]
pub(super) struct Levels {
    /// Number of naturals that the sets lack.
    pub(super) missing: u8,
    /// Ranks in which one card less would make the sets lack one more.
    pub(super) needed: u64,
    /// Ranks that some best sets are made of.
    pub(super) used: u64,
    /// Ranks in which one card more would make the sets lack one fewer.
    pub(super) helpful: u64,
    /// Ranks that can spare a card, but only a limited number of them at a time: the ranks of a level, and
    /// that number.
    pub(super) spare: [(u64, u8); MAX_LEVELS],
}

/// Size of the largest set analysed by levels.
pub(super) const MAX_LEVELS: usize = 5;

/// The highest bits of the ranks' nibbles.
const RANKS: u64 = 0x0008_8888_8888_8888;

impl Levels {
    /// The levels of this many sets of size 2 to [`MAX_LEVELS`]; up to `taken` of their ranks may be asked
    /// for a card.
    #[inline]
    pub(super) fn of(ranks: RankCounts, sets: (u8, u8), same_rank: bool, taken: u8) -> Levels {
        match sets.0 {
            3 => levels::<3>(ranks, sets.1, same_rank, taken),
            4 => levels::<4>(ranks, sets.1, same_rank, taken),
            2 => levels::<2>(ranks, sets.1, same_rank, taken),
            _ => levels::<5>(ranks, sets.1, same_rank, taken),
        }
    }
}

/// The parts of [`Levels`] needed for a run beside the sets. Masks of ranks have one bit per rank.
pub(super) struct Donors<const SIZE: usize> {
    /// Number of naturals that the sets lack.
    pub(super) missing: u8,
    /// Ranks that cannot give a card away.
    pub(super) bound: u16,
    /// Ranks that can, by level, and how many of them.
    pub(super) spare: [(u16, u8); SIZE],
}

impl<const SIZE: usize> Donors<SIZE> {
    /// `None` if a rank holds more than two sets.
    #[inline(always)]
    pub(super) fn of(ranks: RankCounts, number: u8, same_rank: bool) -> Option<Donors<SIZE>> {
        let size = SIZE as u8;
        if ranks.at_least(2 * size + 1) != 0 {
            return None;
        }
        // Cards beyond a set are the first of another, or superfluous.
        let second = if same_rank { u64::MAX } else { 0 };
        let mut reached = ranks.at_least(1);
        let mut beyond = ranks.at_least(size + 1);
        let mut donors = Donors { missing: size * number, bound: 0, spare: [(0, 0); SIZE] };
        for level in 1..=SIZE {
            let next = ranks.at_least(level as u8 + 1);
            let next_beyond = ranks.at_least(size + level as u8 + 1);
            let cards = count(reached) + count(beyond & second);
            let last = bits_of(reached & !next | beyond & !next_beyond & second) as u16;
            donors.missing -= cards.min(number);
            donors.bound |= if cards <= number { last } else { 0 };
            donors.spare[level - 1] = (last, cards.saturating_sub(number));
            (reached, beyond) = (next, next_beyond);
        }
        Some(donors)
    }

    /// Number of these ranks whose card, if given away, the sets would lack.
    #[inline(always)]
    pub(super) fn lost(&self, ranks: u16) -> u8 {
        let given = |last: u16| (last & ranks).count_ones() as u8;
        self.spare.iter().map(|(last, spare)| given(*last).saturating_sub(*spare)).sum()
    }
}

#[inline]
fn levels<const SIZE: usize>(ranks: RankCounts, number: u8, same_rank: bool, taken: u8) -> Levels {
    let size = SIZE as u8;
    let mut found = Levels {
        missing: size * number,
        needed: 0,
        used: 0,
        helpful: 0,
        spare: [(0, 0); MAX_LEVELS],
    };
    let several = same_rank && ranks.at_least(size + 1) != 0;
    let mut reached = ranks.at_least(1);
    // Ranks whose next card would be of this level.
    let mut before = RANKS & !reached;
    if same_rank {
        before |= if several { full::<SIZE>(ranks) } else { ranks.at_least(size) };
    }
    let mut highest = 1;
    for level in 1..=size {
        let next = ranks.at_least(level + 1);
        let (cards, last) = if several {
            with_more::<SIZE>(ranks, level)
        } else {
            (count(reached), reached & !next)
        };
        found.missing -= cards.min(number);
        if cards <= number {
            found.needed |= last;
        } else if cards - number < taken {
            found.spare[level as usize - 1] = (last, cards - number);
        }
        if cards < number {
            found.helpful |= before;
        } else {
            highest = level;
        }
        before = last;
        reached = next;
    }
    found.used = ranks.at_least(highest);
    found
}

/// The ranks that hold complete sets and nothing else.
fn full<const SIZE: usize>(ranks: RankCounts) -> u64 {
    let size = SIZE as u8;
    let each = (1..).map(|n| n * size).take_while(|&n| n <= 15);
    each.fold(0, |all, n| all | exactly(ranks, n))
}

fn exactly(ranks: RankCounts, number: u8) -> u64 {
    let more = if number < 15 { ranks.at_least(number + 1) } else { 0 };
    ranks.at_least(number) & !more
}

/// Number of cards of this level, and the ranks whose last card is of it, if some ranks hold more than a set.
#[cold]
fn with_more<const SIZE: usize>(ranks: RankCounts, level: u8) -> (u8, u64) {
    let each = (0..).map(|n| level + n * SIZE as u8).take_while(|&n| n <= 15);
    each.fold((0, 0), |(cards, last), n| {
        (cards + count(ranks.at_least(n)), last | exactly(ranks, n))
    })
}
