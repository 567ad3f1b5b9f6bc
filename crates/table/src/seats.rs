//! Whose a seat is.
//!
//! During a match every seat has at most one owner, and a guest owns at most one seat. A bot covers
//! an owner who is away, has left or asks for it; the owner comes back to the same seat and to no
//! other. Nobody gets a hand that another person has held, unless the host opens that seat for
//! everybody to see, or its owner goes on with it on another device. Between matches seats are
//! taken, left and changed freely.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use upcard_engine::{Seat, Seats};

use crate::entry::{Entry, Guest};
use crate::outbox::{Millis, Outbox};
use crate::restore::FoldError;
use crate::room::Room;
use crate::seat::{COVER, Occupant, SeatState};
use crate::state::{State, Update};
use crate::wire::{Change, Lost, SeatChange, SeatPlan, Stage, TableError};

/// Who has held which seats in the match that is being played, or was played last.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Holders {
    /// The seats that each guest has held.
    held: BTreeMap<Guest, Seats>,
    /// Seats that the host has opened, and from whom.
    opened: BTreeMap<Seat, Option<Guest>>,
    /// Why guests have lost their seats.
    lost: BTreeMap<Guest, Lost>,
}

impl Holders {
    /// A match is about to begin with these people.
    pub(crate) fn of(seats: &[SeatState]) -> Holders {
        let mut holders = Holders::default();
        for (seat, state) in seats.iter().enumerate() {
            if let Some(guest) = state.guest() {
                holders.note(guest, Seat::at(seat));
            }
        }
        holders
    }

    fn note(&mut self, guest: Guest, seat: Seat) {
        self.held.entry(guest).or_default().insert(seat);
        self.lost.remove(&guest);
    }

    /// The seats that this guest has held.
    pub(crate) fn held(&self, guest: Guest) -> Seats {
        self.held.get(&guest).copied().unwrap_or_default()
    }

    /// Has any person held this seat?
    fn known(&self, seat: Seat) -> bool {
        self.held.values().any(|seats| seats.has(seat))
    }
}

impl State {
    /// Is a match being played, or about to be?
    pub(crate) fn in_match(&self) -> bool {
        matches!(self.stage, Stage::Gathering | Stage::Playing)
    }

    /// A seat that is meant for a person and has none at present.
    fn is_vacant(&self, seat: Seat) -> bool {
        self.set_up.seats.get(seat.index()) == Some(&SeatPlan::Person)
            && self.seats.get(seat.index()).is_some_and(|state| state.guest().is_none())
    }

    /// May somebody sit down here in the middle of the match? Who has held another seat in it may
    /// not: see [`State::may_take`].
    pub(crate) fn is_open(&self, seat: Seat) -> bool {
        self.stage == Stage::Playing
            && self.is_vacant(seat)
            && (self.holders.opened.contains_key(&seat) || !self.holders.known(seat))
    }

    /// May this guest, who owns no seat, take this one?
    pub(crate) fn may_take(&self, guest: Guest, seat: Seat) -> Result<(), TableError> {
        if self.set_up.seats.get(seat.index()) != Some(&SeatPlan::Person) {
            return Err(TableError::NoSuchSeat);
        }
        if !self.is_vacant(seat) {
            return Err(TableError::SeatTaken);
        }
        match self.stage {
            Stage::Seating | Stage::Over => Ok(()),
            Stage::Gathering => Err(TableError::MatchRunning),
            Stage::Playing => {
                let lost_it = self.holders.opened.get(&seat) == Some(&Some(guest));
                if !self.holders.held(guest).without(seat).is_empty() || lost_it {
                    Err(TableError::HeldSeat)
                } else if self.is_open(seat) {
                    Ok(())
                } else if !self.holders.held(guest).is_empty() {
                    Err(TableError::HeldSeat)
                } else {
                    Err(TableError::SeatClosed)
                }
            }
        }
    }

