//! Validation of requests: each yields the entry to record, or an error.

use std::sync::Arc;

use upcard_engine::{Action, Flaws, Phase, Rules, Seat};

use super::data::State;
use super::judged::Judged;
use crate::guest::Guest;
use crate::hex::Hex;
use crate::set_up::{SeatPlan, SetUp};
use crate::stored::{Entry, stamp};
use crate::wire::{Power, Refused, Stage, TableError};

/// Entry that a request leads to; `None` if nothing would change.
pub(crate) type Decided = Result<Option<Entry>, TableError>;

impl State {
    /// Returns the seat of a guest, who must have one.
    pub(crate) fn own_seat(&self, guest: Guest) -> Result<Seat, TableError> {
        self.seat_of(guest).ok_or(TableError::NoSeat)
    }

    /// The same, during a match.
    pub(crate) fn playing_seat(&self, guest: Guest) -> Result<Seat, TableError> {
        let seat = self.own_seat(guest)?;
        if self.persistent.stage == Stage::Playing { Ok(seat) } else { Err(TableError::NoMatch) }
    }

    /// The same, while a match is played or prepared.
    pub(crate) fn match_seat(&self, guest: Guest) -> Result<Seat, TableError> {
        let seat = self.own_seat(guest)?;
        if self.in_match() { Ok(seat) } else { Err(TableError::NoMatch) }
    }

    /// Fails unless this guest is the host and no match is played or prepared.
    fn check_host_between_matches(&self, guest: Guest) -> Result<(), TableError> {
        match self.in_match() {
            _ if guest != self.persistent.host => Err(TableError::HostOnly),
            true => Err(TableError::MatchRunning),
            false => Ok(()),
        }
    }

    /// Returns the seat where this guest, who has none, may sit down.
    pub(crate) fn seat_for(&self, guest: Guest, wish: Option<Seat>) -> Result<Seat, TableError> {
        if self.persistent.kicked.contains(&guest) {
            return Err(TableError::Kicked);
        }
        if let Some(seat) = wish {
            return self.may_take(guest, seat).map(|()| seat);
        }
        self.seats().find(|seat| self.may_take(guest, *seat).is_ok()).ok_or_else(|| {
            let held = |seat| self.may_take(guest, seat) == Err(TableError::HeldSeat);
            match self.persistent.stage {
                Stage::Gathering => TableError::MatchRunning,
                _ if self.seats().any(held) => TableError::HeldSeat,
                _ => TableError::TableFull,
            }
        })
    }

    /// Validates a set-up and returns its rules. `None` if it changes nothing, except after a match, where it
    /// starts afresh.
    pub(crate) fn may_set_up(
        &self,
        guest: Guest,
        set_up: &SetUp,
        name_flaws: fn(&Flaws) -> Vec<String>,
    ) -> Result<Option<Arc<Rules>>, TableError> {
        self.check_host_between_matches(guest)?;
        if self.persistent.stage == Stage::Seating && self.persistent.set_up == *set_up {
            return Ok(None);
        }
        match set_up.source().new_rules(&self.library) {
            Ok(rules) => Ok(Some(Arc::new(rules))),
            Err(flaws) => Err(TableError::BadRules { flaws: name_flaws(&flaws) }),
        }
    }

    /// Fails unless this guest may start a match.
    pub(crate) fn may_start(&self, guest: Guest) -> Result<(), TableError> {
        self.check_host_between_matches(guest)?;
        let for_people = self.persistent.set_up.seats.contains(&SeatPlan::Person);
        if for_people && self.persistent.seats.iter().all(|seat| seat.guest().is_none()) {
            return Err(TableError::NoSeat);
        }
        Ok(())
    }

    /// Validates a commitment for the next match. One from an earlier gathering may be public by now, and one
    /// of another person is not the guest's own.
    pub(crate) fn may_commit(&self, guest: Guest, commitment: Hex<32>) -> Decided {
        let seat = self.own_seat(guest)?;
        if self.persistent.stage == Stage::Gathering {
            return Err(TableError::BadEntropy);
        }
        if !self.persistent.gathering.is_fresh(&commitment) {
            return Err(TableError::UsedEntropy);
        }
        match self.seated_states().find(|(_, state)| state.commitment == Some(commitment)) {
            None => Ok(Some(Entry::Committed { seat, commitment })),
            Some((by, _)) if by == seat => Ok(None),
            Some(_) => Err(TableError::UsedEntropy),
        }
    }

