//! Summaries of tables that are not in memory: slots for computing them, and a cache.
//!
//! All stored entries of such a table are read and folded, which takes seconds for a very long one. Only a
//! few are processed concurrently, in a fair queue, and the result is cached for that version of the table.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;
use upcard_store::Version;

use crate::rooms::room::Outline;
use crate::rooms::searches::Searches;

/// Maximum number of tables folded concurrently.
const MAX_CONCURRENT: usize = 2;

/// Capacity of the cache.
const CACHE_SIZE: usize = 512;

/// Slots for folding tables, and a cache of the results.
pub(crate) struct Peeks {
    pub(crate) places: Arc<Searches>,
    kept: Mutex<Kept>,
}

impl Default for Peeks {
    fn default() -> Peeks {
        Peeks {
            places: Arc::new(Searches::new(MAX_CONCURRENT)),
            kept: Mutex::new(Kept::new(CACHE_SIZE)),
        }
    }
}

impl Peeks {
    /// Returns the cached summary of this version of a table.
    pub(crate) fn known(&self, id: &str, version: Version) -> Option<Arc<Outline>> {
        self.kept.lock().get(id, version)
    }

    /// Caches a summary.
    pub(crate) fn keep(&self, id: &str, version: Version, outline: Arc<Outline>) {
        self.kept.lock().put(id.to_owned(), version, outline);
    }
}

/// LRU cache of summaries.
struct Kept {
    most: usize,
    tables: HashMap<String, Known>,
    /// Number of accesses.
    asked: u64,
}

struct Known {
    version: Version,
    outline: Arc<Outline>,
    /// Last access, as counted by [`Kept::asked`].
    used: u64,
}

impl Kept {
    fn new(most: usize) -> Kept {
        Kept { most, tables: HashMap::new(), asked: 0 }
    }

    /// Looks up this version of a table.
    fn get(&mut self, id: &str, version: Version) -> Option<Arc<Outline>> {
        self.asked += 1;
        let known = self.tables.get_mut(id).filter(|known| known.version == version)?;
        known.used = self.asked;
        Some(known.outline.clone())
    }

    fn put(&mut self, id: String, version: Version, outline: Arc<Outline>) {
        self.asked += 1;
        self.tables.insert(id, Known { version, outline, used: self.asked });
        if self.tables.len() > self.most {
            let oldest = self.tables.iter().min_by_key(|(_, known)| known.used);
            if let Some(id) = oldest.map(|(id, _)| id.clone()) {
                self.tables.remove(&id);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rooms::loading::load;
    use crate::testing::{open, server};

    #[tokio::test]
    async fn what_was_asked_for_last_is_kept() {
        let server = server(10);
        let id = open(&server).await;
        let stored = server.shared.store.version(&id).await.unwrap();
        let outline = Arc::new(Outline::of(load(&server.shared, &id).await.unwrap().0.state()));
        let mut kept = Kept::new(2);
        for name in ["birch", "maple"] {
            kept.put(name.to_owned(), stored, outline.clone());
        }
        assert!(kept.get("birch", stored).is_some());
        kept.put("oak".to_owned(), stored, outline);
        let left = ["birch", "maple", "oak"].map(|name| kept.get(name, stored).is_some());
        assert_eq!(left, [true, false, true]);
    }
}
