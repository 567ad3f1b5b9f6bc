//! Tables for people far apart: HTTP and WebSocket, guests, one task per table.
//!
//! The server decides nothing about the game: [`upcard_table::Room`] does. What a room wants
//! stored is stored before anybody is told.

mod answers;
mod app;
mod bots;
pub mod cli;
mod coding;
mod error;
mod files;
mod headers;
mod identity;
mod limits;
mod links;
mod listen;
mod proxies;
mod quotas;
mod rates;
mod records;
mod registry;
mod rejoin;
mod repeats;
mod settings;
pub mod signing;
mod socket;
mod stored;
mod task;
mod upkeep;

pub use app::{ServeError, serve, serve_from};
pub use proxies::ProxyHeader;
pub use settings::{Forget, Settings};
