//! What comes from outside: requests and WebSockets, how they are limited, read and answered. A
//! connection knows the way to its room, and the room only the way back.

pub(crate) mod answers;
pub(crate) mod api;
pub(crate) mod coding;
pub(crate) mod dates;
pub(crate) mod error;
pub(crate) mod files;
pub(crate) mod headers;
pub(crate) mod links;
pub(crate) mod listen;
pub(crate) mod parts;
pub(crate) mod patience;
pub(crate) mod preview;
pub(crate) mod rejoin;
pub(crate) mod sheets;
pub(crate) mod socket;
