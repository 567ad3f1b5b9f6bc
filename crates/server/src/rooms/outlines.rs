//! Summaries of tables that are not in memory: slots for computing them, and a cache.
//!
//! All stored entries of such a table are read and folded, which takes seconds for a very long one. Only a
//! few are processed concurrently, in a fair queue, and the result is cached for that version of the table.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;
use upcard_store::Version;

use crate::rooms::fair_slots::FairSlots;
use crate::rooms::room::Outline;

/// Maximum number of tables folded concurrently.
pub(crate) const MAX_CONCURRENT: usize = 2;

const CACHE_SIZE: usize = 512;

/// Slots for folding tables, and a cache of the results.
pub(crate) struct OutlineCache {
    pub(crate) slots: Arc<FairSlots>,
    pub(crate) cache: Mutex<LruCache>,
}

impl Default for OutlineCache {
    fn default() -> OutlineCache {
        OutlineCache {
            slots: Arc::new(FairSlots::new(MAX_CONCURRENT)),
            cache: Mutex::new(LruCache::new(CACHE_SIZE)),
        }
    }
}

/// LRU cache of summaries.
pub(crate) struct LruCache {
    capacity: usize,
    tables: HashMap<String, CachedOutline>,
    accesses: u64,
}

struct CachedOutline {
    version: Version,
    outline: Arc<Outline>,
    /// Last access, as counted by [`LruCache::accesses`].
    used: u64,
}

impl LruCache {
    fn new(capacity: usize) -> LruCache {
        LruCache { capacity, tables: HashMap::new(), accesses: 0 }
    }

    /// Returns the cached summary of this version of a table.
    pub(crate) fn get(&mut self, id: &str, version: Version) -> Option<Arc<Outline>> {
        self.accesses += 1;
        let cached = self.tables.get_mut(id).filter(|cached| cached.version == version)?;
        cached.used = self.accesses;
        Some(cached.outline.clone())
    }

    pub(crate) fn put(&mut self, id: String, version: Version, outline: Arc<Outline>) {
        self.accesses += 1;
        self.tables.insert(id, CachedOutline { version, outline, used: self.accesses });
        if self.tables.len() > self.capacity {
            let oldest = self.tables.iter().min_by_key(|(_, cached)| cached.used);
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
    async fn the_cache_keeps_the_most_recently_used() {
        let server = server(10);
        let id = open(&server).await;
        let stored = server.shared.store.version(&id).await.unwrap();
        let outline = Arc::new(Outline::of(load(&server.shared, &id).await.unwrap().0.state()));
        let mut cache = LruCache::new(2);
        for name in ["birch", "maple"] {
            cache.put(name.to_owned(), stored, outline.clone());
        }
        assert!(cache.get("birch", stored).is_some());
        cache.put("oak".to_owned(), stored, outline);
        let left = ["birch", "maple", "oak"].map(|name| cache.get(name, stored).is_some());
        assert_eq!(left, [true, false, true]);
    }
}
