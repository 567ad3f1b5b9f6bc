//! Errors.

use upcard_engine::Refusal;

/// Why a call failed.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum GymError {
    /// The number is masked.
    #[error("{number} ({}) is not allowed now", crate::numbers::name(*.number).unwrap_or_default())]
    Masked {
        /// The number.
        number: u8,
    },
    /// The match or episode is over.
    #[error("the episode is over: reset it")]
    Over,
    /// A play was begun and is incomplete.
    #[error("a play is incomplete: give its other numbers first")]
    IncompletePlay,
    /// The rules forbid the action.
    #[error("refused: {}", .0.code())]
    Refused(Refusal),
    /// The action is legal, but has no encoding.
    #[error("'{0}' is legal but has no numbers")]
    Unlisted(String),
    /// An array has the wrong size.
    #[error("{what}: expected {wanted} values, found {found}")]
    Size {
        /// Name of the array.
        what: &'static str,
        /// Actual number of values.
        found: usize,
        /// Required number of values.
        wanted: usize,
    },
    /// The array is no valid observation of this layout.
    #[error("not an observation: {0}")]
    InvalidObservation(&'static str),
    /// The first deal is out of range.
    #[error("first_deal: deals go from 1 to {last}")]
    Deal {
        /// Last deal of the match.
        last: u8,
    },
    /// Too many matches or threads.
    #[error("{found} {what}: the maximum is {max}")]
    TooMany {
        /// What there are too many of.
        what: &'static str,
        /// Requested number.
        found: usize,
        /// Maximum number.
        max: usize,
    },
    /// The seat is out of range.
    #[error("there is no seat {0}")]
    Seat(usize),
    /// The threads could not be started.
    #[error("cannot start threads: {0}")]
    Threads(String),
    /// No seat is left for the caller.
    #[error("bots play all seats: leave one free")]
    BotsAlone,
    /// Records are not kept.
    #[error("no record: create the match with records")]
    NoRecord,
}
