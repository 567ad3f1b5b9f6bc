//! The result of a grouping, and the requirements for a declaration.

use upcard_cards::{Cards, Meld};

/// A hand grouped with the least deadwood.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Deadwood {
    /// Value of the cards left over.
    pub points: u32,
    /// The melds.
    pub melds: Vec<Meld>,
    /// The cards in no meld.
    pub left: Cards,
}

impl Deadwood {
    /// A hand without any melds.
    pub(super) fn of(hand: &Cards, values: &[u8; 53]) -> Deadwood {
        Deadwood { points: worth(hand, values), melds: Vec::new(), left: *hand }
    }
}

/// Requirements for a declaration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Declaring {
    /// Required number of runs; with fewer all cards count.
    pub sequences: u8,
    /// Required number of pure runs, in which no card stands for another.
    pub pure: u8,
    /// Required number of sets.
    ///
    /// A hand with too few cannot be declared, but costs no more for that.
    pub sets: u8,
    /// Which cards count in a hand with a pure sequence but too few sequences.
    pub one_life: OneLife,
}

/// Which cards count in a hand with a pure sequence but too few sequences.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum OneLife {
    /// All its cards.
    #[default]
    All,
    /// The cards outside the pure sequence.
    Outside,
}

/// What a table knows about a distance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct DistanceBound {
    pub(super) min: u8,
    pub(super) exact: bool,
}

pub(super) fn worth(cards: &Cards, values: &[u8; 53]) -> u32 {
    cards.iter_counts().map(|(card, n)| u32::from(values[card.index()]) * u32::from(n)).sum()
}
