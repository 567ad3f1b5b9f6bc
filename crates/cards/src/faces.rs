//! Sets of faces as a bitmask.

use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Sub};

use crate::{Card, Cards, JOKER, RANKS, Rank, RankSet, SUITS, Suit};

/// A set of faces. All face bitmasks in this project use this layout.
///
/// Each suit has a lane of 16 bits (clubs lowest) with a bit per rank (ace lowest), so that a shift
/// by one moves to the next rank and a shift by sixteen to the next suit. The joker is the highest
/// bit of the word, which no lane uses.
///
/// ```
/// use upcard_cards::{Cards, Faces};
/// let hand: Cards = "4C 4C 5D JK".parse().unwrap();
/// let faces = Faces::of(&hand);
/// assert_eq!(faces.bits(), 1 << 3 | 1 << (16 + 4) | 1 << 63);
/// assert_eq!(faces.to_string(), "4C 5D JK");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[must_use]
pub struct Faces(u64);

/// The lowest bit of each lane.
const LANES: u64 = 0x0001_0001_0001_0001;

impl Faces {
    /// The empty set.
    pub const NONE: Faces = Faces(0);

    /// All faces.
    pub const ALL: Faces = Faces(Faces::NATURALS.0 | Faces::JOKER.0);

    /// All naturals.
    pub const NATURALS: Faces = Faces(0x1fff * LANES);

    /// The set of the joker alone.
    pub const JOKER: Faces = Faces(1 << 63);

    /// Returns the set with these bits; bits that represent no face are dropped.
    pub const fn from_bits(bits: u64) -> Faces {
        Faces(bits & Faces::ALL.0)
    }

    /// The bitmask.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Returns the set of one face.
    pub const fn only(card: Card) -> Faces {
        Faces(BITS[card.index()])
    }

    /// All natural faces of these ranks.
    pub const fn of_ranks(ranks: RankSet) -> Faces {
        Faces(ranks.bits() as u64 * LANES)
    }

    /// All natural faces of the suits that satisfy the predicate.
    pub fn of_suits(is_one: impl Fn(Suit) -> bool) -> Faces {
        let lane = |suit: Suit| 0x1fff << (16 * suit.index());
        Faces(SUITS.into_iter().filter(|suit| is_one(*suit)).fold(0, |all, suit| all | lane(suit)))
    }

    /// All natural faces of this rank.
    pub const fn of_rank(rank: Rank) -> Faces {
        Faces(LANES << rank.index())
    }

    /// Union, usable in `const`.
    pub const fn or(self, other: Faces) -> Faces {
        Faces(self.0 | other.0)
    }

    /// The faces that occur in `cards`.
    #[inline]
    pub const fn of(cards: &Cards) -> Faces {
        Faces::counted(cards, false)
    }

    /// The faces that occur at least twice in `cards`.
    pub const fn duplicates(cards: &Cards) -> Faces {
        Faces::counted(cards, true)
    }

    const fn counted(cards: &Cards, twice: bool) -> Faces {
        let mut words = cards.words();
        let mut suit = 0;
        while suit < 4 {
            // ORs the bits of each count (without the lowest for `twice`) into the count's lowest
            // bit; bits shifted in from the next count do not reach it.
            let word = words[suit];
            let some = if twice { word >> 1 } else { word };
            let two = some | some >> 1;
            words[suit] = if twice { two | word >> 3 } else { two | two >> 2 };
            suit += 1;
        }
        let joker = if cards.jokers() > twice as u8 { Faces::JOKER.0 } else { 0 };
        Faces(crate::bit_plane(&words, 0) | joker)
    }

    /// The ranks of this suit in the set.
    pub const fn ranks_in(self, suit: Suit) -> RankSet {
        RankSet::from_bits((self.0 >> (16 * suit.index())) as u16)
    }

    /// Returns `true` if this face is in the set.
    #[must_use]
    pub const fn has(self, card: Card) -> bool {
        self.0 & BITS[card.index()] != 0
    }

    /// Returns `true` if a face of this rank is in the set.
    #[must_use]
    pub const fn has_rank(self, rank: Rank) -> bool {
        self.0 & LANES << rank.index() != 0
    }

