//! Sets of ranks as a bitmask.

use serde::{Deserialize, Serialize};

use crate::{RANKS, Rank};

/// A set of ranks: one bit per rank, the ace lowest. Serialized as that number.
///
/// ```
/// use upcard_cards::{Rank, RankSet};
/// let mut wild = RankSet::only(Rank::TWO);
/// wild.insert(Rank::KING);
/// assert!(wild.has(Rank::TWO) && !wild.has(Rank::ACE));
/// assert_eq!(wild.bits(), 1 << 1 | 1 << 12);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(from = "u16", into = "u16")]
#[must_use]
pub struct RankSet(u16);

impl RankSet {
    /// The empty set.
    pub const NONE: RankSet = RankSet(0);

    /// All ranks.
    pub const ALL: RankSet = RankSet(0x1fff);

    /// Returns the set with these bits; bits that represent no rank are dropped.
    pub const fn from_bits(bits: u16) -> RankSet {
        RankSet(bits & RankSet::ALL.0)
    }

    /// The bitmask.
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Returns the set of one rank.
    pub const fn only(rank: Rank) -> RankSet {
        RankSet(1 << rank.0)
    }

    /// Returns `true` if this rank is in the set.
    #[must_use]
    pub const fn has(self, rank: Rank) -> bool {
        self.0 & 1 << rank.0 != 0
    }

    /// Adds a rank.
    pub const fn insert(&mut self, rank: Rank) {
        self.0 |= 1 << rank.0;
    }

    /// Adds a rank, or removes it if present.
    pub const fn toggle(&mut self, rank: Rank) {
        self.0 ^= 1 << rank.0;
    }

    /// Returns `true` if the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Number of ranks in the set.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Iterates over the ranks, the ace first.
    pub fn iter(self) -> impl Iterator<Item = Rank> + use<> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let rank = RANKS.get(left.trailing_zeros() as usize).copied()?;
            left &= left - 1;
            Some(rank)
        })
    }
}

impl From<u16> for RankSet {
    fn from(bits: u16) -> RankSet {
        RankSet::from_bits(bits)
    }
}

impl From<RankSet> for u16 {
    fn from(ranks: RankSet) -> u16 {
        ranks.0
    }
}

impl FromIterator<Rank> for RankSet {
    fn from_iter<I: IntoIterator<Item = Rank>>(ranks: I) -> RankSet {
        let mut all = RankSet::NONE;
        ranks.into_iter().for_each(|rank| all.insert(rank));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rank_set_matches_a_list_model() {
        for bits in 0..1 << 13 {
            let set = RankSet::from_bits(bits);
            let listed: Vec<Rank> = RANKS.into_iter().filter(|rank| set.has(*rank)).collect();
            assert_eq!(set.iter().collect::<Vec<_>>(), listed);
            assert_eq!(listed.iter().copied().collect::<RankSet>(), set);
            assert_eq!((set.len() as usize, set.is_empty()), (listed.len(), listed.is_empty()));
        }
        let mut set = RankSet::only(Rank::TEN);
        set.toggle(Rank::KING);
        set.toggle(Rank::TEN);
        assert_eq!(set, RankSet::only(Rank::KING));
    }

    /// Invalid input never yields a fourteenth rank.
    #[test]
    fn invalid_bits_are_dropped() {
        assert_eq!(RankSet::from(u16::MAX), RankSet::ALL);
        assert_eq!(RankSet::ALL.len(), 13);
    }
}
