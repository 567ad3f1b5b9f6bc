//! Store that delays its responses, for servers in the test's process.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use tokio::sync::Semaphore;
use upcard_store::{
    Change, Health, RemovalStep, Reply, Sqlite, Store, StoreError, StoredEntry, UnusedStats,
    Version,
};

/// Store that answers some requests only when permitted.
pub(crate) struct Held {
    pub(crate) inner: Sqlite,
    /// Number of requests for entries received.
    pub(crate) asked: AtomicUsize,
    /// Permits for answering them.
    pub(crate) entries: Arc<Semaphore>,
    /// Permits for writes.
    pub(crate) changes: Arc<Semaphore>,
    /// Whether writes hang forever.
    pub(crate) hangs: AtomicBool,
    /// Log of requests to remove, count and mark as used, in order.
    pub(crate) log: std::sync::Mutex<Vec<&'static str>>,
    pub(crate) old: AtomicUsize,
    pub(crate) health: std::sync::Mutex<Health>,
}

impl Held {
    pub(crate) fn new() -> Arc<Held> {
        Arc::new(Held {
            inner: Sqlite::in_memory().unwrap(),
            asked: AtomicUsize::new(0),
            entries: Arc::new(Semaphore::new(Semaphore::MAX_PERMITS)),
            changes: Arc::new(Semaphore::new(Semaphore::MAX_PERMITS)),
            hangs: AtomicBool::new(false),
            log: std::sync::Mutex::default(),
            old: AtomicUsize::new(0),
            health: std::sync::Mutex::default(),
        })
    }
}

/// Delays a response until it is permitted.
fn permitted<T: 'static>(permits: &Arc<Semaphore>, reply: Reply<T>) -> Reply<T> {
    let permits = permits.clone();
    Box::pin(async move {
        let _permit = permits.acquire().await.map_err(|_| StoreError::Closed)?;
        reply.await
    })
}

impl Store for Held {
    fn change(&self, change: Change) -> Reply<()> {
        if change.entries.is_empty() {
            self.log.lock().unwrap().push("use");
        }
        if self.hangs.load(Ordering::Relaxed) {
            return Box::pin(std::future::pending());
        }
        permitted(&self.changes, self.inner.change(change))
    }

    fn entries(&self, table: &str) -> Reply<Vec<Vec<u8>>> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        permitted(&self.entries, self.inner.entries(table))
    }

    fn dated_entries(&self, table: &str) -> Reply<Vec<StoredEntry>> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        permitted(&self.entries, self.inner.dated_entries(table))
    }

    fn version(&self, table: &str) -> Reply<Version> {
        self.inner.version(table)
    }

    fn get_or_insert(&self, name: &str, fresh: Vec<u8>) -> Reply<Vec<u8>> {
        self.inner.get_or_insert(name, fresh)
    }

    fn put(&self, kept: Vec<(String, Vec<u8>)>) -> Reply<()> {
        self.inner.put(kept)
    }

    fn get(&self, name: &str) -> Reply<Option<Vec<u8>>> {
        self.inner.get(name)
    }

    fn table_names(&self, after: &str, most: u32) -> Reply<Vec<String>> {
        self.inner.table_names(after, most)
    }

    fn count(&self) -> Reply<u64> {
        self.log.lock().unwrap().push("count");
        self.inner.count()
    }

    fn unused_stats(&self, _: u32) -> Reply<UnusedStats> {
        self.log.lock().unwrap().push("unused");
        let tables = self.old.load(Ordering::Relaxed) as u64;
        Box::pin(std::future::ready(Ok(UnusedStats { tables, ..UnusedStats::default() })))
    }

    fn remove_unused(&self, days: u32) -> Reply<RemovalStep> {
        self.log.lock().unwrap().push(match days {
            u32::MAX => "tidy",
            // The default number of whole days, plus the current one.
            181 => "forget",
            _ => "forget after other days",
        });
        let left = self.old.load(Ordering::Relaxed).saturating_sub(1);
        self.old.store(left, Ordering::Relaxed);
        Box::pin(std::future::ready(Ok(RemovalStep { tables: 1, more: left > 0 })))
    }

    fn health(&self) -> Health {
        self.health.lock().unwrap().clone()
    }

    fn close(&self) -> Reply<()> {
        if self.hangs.load(Ordering::Relaxed) {
            return Box::pin(std::future::pending());
        }
        self.inner.close()
    }
}
