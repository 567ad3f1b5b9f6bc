//! The message server between the nodes.

#[cfg(not(feature = "nodes"))]
mod absent;
#[cfg(feature = "nodes")]
mod bus;
mod error;

#[cfg(not(feature = "nodes"))]
pub(crate) use self::absent::{Bus, Client, is_connected};
#[cfg(feature = "nodes")]
pub(crate) use self::bus::{Bus, Client, is_connected};
pub use self::error::BusError;

/// Messages that may wait for the message server.
pub(crate) const PARCELS: usize = 16 * 1024;
