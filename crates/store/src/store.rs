//! Interface of a store, independent of the database.

use std::pin::Pin;
use std::time::Duration;

use crate::error::StoreError;

/// Statistics of tables not used for some time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct UnusedStats {
    /// Number of tables.
    pub tables: u64,
    /// Total size of their entries, in bytes.
    pub bytes: u64,
    /// Days since the most recent use of any of them.
    pub least: u64,
    /// Days since the least recent use.
    pub most: u64,
}

/// Result of one removal step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RemovalStep {
    /// Number of tables removed.
    pub tables: u64,
    /// Whether there is more to remove.
    pub more: bool,
}

/// Health of a store.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Health {
    /// Current failure: the last write failed, or the file is gone.
    pub fault: Option<StoreError>,
    /// Time that the write in progress has been waiting for the disk.
    pub waiting: Duration,
    /// Free bytes on the store's disk; `None` if unknown.
    pub free: Option<u64>,
    /// Jump of the system clock in days, if any; see [`Store::remove_unused`].
    pub jump: Option<i64>,
}

/// A stored entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredEntry {
    /// Time of storage, in milliseconds since 1970, by the clock of the process or database that stored it.
    pub at: i64,
    /// Contents of the entry.
    pub body: Vec<u8>,
}

/// Version of a stored table; equal versions imply equal contents.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Version {
    /// Number of entries.
    pub entries: u64,
    /// Mark of the last change, unique among the table's changes.
    pub(crate) mark: i64,
}

/// Change of a table: keeps its first `kept` entries and appends `entries`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// Name of the table.
    pub table: String,
    /// Number of entries that the caller expects; 0 creates the table.
    pub expected: u64,
    /// Number of entries to keep.
    pub kept: u64,
    /// Entries to append, opaque to the store.
    pub entries: Vec<Vec<u8>>,
    /// Epoch of the writer's lease, if nodes share the store. It must be the table's epoch.
    pub epoch: Option<u64>,
}

/// Pending response of a store.
pub type Reply<T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send>>;

/// Storage for tables.
pub trait Store: Send + Sync {
    /// Applies a change atomically, and returns once it is on disk. Callers must serialize the changes of a
    /// table. A change that keeps all entries and adds none only marks the table as used, which resets its
    /// age.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if the table has another number of entries, or fewer than `kept`;
    /// [`StoreError::Fenced`] if it belongs to another node.
    fn change(&self, change: Change) -> Reply<()>;

    /// Appends entries to a table with `expected` entries; 0 creates the table.
    fn append(&self, table: &str, expected: u64, entries: Vec<Vec<u8>>) -> Reply<()> {
        self.replace(table, expected, expected, entries)
    }

    /// Replaces all but the first `kept` entries of a table with `expected` entries.
    fn replace(&self, table: &str, expected: u64, kept: u64, entries: Vec<Vec<u8>>) -> Reply<()> {
        let table = table.to_owned();
        self.change(Change { table, expected, kept, entries, epoch: None })
    }

    /// Returns all entries of a table, in order. Reading does not delay writes.
    ///
    /// # Errors
    /// [`StoreError::NoSuchTable`]; [`StoreError::Damaged`] if entries are missing or altered.
    fn entries(&self, table: &str) -> Reply<Vec<Vec<u8>>> {
        let all = self.dated_entries(table);
        Box::pin(async move { Ok(all.await?.into_iter().map(|stored| stored.body).collect()) })
    }

    /// Like [`Store::entries`], with the time at which each was stored.
    fn dated_entries(&self, table: &str) -> Reply<Vec<StoredEntry>>;

    /// Returns the stored version of a table, in time independent of the number of entries.
    ///
    /// # Errors
    /// [`StoreError::NoSuchTable`].
    fn version(&self, table: &str) -> Reply<Version>;

    /// Returns the server's own data under this name; stores and returns `fresh` if there is none.
    fn get_or_insert(&self, name: &str, fresh: Vec<u8>) -> Reply<Vec<u8>>;

    /// Stores or overwrites data under these names, atomically.
    fn put(&self, kept: Vec<(String, Vec<u8>)>) -> Reply<()>;

    /// Returns the data under this name, if any.
    fn get(&self, name: &str) -> Reply<Option<Vec<u8>>>;

    /// Returns up to `most` table names that sort after this one. Some of them may have no entries any more.
    fn table_names(&self, after: &str, most: u32) -> Reply<Vec<String>>;

    /// Returns the number of tables.
    fn count(&self) -> Reply<u64>;

    /// Returns statistics of the tables not changed for `days` days.
    fn unused_stats(&self, days: u32) -> Reply<UnusedStats>;

    /// Removes some of the tables not changed for `days` days; call it until `more` is `false`. Days are
    /// counted while the store is in use: tables do not age if the system clock jumps by more than three
    /// days, or the store was closed that long.
    fn remove_unused(&self, days: u32) -> Reply<RemovalStep>;

    /// Returns the health of the store. Cheap, and never waits for the disk.
    fn health(&self) -> Health;

    /// Finishes pending requests and closes the store. To avoid waiting for a hung disk, drop the response
    /// and then the store.
    fn close(&self) -> Reply<()>;
}

/// Returns the response to a request, or an error if it was not sent.
pub(crate) fn reply_of<T, E>(
    sent: bool,
    reply: impl Future<Output = Result<Result<T, StoreError>, E>> + Send + 'static,
) -> Reply<T> {
    Box::pin(async move {
        if !sent {
            return Err(StoreError::Closed);
        }
        reply.await.unwrap_or(Err(StoreError::Closed))
    })
}
