//! Errors of the store, and kinds of damage to a table.

use thiserror::Error;

/// Error of a store operation. Shows only the first four letters of a table's name: the full name is enough
/// to join.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum StoreError {
    /// Another writer has added entries, or the caller has lost count: nothing was added.
    #[error("table {} has {found} entries, not {expected}", short(table))]
    Conflict {
        /// Name of the table.
        table: String,
        /// Number of entries expected by the caller.
        expected: u64,
        /// Actual number of entries.
        found: u64,
    },
    /// The table belongs to another node: nothing was added.
    #[error("table {} belongs to another node: its epoch is {found}, not {epoch}", short(table))]
    Fenced {
        /// Name of the table.
        table: String,
        /// Epoch of the caller's lease.
        epoch: u64,
        /// Epoch of the current lease.
        found: u64,
    },
    /// There is no such table.
    #[error("no table {}", short(.0))]
    NoSuchTable(String),
    /// Entries of the table are missing or altered.
    #[error("table {} is damaged: {damage}", short(table))]
    Damaged {
        /// Name of the table.
        table: String,
        /// Kind of damage.
        damage: Damage,
    },
    /// The database was written by a newer version.
    #[error("the database has schema {found}; this program knows schemas up to {known}")]
    Newer {
        /// Schema of the database.
        found: u32,
        /// Newest known schema.
        known: u32,
    },
    /// Another process serves this file.
    #[error("another process is serving {0}")]
    InUse(String),
    /// The file is no longer the one at its path. Nothing is stored, as it would be lost.
    #[error("{0} was removed or replaced while being served")]
    FileReplaced(String),
    /// Part of the database file is unreadable.
    #[error("part of the database file is damaged")]
    Corrupt,
    /// Database failure, with the database's message.
    #[error("database: {0}")]
    Failed(String),
    /// The database server is unreachable; pending writes wait until it is back.
    #[error("cannot reach the database: {0}")]
    Unreachable(String),
    /// The store is closed.
    #[error("the store is closed")]
    Closed,
}

/// Damage to the entries of a table. Entries are numbered from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Damage {
    /// The last entries are missing.
    #[error("its last entry is {last}, but {known} were stored")]
    Tail {
        /// Last entry found; 0 if there is none.
        last: u64,
        /// Number of entries stored.
        known: u64,
    },
    /// An entry is missing before others, or present twice.
    #[error("entry {found} is in the place of entry {expected}")]
    Gap {
        /// Expected entry number.
        expected: u64,
        /// Entry number found.
        found: u64,
    },
    /// There is an entry beyond the last one stored.
    #[error("it has an entry {found}, but only {known} were stored")]
    Beyond {
        /// Its number.
        found: u64,
        /// Number of entries stored.
        known: u64,
    },
    /// An entry differs from what was written.
    #[error("entry {entry} differs from what was written")]
    Changed {
        /// Its number.
        entry: u64,
    },
    /// The entries lie in an unreadable part of the database file.
    #[error("it is in an unreadable part of the database file")]
    Unreadable,
}

/// Part of a table's name that may be shown.
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
