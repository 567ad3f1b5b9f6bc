//! The levels by name. The family of a game decides how a level plays it.

mod expert;
mod ladder;
mod mistakes;
mod random;

use upcard_engine::Level;

use crate::bot::Bot;

pub use expert::Expert;
pub use ladder::{Novice, Sharp, Steady, playout};
pub use mistakes::Erring;
pub use random::Random;

/// A player of this level. The seed determines all its random choices.
#[must_use]
pub fn player(level: Level, seed: u64) -> Box<dyn Bot> {
    match level {
        Level::Random => Box::new(Random::new(seed)),
        Level::Novice => Box::new(Novice),
        Level::Steady => Box::new(Steady::default()),
        Level::Sharp => Box::new(Sharp),
        Level::Expert => Box::new(Expert::new(seed)),
        Level::Beginner => Box::new(Erring::beginner(seed)),
        Level::Casual => Box::new(Erring::casual(seed)),
    }
}
