//! The table in a terminal: one person against bots, by keyboard alone.
//!
//! [`App`] is all of it but the terminal: it takes keys and bots' answers, and draws itself on a frame;
//! so tests play whole matches without one. [`screen`] lends it a real terminal and a thread in which
//! the bots think. What is asked, what may be done and how it is said comes from the client, and what is
//! legal from the engine, as on the page.

mod answers;
mod app;
mod draw;
mod files;
mod keys;
mod marks;
mod receive;
mod replay;
mod scores;
pub mod screen;
mod sheets;
mod spots;
#[cfg(test)]
mod tests;
mod texts;

pub use app::{App, Colours, Looks, decide};
pub use files::{Files, FilesError};
pub use replay::look;
