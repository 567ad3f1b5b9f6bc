//! What a message of a table means to a user.

use upcard_engine::{Event, Seat};
use upcard_table::wire::{Change, Phrase, Refused, TableError};

/// What a message means to a user.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Note {
    /// Everything was replaced.
    Fresh,
    /// Something happened in the game.
    Happened(Event),
    /// Something changed at the table.
    Changed(Change),
    /// An action was refused.
    Refused(Refused),
    /// Somebody came or went.
    Presence(Seat, bool),
    /// Somebody sent a phrase.
    Phrase(Seat, Phrase),
    /// The table could not follow.
    Error(TableError),
    /// Messages are missing: ask for a snapshot.
    Gap,
    /// The host has switched phrases off, or on again.
    Phrases(bool),
    /// Who else is here, what they wish, or what stands still is another.
    Company,
}
