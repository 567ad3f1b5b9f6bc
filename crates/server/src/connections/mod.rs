//! Network interface: requests and WebSockets, their limits, parsing and responses. A connection has a handle
//! to its room, and the room only a sender to the connection.

pub(crate) mod api;
pub(crate) mod dates;
pub(crate) mod encoding;
pub(crate) mod error;
pub(crate) mod files;
pub(crate) mod headers;
pub(crate) mod layers;
pub(crate) mod links;
pub(crate) mod listen;
pub(crate) mod pending_bytes;
pub(crate) mod preview;
pub(crate) mod rejoin;
pub(crate) mod sheets;
pub(crate) mod socket;
pub(crate) mod write_timeout;
