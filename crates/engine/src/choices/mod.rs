//! All choices of a game's data: one table that generates the rule set's types, its parser, `--set`, the
//! documentation and the mutation check, and that says when each choice has an effect.

mod choice;
mod custom;
mod data;
mod define;
mod facts;
mod forms;
mod parts;
mod table;
mod words;

pub use choice::{CHOICES, Choice, choice};
pub use custom::*;
pub use data::*;
pub use facts::Facts;
pub(crate) use facts::{WHOLE_SUIT, is_whole_suit};
pub use forms::*;
pub use parts::ByPlayers;
pub use words::*;
