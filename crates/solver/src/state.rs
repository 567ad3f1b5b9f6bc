//! A hand as the fast searches want it: bit planes, kept up to date card by card.

use upcard_cards::{Card, Cards, MeldRules, RANKS, Rank};

/// Bit planes of the naturals of a hand: a lane of 16 bits a suit, one bit a rank.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Planes {
    /// Faces held at least once.
    pub(crate) one: u64,
    /// Faces held at least twice.
    pub(crate) two: u64,
    /// Faces held at least three times.
    pub(crate) three: u64,
}

/// One bit in each suit's lane.
pub(crate) const LANES: u64 = 0x0001_0001_0001_0001;

impl Planes {
    /// Without the cards of a rank.
    pub(crate) const fn without_rank(self, rank: usize) -> Planes {
        let keep = !(LANES << rank);
        Planes { one: self.one & keep, two: self.two & keep, three: self.three & keep }
    }

    /// The bits of one suit.
    pub(crate) const fn suit(plane: u64, suit: usize) -> u16 {
        (plane >> (16 * suit)) as u16
    }
}

/// A hand with what the fast searches need to know of it. Made by [`crate::Problem::state`];
/// adding and removing a card costs a few instructions, and so does the next question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HandState {
    cards: Cards,
    pub(crate) planes: Planes,
    /// How many naturals of each rank, four bits a rank.
    pub(crate) ranks: u64,
    pub(crate) wilds: u8,
    /// How many cards in all.
    pub(crate) len: u8,
    wild_ranks: u16,
    /// Too many cards of a rank or a face for the planes: the slow way knows what to do.
    pub(crate) crowded: bool,
}

impl HandState {
    pub(crate) fn new(hand: &Cards, melds: &MeldRules) -> HandState {
        let mut state = HandState {
            cards: *hand,
            planes: Planes::default(),
            ranks: 0,
            wilds: hand.jokers(),
            len: hand.len() as u8,
            wild_ranks: melds.wild_ranks,
            crowded: false,
        };
        if melds.wild_ranks != 0 {
            for rank in RANKS.into_iter().filter(|&r| melds.is_wild_rank(r)) {
                state.wilds += hand.rank_count(rank);
            }
        }
        let wild = nibbles_of(melds.wild_ranks);
        let mut most = 0;
        for (suit, word) in hand.words().into_iter().enumerate() {
            let word = word & 0x000f_ffff_ffff_ffff & !wild;
            let pairs = word >> 1;
            most |= word >> 2 | word >> 3;
            let one = bits_of(word | pairs | word >> 2 | word >> 3);
            let two = bits_of(pairs | word >> 2 | word >> 3);
            let three = bits_of(word & pairs | word >> 2 | word >> 3);
            state.planes.one |= one << (16 * suit);
            state.planes.two |= two << (16 * suit);
            state.planes.three |= three << (16 * suit);
            let before = state.ranks;
            state.ranks = state.ranks.wrapping_add(word);
            // A carry out of a nibble shows where the sum's bits are not those of an addition
            // without carries between nibbles.
            let carries = (before ^ word ^ state.ranks) & 0x0111_1111_1111_1110;
            state.crowded |= carries != 0;
        }
        state.crowded |= most & 0x1111_1111_1111_1111 != 0;
        state
    }

    /// The hand.
    #[must_use]
    pub const fn cards(&self) -> &Cards {
        &self.cards
    }

    /// Adds a card.
    #[inline]
    pub fn add(&mut self, card: Card) {
        self.cards.add(card);
        self.len += 1;
        let Some((bit, shift)) = self.natural(card) else {
            self.wilds += 1;
            return;
        };
        let full = self.ranks >> shift & 15 == 15;
        if self.crowded || full || self.planes.three & bit != 0 {
            self.made_anew();
            return;
        }
        self.planes.three |= self.planes.two & bit;
        self.planes.two |= self.planes.one & bit;
        self.planes.one |= bit;
        self.ranks += 1 << shift;
    }

