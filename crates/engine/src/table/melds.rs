//! The melds on a table, and whose cards are in them.

use std::fmt;

use serde::{Deserialize, Serialize};
use upcard_cards::Card;

use crate::seat::Seat;
use crate::shape::{Checked, Shape};

/// The number of a meld on the table, from 1, never used twice in a deal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct MeldId(pub u16);

impl MeldId {
    /// The first of a deal.
    pub const FIRST: MeldId = MeldId(1);

    /// The meld that a text names, as in `M3`.
    #[must_use]
    pub fn read(word: &str) -> Option<MeldId> {
        word.strip_prefix('M').and_then(|number| number.parse().ok()).map(MeldId)
    }

    /// The one after it.
    #[must_use]
    pub const fn next(self) -> MeldId {
        MeldId(self.0.saturating_add(1))
    }
}

impl fmt::Display for MeldId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "M{}", self.0)
    }
}

/// A meld on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(bound(serialize = "F::Meld: Serialize", deserialize = "F::Meld: Deserialize<'de>"))]
pub struct TableMeld<F: Shape = Checked> {
    /// Its number.
    pub id: MeldId,
    /// Who laid it.
    pub owner: Seat,
    /// The meld.
    pub meld: F::Meld,
}

/// A card of a meld that another seat than the meld's owner laid, where it counts for that seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Addition {
    /// The meld.
    pub meld: MeldId,
    /// The card.
    pub card: Card,
    /// Its place in a run, as [`upcard_cards::RunMeld::low`] counts; 0 in a set.
    pub place: u8,
    /// Who laid it.
    pub seat: Seat,
    /// What it counts there.
    pub points: u8,
}
