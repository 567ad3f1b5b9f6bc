//! Who has held which seat in a match; decides who may sit down where, and see which hand.

use serde::{Deserialize, Serialize};
use upcard_cards::ShortMap;
use upcard_engine::{Seat, Seats};

use super::seat::SeatState;
use crate::guest::Guest;
use crate::wire::Lost;

/// Holders of the seats in the running or last match.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Holders {
    /// Seats that each guest has held.
    held: ShortMap<Guest, Seats>,
    /// Seats opened by the host, and their previous owners.
    pub(crate) opened: ShortMap<Seat, Option<Guest>>,
    /// Why guests have lost their seats.
    pub(crate) lost: ShortMap<Guest, Lost>,
}

impl Holders {
    /// Starts a match with these people.
    pub(crate) fn of(seats: &[SeatState]) -> Holders {
        let mut holders = Holders::default();
        for (seat, state) in seats.iter().enumerate() {
            if let Some(guest) = state.guest() {
                holders.note(guest, Seat::at(seat));
            }
        }
        holders
    }

    pub(crate) fn note(&mut self, guest: Guest, seat: Seat) {
        self.held.or_default(guest).insert(seat);
        self.lost.remove(&guest);
    }

    pub(crate) fn held(&self, guest: Guest) -> Seats {
        self.held.get(&guest).copied().unwrap_or_default()
    }

    /// Returns `true` if any person has held this seat.
    pub(crate) fn known(&self, seat: Seat) -> bool {
        self.held.values().any(|seats| seats.has(seat))
    }
}
