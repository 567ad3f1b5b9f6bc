//! Several nodes on one database. A table lives on one of them, under a lease with an epoch that every
//! append names. A connection may end on any node, which relays its messages where another one has the
//! table. Without a cluster nothing of this runs.

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
