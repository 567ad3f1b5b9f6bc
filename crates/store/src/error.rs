//! Why something was not stored or found, and what may be wrong with a table.

use thiserror::Error;

/// Why something was not stored or found. Of a table's name only the first four letters are shown:
/// who knows the whole of it may join.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum StoreError {
    /// Somebody else has added entries, or the caller has lost count: nothing was added.
    #[error("table {} has {found} entries, not {expected}", short(table))]
    Conflict {
        /// The table.
        table: String,
        /// The number of entries that the caller knew.
        expected: u64,
        /// The number of entries that there are.
        found: u64,
    },
    /// The table belongs to another node: nothing was added.
    #[error("table {} belongs to another node: its epoch is {found}, not {epoch}", short(table))]
    Fenced {
        /// The table.
        table: String,
        /// The epoch of the caller's lease.
        epoch: u64,
        /// The epoch of the lease that holds.
        found: u64,
    },
    /// There is no such table.
    #[error("no table {}", short(.0))]
    NoSuchTable(String),
    /// The stored entries of a table are not all there, or not as they were written.
    #[error("table {} is damaged: {damage}", short(table))]
    Damaged {
        /// The table.
        table: String,
        /// What is wrong.
        damage: Damage,
    },
    /// The database was written by a newer program.
    #[error("the database has schema {found}; this program knows schemas up to {known}")]
    Newer {
        /// Its schema.
        found: u32,
        /// The newest that is known here.
        known: u32,
    },
    /// Another process serves this file.
    #[error("another process serves {0}")]
    InUse(String),
    /// The file is no longer the one at its path: nothing is stored, since it would be lost.
    #[error("{0} has been removed or replaced while it was being served")]
    Gone(String),
    /// A part of the database's file cannot be read.
    #[error("a part of the database's file is damaged")]
    Corrupt,
    /// The database does not work; in its own words.
    #[error("database: {0}")]
    Failed(String),
    /// The database server cannot be reached; what was being written waits until it can.
    #[error("the database cannot be reached: {0}")]
    Unreachable(String),
    /// The store has been closed.
    #[error("the store is closed")]
    Closed,
}

/// What is wrong with the entries of a table. Entries are numbered from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Damage {
    /// The last entries are not there.
    #[error("its last entry is {last}, but {known} were stored")]
    Tail {
        /// The last entry that is there; 0 where there is none.
        last: u64,
        /// How many were stored.
        known: u64,
    },
    /// An entry is missing before others, or is there twice.
    #[error("entry {found} stands where entry {expected} should")]
    Gap {
        /// The entry that should follow.
        expected: u64,
        /// The entry that follows.
        found: u64,
    },
    /// There is an entry beyond the last that was stored.
    #[error("there is an entry {found}, but only {known} were stored")]
    Beyond {
        /// The entry.
        found: u64,
        /// How many were stored.
        known: u64,
    },
    /// An entry is not what was written under its number.
    #[error("entry {entry} is not what was written")]
    Changed {
        /// The entry.
        entry: u64,
    },
    /// Its entries lie in a part of the database's file that cannot be read.
    #[error("it lies in a part of the database's file that cannot be read")]
    Unreadable,
}

/// The part of a table's name that may be shown.
fn short(table: &str) -> &str {
    table.get(..4).unwrap_or(table)
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        match error.sqlite_error_code() {
            Some(rusqlite::ErrorCode::DatabaseCorrupt) => StoreError::Corrupt,
            _ => StoreError::Failed(error.to_string()),
        }
    }
}
