//! The line to a table: what goes over it, and what comes back.

use upcard_client::wire::{ClientMessage, Resume, ServerMessage, TableError};
use upcard_client::{Around, Fairness};

/// What comes over a line.
pub(crate) enum Heard {
    /// The table says this; nothing where it has settled what was asked before.
    Said(Vec<ServerMessage>),
    /// The same from a table on this device that several people share, for whoever of them looks.
    Shared(Around, Vec<ServerMessage>),
    /// Is the table within reach?
    Online(bool),
    /// What a table on this device needs cannot be had: without a line it is asked for again.
    Missing,
    /// There is no table to come back to any more.
    Ended(TableError),
    /// The table on this device cannot be read as it was kept.
    Unreadable,
}

/// Who is at this end of a line.
pub(crate) struct Listener {
    /// Takes what comes.
    pub(crate) hear: Box<dyn Fn(Heard)>,
    /// Up to where it has heard everything, and from which seat; none where it must hear all.
    pub(crate) resume: Box<dyn Fn() -> Option<Resume>>,
}

/// What the page does with a line to a server's table. The first part of the program knows it by this alone.
pub(crate) trait Line {
    fn send(&self, message: &ClientMessage);

    /// The table's id.
    fn table(&self) -> &str;

    /// Closes the line; a page that goes on connects again.
    fn hang_up(&self);

    /// Keeps in this browser what was shown of the fairness of this table's deals.
    fn keep(&self, fairness: &Fairness);

    /// What was kept of it.
    fn kept(&self) -> Option<Fairness>;
}