    pub(crate) fn may_reveal(&self, guest: Guest, entropy: Hex<32>) -> Decided {
        let seat = self.own_seat(guest)?;
        if self.persistent.stage != Stage::Gathering
            || !self.persistent.gathering.matches_commitment(seat, &entropy)
        {
            return Err(TableError::BadEntropy);
        }
        Ok((!self.persistent.gathering.has_revealed(seat))
            .then_some(Entry::Shown { seat, entropy }))
    }

    /// Marks this guest as ready for the next deal.
    pub(crate) fn may_continue(&self, guest: Guest) -> Decided {
        let seat = self.playing_seat(guest)?;
        let phase = self.game.as_ref().map(|game| game.table().phase());
        if !matches!(phase, Some(Phase::DealOver { .. })) {
            return Err(TableError::DealRunning);
        }
        Ok((!self.is_ready(seat)).then_some(Entry::Ready { seat }))
    }

    /// Marks this guest as ready for the next match.
    pub(crate) fn may_play_again(&self, guest: Guest) -> Decided {
        let seat = self.own_seat(guest)?;
        if self.in_match() {
            return Err(TableError::MatchRunning);
        }
        Ok((!self.is_ready(seat)).then_some(Entry::Ready { seat }))
    }

    /// Judges a seat's action. `None` if the same message was executed before.
    pub(crate) fn may_act(
        &self,
        seat: Seat,
        (id, decision): (u64, u32),
        action: Action,
    ) -> Result<Option<Judged>, Refused> {
        match self.persistent.seats[seat.index()].remembered(id) {
            Some(same) if same == stamp(decision, &action) => return Ok(None),
            Some(_) => return Err(Refused::UsedId),
            None => {}
        }
        let game = self.running().ok_or(Refused::NoMatch)?;
        let present = game.table().decision();
        if present != decision {
            return Err(Refused::Stale { decision: present });
        }
        let judged = self.judge(seat, action);
        judged.map(Some).map_err(|refusal| Refused::Rule { code: refusal.code() })
    }

    /// Validates a host power.
    pub(crate) fn may_use(&self, guest: Guest, power: Power) -> Decided {
        if guest != self.persistent.host {
            return Err(TableError::HostOnly);
        }
        let entry = match power {
            Power::Kick { seat } => match self.guest_of(seat) {
                Some(whom) if whom != guest => Some(Entry::Left { seat, kicked: true }),
                _ => return Err(TableError::NoSuchSeat),
            },
            Power::Cover { .. } if self.persistent.stage != Stage::Playing => {
                return Err(TableError::NoMatch);
            }
            Power::Cover { seat } if self.guest_of(seat).is_none() => {
                return Err(TableError::NoSuchSeat);
            }
            Power::Open { seat } if !self.is_for_person(seat) => {
                return Err(TableError::NoSuchSeat);
            }
            Power::Open { .. } if self.persistent.stage == Stage::Gathering => {
                return Err(TableError::MatchRunning);
            }
            Power::Open { seat } => {
                let free = !self.in_match() || self.is_open(seat);
                let taken = self.guest_of(seat).is_some();
                (taken || !free).then_some(Entry::SeatOpened { seat })
            }
            Power::Hints { allowed } => {
                (self.persistent.hints_off == allowed).then_some(Entry::Hinted { allowed })
            }
            Power::Pace { pace } => (self.persistent.pace != pace).then_some(Entry::Paced { pace }),
            Power::Phrases { allowed } => {
                (self.persistent.phrases_off == allowed).then_some(Entry::Phrases { allowed })
            }
            // The room handles these; it alone knows visitors.
            Power::Cover { .. } | Power::Give { .. } | Power::Dismiss { .. } => None,
            Power::Admit { how } => {
                (self.persistent.admission != how).then_some(Entry::Admitted { how })
            }
            Power::Appoint { seat } => match self.guest_of(seat) {
                Some(to) if to != guest => Some(Entry::Appointed { guest: to }),
                _ => return Err(TableError::NoSuchSeat),
            },
            Power::End if !self.in_match() => return Err(TableError::NoMatch),
            Power::End => Some(Entry::Ended),
        };
        Ok(entry)
    }
}
