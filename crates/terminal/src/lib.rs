//! Terminal client: a person against bots or at a server's table, by keyboard and mouse or by typed lines.
//!
//! [`App`] does everything except terminal I/O: it handles keys and bots' answers and draws itself on a
//! frame, so that tests play whole matches without a terminal. [`screen`] runs it in a real terminal,
//! [`plain`] in line mode, and both supply a thread for the bots or a connection to a server. Questions,
//! options and wording come from the client crate, legality from the engine, as on the page.

mod address;
mod answers;
mod app;
mod ascii;
mod draw;
mod drive;
mod files;
mod hits;
mod keys;
mod mouse;
mod place;
pub mod plain;
mod receive;
mod remote;
mod replay;
mod scores;
pub mod screen;
mod server;
mod sheets;
mod socket;
mod spots;
mod styles;
#[cfg(test)]
mod tests;
mod texts;
mod typed;

pub use address::Address;
pub use app::{App, Colours, Looks};
pub use ascii::ascii;
pub use drive::{ScreenError, now};
pub use files::{Files, FilesError, read_file};
pub use place::{ConnectionEvent, Random, Visitor};
pub use replay::ReplayViewer;
pub use server::{Server, ServerError};
pub use socket::Opened;
