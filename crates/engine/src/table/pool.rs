//! What a table knows beyond one deal: hands won, who is out of a match, chips.

use serde::{Deserialize, Serialize};

use crate::seat::{MAX_PLAYERS, Seat, Seats};

/// Who is out of a match, who comes back, chips, and what is in a pool.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct PoolState {
    /// Seats that are out of the match.
    pub out: Seats,
    /// How often each seat has come back.
    pub rejoined: [u8; MAX_PLAYERS],
    /// Seats that are still to be asked whether they come back.
    pub may_rejoin: Seats,
    /// The total with which they would.
    pub rejoin_total: i32,
    /// Seats that have agreed to share the pool.
    pub agreed: Seats,
    /// Has somebody declined to?
    pub declined: bool,
    /// Have all agreed?
    pub split: bool,
    /// Who won the last deal.
    pub winner: Option<Seat>,
    /// The chips that each seat has won, or lost, so far.
    pub chips: [i32; MAX_PLAYERS],
}

/// The hands that were won in a game in which one knocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct HandsWon {
    /// How many each seat has won.
    pub won: [u8; MAX_PLAYERS],
    /// The boxes of each seat.
    pub boxes: [u8; MAX_PLAYERS],
    /// Where three games are scored at once: in how many of them a seat enters its next hand,
    /// less one.
    pub reach: [u8; MAX_PLAYERS],
    /// The points of each seat in each of the three games.
    pub columns: [[i32; 3]; MAX_PLAYERS],
    /// The boxes of each seat in each of them.
    pub column_boxes: [[u8; 3]; MAX_PLAYERS],
}