    /// The seat whose hand this guest may see: their own, from the match's beginning or since it
    /// was taken. Who sits down after a match has not played in it.
    pub(crate) fn viewed(&self, guest: Guest) -> Option<Seat> {
        self.seat_of(guest).filter(|&seat| self.holders.held(guest).has(seat))
    }

    /// Why this guest has no seat any more.
    pub(crate) fn lost(&self, guest: Guest) -> Option<Lost> {
        if self.seat_of(guest).is_some() {
            return None;
        }
        let kicked = self.kicked.contains(&guest).then_some(Lost::Kicked);
        kicked.or_else(|| self.holders.lost.get(&guest).copied())
    }

    /// How often this guest's seats at this table were moved to another device: a link that was
    /// made before the last time is used up.
    #[must_use]
    pub fn moves(&self, guest: Guest) -> u32 {
        self.moves.get(&guest).copied().unwrap_or(0)
    }

    /// May the seat of one guest become another's, who is the same person on another device?
    ///
    /// # Errors
    /// The link is used up or its owner has no seat, or the other has another seat or was sent
    /// away.
    pub fn may_move(&self, from: Guest, to: Guest, moves: u32) -> Result<Seat, TableError> {
        let seat = self.seat_of(from).ok_or(TableError::BadLink)?;
        if self.moves(from) != moves {
            return Err(TableError::BadLink);
        }
        if from == to {
            return Ok(seat);
        }
        if self.kicked.contains(&to) {
            return Err(TableError::Kicked);
        }
        let another = self.in_match() && !self.holders.held(to).without(seat).is_empty();
        if another || self.seat_of(to).is_some() {
            return Err(TableError::HeldSeat);
        }
        Ok(seat)
    }

    /// Folds [`Entry::Sat`].
    pub(crate) fn sat(
        &mut self,
        seat: Seat,
        guest: Guest,
        name: &str,
        emit: &mut dyn FnMut(Update),
    ) -> Result<(), FoldError> {
        let running = self.in_match();
        let state = self.seat_mut(seat)?;
        let same = state.guest() == Some(guest);
        let bank = state.bank;
        if !same {
            *state = SeatState::new(Occupant::Free);
            state.bank = bank;
        }
        state.occupant = Occupant::Person { guest, name: name.to_owned() };
        let opened = self.holders.opened.remove(&seat).is_some();
        if running {
            self.holders.note(guest, seat);
        }
        let why = match (same, running) {
            (true, _) => SeatChange::Renamed,
            (false, false) => SeatChange::Sat,
            (false, true) if opened => SeatChange::TookOver,
            (false, true) => SeatChange::Joined,
        };
        self.emit_seat(seat, why, emit);
        Ok(())
    }

    /// Folds [`Entry::Left`]. In a match that is what giving up has always meant for the seat.
    pub(crate) fn left(
        &mut self,
        seat: Seat,
        kicked: bool,
        emit: &mut dyn FnMut(Update),
    ) -> Result<(), FoldError> {
        let lost = self.in_match().then_some(Lost::GaveUp);
        let guest = self.vacate(seat, lost)?.ok_or(FoldError::Misfit)?;
        if kicked && !self.kicked.contains(&guest) {
            self.kicked.push(guest);
        }
        if guest == self.host
            && let Some(next) = self.seats.iter().find_map(SeatState::guest)
        {
            self.host = next;
        }
        let why = match kicked {
            true => SeatChange::Kicked,
            false if self.in_match() => SeatChange::GaveUp,
            false => SeatChange::Left,
        };
        self.emit_seat(seat, why, emit);
        Ok(())
    }

    /// Folds [`Entry::GaveUp`].
    pub(crate) fn gave_up(
        &mut self,
        seat: Seat,
        emit: &mut dyn FnMut(Update),
    ) -> Result<(), FoldError> {
        self.vacate(seat, Some(Lost::GaveUp))?.ok_or(FoldError::Misfit)?;
        self.emit_seat(seat, SeatChange::GaveUp, emit);
        Ok(())
    }

