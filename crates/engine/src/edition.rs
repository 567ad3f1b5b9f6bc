//! Editions: by which readings of the sources a rule set was made.
//!
//! A record carries its whole rule set. What is stored by a game's name alone, such as a table of a
//! server, names the edition too, so that it goes on by the rules by which it was begun.

use serde::{Deserialize, Serialize};

/// An edition of the games' files, and of what is refused in a rule set.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Edition(u8);

impl Edition {
    /// The first, and of whatever is stored without an edition.
    pub const FIRST: Edition = Edition(1);

    /// The second has the readings, and refuses what contradicts itself by X-20 and some
    /// more.
    pub const SECOND: Edition = Edition(2);

    /// The third limits the jokers of runs alone in a variation of Points Rummy, deals Continental three
    /// cards at a time, lets Carioca's last run hold two jokers, and in a variation of Progressive Rummy lets
    /// whoever completes the contract pay for what is left in the hand. It refuses other money beside payments
    /// that are scored and paid.
    pub const THIRD: Edition = Edition(3);

    /// The one by which whatever is made now is made.
    pub const LATEST: Edition = Edition::THIRD;

    /// Its number, from 1.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Is it the first? Then it need not be written.
    #[must_use]
    pub fn is_first(&self) -> bool {
        *self == Edition::FIRST
    }
}

impl Default for Edition {
    /// What does not say its edition is older than editions are.
    fn default() -> Edition {
        Edition::FIRST
    }
}
