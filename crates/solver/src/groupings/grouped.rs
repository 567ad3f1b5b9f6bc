//! What a grouping comes to, and what it must come to when a hand is declared.

use upcard_cards::{Cards, Meld};

/// A hand grouped so that the cards left over are worth as little as can be.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Deadwood {
    /// What the cards left over are worth.
    pub points: u32,
    /// The melds.
    pub melds: Vec<Meld>,
    /// The cards in no meld.
    pub left: Cards,
}

impl Deadwood {
    /// A hand of which nothing is grouped.
    pub(super) fn of(hand: &Cards, values: &[u8; 53]) -> Deadwood {
        Deadwood { points: worth(hand, values), melds: Vec::new(), left: *hand }
    }
}

/// What a hand must come to when it is declared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Declaring {
    /// How many runs there must be; with fewer all cards count.
    pub sequences: u8,
    /// How many of them must be pure: without a card that stands for another.
    pub pure: u8,
    /// How many sets there must be.
    ///
    /// A hand that has too few cannot be declared, but costs no more for that.
    pub sets: u8,
    /// What counts of a hand with a pure sequence that has too few sequences.
    pub one_life: OneLife,
}

/// What counts of a hand with a pure sequence that has too few sequences.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum OneLife {
    /// All its cards.
    #[default]
    All,
    /// The cards outside the pure sequence.
    Outside,
}

/// What a table says of a distance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    /// It is not less than this.
    pub(super) least: u8,
    /// And not more.
    pub(super) exact: bool,
}

pub(super) fn worth(cards: &Cards, values: &[u8; 53]) -> u32 {
    cards.iter_counts().map(|(card, n)| u32::from(values[card.index()]) * u32::from(n)).sum()
}
