//! Errors of restoring a table.

use std::fmt;

use upcard_engine::{Flaws, Refusal};

/// Why stored entries do not restore.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RestoreError {
    /// There are none, or the first does not open a table.
    NotOpened,
    /// The rules do not load.
    Rules(Flaws),
    /// An entry does not fit the ones before.
    Misfit {
        /// Number of the entry, from 1.
        entry: usize,
    },
    /// A stored action is illegal.
    Refused {
        /// Number of the entry, from 1.
        entry: usize,
        /// The rule that forbids it.
        why: Refusal,
    },
}

impl fmt::Display for RestoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RestoreError::NotOpened => f.write_str("the first entry does not open a table"),
            RestoreError::Rules(flaws) => write!(f, "the rules do not load: {flaws}"),
            RestoreError::Misfit { entry } => {
                write!(f, "entry {entry} does not fit what came before")
            }
            RestoreError::Refused { entry, why } => {
                write!(f, "the action of entry {entry} is refused: {why}")
            }
        }
    }
}

impl std::error::Error for RestoreError {}

/// Why an entry cannot be folded; never happens to a judged one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum FoldError {
    Misfit,
    Refused(Refusal),
    Rules(Flaws),
}

impl FoldError {
    /// Adds the number of the entry, from 1.
    pub(crate) fn at(self, entry: usize) -> RestoreError {
        match self {
            FoldError::Misfit => RestoreError::Misfit { entry },
            FoldError::Refused(why) => RestoreError::Refused { entry, why },
            FoldError::Rules(flaws) => RestoreError::Rules(flaws),
        }
    }
}
