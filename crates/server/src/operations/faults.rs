//! Tables that cannot be served, and those over which the program has panicked.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};

use parking_lot::Mutex;

use crate::connections::error::Refusal;
use crate::rooms::ids::short;

/// The most tables that are known to be set aside; beyond, they are read again.
const ASIDE: usize = 10_000;

/// What has gone wrong with tables since the start.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    known: Mutex<Known>,
    /// How often a room has panicked.
    panics: AtomicU64,
}

#[derive(Debug, Default)]
struct Known {
    aside: HashMap<String, Refusal>,
    /// Tables that the host has removed, or is about to.
    removed: HashMap<String, ()>,
    /// How many entries a table had when its room panicked.
    panicked: HashMap<String, u64>,
}

impl Faults {
    /// Why a table is not served, if it is not.
    pub(crate) fn of(&self, id: &str) -> Option<Refusal> {
        let known = self.known.lock();
        match known.removed.contains_key(id) {
            true => Some(Refusal::NoSuchTable),
            false => known.aside.get(id).cloned(),
        }
    }

    /// The host removes a table: nobody finds it any more.
    pub(crate) fn remove(&self, id: &str) {
        remember(&mut self.known.lock().removed, id, ());
    }

    /// A table could not be removed.
    pub(crate) fn restore(&self, id: &str) {
        self.known.lock().removed.remove(id);
    }

    /// How often the program has panicked over a table, and how many tables are set aside.
    pub(crate) fn counts(&self) -> (u64, usize) {
        (self.panics.load(Ordering::Relaxed), self.known.lock().aside.len())
    }

    /// Sets a table aside that cannot be served: it is not read again until the server restarts.
    pub(crate) fn set_aside(&self, id: &str, why: &dyn std::fmt::Display) {
        tracing::error!(table = short(id), %why, "a table is set aside");
        remember(&mut self.known.lock().aside, id, Refusal::Damaged);
    }

    /// The program has panicked over a table with this many entries. Where it has done so before with
    /// as many, the table is set aside: it would do so again.
    pub(crate) fn panicked(&self, id: &str, entries: u64) {
        self.panics.fetch_add(1, Ordering::Relaxed);
        let mut known = self.known.lock();
        let again = remember(&mut known.panicked, id, entries) == Some(entries);
        if again {
            remember(&mut known.aside, id, Refusal::SetAside);
        }
        let after = if again { "it is set aside" } else { "it is loaded again" };
        tracing::error!(table = short(id), entries, "the program panicked over a table: {after}");
    }
}

/// Notes something of a table; what was noted before. Where too many are remembered, one of the
/// others is forgotten.
fn remember<T>(of: &mut HashMap<String, T>, id: &str, what: T) -> Option<T> {
    if of.len() >= ASIDE
        && !of.contains_key(id)
        && let Some(other) = of.keys().next().cloned()
    {
        of.remove(&other);
    }
    of.insert(id.to_owned(), what)
}
