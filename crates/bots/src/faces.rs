//! Natural faces as bits, so that a hand is searched in words and not card by card.

use upcard_cards::{Card, Cards, RANKS, SUITS};
use upcard_solver::CardSet;

/// A set of natural faces: sixteen bits a suit, the ace lowest.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Faces(pub u64);

/// The thirteen rank bits of every suit.
pub(crate) const ALL: u64 = 0x1fff_1fff_1fff_1fff;

impl Faces {
    /// No face.
    pub const NONE: Faces = Faces(0);

    /// Is this face among them? The joker never is.
    #[must_use]
    pub fn has(self, card: Card) -> bool {
        self.0 & bit(card) != 0
    }

    /// The naturals of a set of faces.
    #[must_use]
    pub fn of(set: CardSet) -> Faces {
        let suit = |i: usize| (set.0 >> (13 * i) & 0x1fff) << (16 * i);
        Faces(suit(0) | suit(1) | suit(2) | suit(3))
    }

    /// Both together.
    #[must_use]
    pub fn or(self, other: Faces) -> Faces {
        Faces(self.0 | other.0)
    }

    /// Each face, suit by suit.
    pub fn iter(self) -> impl Iterator<Item = Card> {
        let mut left = self.0 & ALL;
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let at = left.trailing_zeros() as usize;
            left &= left - 1;
            Some(Card::natural(RANKS[at % 16], SUITS[at / 16]))
        })
    }

    /// How many cards of these faces are among those.
    #[must_use]
    pub fn count_in(self, cards: &Cards) -> u32 {
        self.iter().map(|card| u32::from(cards.count(card))).sum()
    }
}

/// The bit of a face; none for the joker.
pub(crate) const fn bit(card: Card) -> u64 {
    BITS[card.index()]
}

/// By the index of a face.
const BITS: [u64; Card::FACES] = {
    let mut bits = [0; Card::FACES];
    let mut face = 0;
    while face < 52 {
        bits[face] = 1 << (16 * (face / 13) + face % 13);
        face += 1;
    }
    bits
};

/// The faces of these ranks in all suits.
pub(crate) const fn of_ranks(ranks: u16) -> u64 {
    ranks as u64 * 0x0001_0001_0001_0001
}

/// Counts from one to three in the nibbles of a hand's naturals.
const ONES_TO_THREES: u64 = 0xfff3_3333_3333_3333;

/// The naturals of a hand by how many copies there are, and its wilds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Held {
    /// Faces held at least once, twice, three times.
    pub(crate) copies: [u64; 3],
    /// Wilds.
    pub(crate) wilds: u8,
}

impl Held {
    /// Sorts a hand into naturals and wilds.
    #[inline]
    #[must_use]
    pub fn of(hand: &Cards, wild_ranks: u16) -> Held {
        let (odd, two) = (hand.digits(0), hand.digits(1));
        // Four copies of a face are seldom held.
        let many = hand.words().iter().fold(0, |all, word| all | word) & !ONES_TO_THREES != 0;
        let four = if many { hand.digits(2) | hand.digits(3) } else { 0 };
        let mut copies = [odd | two | four, two | four, odd & two | four];
        let mut wilds = hand.jokers();
        if wild_ranks != 0 {
            for (i, rank) in RANKS.iter().enumerate() {
                if wild_ranks >> i & 1 == 1 {
                    wilds += hand.rank_count(*rank);
                }
            }
            let keep = !of_ranks(wild_ranks);
            copies = copies.map(|c| c & keep);
        }
        Held { copies, wilds }
    }

    /// The naturals.
    pub(crate) const fn faces(&self) -> Faces {
        Faces(self.copies[0])
    }

    /// The same without one copy of each of these faces.
    pub(crate) fn less(&self, taken: u64) -> Held {
        let [one, two, three] = self.copies;
        Held {
            copies: [one & !taken | two & taken, two & !taken | three & taken, three & !taken],
            wilds: self.wilds,
        }
    }

    /// How many naturals of each rank there are, as the four binary digits of thirteen counters.
    pub(crate) fn rank_digits(&self) -> [u16; 4] {
        let mut digits = [0u16; 4];
        for plane in self.copies {
            if plane == 0 {
                break;
            }
            for suit in 0..4 {
                let mut carry = (plane >> (suit * 16)) as u16;
                for digit in &mut digits {
                    let next = *digit & carry;
                    *digit ^= carry;
                    carry = next;
                }
            }
        }
        digits
    }
}

/// The ranks whose counter has this value.
pub(crate) fn ranks_with(digits: &[u16; 4], count: u8) -> u16 {
    let mut ranks = 0x1fff;
    for (i, digit) in digits.iter().enumerate() {
        ranks &= if count >> i & 1 == 1 { *digit } else { !*digit };
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hand_in_bits() {
        let hand: Cards = "4C 4C 4D 9H KS JK 2S".parse().unwrap();
        let held = Held::of(&hand, 2);
        assert_eq!(held.wilds, 2);
        let once: Vec<String> = Faces(held.copies[0]).iter().map(|c| c.to_string()).collect();
        assert_eq!(once, ["4C", "4D", "9H", "KS"]);
        assert_eq!(Faces(held.copies[1]).iter().count(), 1);
        assert_eq!(ranks_with(&held.rank_digits(), 3), 1 << 3);
        assert_eq!(held.less(held.copies[1]).copies[1], 0);
    }
}
