//! The ladder by name.

use upcard_engine::Level;

use crate::{Bot, Expert, Novice, Random, Sharp, Steady};

/// A player of this level. The seed decides all that it leaves to chance.
#[must_use]
pub fn player(level: Level, seed: u64) -> Box<dyn Bot> {
    match level {
        Level::Random => Box::new(Random::new(seed)),
        Level::Novice => Box::new(Novice),
        Level::Steady => Box::new(Steady::default()),
        Level::Sharp => Box::new(Sharp),
        Level::Expert => Box::new(Expert::new(seed)),
    }
}
