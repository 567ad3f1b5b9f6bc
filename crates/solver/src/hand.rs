//! A hand as a query state: bit planes, updated card by card.

use upcard_cards::{Card, Cards, Faces, MeldRules, RANKS, Rank, RankSet, bit_plane};

use crate::rank_counts::{ONES, RankCounts, bits_of};

/// Bit planes of the naturals of a hand, in the layout of [`upcard_cards::Faces`].
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

/// The ranks of a suit that are held at least once, twice, three times, as bitmasks.
pub(crate) type Held = [u16; 3];

/// The faces of these ranks, given by the highest bits of their nibbles.
#[inline]
pub(crate) const fn faces_of(ranks: u64) -> u64 {
    bits_of(ranks) * LANES
}

/// Copies of each rank of a suit.
pub(crate) fn copies(suit: Held) -> [u8; 13] {
    RANKS.map(|rank| suit.map(|ranks| u8::from(RankSet::from_bits(ranks).has(rank))).iter().sum())
}

impl Planes {
    /// Without one copy of each of these faces.
    pub(crate) const fn less(self, taken: u64) -> Planes {
        let Planes { one, two, three } = self;
        Planes {
            one: one & !taken | two & taken,
            two: two & !taken | three & taken,
            three: three & !taken,
        }
    }

    pub(crate) const fn without_rank(self, rank: usize) -> Planes {
        let keep = !(LANES << rank);
        Planes { one: self.one & keep, two: self.two & keep, three: self.three & keep }
    }

    /// Number of cards of a rank, counting at most three of a face.
    pub(crate) const fn number_of(&self, rank: usize) -> u32 {
        let of = [self.one >> rank & LANES, self.two >> rank & LANES, self.three >> rank & LANES];
        // Their sum is in the highest lane.
        ((of[0] + of[1] + of[2]).wrapping_mul(LANES) >> 48) as u32
    }

    pub(crate) const fn of_suit(&self, suit: usize) -> Held {
        let of = [self.one, self.two, self.three];
        [Planes::suit(of[0], suit), Planes::suit(of[1], suit), Planes::suit(of[2], suit)]
    }

    pub(crate) const fn suit(plane: u64, suit: usize) -> u16 {
        (plane >> (16 * suit)) as u16
    }

    /// The plane with these ranks of the suits.
    pub(crate) fn of_suits(suits: [u16; 4]) -> u64 {
        let [clubs, diamonds, hearts, spades] = suits.map(u64::from);
        clubs | diamonds << 16 | hearts << 32 | spades << 48
    }

    /// The suits in which this plane has a rank's face, as a bitmask.
    pub(crate) const fn suits_with(plane: u64, rank: usize) -> u16 {
        let bits = plane >> rank & LANES;
        (bits.wrapping_mul(1 << 48 | 1 << 33 | 1 << 18 | 1 << 3) >> 48) as u16 & 15
    }

    /// The plane with this rank's faces of these suits, given as a bitmask.
    pub(crate) const fn of_rank(rank: usize, suits: u16) -> u64 {
        let aces = (suits as u64).wrapping_mul(1 | 1 << 15 | 1 << 30 | 1 << 45) & LANES;
        aces << rank
    }
}

/// A hand with what the lookup tables need to know about it. Created by [`crate::Solver::state`]; adding or
/// removing a card costs a few instructions, and so does the next query.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HandState {
    cards: Cards,
    pub(crate) planes: Planes,
    /// Number of naturals of each rank.
    pub(crate) ranks: RankCounts,
    pub(crate) wilds: u8,
    pub(crate) len: u8,
    pub(crate) wild_faces: Faces,
    /// Whether there are too many cards of a rank or a face for the planes: only the exact search handles
    /// such hands.
    pub(crate) crowded: bool,
}

impl HandState {
    #[inline]
    pub(crate) fn new(hand: &Cards, melds: &MeldRules) -> HandState {
        let mut wilds = hand.jokers();
        let mut words = hand.words().map(|word| word & NATURALS);
        let mut wild_faces = melds.wild_faces.bits();
        while wild_faces != 0 {
            let (suit, rank) = (wild_faces.trailing_zeros() / 16, wild_faces.trailing_zeros() % 16);
            let word = &mut words[suit as usize % 4];
            let counts = RankCounts::from_bits(*word);
            wilds += counts.of(rank as usize);
            *word = counts.without(rank as usize).bits();
            wild_faces &= wild_faces - 1;
        }
        // Counts up to three have two binary digits.
        let (odd, two) = (bit_plane(&words, 0), bit_plane(&words, 1));
        let planes = Planes { one: odd | two, two, three: odd & two };
        // Every other rank, a byte each: no hand is large enough for an overflow.
        let [even, uneven] = words
            .map(|word| RankCounts::from_bits(word).bytes())
            .iter()
            .fold([0; 2], |[even, uneven], word| [even + word[0], uneven + word[1]]);
        let (ranks, fits) = RankCounts::from_bytes([even, uneven]);
        let naturals = (even + uneven).wrapping_mul(0x0101_0101_0101_0101) >> 56;
        let four = words.iter().fold(0, |all, word| all | word) & !(3 * ONES);
        HandState {
            cards: *hand,
            planes,
            ranks,
            wilds,
            len: naturals as u8 + wilds,
            wild_faces: melds.wild_faces,
            crowded: four != 0 || !fits,
        }
    }