    /// Takes a card out; false, and nothing changes, where it is not held.
    #[inline]
    pub fn remove(&mut self, card: Card) -> bool {
        if !self.cards.remove(card) {
            return false;
        }
        self.len -= 1;
        let Some((bit, shift)) = self.natural(card) else {
            self.wilds -= 1;
            return true;
        };
        if self.crowded {
            self.made_anew();
            return true;
        }
        let (two, three) = (self.planes.two & bit, self.planes.three & bit);
        self.planes.three ^= three;
        self.planes.two ^= two & !three;
        self.planes.one ^= bit & !two;
        self.ranks -= 1 << shift;
        true
    }

    /// The bit of a natural's face in its plane, and where its rank's nibble begins; none for a
    /// wild.
    #[inline]
    const fn natural(&self, card: Card) -> Option<(u64, u32)> {
        match (card.suit(), card.rank()) {
            (Some(suit), Some(rank)) if self.wild_ranks >> rank.index() & 1 == 0 => {
                Some((1 << (16 * suit.index() + rank.index()), 4 * rank.index() as u32))
            }
            _ => None,
        }
    }

    #[cold]
    fn made_anew(&mut self) {
        let rules = MeldRules { wild_ranks: self.wild_ranks, ..MeldRules::default() };
        *self = HandState::new(&self.cards, &rules);
    }

    /// How many naturals of this rank are held.
    #[must_use]
    pub const fn rank_count(&self, rank: Rank) -> u8 {
        (self.ranks >> (4 * rank.index()) & 15) as u8
    }

    /// How many wilds are held.
    #[must_use]
    pub const fn wilds(&self) -> u8 {
        self.wilds
    }
}

/// A nibble of ones for each of these ranks.
const fn nibbles_of(ranks: u16) -> u64 {
    let mut nibbles = 0;
    let mut rank = 0;
    while rank < 13 {
        if ranks >> rank & 1 == 1 {
            nibbles |= 15 << (4 * rank);
        }
        rank += 1;
    }
    nibbles
}

/// The lowest bits of the nibbles, side by side.
const fn bits_of(nibbles: u64) -> u64 {
    let x = nibbles & 0x1111_1111_1111_1111;
    let x = (x | x >> 3) & 0x0303_0303_0303_0303;
    let x = (x | x >> 6) & 0x000f_000f_000f_000f;
    let x = (x | x >> 12) & 0x0000_00ff_0000_00ff;
    (x | x >> 24) & 0xffff
}

#[cfg(test)]
mod tests {
    use super::*;
    use upcard_cards::SUITS;

    #[test]
    fn a_state_kept_card_by_card_is_the_one_made_anew() {
        let rules = MeldRules { wild_ranks: 2, ..MeldRules::default() };
        let mut seed = 1u64;
        let mut below = |n: usize| {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % n
        };
        for faces in [53, 6] {
            let mut hand = Cards::NONE;
            let mut state = HandState::new(&hand, &rules);
            for _ in 0..4000 {
                let card =
                    Card::from_index(if faces == 53 { below(53) } else { 3 + 13 * below(4) });
                let card = card.unwrap_or(upcard_cards::JOKER);
                if below(2) == 0 && hand.count(card) < 7 && hand.len() < 40 {
                    hand.add(card);
                    state.add(card);
                } else {
                    assert_eq!(hand.remove(card), state.remove(card));
                }
                let anew = HandState::new(&hand, &rules);
                assert_eq!(state.crowded, anew.crowded, "{hand}");
                if !anew.crowded {
                    assert_eq!(state, anew, "{hand}");
                    for (suit, rank) in SUITS.iter().flat_map(|s| RANKS.iter().map(move |r| (s, r)))
                    {
                        let n = hand.count(Card::natural(*rank, *suit));
                        let n = if rules.is_wild_rank(*rank) { 0 } else { n };
                        let bit = |plane: u64| plane >> (16 * suit.index() + rank.index()) & 1 == 1;
                        assert_eq!(bit(anew.planes.one), n >= 1);
                        assert_eq!(bit(anew.planes.two), n >= 2);
                        assert_eq!(bit(anew.planes.three), n >= 3);
                    }
                }
            }
        }
    }
}
