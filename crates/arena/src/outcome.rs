//! Interim result of a match for a seat.

use upcard_engine::choices::{Choices, Money, Winner};
use upcard_engine::{Seat, Table};

/// Points that a seat has won or lost.
pub(crate) fn points(choices: &Choices, table: &Table, seat: Seat) -> f64 {
    if choices.settling.money == Money::PerPoint {
        table.paid()[seat.index()] as f64 / f64::from(choices.settling.unit.max(1))
    } else if choices.matching.winner == Winner::Chips {
        f64::from(table.chips_won(seat))
    } else {
        f64::from(table.score(seat))
    }
}
