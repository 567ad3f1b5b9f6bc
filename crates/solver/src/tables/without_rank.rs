//! What a run lacks in a suit without each of its ranks in turn, for a set beside runs that takes all cards
//! of its rank.

use wide::u8x16;

use crate::hand::{LANES, Planes};
use crate::rank_counts::RankCounts;

/// A number for each rank. Even ranks come first, matching the byte layout of rank counts.
type Ranks = u8x16;

const fn place(rank: usize) -> usize {
    8 * (rank & 1) + rank / 2
}

/// The index that stands for no rank.
const NO_RANK: usize = place(15);
/// The index of what two runs in this suit lack, without duplicate cards.
const TWO_RUNS: usize = place(14);

/// What a run lacks in a suit without each rank, by the ranks that the suit holds.
pub(super) struct WithoutRank(Box<[Ranks; 8192]>);

/// What a set and runs lack.
#[derive(Clone, Copy, Debug)]
pub(super) struct SetAndRuns {
    /// Both together.
    pub(super) missing: u8,
    /// The runs by themselves.
    pub(super) runs: u8,
}

impl WithoutRank {
    /// Built from what a run lacks in a suit with these ranks, and, if two are possible, what those lack.
    pub(super) fn new(run: impl Fn(u16) -> u8, two: Option<impl Fn(u16) -> u8>) -> WithoutRank {
        let mut all = Box::new([u8x16::ZERO; 8192]);
        for (ranks, all) in (0..1u16 << 13).zip(all.iter_mut()) {
            let mut shortfalls = [0; 16];
            for rank in 0..16 {
                shortfalls[place(rank)] = run(ranks & !(1u32 << rank) as u16);
            }
            if let Some(two) = &two {
                shortfalls[TWO_RUNS] = two(ranks);
            }
            *all = shortfalls.into();
        }
        WithoutRank(all)
    }

    #[inline(always)]
    fn suits(&self, one: u64) -> [&Ranks; 4] {
        let of = |suit: usize| &self.0[Planes::suit(one, suit) as usize & 8191];
        [of(0), of(1), of(2), of(3)]
    }

    /// What one run and one set lack. The run gets a card of a rank that has more than the set takes.
    #[inline(always)]
    pub(super) fn one_run(&self, one: u64, ranks: RankCounts, size: u8) -> SetAndRuns {
        let [a, b, c, d] = self.suits(one);
        let run = a.min(*b).min(c.min(*d));
        let alone = run.as_array()[NO_RANK];
        let (size, held) = (u8x16::splat(size), counts(ranks));
        let no_more = held.saturating_sub(size).simd_eq(u8x16::ZERO);
        let run = run.min(u8x16::splat(alone) | no_more);
        let both = run + size.saturating_sub(held);
        SetAndRuns { missing: both.reduce_min(), runs: alone }
    }

    /// What two runs of different suits and one set lack; and the bound that two runs of one suit would have
    /// to beat, zero if they cannot.
    #[inline(always)]
    pub(super) fn two_runs(
        &self,
        one: u64,
        two: u64,
        ranks: RankCounts,
        size: u8,
    ) -> (SetAndRuns, u8) {
        let suits = self.suits(one);
        let [a, b, c, d] = suits.map(|&shortfalls| shortfalls);
        let (low, low2) = (a.min(b), c.min(d));
        let second = low.max(low2).min(a.max(b).min(c.max(d)));
        let pair = low.min(low2) + second;
        // With one card more than the set takes one of the runs still has it.
        let [e, f, g, h] = suits.map(|shortfalls| shortfalls.as_array()[NO_RANK]);
        let (ef, gh) = (e.min(f), g.min(h));
        let beside =
            |own: u8, other: u8, shortfalls: Ranks| u8x16::splat(own.min(other)) + shortfalls;
        let one_more =
            beside(f, gh, a).min(beside(e, gh, b)).min(beside(h, ef, c).min(beside(g, ef, d)));
        let alone = ef.min(gh) + ef.max(gh).min(e.max(f).min(g.max(h)));
        let (size, held) = (u8x16::splat(size), counts(ranks));
        let more = held.saturating_sub(size);
        let no_more = more.simd_eq(u8x16::ZERO);
        let one_at_most = more.saturating_sub(u8x16::ONE).simd_eq(u8x16::ZERO);
        let runs = pair.min(one_more | no_more).min(u8x16::splat(alone) | one_at_most);
        let shortfall = size.saturating_sub(held);
        let beside = SetAndRuns { missing: (runs + shortfall).reduce_min(), runs: alone };
        // Each duplicate card may save one for two runs of one suit.
        let shortfall = shortfall.reduce_min();
        let bound = beside.missing.saturating_sub(shortfall);
        let twice = in_each_suit(two);
        let might = |suit: usize| {
            let twice = Planes::suit(twice, suit) as u8;
            let shortfalls = suits[suit].as_array();
            (shortfalls[TWO_RUNS] < bound + twice) & (2 * shortfalls[NO_RANK] < bound)
        };
        let might = might(0) | might(1) | might(2) | might(3);
        (beside, if might { bound } else { 0 })
    }
}

/// Number of cards of each rank, by index.
#[inline(always)]
fn counts(ranks: RankCounts) -> Ranks {
    bytemuck::cast(ranks.bytes())
}

/// Number of faces of each suit in this plane, in its lane.
#[inline(always)]
const fn in_each_suit(plane: u64) -> u64 {
    const ALL: u64 = u64::MAX;
    let bits = plane - ((plane >> 1) & (ALL / 3));
    let pairs = (bits & (ALL / 5)) + ((bits >> 2) & (ALL / 5));
    let nibbles = (pairs + (pairs >> 4)) & (ALL / 17);
    (nibbles + (nibbles >> 8)) & (31 * LANES)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::Samples;

    #[test]
    fn faces_are_counted_suit_by_suit() {
        let mut samples = Samples(8);
        for _ in 0..1000 {
            let plane = Planes::of_suits([0; 4].map(|_: u16| samples.below(1 << 16) as u16));
            let counts = in_each_suit(plane);
            for suit in 0..4 {
                let held = Planes::suit(plane, suit).count_ones();
                assert_eq!(u32::from(Planes::suit(counts, suit)), held, "{plane:016x}");
            }
        }
    }
}
