//! Multiplayer server: HTTP and WebSocket, guests, one task per room.
//!
//! The server decides nothing about the game; [`upcard_table::Room`] does. It stores before it announces.

mod cluster;
mod connections;
mod operations;
mod rooms;
#[cfg(test)]
mod testing;

#[doc(hidden)]
pub use cluster::wire;
pub use cluster::{BusError, JoinError};
pub use connections::listen::bind;
#[cfg(unix)]
pub use operations::admin;
pub use operations::app::{ServeError, serve, serve_on};
pub use operations::settings::{Forget, Settings, StoreAddress};
pub use operations::tls::{TlsError, TlsFiles};
pub use operations::{cli, signing};
pub use rooms::entries;