    /// Folds [`Entry::SeatOpened`].
    pub(crate) fn seat_opened(
        &mut self,
        seat: Seat,
        emit: &mut dyn FnMut(Update),
    ) -> Result<(), FoldError> {
        let from = self.vacate(seat, Some(Lost::Opened))?;
        if self.in_match() {
            self.holders.opened.insert(seat, from);
        }
        self.emit_seat(seat, SeatChange::Opened, emit);
        Ok(())
    }

    /// Folds [`Entry::Moved`].
    pub(crate) fn moved(
        &mut self,
        seat: Seat,
        to: Guest,
        emit: &mut dyn FnMut(Update),
    ) -> Result<(), FoldError> {
        let running = self.in_match();
        let state = self.seat_mut(seat)?;
        let Occupant::Person { guest, .. } = &mut state.occupant else {
            return Err(FoldError::Misfit);
        };
        let from = std::mem::replace(guest, to);
        // What the old device has committed to, the new one does not know.
        state.commitment = None;
        if self.host == from {
            self.host = to;
        }
        *self.moves.entry(from).or_default() += 1;
        let played = self.holders.held(from).has(seat);
        if running || played {
            self.holders.note(to, seat);
        }
        self.holders.lost.insert(from, Lost::Moved);
        self.emit_seat(seat, SeatChange::Moved, emit);
        Ok(())
    }

    /// Takes the person out of a seat: in a match a bot plays it to the end.
    fn vacate(&mut self, seat: Seat, lost: Option<Lost>) -> Result<Option<Guest>, FoldError> {
        let level_or_free = match self.in_match() {
            true => Occupant::Bot { level: COVER },
            false => Occupant::Free,
        };
        let state = self.seat_mut(seat)?;
        let (guest, bank) = (state.guest(), state.bank);
        *state = SeatState::new(level_or_free);
        state.bank = bank;
        if let (Some(guest), Some(lost)) = (guest, lost) {
            self.holders.lost.insert(guest, lost);
        }
        Ok(guest)
    }

    pub(crate) fn emit_seat(&self, seat: Seat, why: SeatChange, emit: &mut dyn FnMut(Update)) {
        let (info, host) = (self.info(seat), self.host_seat());
        emit(Update::Change(Change::Seat { seat, info, host, why }));
    }
}

impl Room {
    pub(crate) fn sit(
        &mut self,
        now: Millis,
        guest: Guest,
        wish: Option<Seat>,
        name: &str,
        out: &mut Outbox,
    ) -> Result<(), TableError> {
        let name = (self.service.names)(name).ok_or(TableError::BadName)?;
        if self.state.kicked.contains(&guest) {
            return Err(TableError::Kicked);
        }
        if let Some(own) = self.state.seat_of(guest) {
            match wish.filter(|wish| *wish != own) {
                // To sit down again is to come back.
                None => {
                    if self.state.name_of(own) != Some(&name) {
                        self.record(Entry::Sat { seat: own, guest, name }, out);
                    }
                    if !self.is_time_up(now, own) {
                        self.take_back(now, own, out);
                    }
                    return Ok(());
                }
                Some(_) if self.state.in_match() => return Err(TableError::HeldSeat),
                Some(wish) => {
                    self.state.may_take(guest, wish)?;
                    let host = self.state.host;
                    self.record(Entry::Left { seat: own, kicked: false }, out);
                    if host == guest && self.state.host != guest {
                        self.record(Entry::Host { guest }, out);
                    }
                }
            }
        }
        let seat = match wish {
            Some(seat) => self.state.may_take(guest, seat).map(|()| seat)?,
            None => {
                let seats = Seat::all(self.state.seats.len() as u8);
                let may = |seat: &Seat| self.state.may_take(guest, *seat).is_ok();
                seats.clone().find(may).ok_or_else(|| {
                    let why = |seat| self.state.may_take(guest, seat).err();
                    let held = seats.clone().any(|s| why(s) == Some(TableError::HeldSeat));
                    match self.state.stage {
                        Stage::Gathering => TableError::MatchRunning,
                        _ if held => TableError::HeldSeat,
                        _ => TableError::TableFull,
                    }
                })?
            }
        };
        self.thinking[seat.index()] = None;
        self.announce_seat(guest, seat, out);
        self.record(Entry::Sat { seat, guest, name }, out);
        self.greet_again(now, guest, out);
        Ok(())
    }

