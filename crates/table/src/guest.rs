//! Who comes to a table: people, and the connections by which they are there.

use crate::hex::Hex;

/// A person, by the id that the check of identities gave.
pub type Guest = Hex<16>;

/// A connection to a table, numbered by whoever holds it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Link(pub u64);
