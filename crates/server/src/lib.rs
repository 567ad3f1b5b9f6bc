//! Tables for people far apart: HTTP and WebSocket, guests, one task per room.
//!
//! The server decides nothing about the game: [`upcard_table::Room`] does. What a room wants
//! stored is stored before anybody is told.

#[cfg(unix)]
pub mod admin;
mod answers;
mod api;
mod app;
mod bots;
pub mod cli;
mod cluster;
mod coding;
pub mod entries;
mod entropy;
mod error;
mod faults;
mod files;
#[cfg(unix)]
mod guests;
mod headers;
mod house;
mod ids;
mod keyring;
mod limits;
mod links;
mod listen;
mod loading;
mod memory;
mod metrics;
mod published;
mod quotas;
mod rates;
mod records;
mod registry;
mod rejoin;
mod repeats;
mod room;
mod rooms;
mod rules;
mod searches;
mod settings;
mod shared;
pub mod signing;
mod socket;
mod stored;
mod task;
#[cfg(test)]
mod testing;
mod tls;
mod traces;
mod upkeep;

pub use app::{ServeError, serve, serve_on};
#[doc(hidden)]
pub use cluster::wire;
pub use cluster::{BusError, JoinError};
pub use listen::bind;
pub use settings::{Forget, Settings, StoreAddress};
pub use tls::{TlsError, TlsFiles};
