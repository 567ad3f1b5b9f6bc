//! Bitmask of the action space.

use upcard_cards::{Faces, JOKER};

use crate::numbers::{COUNT, card_number};

/// Allowed numbers as a bitmask, lowest number first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Mask([u64; 3]);

impl Mask {
    /// The empty mask.
    pub const NONE: Mask = Mask([0; 3]);

    /// Size of a serialized mask: number `n` is bit `n % 8` of byte `n / 8`.
    pub const BYTES: usize = COUNT.div_ceil(8);

    /// Adds a number.
    pub const fn insert(&mut self, number: u8) {
        self.0[number as usize / 64 % 3] |= 1 << (number % 64);
    }

    /// Adds the numbers of these faces, which come first in the action space.
    pub(crate) const fn insert_cards(&mut self, faces: Faces) {
        let bits = faces.bits();
        let mut suit = 0;
        while suit < 4 {
            self.0[0] |= (bits >> (16 * suit) & 0x1fff) << (13 * suit);
            suit += 1;
        }
        if faces.has(JOKER) {
            self.insert(card_number(JOKER));
        }
    }

    /// Returns the union.
    #[must_use]
    pub const fn with(self, other: Mask) -> Mask {
        let ([a, b, c], [x, y, z]) = (self.0, other.0);
        Mask([a | x, b | y, c | z])
    }

    /// Returns `true` if this number is allowed.
    #[must_use]
    pub const fn has(&self, number: u8) -> bool {
        (number as usize) < COUNT && self.0[number as usize / 64] >> (number % 64) & 1 != 0
    }

    /// Number of allowed numbers.
    #[must_use]
    pub const fn len(&self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones() + self.0[2].count_ones()
    }

    /// Returns `true` if no number is allowed.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0[0] | self.0[1] | self.0[2] == 0
    }

    /// Iterates over the numbers in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = u8> + use<> {
        let mut words = self.0;
        let mut at = 0;
        std::iter::from_fn(move || {
            while at < 3 {
                let word = &mut words[at];
                if *word != 0 {
                    let bit = word.trailing_zeros() as u8;
                    *word &= *word - 1;
                    return Some(at as u8 * 64 + bit);
                }
                at += 1;
            }
            None
        })
    }

    /// Returns the allowed number with this index, from 0.
    #[must_use]
    pub fn nth(&self, mut place: u32) -> Option<u8> {
        for (at, &word) in self.0.iter().enumerate() {
            let ones = word.count_ones();
            if place < ones {
                let mut rest = word;
                for _ in 0..place {
                    rest &= rest - 1;
                }
                return Some(at as u8 * 64 + rest.trailing_zeros() as u8);
            }
            place -= ones;
        }
        None
    }

    /// Serializes the mask, truncated to the length of `to`.
    #[inline]
    pub fn write(&self, to: &mut [u8]) {
        let mut bytes = [0; 24];
        for (eight, word) in bytes.as_chunks_mut().0.iter_mut().zip(self.0) {
            *eight = word.to_le_bytes();
        }
        let fits = to.len().min(bytes.len());
        to[..fits].copy_from_slice(&bytes[..fits]);
    }
}

impl FromIterator<u8> for Mask {
    fn from_iter<I: IntoIterator<Item = u8>>(numbers: I) -> Mask {
        let mut mask = Mask::NONE;
        numbers.into_iter().for_each(|number| mask.insert(number));
        mask
    }
}

#[cfg(test)]
mod tests {
    use upcard_cards::Card;

    use super::*;

    #[test]
    fn faces_have_the_numbers_of_their_cards() {
        for index in 0..Card::FACES {
            let card = Card::from_index(index).expect("a face");
            let mut mask = Mask::NONE;
            mask.insert_cards(Faces::only(card));
            assert_eq!(mask, [card_number(card)].into_iter().collect(), "{card}");
        }
    }

    #[test]
    fn a_mask_is_a_set_in_order() {
        let numbers = [0, 7, 8, 63, 64, 100, 127, 128, 132];
        let mask: Mask = numbers.into_iter().rev().collect();
        assert_eq!(mask.iter().collect::<Vec<_>>(), numbers);
        assert_eq!((mask.len(), mask.is_empty(), Mask::NONE.is_empty()), (9, false, true));
        let each: Vec<_> = (0..10).map(|place| mask.nth(place)).collect();
        assert_eq!(each[..9], numbers.map(Some));
        assert_eq!(each[9], None);
        let mut bytes = [0xaa; Mask::BYTES];
        mask.write(&mut bytes);
        let read = |n: u8| bytes[usize::from(n) / 8] >> (n % 8) & 1 != 0;
        assert!(
            (0..COUNT as u8).all(|n| read(n) == mask.has(n) && mask.has(n) == numbers.contains(&n))
        );
        assert!(!mask.has(133) && !mask.has(255));
    }
}
