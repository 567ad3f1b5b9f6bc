//! Where tables are kept. A table is a sequence of numbered entries; this crate does not look
//! into them. Entries are added at the end, and the last of them may be replaced by others at once.
//!
//! An append returns when its entries are on disk: a change that is announced after that can be
//! relied on. There are two stores behind [`Store`]: [`Sqlite`], one file without any set-up, and
//! [`Postgres`], which several servers may use.

mod backup;
mod check;
mod condition;
mod days;
mod postgres;
mod sqlite;

use std::pin::Pin;
use std::time::Duration;

use thiserror::Error;

pub use backup::backup;
pub use days::Clock;
pub use postgres::{Claim, Leases, Node, Postgres, Renewed, STILL, Sign, Watch};
pub use sqlite::Sqlite;

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

/// Tables that have not been used for a while.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Unused {
    /// How many.
    pub tables: u64,
    /// Bytes of their entries.
    pub bytes: u64,
    /// Days since the latest use of any of them.
    pub least: u64,
    /// Days since the use that is longest ago.
    pub most: u64,
}

/// What one piece of forgetting did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Forgotten {
    /// Tables that are gone now.
    pub tables: u64,
    /// Is there more to be removed?
    pub more: bool,
}

/// How a store is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Health {
    /// Why nothing can be stored at present: the last write failed, or the file is gone.
    pub fault: Option<StoreError>,
    /// For how long the write that is going on has been waiting for the disk.
    pub waiting: Duration,
    /// Bytes that are free where the store is; none where that is not known.
    pub free: Option<u64>,
    /// Days by which the system's clock has jumped, if it has; see [`Store::forget`].
    pub jump: Option<i64>,
}

/// A change of a table: `entries` follow its first `kept` entries.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// The table's name.
    pub table: String,
    /// The number of entries that the table has; 0 opens it.
    pub expected: u64,
    /// How many of them stay.
    pub kept: u64,
    /// What follows those. The store does not look into the bytes.
    pub entries: Vec<Vec<u8>>,
    /// The epoch of the writer's lease on the table, where nodes share the store. A change under
    /// another epoch than the table's is refused.
    pub epoch: Option<u64>,
}

/// The answer of a store, when it comes.
pub type Reply<T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send>>;

/// A place where tables are kept.
pub trait Store: Send + Sync {
    /// Makes a change. Returns when it is on disk. All of it is done or nothing. Changes of one
    /// table are asked for one after another.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] where the table has another number of entries, or fewer than
    /// `kept`; [`StoreError::Fenced`] where it belongs to another node.
    fn change(&self, change: Change) -> Reply<()>;

    /// Adds entries to a table that has `expected` entries; with 0, opens the table.
    ///
    /// # Errors
    /// As [`Store::change`].
    fn append(&self, table: &str, expected: u64, entries: Vec<Vec<u8>>) -> Reply<()> {
        self.replace(table, expected, expected, entries)
    }

    /// Puts entries in the place of all but the first `kept` entries of a table that has
    /// `expected`.
    ///
    /// # Errors
    /// As [`Store::change`].
    fn replace(&self, table: &str, expected: u64, kept: u64, entries: Vec<Vec<u8>>) -> Reply<()> {
        let table = table.to_owned();
        self.change(Change { table, expected, kept, entries, epoch: None })
    }

    /// All entries of a table, in order. Reading does not hold up what is being stored.
    ///
    /// # Errors
    /// [`StoreError::NoSuchTable`]; [`StoreError::Damaged`] where they are not all there.
    fn entries(&self, table: &str) -> Reply<Vec<Vec<u8>>>;

    /// The bytes that are kept under this name for the server itself; where there are none yet,
    /// `fresh` is kept and returned.
    fn keep(&self, name: &str, fresh: Vec<u8>) -> Reply<Vec<u8>>;

    /// Keeps these bytes under this name, in the place of those that were.
    fn keep_instead(&self, name: &str, bytes: Vec<u8>) -> Reply<()>;

    /// The bytes that are kept under this name, if there are any.
    fn kept(&self, name: &str) -> Reply<Option<Vec<u8>>>;

    /// The names of the tables after this one in their order, `most` at the most. Some of them may
    /// have no entries any more.
    fn names(&self, after: &str, most: u32) -> Reply<Vec<String>>;

    /// How many tables there are.
    fn count(&self) -> Reply<u64>;

    /// The tables at which nothing was stored for `days` days.
    fn unused(&self, days: u32) -> Reply<Unused>;

    /// Removes a few of the tables at which nothing was stored for `days` days; to be called until
    /// there are no more. Days are counted while the store is used: where the system's clock jumps
    /// by more than three days, or the store was closed that long, no table grows older by that.
    fn forget(&self, days: u32) -> Reply<Forgotten>;

    /// How the store is. This costs next to nothing, and never waits for the disk.
    fn health(&self) -> Health;

    /// Finishes what was asked before and closes the store. Whoever does not want to wait for a disk
    /// that hangs drops the answer, and then the store.
    fn close(&self) -> Reply<()>;
}
