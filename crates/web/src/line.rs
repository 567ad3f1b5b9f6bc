//! Connection to a table: messages in both directions.

use upcard_client::wire::{ClientMessage, Resume, ServerMessage, TableError};
use upcard_client::{Around, Fairness};

/// What arrives over a connection.
pub(crate) enum Heard {
    /// Messages of the table; empty if it has only acknowledged a request.
    Said(Vec<ServerMessage>),
    /// The same from a table on this device, for whoever of the people sharing it looks.
    Shared(Around, Vec<ServerMessage>),
    /// Whether the table is reachable.
    Online(bool),
    /// Code for a table on this device failed to load; it is retried while offline.
    Missing,
    /// The table no longer exists for this page.
    Ended(TableError),
    /// The stored table on this device cannot be read.
    Unreadable,
}

/// The page's end of a connection.
pub(crate) struct Listener {
    /// Handles what arrives.
    pub(crate) hear: Box<dyn Fn(Heard)>,
    /// Where to resume: the last message seen and the seat; `None` to get everything.
    pub(crate) resume: Box<dyn Fn() -> Option<Resume>>,
}

/// A connection to a server's table. The first part of the program knows only this trait.
pub(crate) trait Line {
    fn send(&self, message: &ClientMessage);

    /// Returns the table's id.
    fn table(&self) -> &str;

    /// Closes the connection; a resumed page reconnects.
    fn hang_up(&self);

    /// Saves the fairness commitments and proofs of this table's deals.
    fn keep(&self, fairness: &Fairness);

    /// Returns the saved fairness data.
    fn kept(&self) -> Option<Fairness>;
}
