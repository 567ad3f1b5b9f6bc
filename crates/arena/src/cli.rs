//! Sub-commands of the `upcard` program that this crate provides.

mod arena;
mod bot;
mod check;
mod json;
mod lab;
mod outcome;
mod progress;

pub use arena::{ArenaArgs, Setting};
pub use bot::BotArgs;
pub use check::CheckArgs;
pub use json::json;
pub use lab::{LabArgs, LabError};
pub use outcome::{Incomplete, Outcome};
pub use progress::Progress;
