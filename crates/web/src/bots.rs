//! The bots of a table in this page.

use upcard_bots::{Budget, Level as Strength};
use upcard_client::wire::Level;
use upcard_engine::{Action, View};

/// How many playouts a thinking bot may make here; the page must not wait for it.
const PLAYOUTS: u32 = 12;

/// A bot's answer: what it sees, its level, a number of its own.
pub(crate) fn decide(view: &View<'_>, level: Level, number: u64) -> Action {
    let strength = match level {
        Level::Random => Strength::Random,
        Level::Novice => Strength::Novice,
        Level::Steady => Strength::Steady,
        Level::Sharp => Strength::Sharp,
        Level::Expert => Strength::Expert,
    };
    strength.player(number).decide(view, &Budget::Playouts(PLAYOUTS))
}
