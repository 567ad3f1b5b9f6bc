//! Going out: when a deal ends.
//!
//! Clauses: S000-20..21, S000-49, X-02, S001-46..47, S002-16, S002-45, BASIC-24, PAGAT-CR-29,
//! PAGAT-CR-51, SHANG-28..29, EVEL-30, PROG-40.

use crate::choices::DealEnds;
use crate::compile::Rules;
use crate::event::Ending;
use crate::seat::Seat;
use crate::table::{Down, SeatState, Table};

impl SeatState {
    /// Returns `true` if this seat's hand may become empty: its contract is down, or there are no
    /// contracts.
    #[must_use]
    pub fn may_go_out(&self, rules: &Rules) -> bool {
        !rules.has_contracts() || self.down != Down::No
    }
}

/// How the deal ends after this seat's play; `None` if it continues.
pub(crate) fn after_play(table: &Table, rules: &Rules, seat: Seat) -> Option<Ending> {
    let state = &table.seats[seat.index()];
    if rules.set.choices.going_out.ends == DealEnds::ContractComplete && state.down == Down::Now {
        return Some(Ending::ContractComplete);
    }
    (state.count == 0).then_some(Ending::Played)
}
