//! Stores for tests, and a manual clock.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, UNIX_EPOCH};

use rusqlite::Connection;
use tempfile::TempDir;
#[cfg(feature = "postgres")]
use upcard_store::Postgres;
use upcard_store::{Clock, Health, Sqlite, Store};

#[cfg(feature = "postgres")]
use crate::server::{Database, Server};

/// Temporary folder, removed on drop.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new(name: &str) -> Folder {
        Folder(tempfile::Builder::new().prefix(&format!("upcard-{name}-")).tempdir().unwrap())
    }

    pub(crate) fn file(&self) -> PathBuf {
        self.0.path().join("tables.db")
    }

    /// Opens the store.
    pub(crate) fn open(&self) -> Sqlite {
        Sqlite::open(&self.file()).unwrap()
    }

    /// Changes the file behind the store's back.
    pub(crate) fn sql(&self, sql: &str) {
        Connection::open(self.file()).unwrap().execute_batch(sql).unwrap();
    }
}

/// Backends for tests; shared tests run on both.
pub(crate) enum Place {
    File(Folder),
    #[cfg(feature = "postgres")]
    Database(Database),
}

impl Place {
    pub(crate) fn file(name: &str) -> Place {
        Place::File(Folder::new(name))
    }

    #[cfg(feature = "postgres")]
    pub(crate) async fn database(name: &str) -> Place {
        Place::Database(Server::shared().database(name).await)
    }

    pub(crate) async fn open(&self) -> Arc<dyn Store> {
        match self {
            Place::File(folder) => Arc::new(folder.open()),
            #[cfg(feature = "postgres")]
            Place::Database(database) => Arc::new(database.open().await),
        }
    }

    pub(crate) async fn open_with_clock(&self, calendar: &Calendar) -> Arc<dyn Store> {
        match self {
            Place::File(folder) => Arc::new(calendar.open(&folder.file())),
            #[cfg(feature = "postgres")]
            Place::Database(database) => {
                let opened = Postgres::open_with_clock(&database.address(), calendar.clock()).await;
                Arc::new(opened.unwrap())
            }
        }
    }
}

/// Generates two tests from each function: one on SQLite, one on PostgreSQL.
macro_rules! told_of_both {
    ($($story:ident),+) => {$(
        mod $story {
            use crate::common::Place;

            #[tokio::test]
            async fn in_a_file() {
                super::$story(Place::file(stringify!($story))).await;
            }

            #[cfg(feature = "postgres")]
            #[tokio::test]
            #[ignore = "needs PostgreSQL"]
            async fn with_postgres() {
                super::$story(Place::database(stringify!($story)).await).await;
            }
        }
    )+};
}

#[derive(Clone)]
pub(crate) struct Calendar(Arc<AtomicU64>);

impl Calendar {
    pub(crate) fn new() -> Calendar {
        Calendar(Arc::new(AtomicU64::new(20_000)))
    }

    pub(crate) fn clock(&self) -> Clock {
        let day = self.0.clone();
        Arc::new(move || UNIX_EPOCH + Duration::from_secs(day.load(Ordering::Relaxed) * 24 * 3600))
    }

    pub(crate) fn open(&self, path: &Path) -> Sqlite {
        Sqlite::open_with_clock(path, self.clock()).unwrap()
    }

    pub(crate) fn set(&self, day: u64) {
        self.0.store(day, Ordering::Relaxed);
    }

    /// Advances the clock day by day, using the store on each.
    pub(crate) async fn pass(&self, store: &dyn Store, days: u64) {
        for _ in 0..days {
            self.0.fetch_add(1, Ordering::Relaxed);
            // Nothing is that old.
            store.remove_unused(u32::MAX).await.unwrap();
        }
    }
}

/// Waits until the store reports the expected health.
pub(crate) async fn until(store: &dyn Store, is: impl Fn(&Health) -> bool) {
    while !is(&store.health()) {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Test entries.
pub(crate) fn texts(range: std::ops::Range<u32>) -> Vec<Vec<u8>> {
    range.map(|n| format!("entry {n}").into_bytes()).collect()
}