    /// The hand.
    #[must_use]
    pub const fn cards(&self) -> &Cards {
        &self.cards
    }

    pub(crate) fn wild_faces(&self) -> Faces {
        match self.wilds {
            0 => Faces::NONE,
            _ => Faces::of(&self.cards) & (Faces::JOKER | self.wild_faces),
        }
    }

    /// Adds a card.
    #[inline]
    pub fn add(&mut self, card: Card) {
        self.cards.add(card);
        self.len += 1;
        let Some((bit, rank)) = self.natural(card) else {
            self.wilds += 1;
            return;
        };
        // With at most three copies of a face, a rank's nibble has room for all.
        if self.crowded || self.planes.three & bit != 0 {
            self.rebuild();
            return;
        }
        self.planes.three |= self.planes.two & bit;
        self.planes.two |= self.planes.one & bit;
        self.planes.one |= bit;
        self.ranks = self.ranks.plus(RankCounts::only(rank.index()));
    }

    /// Removes a card; returns `false` without a change if it is not held.
    #[inline]
    pub fn remove(&mut self, card: Card) -> bool {
        if !self.cards.remove(card) {
            return false;
        }
        self.len -= 1;
        let Some((bit, rank)) = self.natural(card) else {
            self.wilds -= 1;
            return true;
        };
        if self.crowded {
            self.rebuild();
            return true;
        }
        let (two, three) = (self.planes.two & bit, self.planes.three & bit);
        self.planes.three ^= three;
        self.planes.two ^= two & !three;
        self.planes.one ^= bit & !two;
        self.ranks = self.ranks.minus(RankCounts::only(rank.index()));
        true
    }

    /// The bit of a natural's face in its plane, and its rank; `None` for a wild.
    #[inline]
    fn natural(&self, card: Card) -> Option<(u64, Rank)> {
        let &Place { bit, rank } = PLACES.get(card.index())?;
        let bit = 1 << bit;
        (self.wild_faces.bits() & bit == 0).then_some((bit, rank))
    }

    #[cold]
    fn rebuild(&mut self) {
        let rules = MeldRules { wild_faces: self.wild_faces, ..MeldRules::default() };
        *self = HandState::new(&self.cards, &rules);
    }
}

/// The naturals in a word of [`Cards`].
const NATURALS: u64 = 0x000f_ffff_ffff_ffff;

/// The bit of a natural in the planes, and its rank.
#[derive(Clone, Copy)]
struct Place {
    bit: u8,
    rank: Rank,
}

const PLACES: [Place; 52] = {
    let mut places = [Place { bit: 0, rank: Rank::ACE }; 52];
    let mut face = 0;
    while face < 52 {
        let (suit, rank) = (face / 13, face % 13);
        let bit = (16 * suit + rank) as u8;
        places[face] = Place { bit, rank: RANKS[rank] };
        face += 1;
    }
    places
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::Samples;
    use upcard_cards::{RANKS, SUITS, Suit};

    #[test]
    fn incremental_state_equals_rebuilt_state() {
        let red_twos = Faces::of_rank(Rank::TWO) & Faces::of_suits(Suit::is_red);
        let mut samples = Samples(1);
        let mut below = |n: usize| samples.below(n);
        for (faces, wild_faces) in
            [(53, Faces::of_rank(Rank::TWO)), (6, Faces::of_rank(Rank::TWO)), (53, red_twos)]
        {
            let rules = MeldRules { wild_faces, ..MeldRules::default() };
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
                let rebuilt = HandState::new(&hand, &rules);
                assert_eq!(state.crowded, rebuilt.crowded, "{hand}");
                if !rebuilt.crowded {
                    assert_eq!(state, rebuilt, "{hand}");
                    for (suit, rank) in SUITS.iter().flat_map(|s| RANKS.iter().map(move |r| (s, r)))
                    {
                        let card = Card::natural(*rank, *suit);
                        let n = hand.count(card);
                        let n = if rules.is_wild(card) { 0 } else { n };
                        let held = |plane| Faces::from_bits(plane).has(card);
                        let Planes { one, two, three } = rebuilt.planes;
                        assert_eq!([one, two, three].map(held), [n >= 1, n >= 2, n >= 3]);
                        assert_eq!(copies(rebuilt.planes.of_suit(suit.index()))[rank.index()], n);
                    }
                    for rank in RANKS.into_iter().filter(|rank| !rules.has_wild_of(*rank)) {
                        let number = rebuilt.planes.number_of(rank.index());
                        assert_eq!(number, u32::from(hand.rank_count(rank)), "{hand}");
                    }
                }
            }
        }
    }
}
