//! Ownership of seats.
//!
//! During a match every seat has at most one owner, and a guest owns at most one seat. A bot covers an owner
//! who is away, has left or asks for it; the owner returns to the same seat and to no other. Nobody gets a
//! hand that another person has held, unless the host openly opens that seat, or its owner moves to another
//! device. Between matches seats are taken, left and changed freely.

use upcard_cards::ShortMap;
use upcard_engine::{Seat, Seats};

use super::data::State;
use super::update::Emit;
use crate::guest::Guest;
use crate::stored::{COVER_LEVEL, FoldError, Occupant, SeatState};
use crate::wire::{Admission, Lost, Opening, SeatChange, Stage, TableError};

/// Maximum number of people whose moves and lost seats are remembered. Links last for minutes, and far fewer
/// seats move meanwhile.
const MAX_REMEMBERED_MOVES: usize = 1024;

/// Maximum number of removed people who are remembered.
const MAX_REMEMBERED_REMOVALS: usize = 256;

/// Above the limit, forgets one entry that need not be kept.
fn evict_one<V>(known: &mut ShortMap<Guest, V>, stays: impl Fn(Guest) -> bool) {
    if known.iter().len() <= MAX_REMEMBERED_MOVES {
        return;
    }
    let gone = known.iter().map(|(guest, _)| *guest).find(|guest| !stays(*guest));
    if let Some(gone) = gone {
        known.remove(&gone);
    }
}

impl State {
    /// Fails unless this guest, who owns no seat, may take this one.
    pub(crate) fn may_take(&self, guest: Guest, seat: Seat) -> Result<(), TableError> {
        if !self.is_for_person(seat) {
            return Err(TableError::NoSuchSeat);
        }
        if !self.is_vacant(seat) {
            return Err(TableError::SeatTaken);
        }
        match self.persistent.stage {
            Stage::Seating | Stage::Over => Ok(()),
            Stage::Gathering => Err(TableError::MatchRunning),
            Stage::Playing => {
                let lost_it = self.persistent.holders.opened.get(&seat) == Some(&Some(guest));
                if !self.persistent.holders.held(guest).without(seat).is_empty() || lost_it {
                    Err(TableError::HeldSeat)
                } else if self.is_open(seat) {
                    Ok(())
                } else if !self.persistent.holders.held(guest).is_empty() {
                    Err(TableError::HeldSeat)
                } else {
                    Err(TableError::SeatClosed)
                }
            }
        }
    }

    /// Number of times this guest's seats at this table have moved to another device: a link from before the
    /// last move has been used up.
    #[must_use]
    pub fn moves(&self, guest: Guest) -> u32 {
        self.persistent.moves.get(&guest).copied().unwrap_or(0)
    }

    /// Returns the seat that moves from one guest to another, the same person on another device.
    ///
    /// # Errors
    /// If the link is used up, its owner has no seat, or the other guest has another seat or was removed.
    pub fn may_move(&self, from: Guest, to: Guest, moves: u32) -> Result<Seat, TableError> {
        let seat = self.seat_of(from).ok_or(TableError::BadLink)?;
        if self.moves(from) != moves {
            return Err(TableError::BadLink);
        }
        if from == to {
            return Ok(seat);
        }
        if self.persistent.kicked.contains(&to) {
            return Err(TableError::Kicked);
        }
        let another = self.in_match() && !self.persistent.holders.held(to).without(seat).is_empty();
        if another || self.seat_of(to).is_some() {
            return Err(TableError::HeldSeat);
        }
        Ok(seat)
    }