    /// A person leaves: in a match a bot covers, and the seat stays theirs.
    pub(crate) fn leave(
        &mut self,
        now: Millis,
        guest: Guest,
        out: &mut Outbox,
    ) -> Result<(), TableError> {
        let seat = self.own_seat(guest)?;
        if self.state.in_match() {
            self.cover(now, seat, out);
        } else {
            let host = self.state.host;
            self.record(Entry::Left { seat, kicked: false }, out);
            self.greet_unless(self.state.host != host, now, guest, out);
        }
        Ok(())
    }

    /// A person gives the seat up for the rest of the match.
    pub(crate) fn give_up(
        &mut self,
        now: Millis,
        guest: Guest,
        out: &mut Outbox,
    ) -> Result<(), TableError> {
        let seat = self.own_seat(guest)?;
        if !self.state.in_match() {
            return self.leave(now, guest, out);
        }
        let host = self.state.host;
        self.record(Entry::GaveUp { seat }, out);
        if guest == host
            && let Some(next_host) = self.first_here()
        {
            self.record(Entry::Host { guest: next_host }, out);
        }
        self.greet_unless(self.state.host != host, now, guest, out);
        Ok(())
    }

    /// Greets a guest whose seat has changed. Where the host has changed, both are greeted anyway.
    fn greet_unless(&self, anyway: bool, now: Millis, guest: Guest, out: &mut Outbox) {
        if !anyway {
            self.greet_again(now, guest, out);
        }
    }

    /// The host opens a seat for whoever sits down next.
    pub(crate) fn open_seat(
        &mut self,
        now: Millis,
        seat: Seat,
        out: &mut Outbox,
    ) -> Result<(), TableError> {
        if self.state.set_up.seats.get(seat.index()) != Some(&SeatPlan::Person) {
            return Err(TableError::NoSuchSeat);
        }
        if self.state.stage == Stage::Gathering {
            return Err(TableError::MatchRunning);
        }
        let from = self.state.seats[seat.index()].guest();
        let free = !self.state.in_match() || self.state.is_open(seat);
        if from.is_none() && free {
            return Ok(());
        }
        self.record(Entry::SeatOpened { seat }, out);
        if let Some(from) = from {
            self.greet_again(now, from, out);
        }
        Ok(())
    }

    /// A person goes on with the seat on another device.
    pub(crate) fn move_seat(
        &mut self,
        now: Millis,
        (from, to, moves): (Guest, Guest, u32),
        out: &mut Outbox,
    ) {
        if let Ok(seat) = self.state.may_move(from, to, moves)
            && from != to
        {
            let host = self.state.host;
            self.announce_seat(to, seat, out);
            self.record(Entry::Moved { seat, guest: to }, out);
            for guest in [from, to] {
                self.greet_unless(self.state.host != host, now, guest, out);
            }
        }
    }

    /// A bot covers the person of a seat, if none does.
    pub(crate) fn cover(&mut self, now: Millis, seat: Seat, out: &mut Outbox) {
        self.cover_as(now, seat, false, out);
    }

    /// The same, where the person may have missed the turn (`late`).
    pub(crate) fn cover_as(&mut self, now: Millis, seat: Seat, late: bool, out: &mut Outbox) {
        if !self.state.seats[seat.index()].covered {
            let spent = self.charge(now, seat);
            self.record(Entry::Covered { seat, spent, late }, out);
        }
    }

    /// The person of a covered seat plays again. The time that is spent stays spent.
    pub(crate) fn take_back(&mut self, now: Millis, seat: Seat, out: &mut Outbox) {
        if self.state.seats[seat.index()].covered {
            self.thinking[seat.index()] = None;
            self.record(Entry::TakenBack { seat }, out);
            self.send_window(now, out);
        }
    }
}
