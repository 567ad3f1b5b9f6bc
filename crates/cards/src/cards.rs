//! A multiset of cards, packed into four words.

use std::fmt;
use std::str::FromStr;

use crate::{Card, JOKER, Rank};

/// A multiset of cards: a hand, a pack, the cards of a set.
///
/// One word a suit, four bits a rank; the jokers sit in the fourteenth nibble of the first word.
/// So each face can be held up to 15 times, which seven packs stay below. Copying is four words.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Cards {
    words: [u64; 4],
}

const JOKER_SHIFT: u32 = 52;
const NIBBLES: u64 = 0x0f0f_0f0f_0f0f_0f0f;
const BYTES: u64 = 0x00ff_00ff_00ff_00ff;
/// The lowest bit of each rank's nibble.
const RANKS_ONCE: u64 = 0x0001_1111_1111_1111;
const TOPS: u64 = 0x8080_8080_8080_8080;

/// The word and the shift of each face, as word * 64 + shift: the joker's like those of a
/// fourteenth rank of the first suit. Looked up, because it is asked for at every card.
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
    /// No cards.
    pub const NONE: Cards = Cards { words: [0; 4] };

    /// The most copies of one face that can be held.
    pub const MOST: u8 = 15;

    /// Some 52-card packs and some jokers together. `packs` and `jokers` are at most 15.
    #[must_use]
    pub const fn packs(packs: u8, jokers: u8) -> Cards {
        let suit = 0x0001_1111_1111_1111u64 * packs as u64;
        Cards { words: [suit | (jokers as u64) << JOKER_SHIFT, suit, suit, suit] }
    }

    /// How often this face is held.
    #[must_use]
    pub const fn count(&self, card: Card) -> u8 {
        let (word, shift) = place(card);
        (self.words[word] >> shift & 15) as u8
    }

    /// Is this face held at all?
    #[must_use]
    pub const fn has(&self, card: Card) -> bool {
        self.count(card) > 0
    }

    /// How many jokers are held.
    #[must_use]
    pub const fn jokers(&self) -> u8 {
        (self.words[0] >> JOKER_SHIFT & 15) as u8
    }

    /// The four words as they lie: suits, four bits a rank, jokers at bit 52 of the first.
    #[must_use]
    pub const fn words(&self) -> [u64; 4] {
        self.words
    }

    /// How many naturals of this rank are held, over the suits.
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
    /// In debug builds, when a sixteenth copy of a face is added.
    pub const fn add(&mut self, card: Card) {
        debug_assert!(self.count(card) < Self::MOST);
        let (word, shift) = place(card);
        self.words[word] += 1 << shift;
    }

    /// Takes one card out; false, and nothing changes, where it is not held.
    pub const fn remove(&mut self, card: Card) -> bool {
        let (word, shift) = place(card);
        if self.words[word] >> shift & 15 == 0 {
            return false;
        }
        self.words[word] -= 1 << shift;
        true
    }

    /// How many cards are held.
    #[must_use]
    pub const fn len(&self) -> usize {
        // Two nibbles of each word a byte, at most 120; then two bytes a lane, at most 240.
        let mut bytes = 0;
        let mut word = 0;
        while word < 4 {
            bytes += (self.words[word] & NIBBLES) + (self.words[word] >> 4 & NIBBLES);
            word += 1;
        }
        let lanes = (bytes & BYTES) + (bytes >> 8 & BYTES);
        (lanes.wrapping_mul(0x0001_0001_0001_0001) >> 48) as usize
    }

    /// Is exactly one card held?
    #[must_use]
    pub const fn is_one_card(&self) -> bool {
        let [a, b, c, d] = self.words;
        // Two bits of all words together are two cards or more; one may still be several.
        (a | b | c | d).is_power_of_two() && self.len() == 1
    }

    /// Is no card held?
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.words[0] | self.words[1] | self.words[2] | self.words[3] == 0
    }

    /// Are all cards of `other` here, with their counts?
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

    /// Both together.
    ///
    /// # Panics
    /// In debug builds, when a face comes to more than 15 copies.
    #[must_use]
    pub fn plus(&self, other: &Cards) -> Cards {
        debug_assert!(other.iter_counts().all(|(c, n)| n + self.count(c) <= Self::MOST));
        let mut sum = *self;
        for (word, more) in sum.words.iter_mut().zip(other.words) {
            *word += more;
        }
        sum
    }

    /// These cards without those; none where not all of those are here.
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

    /// These cards without as many of those as are here.
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

    /// Each face held, with how often, in the order of the text form.
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

    /// Each card held, copies one after the other.
    pub fn iter(&self) -> impl Iterator<Item = Card> + use<> {
        self.iter_counts().flat_map(|(card, count)| std::iter::repeat_n(card, count as usize))
    }

    /// The card at this place of [`Cards::iter`]; none past the end.
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

/// One bit of every count, as a word in the layout of [`crate::Faces`]: `words` are a hand's, as
/// [`Cards::words`] has them without jokers, and `bit` is from 0, the ones, to 3, the eights.
#[must_use]
pub const fn bit_plane(words: &[u64; 4], bit: u32) -> u64 {
    let [clubs, diamonds, hearts, spades] = words;
    let (clubs, diamonds) = (*clubs >> bit & RANKS_ONCE, *diamonds >> bit & RANKS_ONCE);
    let (hearts, spades) = (*hearts >> bit & RANKS_ONCE, *spades >> bit & RANKS_ONCE);
    in_lanes(clubs | diamonds << 1 | hearts << 2 | spades << 3)
}

/// From a nibble a rank with a bit a suit to a lane a suit with a bit a rank: the six digits of a
/// bit's number, of which the lower two name the suit, are turned round by two.
const fn in_lanes(nibbles: u64) -> u64 {
    let x = exchanged(nibbles, 30, 0x0000_0000_cccc_cccc);
    let x = exchanged(x, 6, 0x00cc_00cc_00cc_00cc);
    let x = exchanged(x, 15, 0x0000_aaaa_0000_aaaa);
    exchanged(x, 3, 0x0a0a_0a0a_0a0a_0a0a)
}

/// Exchanges the bits of the mask with those so far above them.
const fn exchanged(x: u64, above: u32, mask: u64) -> u64 {
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
            if i > 0 {
                f.write_str(" ")?;
            }
            write!(f, "{card}")?;
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
        while let Some(card) = words.card_if_any()? {
            if cards.count(card) == Cards::MOST {
                return Err(words.error("at most 15 copies of a card"));
            }
            cards.add(card);
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
        fn a_multiset_counts_like_a_list(faces in faces()) {
            let cards = held(&faces);
            prop_assert_eq!(cards.len(), faces.len());
            prop_assert_eq!(cards.is_one_card(), faces.len() == 1);
            for card in Card::all() {
                let n = faces.iter().filter(|&&f| f as usize == card.index()).count();
                prop_assert_eq!(cards.count(card) as usize, n);
            }
            let mut sorted: Vec<_> = faces.clone();
            sorted.sort_unstable();
            let listed: Vec<u8> = cards.iter().map(|c| c.index() as u8).collect();
            prop_assert_eq!(listed, sorted);
        }

        #[test]
        fn text_reads_back(faces in faces()) {
            let cards = held(&faces);
            prop_assert_eq!(cards.to_string().parse::<Cards>().unwrap(), cards);
        }

        #[test]
        fn minus_undoes_plus(a in faces(), b in faces()) {
            let (a, b) = (held(&a), held(&b));
            if b.iter_counts().all(|(c, n)| n + a.count(c) <= Cards::MOST) {
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
