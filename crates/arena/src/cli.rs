//! The sub-commands of the `upcard` program that belong here, ready to be mounted.

mod arena;
mod bot;
mod check;
mod lab;

pub use arena::{ArenaArgs, Setting};
pub use bot::BotArgs;
pub use check::CheckArgs;
pub use lab::{LabArgs, LabError, LabReport};
