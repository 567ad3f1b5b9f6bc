//! Every choice that a game's data can make: one table, from which the rule set's types, its
//! reader, `--set`, the documentation and the mutation check are made, and which says of each choice
//! when it means anything.

mod choice;
mod data;
mod define;
mod facts;
mod forms;
mod own;
mod parts;
mod table;
mod words;

pub use choice::{CHOICES, Choice, choice};
pub use data::*;
pub use facts::Facts;
pub(crate) use facts::{WHOLE_SUIT, is_whole_suit};
pub use forms::*;
pub use own::*;
pub use parts::ByPlayers;
pub use words::*;
