//! Benchmark workloads, shared by `cargo bench` and `upcard bench`: one module per crate measured, and the
//! policies that play.

pub mod bots;
pub mod decision_time;
pub mod engine;
pub mod policies;
pub mod solver;

use std::sync::Arc;

use upcard_engine::{Library, Rules};

/// Rules of a game of the catalogue, by default for its usual number of players.
///
/// # Panics
/// There is no such game for this many.
#[must_use]
pub fn rules(game: &str, players: Option<u8>) -> Arc<Rules> {
    let library = Library::standard().expect("the games are read");
    Arc::new(Rules::of(&library, game, &[], players).expect("the game is there"))
}
