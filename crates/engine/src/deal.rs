//! The number of a deal.

use std::fmt;
use std::num::NonZeroU8;

use serde::{Deserialize, Serialize};

/// A deal of a match, counted from 1, as records and people count. What is dealt in it is another
/// question: games play their contracts in any order, and some again.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Deal(NonZeroU8);

impl Deal {
    /// The first of a match.
    pub const FIRST: Deal = Deal(NonZeroU8::MIN);

    /// The deal with this number; none for 0.
    #[must_use]
    pub const fn new(number: u8) -> Option<Deal> {
        match NonZeroU8::new(number) {
            Some(number) => Some(Deal(number)),
            None => None,
        }
    }

    /// Its number.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0.get()
    }

    /// Its place in lists by deals.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    /// The one after it; none after the last that there can be.
    #[must_use]
    pub const fn next(self) -> Option<Deal> {
        match self.0.checked_add(1) {
            Some(number) => Some(Deal(number)),
            None => None,
        }
    }

    /// All deals that there can be, in order.
    pub fn all() -> impl Iterator<Item = Deal> {
        std::iter::successors(Some(Deal::FIRST), |deal| deal.next())
    }
}

impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