    /// Adds a face.
    pub const fn add(&mut self, card: Card) {
        self.0 |= BITS[card.index()];
    }

    /// Returns `true` if the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Number of faces in the set.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Iterates over the faces in the order of the text form, the joker last.
    pub fn iter(self) -> impl Iterator<Item = Card> + use<> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let at = left.trailing_zeros() as usize;
            left &= left - 1;
            let rank = RANKS.get(at % 16);
            Some(rank.map_or(JOKER, |&rank| Card::natural(rank, SUITS[at / 16])))
        })
    }

    /// Number of cards whose face is in the set.
    #[must_use]
    pub fn count_in(self, cards: &Cards) -> u32 {
        self.iter().map(|card| u32::from(cards.count(card))).sum()
    }
}

/// Bit of each face, indexed by [`Card::index`].
const BITS: [u64; Card::FACES] = {
    let mut bits = [1 << 63; Card::FACES];
    let mut face = 0;
    while face < 52 {
        bits[face] = 1 << (16 * (face / 13) + face % 13);
        face += 1;
    }
    bits
};

impl BitOr for Faces {
    type Output = Faces;

    fn bitor(self, other: Faces) -> Faces {
        Faces(self.0 | other.0)
    }
}

impl BitOrAssign for Faces {
    fn bitor_assign(&mut self, other: Faces) {
        self.0 |= other.0;
    }
}

impl BitAnd for Faces {
    type Output = Faces;

    fn bitand(self, other: Faces) -> Faces {
        Faces(self.0 & other.0)
    }
}

impl Sub for Faces {
    type Output = Faces;

    fn sub(self, other: Faces) -> Faces {
        Faces(self.0 & !other.0)
    }
}

impl FromIterator<Card> for Faces {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Faces {
        cards.into_iter().fold(Faces::NONE, |all, card| all | Faces::only(card))
    }
}

impl fmt::Display for Faces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().collect::<Cards>().fmt(f)
    }
}

impl fmt::Debug for Faces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn bit_planes_cover_every_count() {
        for card in Card::all() {
            for count in 0..=Cards::MAX_COPIES {
                let cards: Cards = std::iter::repeat_n(card, usize::from(count)).collect();
                let only = |is: bool| if is { Faces::only(card) } else { Faces::NONE };
                assert_eq!(Faces::of(&cards), only(count > 0));
                assert_eq!(Faces::duplicates(&cards), only(count > 1));
                assert_eq!(cards.is_one_card(), count == 1);
            }
        }
    }

    proptest! {
        #[test]
        fn face_set_matches_a_list_model(faces in proptest::collection::vec(0u8..53, 0..20)) {
            let all: Vec<Card> =
                faces.iter().filter_map(|&i| Card::from_index(i as usize)).collect();
            let set: Faces = all.iter().copied().collect();
            let cards: Cards = all.iter().copied().take(15).collect();
            for card in Card::all() {
                prop_assert_eq!(set.has(card), all.contains(&card));
                prop_assert_eq!(Faces::of(&cards).has(card), cards.has(card));
                prop_assert_eq!(Faces::duplicates(&cards).has(card), cards.count(card) > 1);
            }
            prop_assert_eq!(set.len() as usize, set.iter().count());
            prop_assert!(set.iter().is_sorted());
            prop_assert_eq!(set.iter().collect::<Faces>(), set);
            prop_assert_eq!(Faces::from_bits(set.bits()), set);
            prop_assert_eq!(Faces::of(&cards).count_in(&cards) as usize, cards.len());
        }
    }

    #[test]
    fn faces_of_ranks_and_suits() {
        let two = Faces::of_rank(Rank::TWO);
        assert_eq!(two.to_string(), "2C 2D 2H 2S");
        assert!(two.has_rank(Rank::TWO) && !two.has_rank(Rank::ACE));
        let low = RankSet::from_bits(3);
        assert_eq!(Faces::of_ranks(low).ranks_in(Suit::Hearts), low);
        assert_eq!((Faces::NATURALS - two).len(), 48);
        assert_eq!((Faces::JOKER | two).iter().last(), Some(JOKER));
        assert!((Faces::NATURALS & Faces::JOKER).is_empty());
    }
}
