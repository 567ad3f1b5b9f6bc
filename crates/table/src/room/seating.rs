//! People sit down, leave and return; bots cover them meanwhile.

use upcard_engine::Seat;

use super::data::Room;
use crate::guest::Guest;
use crate::stored::Entry;
use crate::wire::{CoverWhy, TableError};

impl Room {
    pub(super) fn sit(
        &mut self,
        guest: Guest,
        wish: Option<Seat>,
        name: &str,
    ) -> Result<(), TableError> {
        let name = self.name_for(guest, name)?;
        if let Some(own) = self.state.seat_of(guest) {
            match wish.filter(|wish| *wish != own) {
                // Sitting down again takes the seat back.
                None => {
                    if self.state.name_of(own) != Some(&name) {
                        self.record(Entry::Sat { seat: own, guest, name });
                    }
                    if !self.is_time_up(own) {
                        self.take_back(own);
                    }
                    return Ok(());
                }
                Some(_) if self.state.in_match() => return Err(TableError::HeldSeat),
                Some(wish) => {
                    self.state.may_take(guest, wish)?;
                    let host = self.state.is_host(guest);
                    self.record(Entry::Left { seat: own, kicked: false });
                    if host && !self.state.is_host(guest) {
                        self.record(Entry::Host { guest });
                    }
                }
            }
        }
        let seat = self.state.seat_for(guest, wish)?;
        if let Some(company_features) = self.service.company_features
            && self.state.seat_of(guest).is_none()
            && (company_features.needs_approval)(self, guest, &name)?
        {
            return Ok(());
        }
        self.pending_requests.forget(seat);
        self.announce_seat(guest, seat);
        self.record(Entry::Sat { seat, guest, name });
        self.greet_again(guest);
        Ok(())
    }

    /// Normalizes and checks the name that a guest has typed.
    pub(super) fn name_for(&self, guest: Guest, typed: &str) -> Result<String, TableError> {
        let name = (self.service.names)(typed).ok_or(TableError::BadName)?;
        let own = self.state.seat_of(guest).and_then(|seat| self.state.name_of(seat));
        let bots = self
            .service
            .company_features
            .is_some_and(|company_features| (company_features.is_bot_name)(&name));
        // A seated person may keep a bot-like name from before such names were refused.
        if bots && own != Some(name.as_str()) { Err(TableError::BotName) } else { Ok(name) }
    }

    pub(super) fn is_time_up(&self, seat: Seat) -> bool {
        self.timer.is_time_up(self.now, seat, &self.state)
    }

    /// A person leaves: during a match a bot covers, and the seat stays theirs.
    pub(super) fn leave(&mut self, guest: Guest) -> Result<(), TableError> {
        let seat = self.state.own_seat(guest)?;
        if self.state.in_match() {
            self.cover(seat);
        } else {
            let host = self.state.host();
            self.record(Entry::Left { seat, kicked: false });
            self.greet_unless(!self.state.is_host(host), guest);
        }
        Ok(())
    }

    /// A person gives the seat up for the rest of the match.
    pub(super) fn give_up(&mut self, guest: Guest) -> Result<(), TableError> {
        let seat = self.state.own_seat(guest)?;
        if !self.state.in_match() {
            return self.leave(guest);
        }
        let host = self.state.host();
        self.record(Entry::GaveUp { seat });
        if guest == host
            && let Some(next_host) = self.people.first(&self.state)
        {
            self.record(Entry::Host { guest: next_host });
        }
        self.greet_unless(!self.state.is_host(host), guest);
        Ok(())
    }

    /// Welcomes a guest again whose seat has changed, unless a change of host does so `anyway`.
    fn greet_unless(&mut self, anyway: bool, guest: Guest) {
        if !anyway {
            self.greet_again(guest);
        }
    }

    pub(super) fn move_seat(&mut self, from: Guest, to: Guest, moves: u32) {
        if let Ok(seat) = self.state.may_move(from, to, moves)
            && from != to
        {
            self.record_seat_move(to, seat, Entry::Moved { seat, guest: to });
        }
    }

    /// Records an entry that moves a seat to another guest id of the same person.
    pub(super) fn record_seat_move(&mut self, to: Guest, seat: Seat, entry: Entry) {
        let (from, host) = (self.state.guest_of(seat), self.state.host());
        self.announce_seat(to, seat);
        self.record(entry);
        for guest in from.into_iter().chain([to]) {
            self.greet_unless(!self.state.is_host(host), guest);
        }
    }

    /// Lets a bot cover the person of a seat, at their own request.
    pub(super) fn cover(&mut self, seat: Seat) {
        if !self.state.is_covered(seat) {
            let spent = self.timer.charge(self.now, seat, &self.state);
            self.record(Entry::Covered { seat, spent, late: false });
        }
    }

    /// The same, unrequested; `late` if the person may have missed the turn.
    pub(super) fn cover_for(&mut self, seat: Seat, late: bool, why: CoverWhy) {
        if !self.state.is_covered(seat) {
            let spent = self.timer.charge(self.now, seat, &self.state);
            self.record(Entry::CoveredFor { seat, spent, late, why });
        }
    }

    /// The person of a covered seat plays again. Spent clock time is not restored.
    pub(super) fn take_back(&mut self, seat: Seat) {
        if self.state.is_covered(seat) {
            self.pending_requests.forget(seat);
            self.record(Entry::TakenBack { seat });
            self.send_window();
        }
    }
}
