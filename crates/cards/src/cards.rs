//! A multiset of cards, packed into four words.

use std::fmt;
use std::str::FromStr;

use crate::{Card, JOKER, Rank};

/// A multiset of cards: a hand, a pack, the cards of a set.
///
/// Each word holds a suit with four bits per rank; the jokers use the fourteenth nibble of the
/// first word. A face can therefore occur up to 15 times, which is enough for seven packs. `Copy`
/// costs four words.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Cards {
    words: [u64; 4],
}

const JOKER_SHIFT: u32 = 52;
const NIBBLES: u64 = 0x0f0f_0f0f_0f0f_0f0f;
const BYTES: u64 = 0x00ff_00ff_00ff_00ff;
/// Lowest bit of each rank's nibble.
const RANKS_ONCE: u64 = 0x0001_1111_1111_1111;
const TOPS: u64 = 0x8080_8080_8080_8080;

/// Word and shift of each face, encoded as word * 64 + shift. The joker is stored like a fourteenth
/// rank of the first suit. A lookup table, because it is on the hot path.
const PLACES: [u8; 64] = {
    let mut places = [JOKER_SHIFT as u8; 64];
    let mut index = 0;
    while index < 52 {
        places[index] = (index / 13 * 64 + index % 13 * 4) as u8;
        index += 1;
    }
    places
};

#[inline]
const fn place(card: Card) -> (usize, u32) {
    let place = PLACES[card.index() & 63];
    (place as usize >> 6, place as u32 & 63)
}

impl Cards {
    /// The empty multiset.
    pub const NONE: Cards = Cards { words: [0; 4] };

    /// Maximum number of copies of one face.
    pub const MAX_COPIES: u8 = 15;

    /// Returns this many 52-card packs and jokers. `packs` and `jokers` are at most 15.
    #[must_use]
    pub const fn packs(packs: u8, jokers: u8) -> Cards {
        let suit = 0x0001_1111_1111_1111u64 * packs as u64;
        Cards { words: [suit | (jokers as u64) << JOKER_SHIFT, suit, suit, suit] }
    }

    /// Number of copies of this face.
    #[must_use]
    pub const fn count(&self, card: Card) -> u8 {
        let (word, shift) = place(card);
        (self.words[word] >> shift & 15) as u8
    }

    /// Returns `true` if there is at least one copy of this face.
    #[must_use]
    pub const fn has(&self, card: Card) -> bool {
        self.count(card) > 0
    }

    /// Number of jokers.
    #[must_use]
    pub const fn jokers(&self) -> u8 {
        (self.words[0] >> JOKER_SHIFT & 15) as u8
    }

    /// The packed representation: a word per suit, four bits per rank, jokers at bit 52 of the
    /// first word.
    #[must_use]
    pub const fn words(&self) -> [u64; 4] {
        self.words
    }

    /// Number of naturals of this rank, over all suits.
    #[must_use]
    pub const fn rank_count(&self, rank: Rank) -> u8 {
        let shift = rank.index() as u32 * 4;
        let mut sum = 0;
        let mut suit = 0;
        while suit < 4 {
            sum += (self.words[suit] >> shift & 15) as u8;
            suit += 1;
        }
        sum
    }

    /// Adds one card.
    ///
    /// # Panics
    /// In debug builds, if a sixteenth copy of a face is added.
    pub const fn add(&mut self, card: Card) {
        debug_assert!(self.count(card) < Self::MAX_COPIES);
        let (word, shift) = place(card);
        self.words[word] += 1 << shift;
    }

    /// Adds one card. Returns `false`, and changes nothing, if there are [`Cards::MAX_COPIES`] already.
    pub const fn try_add(&mut self, card: Card) -> bool {
        let fits = self.count(card) < Self::MAX_COPIES;
        if fits {
            self.add(card);
        }
        fits
    }

    /// Removes one card. Returns `false`, and changes nothing, if there is none.
    pub const fn remove(&mut self, card: Card) -> bool {
        let (word, shift) = place(card);
        if self.words[word] >> shift & 15 == 0 {
            return false;
        }
        self.words[word] -= 1 << shift;
        true
    }

