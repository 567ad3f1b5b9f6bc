//! Views of the state: public seats, and each guest's own view.

use upcard_engine::{OwnView, Phase, Seat, Seats};

use super::data::State;
use super::update::{Emit, Update};
use crate::guest::Guest;
use crate::stored::Occupant;
use crate::wire::{Change, Clock, Lost, SeatChange, SeatInfo, Sitter, Snapshot, Stage};

/// Hides who else has answered the present offer.
fn hide_other_answers(view: OwnView) -> OwnView {
    let own = view.seat.filter(|seat| view.table.answered().has(*seat));
    view.with_answered(own.map_or(Seats::NONE, Seats::only))
}

impl State {
    fn info(&self, seat: Seat) -> SeatInfo {
        let state = &self.persistent.seats[seat.index()];
        SeatInfo {
            sitter: match &state.occupant {
                Occupant::Free => Sitter::Free,
                Occupant::Person { name, .. } => Sitter::Person { name: name.clone() },
                Occupant::Bot { level } => Sitter::Bot { level: *level },
            },
            covered: state.covered,
            ready: state.ready,
            open: self.is_open(seat),
            bank: matches!(self.persistent.set_up.clock, Clock::PerMove { .. })
                .then_some(state.bank),
        }
    }

    /// Public state of the seats.
    #[must_use]
    pub fn seated(&self) -> Vec<SeatInfo> {
        self.seats().map(|seat| self.info(seat)).collect()
    }

    /// Returns who is waited for: the seats to act, or the people not ready for the next deal. During an
    /// offer it reveals no more than the view of the guest's own seat. `None` if the guest has no seat or no
    /// match is being played.
    #[must_use]
    pub fn waiting(&self, guest: Guest) -> Option<Seats> {
        let seat = self.seat_of(guest).filter(|_| self.persistent.stage == Stage::Playing)?;
        let table =
            hide_other_answers(self.game.as_ref()?.own_view(self.visible_seat(guest))).table;
        if !matches!(table.phase(), Phase::DealOver { .. }) {
            return Some(table.waiting());
        }
        let waits = |seat: &Seat| {
            self.guest_of(*seat).is_some() && !self.is_ready(*seat) && !self.is_covered(*seat)
        };
        let late: Seats = self.seats().filter(waits).collect();
        Some(if self.is_ready(seat) { late.without(seat) } else { late.with(seat) })
    }

    /// Returns everything that a guest may know, as of this sequence number and with this presence.
    pub(crate) fn snapshot(&self, guest: Guest, sequence: u64, present: Vec<bool>) -> Snapshot {
        let (seat, game) = (self.seat_of(guest), self.game.as_ref());
        Snapshot {
            sequence,
            stage: self.persistent.stage,
            set_up: self.persistent.set_up.clone(),
            seated: self.seated(),
            host: self.host_seat(),
            seat,
            is_host: guest == self.persistent.host,
            present,
            held: if self.in_match() { self.persistent.holders.held(guest) } else { Seats::NONE },
            lost: self.lost(guest),
            number: self.number,
            view: game
                .map(|game| hide_other_answers(game.own_view(self.visible_seat(guest))).into()),
            sheet: self.sheet.clone(),
            commitments: self.persistent.commitments.clone(),
            secrets: self.persistent.secrets.clone(),
            entropy: self.persistent.entropy.clone(),
            bound: self.persistent.gathering.bound.clone(),
            gathering: self.persistent.gathering.number,
            committed: seat.and_then(|seat| self.persistent.seats[seat.index()].commitment),
            pace: self.persistent.pace,
            hints_off: self.persistent.hints_off,
        }
    }

    /// Returns why this guest has lost their seat.
    fn lost(&self, guest: Guest) -> Option<Lost> {
        if self.seat_of(guest).is_some() {
            return None;
        }
        let kicked = self.persistent.kicked.contains(&guest).then_some(Lost::Kicked);
        kicked.or_else(|| self.persistent.holders.lost.get(&guest).copied())
    }

    pub(super) fn emit_set_up(&self, emit: Emit<'_>) {
        let (set_up, seated, host) =
            (self.persistent.set_up.clone(), self.seated(), self.host_seat());
        emit(Update::Change(Change::SetUp { set_up, seated, host }));
    }

    pub(super) fn emit_seat(&self, seat: Seat, why: SeatChange, emit: Emit<'_>) {
        let (info, host) = (self.info(seat), self.host_seat());
        emit(Update::Change(Change::Seat { seat, info, host, why }));
    }
}
