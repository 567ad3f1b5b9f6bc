//! Where tables are kept. A table is a row of numbered entries, to which is only ever added; what
//! they say is no matter of this crate.
//!
//! An append returns when its entries are on disk: whoever is told of a change after that can rely
//! on it. The first store is [`Sqlite`], one file without any set-up; another database finds its
//! place behind [`Store`].

mod schema;
mod sqlite;
mod writer;

use std::pin::Pin;

use thiserror::Error;

pub use sqlite::Sqlite;

/// Why something was not stored or found.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum StoreError {
    /// Somebody else has added entries, or the caller has lost count: nothing was added.
    #[error("{table} has {found} entries, not {expected}")]
    Conflict {
        /// The table.
        table: String,
        /// The number of entries that the caller knew.
        expected: u64,
        /// The number of entries that there are.
        found: u64,
    },
    /// There is no such table.
    #[error("no table {0}")]
    NoSuchTable(String),
    /// The database was written by a newer program.
    #[error("the database has schema {found}; this program knows schemas up to {known}")]
    Newer {
        /// Its schema.
        found: u32,
        /// The newest that is known here.
        known: u32,
    },
    /// The database does not work; in its own words.
    #[error("database: {0}")]
    Failed(String),
    /// The store has been closed.
    #[error("the store is closed")]
    Closed,
}

/// What is to come of a question to a store.
pub type Reply<T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send>>;

/// A place where tables are kept.
pub trait Store: Send + Sync {
    /// Adds entries to a table that has `expected` entries; with 0, opens the table. Returns when
    /// they are on disk. All of them are added or none.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] where the table has another number of entries.
    fn append(&self, table: &str, expected: u64, entries: Vec<String>) -> Reply<()>;

    /// All entries of a table, in order.
    ///
    /// # Errors
    /// [`StoreError::NoSuchTable`].
    fn entries(&self, table: &str) -> Reply<Vec<String>>;

    /// The bytes that are kept under this name for the server itself; where there are none yet,
    /// `fresh` is kept and returned.
    fn keep(&self, name: &str, fresh: Vec<u8>) -> Reply<Vec<u8>>;

    /// How many tables there are.
    fn count(&self) -> Reply<u64>;

    /// Removes tables whose last entry is older than so many seconds; how many there were.
    fn forget(&self, seconds: u64) -> Reply<u64>;
}