    /// Number of cards.
    #[must_use]
    pub const fn len(&self) -> usize {
        // Pairs of nibbles are added up per byte (at most 120), then pairs of bytes per 16-bit lane
        // (at most 240).
        let mut bytes = 0;
        let mut word = 0;
        while word < 4 {
            bytes += (self.words[word] & NIBBLES) + (self.words[word] >> 4 & NIBBLES);
            word += 1;
        }
        let lanes = (bytes & BYTES) + (bytes >> 8 & BYTES);
        (lanes.wrapping_mul(0x0001_0001_0001_0001) >> 48) as usize
    }

    /// Returns `true` if there is exactly one card.
    #[must_use]
    pub const fn is_one_card(&self) -> bool {
        let [a, b, c, d] = self.words;
        // Two or more bits set mean two or more cards; a single bit may still be a count of 2, 4 or 8.
        (a | b | c | d).is_power_of_two() && self.len() == 1
    }

    /// Returns `true` if there are no cards.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.words[0] | self.words[1] | self.words[2] | self.words[3] == 0
    }

    /// Returns `true` if this contains all cards of `other`, with their counts.
    #[must_use]
    pub const fn contains(&self, other: &Cards) -> bool {
        let mut word = 0;
        while word < 4 {
            let (a, b) = (self.words[word], other.words[word]);
            let low = ((a & NIBBLES) | TOPS) - (b & NIBBLES);
            let high = ((a >> 4 & NIBBLES) | TOPS) - (b >> 4 & NIBBLES);
            if low & high & TOPS != TOPS {
                return false;
            }
            word += 1;
        }
        true
    }

    /// Multiset sum.
    ///
    /// # Panics
    /// In debug builds, if a face exceeds 15 copies.
    #[must_use]
    pub fn plus(&self, other: &Cards) -> Cards {
        debug_assert!(other.iter_counts().all(|(c, n)| n + self.count(c) <= Self::MAX_COPIES));
        let mut sum = *self;
        for (word, more) in sum.words.iter_mut().zip(other.words) {
            *word += more;
        }
        sum
    }

    /// Multiset difference; `None` if `other` is not contained.
    #[must_use]
    pub const fn minus(&self, other: &Cards) -> Option<Cards> {
        if !self.contains(other) {
            return None;
        }
        let mut left = *self;
        let mut word = 0;
        while word < 4 {
            left.words[word] -= other.words[word];
            word += 1;
        }
        Some(left)
    }

    /// Removes the cards of `other`, as far as they are present.
    #[must_use]
    pub fn without(&self, other: &Cards) -> Cards {
        let mut left = *self;
        for (card, count) in other.iter_counts() {
            for _ in 0..count {
                if !left.remove(card) {
                    break;
                }
            }
        }
        left
    }

    /// Iterates over the distinct faces with their counts, in the order of the text form.
    pub fn iter_counts(&self) -> impl Iterator<Item = (Card, u8)> + use<> {
        let mut words = self.words;
        let mut suit = 0;
        std::iter::from_fn(move || {
            while suit < 4 {
                let word = &mut words[suit];
                let rest = *word & 0x000f_ffff_ffff_ffff;
                if rest == 0 {
                    suit += 1;
                    continue;
                }
                let rank = rest.trailing_zeros() / 4;
                let count = (*word >> (rank * 4) & 15) as u8;
                *word &= !(15 << (rank * 4));
                let card = Card::from_index(suit * 13 + rank as usize)?;
                return Some((card, count));
            }
            let jokers = (words[0] >> JOKER_SHIFT & 15) as u8;
            words[0] = 0;
            (jokers > 0).then_some((JOKER, jokers))
        })
    }

    /// Iterates over all cards, copies next to each other.
    pub fn iter(&self) -> impl Iterator<Item = Card> + use<> {
        self.iter_counts().flat_map(|(card, count)| std::iter::repeat_n(card, count as usize))
    }

    /// The card at this position of [`Cards::iter`]; `None` past the end.
    #[must_use]
    pub fn nth(&self, mut place: usize) -> Option<Card> {
        for (card, count) in self.iter_counts() {
            if place < count as usize {
                return Some(card);
            }
            place -= count as usize;
        }
        None
    }
}

