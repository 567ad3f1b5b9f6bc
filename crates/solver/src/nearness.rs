//! Which cards bring a hand nearer to its contract, and which are needed for it.

use std::ops::BitOr;

use upcard_cards::{Card, Cards, JOKER};

use crate::problem::Problem;
use crate::state::HandState;

/// A set of faces, one bit each ([`Card::index`]).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct CardSet(pub u64);

impl CardSet {
    /// No face.
    pub const NONE: CardSet = CardSet(0);

    /// Is this face in the set?
    #[must_use]
    pub const fn has(self, card: Card) -> bool {
        self.0 >> card.index() & 1 == 1
    }

    /// Adds a face.
    pub const fn add(&mut self, card: Card) {
        self.0 |= 1 << card.index();
    }

    /// Is no face in the set?
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many faces are in the set.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The faces in the order of their numbers.
    pub fn iter(self) -> impl Iterator<Item = Card> + use<> {
        Card::all().filter(move |&card| self.has(card))
    }

    /// How many of these cards are of a face in the set.
    #[must_use]
    pub fn count_in(self, cards: &Cards) -> u32 {
        self.iter().map(|card| u32::from(cards.count(card))).sum()
    }
}

impl BitOr for CardSet {
    type Output = CardSet;

    fn bitor(self, other: CardSet) -> CardSet {
        CardSet(self.0 | other.0)
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> CardSet {
        let mut set = CardSet::NONE;
        cards.into_iter().for_each(|card| set.add(card));
        set
    }
}

/// For each face of a hand, the distance without one card of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Without {
    faces: [u8; Card::FACES],
}

/// Stands for a face that is not held; and for a distance that there is not.
const NOT_HELD: u8 = u8::MAX;
const NO_DISTANCE: u8 = u8::MAX - 1;

impl Without {
    /// The distance without this card; none where it is not held, or no cards would do.
    #[must_use]
    pub const fn get(&self, card: Card) -> Option<u8> {
        match self.faces[card.index()] {
            NOT_HELD | NO_DISTANCE => None,
            distance => Some(distance),
        }
    }

    /// The faces held that are missed the least.
    #[must_use]
    pub fn least_missed(&self) -> CardSet {
        let least = self.faces.iter().copied().min().unwrap_or(NOT_HELD);
        Card::all()
            .filter(|c| self.faces[c.index()] == least && self.faces[c.index()] != NOT_HELD)
            .collect()
    }
}

impl Problem {
    /// The faces that bring this hand nearer to the contract by one card.
    #[must_use]
    pub fn useful(&self, hand: &Cards) -> CardSet {
        self.useful_of(&self.state(hand))
    }

    /// The same for a hand kept as a state.
    #[must_use]
    pub fn useful_of(&self, hand: &HandState) -> CardSet {
        let Some(distance) = self.distance_of(hand) else { return CardSet::NONE };
        if distance == 0 {
            return CardSet::NONE;
        }
        let mut useful = CardSet::NONE;
        // All wilds are alike, but where they count as natural in their own places.
        let mut wild = None;
        for card in std::iter::once(JOKER).chain(Card::all().filter(|c| !c.is_joker())) {
            let alike = self.melds.is_wild(card) && !self.melds.natural_place;
            let nearer = match wild {
                Some(known) if alike => known,
                _ => {
                    let mut with = *hand;
                    if hand.cards().count(card) == Cards::MOST {
                        continue;
                    }
                    with.add(card);
                    self.comes_down_to(&with, distance - 1)
                }
            };
            if alike {
                wild = Some(nearer);
            }
            if nearer {
                useful.add(card);
            }
        }
        useful
    }

    /// The distances that are left when one card of the hand is gone, for each card of it.
    #[must_use]
    pub fn without_each(&self, hand: &HandState) -> Without {
        let mut faces = [NOT_HELD; Card::FACES];
        let distance = self.distance_of(hand);
        let mut wild = None;
        for (card, _) in hand.cards().iter_counts() {
            let alike = self.melds.is_wild(card) && !self.melds.natural_place;
            faces[card.index()] = match (wild, distance) {
                (Some(known), _) if alike => known,
                (_, None) => NO_DISTANCE,
                (_, Some(distance)) => {
                    let mut rest = *hand;
                    rest.remove(card);
                    // One card less takes one step back at the most.
                    distance + u8::from(!self.comes_down_to(&rest, distance))
                }
            };
            if alike {
                wild = Some(faces[card.index()]);
            }
        }
        Without { faces }
    }

    /// Is the distance not more than this?
    #[inline]
    fn comes_down_to(&self, hand: &HandState, most: u8) -> bool {
        match self.fast().and_then(|fast| fast.within(hand, most)) {
            Some(known) => known,
            None => self.distance_of(hand).is_some_and(|distance| distance <= most),
        }
    }
}
