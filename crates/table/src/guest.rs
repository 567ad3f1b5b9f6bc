//! Identities at a table: people and their connections.

use crate::hex::Hex;

/// Id of a person, as authenticated by the caller.
pub type Guest = Hex<16>;

/// Id of a connection, assigned by the caller.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Link(pub u64);
