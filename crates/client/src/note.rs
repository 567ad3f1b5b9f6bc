//! User-level meaning of a message from the table.

use upcard_engine::{Event, Seat};
use upcard_table::wire::{Change, Phrase, Refused, TableError};

/// User-level meaning of a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Note {
    /// The whole state was replaced.
    Fresh,
    /// A game event.
    Happened(Event),
    /// A change at the table.
    Changed(Change),
    /// An action was refused.
    Refused(Refused),
    /// A person connected or disconnected.
    Presence(Seat, bool),
    /// A person sent a phrase.
    Phrase(Seat, Phrase),
    /// The table reported an error.
    Error(TableError),
    /// Messages are missing: request a snapshot.
    Gap,
    /// The host has disabled or enabled phrases.
    Phrases(bool),
    /// The visitors, their requests or the pause changed.
    Company,
}
