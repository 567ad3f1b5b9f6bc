//! The ladder of players.
//!
//! A [`Bot`] sees a [`View`] and nothing else, and answers with an action that the view allows.
//! The levels, weakest first: [`Level::Random`] any legal answer; [`Level::Novice`] plays what it
//! sees; [`Level::Steady`] counts the cards that are missing and the points; [`Level::Sharp`]
//! weighs what has been seen; [`Level::Expert`] values by what nets have learnt, and looks ahead in
//! imagined worlds.
#![doc = include_str!("../README.md")]

mod bot;
mod declared;
mod expert;
mod hands;
mod hidden;
pub mod hints;
mod level;
pub mod lookahead;
mod measure;
mod novice;
mod objective;
pub mod outlook;
mod plays;
mod random;
pub mod review;
pub mod search;
mod sharp;
mod spread;
mod staying;
mod steady;
mod thought;
pub mod worth;

pub use bot::{Bot, Budget, checked, fallback, or_rearranged};
pub use expert::{Expert, candidates};
pub use level::player;
pub use novice::{Novice, company};
pub use objective::Objective;
pub use random::Random;
pub use sharp::Sharp;
pub use steady::Steady;
pub use thought::{Abandoned, Thought, TooDear, affordable, most_steps, think, think_by};

pub use upcard_engine::{Level, UnknownLevel, View};
