//! The sub-commands of the `upcard` program that belong here, ready to be mounted.

mod arena;

pub use arena::{ArenaArgs, Setting};
