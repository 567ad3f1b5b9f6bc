//! Connection to a table: messages in both directions.

use upcard_client::wire::{ClientMessage, Resume, ServerMessage, TableError};
use upcard_client::{Fairness, SharedDevice};

pub(crate) enum ConnectionEvent {
    /// Messages of the table; empty if it has only acknowledged a request.
    Messages(Vec<ServerMessage>),
    /// The same from a table on this device, for whoever of the people sharing it looks.
    SharedMessages(SharedDevice, Vec<ServerMessage>),
    /// Whether the table is reachable.
    Online(bool),
    /// Code for a table on this device failed to load; it is retried while offline.
    LoadFailed,
    /// The table no longer exists for this page.
    Ended(TableError),
    /// The stored table on this device cannot be read.
    Unreadable,
}

/// The page's end of a connection.
pub(crate) struct Listener {
    pub(crate) on_event: Box<dyn Fn(ConnectionEvent)>,
    /// Where to resume: the last message seen and the seat; `None` to get everything.
    pub(crate) resume: Box<dyn Fn() -> Option<Resume>>,
}

/// A connection to a server's table. The first part of the program knows only this trait.
pub(crate) trait Connection {
    fn send(&self, message: &ClientMessage);

    /// Returns the table's id.
    fn table(&self) -> &str;

    /// Closes the connection; a resumed page reconnects.
    fn close(&self);

    /// Saves the fairness commitments and proofs of this table's deals.
    fn save_fairness(&self, fairness: &Fairness);

    fn saved_fairness(&self) -> Option<Fairness>;
}
