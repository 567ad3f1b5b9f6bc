//! Bots supplied by the caller, which run in this process.

use std::fmt;
use std::sync::Arc;

use upcard_bots::Bot;

/// Factory of a bot for a seat, from the seed of its random choices.
type Make = dyn Fn(u64) -> Box<dyn Bot> + Send + Sync;

/// Bot supplied by the caller. Two with the same name count as the same contestant.
#[derive(Clone)]
pub struct CustomBot {
    name: String,
    make: Arc<Make>,
}

impl CustomBot {
    /// Creates a contestant of this name.
    #[must_use]
    pub fn new(
        name: &str,
        make: impl Fn(u64) -> Box<dyn Bot> + Send + Sync + 'static,
    ) -> CustomBot {
        CustomBot { name: name.to_owned(), make: Arc::new(make) }
    }

    pub(crate) fn bot(&self, seed: u64) -> Box<dyn Bot> {
        (self.make)(seed)
    }
}

impl fmt::Display for CustomBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl fmt::Debug for CustomBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("CustomBot").field(&self.name).finish()
    }
}

impl PartialEq for CustomBot {
    fn eq(&self, other: &CustomBot) -> bool {
        self.name == other.name
    }
}

impl Eq for CustomBot {}
