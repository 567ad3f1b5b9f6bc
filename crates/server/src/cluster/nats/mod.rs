//! NATS connection between the nodes.

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

/// Capacity of the queue of outgoing messages.
pub(crate) const OUTGOING_CAPACITY: usize = 16 * 1024;
