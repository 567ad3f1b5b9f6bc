//! Number of cards of each rank in a hand, packed into one word.

/// A count per rank, four bits each, the ace lowest.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct RankCounts(u64);

pub(crate) const ONES: u64 = 0x1111_1111_1111_1111;
/// Whether the processor has a population count instruction, which a program for every x86-64 may not rely
/// on.
pub(crate) const COUNTS_BITS: bool =
    cfg!(target_feature = "popcnt") || !cfg!(target_arch = "x86_64");
const TOPS: u64 = 0x8888_8888_8888_8888;
const BYTES: u64 = 0x0f0f_0f0f_0f0f_0f0f;

impl RankCounts {
    pub(crate) const fn from_bits(bits: u64) -> RankCounts {
        RankCounts(bits)
    }

    pub(crate) const fn bits(self) -> u64 {
        self.0
    }

    pub(crate) const fn only(rank: usize) -> RankCounts {
        RankCounts(1 << (4 * rank))
    }

    #[inline(always)]
    pub(crate) const fn of(self, rank: usize) -> u8 {
        (self.0 >> (4 * rank) & 15) as u8
    }

    /// Adds those cards. No rank may come to more than fifteen.
    #[inline(always)]
    pub(crate) const fn plus(self, other: RankCounts) -> RankCounts {
        RankCounts(self.0 + other.0)
    }

    /// Subtracts those cards, all of which must be here.
    #[inline(always)]
    pub(crate) const fn minus(self, other: RankCounts) -> RankCounts {
        RankCounts(self.0 - other.0)
    }

    /// Without this many cards of a rank, which must be here.
    #[inline(always)]
    pub(crate) const fn less(self, rank: usize, number: u8) -> RankCounts {
        RankCounts(self.0 - ((number as u64) << (4 * rank)))
    }

    #[inline(always)]
    pub(crate) const fn without(self, rank: usize) -> RankCounts {
        RankCounts(self.0 & !(15 << (4 * rank)))
    }

    /// The ranks with any cards, the lowest first.
    #[inline(always)]
    pub(crate) fn ranks(self) -> impl Iterator<Item = usize> {
        ranks_of(self.at_least(1))
    }

    #[inline(always)]
    pub(crate) fn differing(self, other: RankCounts) -> impl Iterator<Item = usize> {
        RankCounts(self.0 ^ other.0).ranks()
    }

    /// The ranks with at least this many cards, 1 to 15: the highest bit of each rank's nibble.
    #[inline]
    pub(crate) const fn at_least(self, number: u8) -> u64 {
        let low = self.0 & !TOPS;
        if number <= 8 {
            ((low + (8 - number) as u64 * ONES) | self.0) & TOPS
        } else {
            (low + (16 - number) as u64 * ONES) & self.0 & TOPS
        }
    }

    /// The counts of every other rank, a byte each: those of the even ones, and of the odd ones.
    #[inline(always)]
    pub(crate) const fn bytes(self) -> [u64; 2] {
        [self.0 & BYTES, self.0 >> 4 & BYTES]
    }

    /// Inverse of [`RankCounts::bytes`]; the flag is `false` if a count does not fit.
    #[inline(always)]
    pub(crate) const fn from_bytes([even, uneven]: [u64; 2]) -> (RankCounts, bool) {
        (RankCounts((even & BYTES) | (uneven & BYTES) << 4), (even | uneven) & !BYTES == 0)
    }
}

/// The ranks in a mask that has the highest bit of each rank's nibble, the lowest first.
#[inline(always)]
pub(crate) fn ranks_of(mut tops: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let rank = (tops != 0).then(|| tops.trailing_zeros() as usize / 4);
        tops &= tops.wrapping_sub(1);
        rank
    })
}

/// The same ranks, one bit each.
pub(crate) const fn bits_of(tops: u64) -> u64 {
    let x = tops >> 3 & ONES;
    let x = (x | x >> 3) & 0x0303_0303_0303_0303;
    let x = (x | x >> 6) & 0x000f_000f_000f_000f;
    x.wrapping_mul(1 << 48 | 1 << 36 | 1 << 24 | 1 << 12) >> 48
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_compared_nibble_by_nibble() {
        let counts = RankCounts::from_bits(0x0fed_cba9_8765_4321);
        for number in 1..=15 {
            let enough: Vec<usize> = (0..16).filter(|&rank| counts.of(rank) >= number).collect();
            let tops = counts.at_least(number);
            assert_eq!(ranks_of(tops).collect::<Vec<_>>(), enough);
            assert_eq!(bits_of(tops), enough.iter().fold(0, |bits, rank| bits | 1 << rank));
        }
    }

    #[test]
    fn counts_are_updated_per_rank() {
        let counts = RankCounts::only(3).plus(RankCounts::only(3)).plus(RankCounts::only(12));
        assert_eq!((counts.of(3), counts.of(12), counts.of(0)), (2, 1, 0));
        assert_eq!(counts.less(3, 2), RankCounts::only(12));
        assert_eq!(counts.without(3), counts.minus(RankCounts::from_bits(2 << 12)));
        assert_eq!(counts.differing(RankCounts::only(3)).collect::<Vec<_>>(), [3, 12]);
        assert_eq!(RankCounts::from_bytes(counts.bytes()), (counts, true));
        assert!(!RankCounts::from_bytes([16, 0]).1);
    }
}
