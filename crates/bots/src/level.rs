//! The ladder by name.

use upcard_engine::Level;

use crate::{Bot, Expert, Novice, Random, Sharp, Steady};

/// A player of this level. The seed decides all that it leaves to chance.
#[must_use]
pub fn player(level: Level, seed: u64) -> Box<dyn Bot> {
    match level {
        Level::Expert => Box::new(Expert::new(seed)),
        other => player_without_nets(other, seed),
    }
}

/// The same for a program that comes without the nets and the search of [`Level::Expert`], in whose
/// place [`Level::Sharp`] plays.
#[must_use]
pub fn player_without_nets(level: Level, seed: u64) -> Box<dyn Bot> {
    match level {
        Level::Random => Box::new(Random::new(seed)),
        Level::Novice => Box::new(Novice),
        Level::Steady => Box::new(Steady::default()),
        Level::Sharp | Level::Expert => Box::new(Sharp),
    }
}
