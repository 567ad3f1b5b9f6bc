//! Tables that cannot be served, and tables whose rooms have panicked.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};

use parking_lot::Mutex;

use crate::connections::error::Refusal;
use crate::rooms::ids::short;

/// Capacity of each list; tables beyond it are loaded again.
const CAPACITY: usize = 10_000;

/// Faults of tables since startup.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    known: Mutex<FaultyTables>,
    panics: AtomicU64,
}

#[derive(Debug, Default)]
struct FaultyTables {
    set_aside: HashMap<String, Refusal>,
    /// Tables removed by the administrator, or being removed.
    removed: HashMap<String, ()>,
    /// Number of entries that a table had when its room panicked.
    panicked: HashMap<String, u64>,
}

impl Faults {
    /// Returns the reason why a table is not served, if any.
    pub(crate) fn of(&self, id: &str) -> Option<Refusal> {
        let known = self.known.lock();
        match known.removed.contains_key(id) {
            true => Some(Refusal::NoSuchTable),
            false => known.set_aside.get(id).cloned(),
        }
    }

    /// Marks a table as removed; it is no longer found.
    pub(crate) fn remove(&self, id: &str) {
        insert_bounded(&mut self.known.lock().removed, id, ());
    }

    /// Undoes [`Faults::remove`] after a failed removal.
    pub(crate) fn restore(&self, id: &str) {
        self.known.lock().removed.remove(id);
    }

    /// Returns the number of panics, and of tables set aside.
    pub(crate) fn counts(&self) -> (u64, usize) {
        (self.panics.load(Ordering::Relaxed), self.known.lock().set_aside.len())
    }

    /// Sets a damaged table aside: it is not loaded again until the server restarts.
    pub(crate) fn set_aside(&self, id: &str, why: &dyn std::fmt::Display) {
        tracing::error!(table = short(id), %why, "set aside a damaged table");
        insert_bounded(&mut self.known.lock().set_aside, id, Refusal::Damaged);
    }

    /// Records a panic in the room of a table with this many entries. After a second panic at the same entry
    /// count the table is set aside, as it would recur.
    pub(crate) fn panicked(&self, id: &str, entries: u64) {
        self.panics.fetch_add(1, Ordering::Relaxed);
        let mut known = self.known.lock();
        let again = insert_bounded(&mut known.panicked, id, entries) == Some(entries);
        if again {
            insert_bounded(&mut known.set_aside, id, Refusal::SetAside);
        }
        let after = if again { "it is set aside" } else { "it is reloaded" };
        tracing::error!(table = short(id), entries, "panic while serving a table: {after}");
    }
}

/// Inserts a value and returns the previous one. At capacity, evicts an arbitrary other table.
fn insert_bounded<T>(of: &mut HashMap<String, T>, id: &str, what: T) -> Option<T> {
    if of.len() >= CAPACITY
        && !of.contains_key(id)
        && let Some(other) = of.keys().next().cloned()
    {
        of.remove(&other);
    }
    of.insert(id.to_owned(), what)
}
