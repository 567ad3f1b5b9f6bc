//! The table in a terminal: a person against bots, or at a server's table, by keyboard and mouse or by
//! typed lines.
//!
//! [`App`] is all of it but the terminal: it takes keys and bots' answers, and draws itself on a frame;
//! so tests play whole matches without one. [`screen`] lends it a real terminal, [`plain`] a line mode, and
//! both a thread in which the bots think, or a line to a server. What is asked, what may be done and how it
//! is said comes from the client, and what is legal from the engine, as on the page.

mod address;
mod afar;
mod answers;
mod app;
mod ascii;
mod draw;
mod drive;
mod files;
mod hits;
mod keys;
mod marks;
mod mouse;
mod place;
pub mod plain;
mod receive;
mod replay;
mod scores;
pub mod screen;
mod server;
mod sheets;
mod socket;
mod spots;
#[cfg(test)]
mod tests;
mod texts;
mod typed;

pub use address::Address;
pub use app::{App, Colours, Looks};
pub use ascii::ascii;
pub use drive::{ScreenError, now};
pub use files::{Files, FilesError, read_file};
pub use place::{Heard, Random, Visitor};
pub use replay::Looking;
pub use server::{LineError, Server};
pub use socket::Opened;
