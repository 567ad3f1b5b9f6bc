//! Looking at tables without loading them: places for it, and what came of it.
//!
//! All that is stored of such a table is read and folded, which takes seconds for a very long one. It is done for few
//! at the same time, shared out among those who ask, and what came of it is kept for as long as the store has that
//! version of the table.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;
use upcard_store::Version;

use crate::rooms::room::Outline;
use crate::rooms::searches::Searches;

/// The most tables that are folded at the same time.
const AT_ONCE: usize = 2;

/// The most tables of which it is kept what was found out.
const KEPT: usize = 512;

/// Places to fold tables, and what came of it.
pub(crate) struct Peeks {
    pub(crate) places: Arc<Searches>,
    kept: Mutex<Kept>,
}

impl Default for Peeks {
    fn default() -> Peeks {
        Peeks { places: Arc::new(Searches::new(AT_ONCE)), kept: Mutex::new(Kept::new(KEPT)) }
    }
}

impl Peeks {
    /// What was found out about this version of a table.
    pub(crate) fn known(&self, id: &str, version: Version) -> Option<Arc<Outline>> {
        self.kept.lock().get(id, version)
    }

    /// Keeps what was found out.
    pub(crate) fn keep(&self, id: &str, version: Version, outline: Arc<Outline>) {
        self.kept.lock().put(id.to_owned(), version, outline);
    }
}

/// What was found out about tables, those that were asked about last.
struct Kept {
    most: usize,
    tables: HashMap<String, Known>,
    /// How often something was asked.
    asked: u64,
}

struct Known {
    version: Version,
    outline: Arc<Outline>,
    /// When it was asked for last, as [`Kept::asked`] counts.
    used: u64,
}

impl Kept {
    fn new(most: usize) -> Kept {
        Kept { most, tables: HashMap::new(), asked: 0 }
    }

    /// What is known of this version of a table.
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