/// One bit plane of the counts, in the layout of [`crate::Faces`]. `words` come from
/// [`Cards::words`], without jokers; `bit` is 0 (the ones) to 3 (the eights).
#[must_use]
pub const fn bit_plane(words: &[u64; 4], bit: u32) -> u64 {
    let [clubs, diamonds, hearts, spades] = words;
    let (clubs, diamonds) = (*clubs >> bit & RANKS_ONCE, *diamonds >> bit & RANKS_ONCE);
    let (hearts, spades) = (*hearts >> bit & RANKS_ONCE, *spades >> bit & RANKS_ONCE);
    transpose_to_lanes(clubs | diamonds << 1 | hearts << 2 | spades << 3)
}

/// Transposes from a nibble per rank (a bit per suit) to a 16-bit lane per suit (a bit per rank):
/// rotates the six digits of each bit's index by two; the lower two are the suit.
const fn transpose_to_lanes(nibbles: u64) -> u64 {
    let x = delta_swap(nibbles, 30, 0x0000_0000_cccc_cccc);
    let x = delta_swap(x, 6, 0x00cc_00cc_00cc_00cc);
    let x = delta_swap(x, 15, 0x0000_aaaa_0000_aaaa);
    delta_swap(x, 3, 0x0a0a_0a0a_0a0a_0a0a)
}

/// Swaps the bits of the mask with those `above` positions higher (delta swap).
const fn delta_swap(x: u64, above: u32, mask: u64) -> u64 {
    let differ = (x >> above ^ x) & mask;
    x ^ differ ^ differ << above
}

impl FromIterator<Card> for Cards {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Cards {
        let mut all = Cards::NONE;
        all.extend(cards);
        all
    }
}

impl Extend<Card> for Cards {
    fn extend<I: IntoIterator<Item = Card>>(&mut self, cards: I) {
        for card in cards {
            self.add(card);
        }
    }
}

impl fmt::Display for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, card) in self.iter().enumerate() {
            write!(f, "{}{card}", if i > 0 { " " } else { "" })?;
        }
        Ok(())
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{self}]")
    }
}

impl FromStr for Cards {
    type Err = crate::text::TextError;

    fn from_str(text: &str) -> Result<Cards, Self::Err> {
        let mut words = crate::text::Words::new(text);
        let mut cards = Cards::NONE;
        while let Some(card) = words.optional_card()? {
            if !cards.try_add(card) {
                return Err(words.error("at most 15 copies of a card"));
            }
        }
        words.end()?;
        Ok(cards)
    }
}

crate::serde_as_text!(Cards);

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn faces() -> impl Strategy<Value = Vec<u8>> {
        proptest::collection::vec(0u8..53, 0..14)
    }

    fn held(faces: &[u8]) -> Cards {
        faces.iter().filter_map(|&i| Card::from_index(i as usize)).collect()
    }

    proptest! {
        #[test]
        fn multiset_matches_a_list_model(faces in faces()) {
            let cards = held(&faces);
            prop_assert_eq!(cards.len(), faces.len());
            prop_assert_eq!(cards.is_one_card(), faces.len() == 1);
            for card in Card::all() {
                let n = faces.iter().filter(|&&f| f as usize == card.index()).count();
                prop_assert_eq!(cards.count(card) as usize, n);
            }
            let mut sorted = faces.clone();
            sorted.sort_unstable();
            let listed: Vec<u8> = cards.iter().map(|c| c.index() as u8).collect();
            prop_assert_eq!(listed, sorted);
        }

        #[test]
        fn text_round_trips(faces in faces()) {
            let cards = held(&faces);
            prop_assert_eq!(cards.to_string().parse::<Cards>().unwrap(), cards);
        }

        #[test]
        fn minus_undoes_plus(a in faces(), b in faces()) {
            let (a, b) = (held(&a), held(&b));
            if b.iter_counts().all(|(c, n)| n + a.count(c) <= Cards::MAX_COPIES) {
                prop_assert_eq!(a.plus(&b).minus(&b), Some(a));
            }
            let all = b.iter_counts().all(|(c, n)| a.count(c) >= n);
            prop_assert_eq!(a.contains(&b), all);
            prop_assert_eq!(a.minus(&b).is_some(), all);
        }
    }

    #[test]
    fn packs_have_all_faces() {
        let two = Cards::packs(2, 3);
        assert_eq!(two.len(), 107);
        assert_eq!(two.jokers(), 3);
        assert!(Card::all().filter(|c| !c.is_joker()).all(|c| two.count(c) == 2));
        assert_eq!(two.rank_count(Rank::KING), 8);
    }
}
