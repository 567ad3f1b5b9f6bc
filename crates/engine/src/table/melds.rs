//! The melds on a table, and who laid their cards.

use std::fmt;

use serde::{Deserialize, Serialize};
use upcard_cards::Card;

use crate::representation::{Checked, Representation};
use crate::seat::Seat;

/// Number of a meld on the table, from 1, unique within a deal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct MeldId(pub u16);

impl MeldId {
    /// The first meld of a deal.
    pub const FIRST: MeldId = MeldId(1);

    /// Parses the id of a meld, as in `M3`.
    #[must_use]
    pub fn read(word: &str) -> Option<MeldId> {
        word.strip_prefix('M').and_then(|number| number.parse().ok()).map(MeldId)
    }

    /// The next id.
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
pub struct TableMeld<F: Representation = Checked> {
    /// Id.
    pub id: MeldId,
    /// The seat that laid it.
    pub owner: Seat,
    /// The meld.
    pub meld: F::Meld,
}

/// A card of a meld laid by another seat than the meld's owner, for which it scores.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Addition {
    /// The meld.
    pub meld: MeldId,
    /// The card.
    pub card: Card,
    /// Place in a run; see [`upcard_cards::RunMeld::low`]. 0 in a set.
    pub place: u8,
    /// The seat that laid it.
    pub seat: Seat,
    /// Points of the card there.
    pub points: u8,
}