    /// Folds [`crate::Entry::Sat`].
    pub(super) fn apply_sat(
        &mut self,
        seat: Seat,
        guest: Guest,
        name: &str,
        emit: Emit<'_>,
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
        let opened = self.persistent.holders.opened.remove(&seat).is_some();
        // A removed person who is given a seat is forgiven.
        self.persistent.kicked.retain(|kicked| *kicked != guest);
        if running {
            self.persistent.holders.note(guest, seat);
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

    /// Folds [`crate::Entry::Left`]. During a match it has the effect of giving up.
    pub(super) fn apply_left(
        &mut self,
        seat: Seat,
        kicked: bool,
        emit: Emit<'_>,
    ) -> Result<(), FoldError> {
        let lost = self.in_match().then_some(Lost::GaveUp);
        let guest = self.vacate(seat, lost)?.ok_or(FoldError::Misfit)?;
        if kicked {
            self.mark_removed(guest);
        }
        if guest == self.persistent.host
            && let Some(next) = self.persistent.seats.iter().find_map(SeatState::guest)
        {
            self.persistent.host = next;
        }
        let why = match kicked {
            true => SeatChange::Kicked,
            false if self.in_match() => SeatChange::GaveUp,
            false => SeatChange::Left,
        };
        self.emit_seat(seat, why, emit);
        Ok(())
    }

    /// Folds [`crate::Entry::GaveUp`].
    pub(super) fn apply_gave_up(&mut self, seat: Seat, emit: Emit<'_>) -> Result<(), FoldError> {
        self.vacate(seat, Some(Lost::GaveUp))?.ok_or(FoldError::Misfit)?;
        self.emit_seat(seat, SeatChange::GaveUp, emit);
        Ok(())
    }

    /// Folds [`crate::Entry::SeatOpened`].
    pub(super) fn apply_seat_opened(
        &mut self,
        seat: Seat,
        emit: Emit<'_>,
    ) -> Result<(), FoldError> {
        let from = self.vacate(seat, Some(Lost::Opened))?;
        if self.in_match() {
            self.persistent.holders.opened.insert(seat, from);
        }
        self.emit_seat(seat, SeatChange::Opened, emit);
        Ok(())
    }

    /// Fails unless this guest, who has no seat, may claim this one with the approval of others. Does not
    /// check whether its person is present.
    pub(crate) fn may_claim(&self, to: Guest, seat: Seat) -> Result<(), TableError> {
        let from = self.guest_of(seat).ok_or(TableError::NoSuchSeat)?;
        self.may_move(from, to, self.moves(from)).map(|_| ())
    }

    /// Fails unless the host may assign this seat to this guest, during a match with its hand.
    pub(crate) fn may_be_given(&self, to: Guest, seat: Seat) -> Result<(), TableError> {
        if !self.is_for_person(seat) {
            return Err(TableError::NoSuchSeat);
        }
        if self.seat_of(to).is_some() {
            return Err(TableError::HeldSeat);
        }
        match self.persistent.stage {
            Stage::Gathering => Err(TableError::MatchRunning),
            Stage::Seating | Stage::Over if !self.is_vacant(seat) => Err(TableError::SeatTaken),
            Stage::Seating | Stage::Over => Ok(()),
            Stage::Playing if self.persistent.holders.held(to).without(seat).is_empty() => Ok(()),
            Stage::Playing => Err(TableError::HeldSeat),
        }
    }

    /// Returns the seats that this guest, who has none, can get by asking the host: those without an owner,
    /// including those that a bot plays to the end.
    pub(crate) fn may_ask_for(&self, guest: Guest) -> Seats {
        let nobodys =
            |seat: &Seat| self.guest_of(*seat).is_none() && self.may_be_given(guest, *seat).is_ok();
        self.seats().filter(nobodys).collect()
    }

    /// Returns the seats that are open to this guest, who has none and was not removed, with their visitor
    /// number. Seats of people who are present cannot be claimed, but presence is not known here.
    pub(crate) fn open_to(&self, guest: Guest, visitor: u32) -> Opening {
        let all = |may: &dyn Fn(Seat) -> Result<(), TableError>| -> Seats {
            self.seats().filter(|seat| may(*seat).is_ok()).collect()
        };
        let admission = self.admission_for(guest);
        let sit = all(&|seat| self.may_take(guest, seat));
        Opening {
            visitor,
            sit: if admission == Admission::Open { sit } else { Seats::NONE },
            ask: if admission == Admission::Locked { Seats::NONE } else { self.may_ask_for(guest) },
            claim: all(&|seat| self.may_claim(guest, seat)),
            give: all(&|seat| self.may_be_given(guest, seat)),
        }
    }

    /// Returns `true` if this guest has the same options as any newcomer without ties to the table.
    pub(crate) fn is_stranger(&self, guest: Guest) -> bool {
        let may_always = guest == self.persistent.host || guest == self.opener;
        !may_always && !self.is_removed(guest) && self.persistent.holders.held(guest).is_empty()
    }

    /// Returns the admission policy for a guest; the host and the opener are always admitted.
    pub(crate) fn admission_for(&self, guest: Guest) -> Admission {
        match guest == self.persistent.host || guest == self.opener {
            true => Admission::Open,
            false => self.persistent.admission,
        }
    }

    /// Returns the seat that was claimed from this guest in the present deal.
    pub(crate) fn claimed_seat_of(&self, guest: Guest) -> Option<Seat> {
        let mut claimed = self.persistent.claimed.iter();
        let seat = claimed.find(|(_, from)| **from == guest).map(|(seat, _)| *seat)?;
        self.seat_of(guest).is_none().then_some(seat)
    }

    /// Returns the guest who becomes host again on return: somebody else is host because they were away.
    pub(crate) fn returning_host(&self) -> Option<Guest> {
        self.persistent.host_away.filter(|guest| self.seat_of(*guest).is_some())
    }

    /// Records that the host removed a guest. The oldest removals are forgotten beyond a limit; so many
    /// people could have come back under other ids anyway.
    pub(super) fn mark_removed(&mut self, guest: Guest) {
        if self.persistent.kicked.contains(&guest) {
            return;
        }
        self.persistent.kicked.push(guest);
        let beyond = self.persistent.kicked.len().saturating_sub(MAX_REMEMBERED_REMOVALS);
        self.persistent.kicked.drain(..beyond);
    }

    pub(crate) fn is_removed(&self, guest: Guest) -> bool {
        self.persistent.kicked.contains(&guest)
    }

    /// Moves a seat to the same person on another device, presumed in case of a claim; returns the previous
    /// guest.
    pub(super) fn apply_moved(
        &mut self,
        seat: Seat,
        to: Guest,
        lost: Lost,
    ) -> Result<Guest, FoldError> {
        let running = self.in_match();
        let state = self.seat_mut(seat)?;
        let Occupant::Person { guest, .. } = &mut state.occupant else {
            return Err(FoldError::Misfit);
        };
        let from = std::mem::replace(guest, to);
        // The new device does not know the entropy behind the old one's commitment.
        state.commitment = None;
        if self.persistent.host == from {
            self.persistent.host = to;
        }
        if self.persistent.host_away == Some(from) {
            self.persistent.host_away = Some(to);
        }
        *self.persistent.moves.or_default(from) += 1;
        let played = self.persistent.holders.held(from).has(seat);
        if running || played {
            self.persistent.holders.note(to, seat);
        }
        self.persistent.holders.lost.insert(from, lost);
        let seated: Vec<Guest> = self.seats().filter_map(|seat| self.guest_of(seat)).collect();
        let stays = |guest| guest == from || seated.contains(&guest);
        evict_one(&mut self.persistent.moves, stays);
        evict_one(&mut self.persistent.holders.lost, stays);
        Ok(from)
    }

    /// Removes the person from a seat: during a match a bot plays it to the end.
    fn vacate(&mut self, seat: Seat, lost: Option<Lost>) -> Result<Option<Guest>, FoldError> {
        let level_or_free = match self.in_match() {
            true => Occupant::Bot { level: COVER_LEVEL },
            false => Occupant::Free,
        };
        self.persistent.claimed.remove(&seat);
        let state = self.seat_mut(seat)?;
        let (guest, bank) = (state.guest(), state.bank);
        *state = SeatState::new(level_or_free);
        state.bank = bank;
        if let (Some(guest), Some(lost)) = (guest, lost) {
            self.persistent.holders.lost.insert(guest, lost);
        }
        Ok(guest)
    }
}
