//! Deal numbers.

use std::fmt;
use std::num::NonZeroU8;

use serde::{Deserialize, Serialize};

/// Number of a deal in a match, from 1, as in records and on screen. It does not identify the
/// contract: games play their contracts in any order, and may repeat some.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Deal(NonZeroU8);

impl Deal {
    /// The first deal of a match.
    pub const FIRST: Deal = Deal(NonZeroU8::MIN);

    /// Returns the deal with this number; `None` for 0.
    #[must_use]
    pub const fn new(number: u8) -> Option<Deal> {
        match NonZeroU8::new(number) {
            Some(number) => Some(Deal(number)),
            None => None,
        }
    }

    /// The number, from 1.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0.get()
    }

    /// Index, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    /// The next deal; `None` after the last representable one.
    #[must_use]
    pub const fn next(self) -> Option<Deal> {
        match self.0.checked_add(1) {
            Some(number) => Some(Deal(number)),
            None => None,
        }
    }

    /// Iterates over all representable deals.
    pub fn all() -> impl Iterator<Item = Deal> {
        std::iter::successors(Some(Deal::FIRST), |deal| deal.next())
    }
}

impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
