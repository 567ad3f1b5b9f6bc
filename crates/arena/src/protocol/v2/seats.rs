//! Seats, counted from 1.

use serde::{Deserialize, Serialize};
use upcard_engine::{Seat, Seats};

/// Seat number, counted from 1 as in records.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct SeatNumber(pub u8);

impl From<Seat> for SeatNumber {
    fn from(seat: Seat) -> SeatNumber {
        SeatNumber(seat.number())
    }
}

/// Seats of a set in ascending order.
pub(super) fn numbers(seats: Seats) -> Vec<SeatNumber> {
    seats.iter().map(SeatNumber::from).collect()
}
