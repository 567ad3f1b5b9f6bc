//! The two representations of views and events: with validated melds, and serialized.

use std::fmt::Debug;

use serde::{Deserialize, Serialize};
use upcard_cards::{Card, Meld, RawMeld};

use crate::seat::Seat;

/// A representation of views and events.
pub trait Representation: Copy + Eq + Debug + 'static {
    /// A meld.
    type Meld: Copy + Eq + Debug;
    /// A discard.
    type Discard: Copy + Eq + Debug;
    /// The discarding seats, if the discards do not include them.
    type Discarders: Clone + Eq + Debug;
}

/// Validated: all melds are legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Checked {}

/// Serialized: not validated after reading.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Raw {}

impl Representation for Checked {
    type Meld = Meld;
    type Discard = Discard;
    type Discarders = ();
}

impl Representation for Raw {
    type Meld = RawMeld;
    type Discard = Card;
    type Discarders = Discarders;
}

/// A card in the discard pile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Discard {
    /// The card.
    pub card: Card,
    /// The seat that discarded it; `None` if it was turned up.
    pub by: Option<Seat>,
}

/// Indices of the discarding seats; [`Discarders::NOBODY`] for a card that was turned up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Discarders(Vec<u8>);

impl Discarders {
    const NOBODY: u8 = 255;

    /// Extracts the discarding seats.
    pub(crate) fn of(discards: &[Discard]) -> Discarders {
        let number = |discard: &Discard| discard.by.map_or(Self::NOBODY, |by| by.index() as u8);
        Discarders(discards.iter().map(number).collect())
    }

    /// Combines the discards with their seats; `None` if the lengths differ or a seat does not
    /// exist at the table.
    pub(crate) fn with(&self, cards: &[Card], players: u8) -> Option<Vec<Discard>> {
        let discard = |(&card, &by): (&Card, &u8)| match by {
            Self::NOBODY => Some(Discard { card, by: None }),
            by if by < players => Some(Discard { card, by: Some(Seat::at(usize::from(by))) }),
            _ => None,
        };
        let same = cards.len() == self.0.len();
        cards.iter().zip(&self.0).map(discard).collect::<Option<_>>().filter(|_| same)
    }
}
