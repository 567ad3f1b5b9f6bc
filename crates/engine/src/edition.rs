//! Editions: versions of the rule readings under which a rule set was made.
//!
//! A record contains its whole rule set. Data stored by a game's name alone, such as a server's table, also
//! stores the edition, so that it continues under its original rules.

use serde::{Deserialize, Serialize};

/// Version of the game files and of the checks on rule sets.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Edition(u8);

impl Edition {
    /// The first edition, also assumed for data stored without one.
    pub const FIRST: Edition = Edition(1);

    /// Adds the readings, and rejects contradictions by X-20 and some more.
    pub const SECOND: Edition = Edition(2);

    /// Caps the jokers of runs alone in a variation of Points Rummy, deals Continental three cards at a time,
    /// lets Carioca's last run hold two jokers, and in a variation of Progressive Rummy makes the player who
    /// completes the contract pay for cards left in hand. Rejects other money besides payments that are
    /// scored and paid.
    pub const THIRD: Edition = Edition(3);

    /// The edition of new rule sets.
    pub const LATEST: Edition = Edition::THIRD;

    /// The number, from 1.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns `true` for the first edition, which is omitted when serialized.
    #[must_use]
    pub fn is_first(&self) -> bool {
        *self == Edition::FIRST
    }
}

impl Default for Edition {
    /// Data without an edition predates editions.
    fn default() -> Edition {
        Edition::FIRST
    }
}
