//! The two shapes of views and events: with melds that are legal, and as they are stored and sent.

use std::fmt::Debug;

use serde::{Deserialize, Serialize};
use upcard_cards::{Card, Meld, WrittenMeld};

use crate::seat::Seat;

/// A shape of views and events.
pub trait Shape: Copy + Eq + Debug + 'static {
    /// A meld.
    type Meld: Copy + Eq + Debug;
    /// One of the discards.
    type Discard: Copy + Eq + Debug;
    /// Who threw the discards, where they do not say so themselves.
    type Throwers: Clone + Eq + Debug;
}

/// As the rules made it: melds are legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Checked {}

/// As it is stored and sent: nobody has looked at what was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Written {}

impl Shape for Checked {
    type Meld = Meld;
    type Discard = Discard;
    type Throwers = ();
}

impl Shape for Written {
    type Meld = WrittenMeld;
    type Discard = Card;
    type Throwers = Throwers;
}

/// A card in the discards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Discard {
    /// The card.
    pub card: Card,
    /// Who threw it; none for one that was turned up.
    pub by: Option<Seat>,
}

/// Who threw each discard, by seat; [`Throwers::NOBODY`] for a card that was turned up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Throwers(Vec<u8>);

impl Throwers {
    const NOBODY: u8 = 255;

    /// Those who threw these.
    pub(crate) fn of(discards: &[Discard]) -> Throwers {
        let number = |discard: &Discard| discard.by.map_or(Self::NOBODY, |by| by.index() as u8);
        Throwers(discards.iter().map(number).collect())
    }

    /// These discards with who threw them; none where that is not told of each, or it is no seat of
    /// the table.
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
