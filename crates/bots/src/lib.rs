//! The bots, by level.
//!
//! A [`Bot`] sees a [`View`] and nothing else, and answers with an action that the view allows. The levels,
//! weakest first: [`Level::Random`] plays any legal answer; [`Level::Beginner`] and [`Level::Casual`] err as
//! people err; [`Level::Novice`] plays what it sees; [`Level::Steady`] counts missing cards and points;
//! [`Level::Sharp`] weighs what has been seen; [`Level::Expert`] values candidates with a net, and looks
//! ahead in sampled worlds.
#![doc = include_str!("../README.md")]

mod beliefs;
mod bot;
mod budget;
mod circulation;
mod equity;
mod families;
mod first_lay_down;
mod grouping;
mod hands;
pub mod hints;
mod laying;
mod levels;
mod measure;
mod objective;
mod outlook;
mod plays;
pub mod review;
pub mod search;
mod thinking;
pub mod value;

use upcard_engine::{Action, Rules};

pub use beliefs::{NextPlayer, RISK_FEATURES};
pub use bot::{Bot, checked, fallback, or_rearranged};
pub use budget::Budget;
pub use equity::{chance_to_be_first, is_won_by_total};
pub use families::explore_by_nets;
pub use hands::companions;
pub use levels::{Erring, Expert, Novice, Random, Sharp, Steady, player, playout};
pub use objective::{Objective, fits_table};
pub use thinking::{
    BotDecision, Cancelled, TooExpensive, check_affordable, max_steps, think, think_by,
};

pub use upcard_engine::{Level, UnknownLevel, View};

/// Candidate moves, the sharp player's choice first. All legal. A single one if there is nothing to think
/// about.
#[must_use]
pub fn candidates(view: &View<'_>) -> Vec<Action> {
    families::of(view.rules).proposals(view)
}

/// The rearrangement of the table that plays as many points of the hand as possible; `None` if nothing is
/// gained, or if the seat or the game may not rearrange.
#[must_use]
pub fn rearrangement(view: &View<'_>) -> Option<Action> {
    plays::rearrange(view)
}

/// The name of the family of games with these rules: `contracts`, `free-melds`, `gin`, `rummy-500` or
/// `indian`.
#[must_use]
pub fn family(rules: &Rules) -> &'static str {
    families::of(rules).name()
}
