//! Bots supplied by the caller, which run in this process.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use upcard_bots::Bot;

/// Factory of a bot for a seat, from the seed of its random choices.
type Make = dyn Fn(u64) -> Box<dyn Bot> + Send + Sync;

/// Bot supplied by the caller. Two with the same name count as the same contestant.
#[derive(Clone)]
pub struct Guest {
    name: String,
    make: Arc<Make>,
}

impl Guest {
    /// Creates a contestant of this name.
    #[must_use]
    pub fn new(name: &str, make: impl Fn(u64) -> Box<dyn Bot> + Send + Sync + 'static) -> Guest {
        Guest { name: name.to_owned(), make: Arc::new(make) }
    }

    /// Creates a bot for one seat.
    pub(crate) fn bot(&self, seed: u64) -> Box<dyn Bot> {
        (self.make)(seed)
    }
}

impl fmt::Display for Guest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl fmt::Debug for Guest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Guest").field(&self.name).finish()
    }
}

impl PartialEq for Guest {
    fn eq(&self, other: &Guest) -> bool {
        self.name == other.name
    }
}

impl Eq for Guest {}

impl PartialOrd for Guest {
    fn partial_cmp(&self, other: &Guest) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Guest {
    fn cmp(&self, other: &Guest) -> Ordering {
        self.name.cmp(&other.name)
    }
}

impl Hash for Guest {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}
