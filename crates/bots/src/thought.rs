//! A thought: a decision with a bound on its work, which ends soon after nobody waits for it any more.

use upcard_engine::{Action, Level, View};

use crate::bot::Budget;
use crate::level::player;

/// What a bot has thought of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought {
    /// The answer to what the seat is asked. It is legal wherever anything is.
    pub action: Action,
    /// Who answered: the level that was asked, or a lower one where that one's answer is too dear.
    pub level: Level,
    /// The steps of all searches.
    pub steps: u64,
}

/// Nobody waits for the answer any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Abandoned;

/// What a player of this level answers. The seed decides all that it leaves to chance.
///
/// # Errors
///
/// When `wanted` says no.
pub fn think(
    level: Level,
    seed: u64,
    view: &View<'_>,
    budget: &Budget<'_>,
    wanted: &dyn Fn() -> bool,
) -> Result<Thought, Abandoned> {
    if !wanted() {
        return Err(Abandoned);
    }
    let action = player(level, seed).decide(view, budget);
    if wanted() { Ok(Thought { action, level, steps: 0 }) } else { Err(Abandoned) }
}
