//! What can be wrong with what a caller asks.

use upcard_engine::Refusal;

/// Why something cannot be done.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum GymError {
    /// This number may not be said now.
    #[error("{number} ({}) may not be said now", crate::numbers::name(*.number).unwrap_or_default())]
    Masked {
        /// The number.
        number: u8,
    },
    /// The match or the episode is over.
    #[error("the episode is over: reset it")]
    Over,
    /// A play was begun with numbers, and is not complete.
    #[error("a play was begun: say its other numbers first")]
    Begun,
    /// The rules refuse the action.
    #[error("refused: {}", .0.code())]
    Refused(Refusal),
    /// The action is legal, and the space has no numbers for it.
    #[error("'{0}' is legal, and has no numbers")]
    Unlisted(String),
    /// An array has another size than it must have.
    #[error("{what}: {found} values instead of {wanted}")]
    Size {
        /// Which.
        what: &'static str,
        /// How many values it has.
        found: usize,
        /// How many it must have.
        wanted: usize,
    },
    /// What was read is no observation of this layout.
    #[error("no observation: {0}")]
    NotSeen(&'static str),
    /// There is no such deal.
    #[error("first_deal: deals go from 1 to {last}")]
    Deal {
        /// The last that a match may begin with.
        last: u8,
    },
    /// Too many matches at once.
    #[error("{found} matches at once: {most} at the most")]
    TooMany {
        /// How many are asked for.
        found: usize,
        /// How many there may be.
        most: usize,
    },
    /// Too many threads.
    #[error("{found} threads: {most} at the most")]
    TooManyThreads {
        /// How many are asked for.
        found: usize,
        /// How many there may be.
        most: usize,
    },
    /// There is no such seat.
    #[error("there is no seat {0}")]
    Seat(usize),
    /// Threads could not be started.
    #[error("no threads: {0}")]
    Threads(String),
    /// No seat is the caller's.
    #[error("bots play all seats: leave one of them")]
    BotsAlone,
    /// Records are not kept.
    #[error("no record is kept: make the match with records")]
    NoRecord,
}
