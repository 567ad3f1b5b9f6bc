//! The random player.
//!
//! It chooses uniformly among the actions of [`upcard_engine::View::offered`], with at most 50 lay-downs in
//! the list; it never takes a play back, and does not rearrange.

use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use upcard_engine::chance::below;
use upcard_engine::{Action, View};

use crate::bot::{Bot, fallback};
use crate::budget::Budget;

/// The player of [`Level::Random`](crate::Level::Random): answers with any legal action.
pub struct Random {
    rng: ChaCha8Rng,
}

impl Random {
    /// A random player with this seed.
    #[must_use]
    pub fn new(seed: u64) -> Random {
        Random { rng: ChaCha8Rng::seed_from_u64(seed) }
    }
}

impl Bot for Random {
    fn decide(&mut self, view: &View<'_>, _: &Budget<'_>) -> Action {
        let mut actions = view.offered(50).actions;
        actions.retain(|action| *action != Action::Undo);
        if actions.is_empty() {
            return fallback(view);
        }
        let pick = below(&mut self.rng, actions.len() as u32) as usize;
        actions.swap_remove(pick)
    }
}
