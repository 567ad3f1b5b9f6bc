//! Clusters: several nodes that share a database. One node holds each table, under a lease whose epoch is
//! part of every append. A connection may end on any node, which relays its messages to the holder. Unused
//! without a cluster.

mod front;
mod host;
mod incoming;
pub(crate) mod lease;
mod nats;
pub(crate) mod node;
mod peers;
mod renewing;
pub(crate) mod status;
mod tables;
pub mod wire;

pub use self::nats::BusError;
pub use self::node::JoinError;
