//! Files for tests, and a clock that is set by hand.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, UNIX_EPOCH};

use upcard_store::{Clock, Sqlite};

/// A folder that is gone when it is dropped.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("upcard-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    pub(crate) fn file(&self) -> PathBuf {
        self.0.join("tables.db")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A clock that shows what it is set to.
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
        Sqlite::open_by(path, self.clock()).unwrap()
    }

    pub(crate) fn set(&self, day: u64) {
        self.0.store(day, Ordering::Relaxed);
    }

    /// Days pass, and the store is used on each.
    pub(crate) async fn pass(&self, store: &dyn upcard_store::Store, days: u64) {
        for _ in 0..days {
            self.0.fetch_add(1, Ordering::Relaxed);
            // Nothing is as old as that.
            store.forget(u32::MAX).await.unwrap();
        }
    }
}

pub(crate) fn texts(range: std::ops::Range<u32>) -> Vec<String> {
    range.map(|n| format!("entry {n}")).collect()
}
