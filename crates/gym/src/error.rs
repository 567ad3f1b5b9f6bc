//! Errors.

use upcard_engine::Refusal;

/// Why a call failed.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum GymError {
    /// The number is masked.
    #[error("{number} ({}) may not be said now", crate::numbers::name(*.number).unwrap_or_default())]
    Masked {
        /// The number.
        number: u8,
    },
    /// The match or episode is over.
    #[error("the episode is over: reset it")]
    Over,
    /// A play was begun and is incomplete.
    #[error("a play was begun: say its other numbers first")]
    Begun,
    /// The rules forbid the action.
    #[error("refused: {}", .0.code())]
    Refused(Refusal),
    /// The action is legal, but has no encoding.
    #[error("'{0}' is legal, and has no numbers")]
    Unlisted(String),
    /// An array has the wrong size.
    #[error("{what}: {found} values instead of {wanted}")]
    Size {
        /// Name of the array.
        what: &'static str,
        /// Actual number of values.
        found: usize,
        /// Required number of values.
        wanted: usize,
    },
    /// The array is no valid observation of this layout.
    #[error("no observation: {0}")]
    NotSeen(&'static str),
    /// The first deal is out of range.
    #[error("first_deal: deals go from 1 to {last}")]
    Deal {
        /// Last deal of the match.
        last: u8,
    },
    /// Too many matches.
    #[error("{found} matches at once: {most} at the most")]
    TooMany {
        /// Requested number.
        found: usize,
        /// Maximum number.
        most: usize,
    },
    /// Too many threads.
    #[error("{found} threads: {most} at the most")]
    TooManyThreads {
        /// Requested number.
        found: usize,
        /// Maximum number.
        most: usize,
    },
    /// The seat is out of range.
    #[error("there is no seat {0}")]
    Seat(usize),
    /// The threads could not be started.
    #[error("no threads: {0}")]
    Threads(String),
    /// No seat is left for the caller.
    #[error("bots play all seats: leave one of them")]
    BotsAlone,
    /// Records are not kept.
    #[error("no record is kept: make the match with records")]
    NoRecord,
}
