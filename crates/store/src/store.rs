//! What a store does, whatever lies behind it.

use std::pin::Pin;
use std::time::Duration;

use tokio::sync::oneshot;

use crate::error::StoreError;

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

/// An entry as it lies in the store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stored {
    /// When it was stored, in milliseconds since 1970, by the clock of whatever stored it.
    pub at: i64,
    /// What was stored.
    pub body: Vec<u8>,
}

/// What is stored of a table at one moment: where two of them are the same, so is what was stored then.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Version {
    /// How many entries there are.
    pub entries: u64,
    /// Of the change that was the last; never another one's of the same table.
    pub(crate) mark: i64,
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
    /// table are asked for one after another. One without entries that keeps all there are only notes
    /// that the table is used: it grows no older.
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

    /// The same with the time when each was stored.
    ///
    /// # Errors
    /// As [`Store::entries`].
    fn dated(&self, table: &str) -> Reply<Vec<Stored>>;

    /// Which version of a table is stored now. This costs the same however many entries there are.
    ///
    /// # Errors
    /// [`StoreError::NoSuchTable`].
    fn version(&self, table: &str) -> Reply<Version>;

    /// The bytes that are kept under this name for the server itself; where there are none yet,
    /// `fresh` is kept and returned.
    fn keep(&self, name: &str, fresh: Vec<u8>) -> Reply<Vec<u8>>;

    /// Keeps bytes under these names, in the place of those that were: all of them, or where that fails none.
    fn keep_instead(&self, kept: Vec<(String, Vec<u8>)>) -> Reply<()>;

    /// The bytes that are kept under this name, if there are any.
    fn kept(&self, name: &str) -> Reply<Option<Vec<u8>>>;

    /// The names of the tables after this one in their order, `most` at the most. Some of them may
    /// have no entries any more.
    fn names(&self, after: &str, most: u32) -> Reply<Vec<String>>;

    /// How many tables there are.
    fn count(&self) -> Reply<u64>;

    /// The tables that were not changed for `days` days.
    fn unused(&self, days: u32) -> Reply<Unused>;

    /// Removes a few of the tables that were not changed for `days` days; to be called until there are no
    /// more. Days are counted while the store is used: where the system's clock jumps
    /// by more than three days, or the store was closed that long, no table grows older by that.
    fn forget(&self, days: u32) -> Reply<Forgotten>;

    /// How the store is. This costs next to nothing, and never waits for the disk.
    fn health(&self) -> Health;

    /// Finishes what was asked before and closes the store. Whoever does not want to wait for a disk
    /// that hangs drops the answer, and then the store.
    fn close(&self) -> Reply<()>;
}

/// The answer to a request, if that was sent to somebody.
pub(crate) fn answered<T: Send + 'static>(
    sent: bool,
    reply: oneshot::Receiver<Result<T, StoreError>>,
) -> Reply<T> {
    Box::pin(async move {
        if !sent {
            return Err(StoreError::Closed);
        }
        reply.await.unwrap_or(Err(StoreError::Closed))
    })
}
