//! What a client's message leads to.

use std::sync::Arc;

use upcard_engine::{Action, Edition, Phase, Seat};

use crate::entry::{Entry, Guest};
use crate::hex::Hex;
use crate::outbox::{Link, Millis, Outbox};
use crate::room::{Entropy, Room};
use crate::seat::{Occupant, SeatState, stamp};
use crate::time::Race;
use crate::wire::{
    ClientMessage, PROTOCOL, Power, Refused, SeatPlan, ServerMessage, SetUp, Stage, TableError,
};

impl Room {
    pub(crate) fn message(
        &mut self,
        now: Millis,
        entropy: &mut impl Entropy,
        link: Link,
        message: ClientMessage,
        out: &mut Outbox,
    ) {
        let Some(visitor) = self.links.get_mut(&link) else { return };
        let guest = visitor.guest;
        if let ClientMessage::Hello { protocol, resume } = message {
            if protocol != PROTOCOL {
                self.error(link, TableError::Protocol { ours: PROTOCOL }, out);
                return;
            }
            visitor.welcome = true;
            self.greet(now, link, guest, resume, out);
            return;
        }
        if !visitor.welcome {
            self.error(link, TableError::BadMessage, out);
            return;
        }
        let done = match message {
            ClientMessage::Hello { .. } => Ok(()),
            ClientMessage::Ping => {
                self.send(link, ServerMessage::Pong, out);
                Ok(())
            }
            ClientMessage::Act { id, decision, action } => {
                let answer = match self.act(now, guest, id, decision, &action, out) {
                    Ok(()) => ServerMessage::Accepted { id },
                    Err(why) => ServerMessage::Refused { id, why },
                };
                self.send(link, answer, out);
                Ok(())
            }
            ClientMessage::Sit { seat, name } => self.sit(now, guest, seat, &name, out),
            ClientMessage::Leave => self.leave(now, guest, out),
            ClientMessage::GiveUp => self.give_up(now, guest, out),
            ClientMessage::SetUp { set_up } => self.set_up(now, guest, set_up, out),
            ClientMessage::Commit { commitment } => self.commit(guest, commitment, out),
            ClientMessage::Reveal { entropy } => self.reveal(guest, entropy, out),
            ClientMessage::Start => self.start(guest, entropy, out),
            ClientMessage::Next => self.ready(guest, out),
            ClientMessage::Rematch => self.rematch(guest, entropy, out),
            ClientMessage::HandOver => self.playing(guest).map(|seat| self.cover(now, seat, out)),
            ClientMessage::TakeBack => self.covered_seat(guest).and_then(|seat| {
                if self.is_time_up(now, seat) {
                    return Err(TableError::TimeUp);
                }
                self.take_back(now, seat, out);
                Ok(())
            }),
            ClientMessage::Host { power } => self.host(now, guest, power, out),
            ClientMessage::Say { phrase } => self.say(now, guest, phrase, out),
        };
        if let Err(error) = done {
            self.error(link, error, out);
        }
    }

    pub(crate) fn own_seat(&self, guest: Guest) -> Result<Seat, TableError> {
        self.state.seat_of(guest).ok_or(TableError::NoSeat)
    }

    fn playing(&self, guest: Guest) -> Result<Seat, TableError> {
        let seat = self.own_seat(guest)?;
        if self.state.stage == Stage::Playing { Ok(seat) } else { Err(TableError::NoMatch) }
    }

    /// The own seat in a match, or while it is prepared.
    fn covered_seat(&self, guest: Guest) -> Result<Seat, TableError> {
        let seat = self.own_seat(guest)?;
        if self.state.in_match() { Ok(seat) } else { Err(TableError::NoMatch) }
    }

    fn host_only(&self, guest: Guest) -> Result<(), TableError> {
        if guest == self.state.host { Ok(()) } else { Err(TableError::HostOnly) }
    }

    fn between(&self) -> Result<(), TableError> {
        match self.state.stage {
            Stage::Seating | Stage::Over => Ok(()),
            Stage::Gathering | Stage::Playing => Err(TableError::MatchRunning),
        }
    }

    fn act(
        &mut self,
        now: Millis,
        guest: Guest,
        id: u64,
        decision: u32,
        text: &str,
        out: &mut Outbox,
    ) -> Result<(), Refused> {
        let seat = self.state.seat_of(guest).ok_or(Refused::NoSeat)?;
        let action: Action = text
            .parse()
            .map_err(|e: upcard_cards::text::TextError| Refused::Unreadable { column: e.column })?;
        match self.state.seats[seat.index()].remembered(id) {
            Some(same) if same == stamp(decision, &action) => return Ok(()),
            Some(_) => return Err(Refused::UsedId),
            None => {}
        }
        if self.state.stage != Stage::Playing {
            return Err(Refused::NoMatch);
        }
        let game = self.state.game().ok_or(Refused::NoMatch)?;
        let present = game.table().decision();
        if present != decision {
            let wants = matches!(action, Action::Buy | Action::Call { .. });
            return Err(match self.race {
                Some(race) if wants && race.decision == decision => {
                    Refused::Late { seat: race.seat, by: now.saturating_sub(race.at) }
                }
                _ => Refused::Stale { decision: present },
            });
        }
        game.view(seat).judge(&action).map_err(|refusal| Refused::Rule { code: refusal.code() })?;
        if self.is_time_up(now, seat) {
            return Err(Refused::TimeUp);
        }
        let offered = matches!(game.table().phase(), Phase::Offers { .. } | Phase::Call { .. });
        let wants = offered && action != Action::Pass;
        // To act is to take the seat back.
        self.take_back(now, seat, out);
        let spent = self.charge(now, seat);
        self.record(Entry::Acted { seat, action, id: Some(id), spent }, out);
        if wants && self.state.game().is_some_and(|g| g.table().decision() != decision) {
            self.race = Some(Race { decision, seat, at: now });
        }
        Ok(())
    }

    fn set_up(
        &mut self,
        now: Millis,
        guest: Guest,
        set_up: SetUp,
        out: &mut Outbox,
    ) -> Result<(), TableError> {
        self.host_only(guest)?;
        self.between()?;
        // What changes nothing is not stored. After a match it makes a new start.
        if self.state.stage == Stage::Seating && self.state.set_up == set_up {
            return Ok(());
        }
        let source = set_up.source();
        let rules = source
            .new_rules(&self.state.library)
            .map_err(|flaws| TableError::BadRules { flaws: (self.service.flaws)(&flaws) })?;
        let bots_play = self.service.may_bots_play(&source, &Arc::new(rules));
        if !bots_play && set_up.has_bots() {
            return Err(TableError::BotsTooDear);
        }
        self.bots_play = bots_play;
        self.record(Entry::SetUp { set_up, edition: Edition::LATEST }, out);
        self.greet_everybody(now, out);
        Ok(())
    }

    fn start(
        &mut self,
        guest: Guest,
        entropy: &mut impl Entropy,
        out: &mut Outbox,
    ) -> Result<(), TableError> {
        self.host_only(guest)?;
        self.between()?;
        let for_people = self.state.set_up.seats.contains(&SeatPlan::Person);
        if for_people && self.state.seats.iter().all(|seat| seat.guest().is_none()) {
            return Err(TableError::NoSeat);
        }
        self.seats_for_bots()?;
        self.record(Entry::Bound { master: Hex(entropy.bytes()) }, out);
        Ok(())
    }

    /// The seats that nobody has taken become bots' when a match begins: may they?
    fn seats_for_bots(&self) -> Result<(), TableError> {
        let free = self.state.seats.iter().any(|seat| seat.occupant == Occupant::Free);
        if free && !self.bots_play { Err(TableError::BotsTooDear) } else { Ok(()) }
    }

    /// Commits a person to entropy for the next match. What was in an earlier gathering may be
    /// public, and what another has committed to is not the person's own.
    fn commit(
        &mut self,
        guest: Guest,
        commitment: Hex<32>,
        out: &mut Outbox,
    ) -> Result<(), TableError> {
        let seat = self.own_seat(guest)?;
        if self.state.stage == Stage::Gathering {
            return Err(TableError::BadEntropy);
        }
        let committed = |state: &SeatState| state.commitment == Some(commitment);
        let seats = &self.state.seats;
        if !self.state.gathering.is_fresh(&commitment) {
            return Err(TableError::UsedEntropy);
        }
        if committed(&seats[seat.index()]) {
            return Ok(());
        }
        if seats.iter().any(committed) {
            return Err(TableError::UsedEntropy);
        }
        self.record(Entry::Committed { seat, commitment }, out);
        Ok(())
    }

    fn reveal(
        &mut self,
        guest: Guest,
        entropy: Hex<32>,
        out: &mut Outbox,
    ) -> Result<(), TableError> {
        let seat = self.own_seat(guest)?;
        let gathering = &self.state.gathering;
        if self.state.stage != Stage::Gathering || !gathering.fits(seat, &entropy) {
            return Err(TableError::BadEntropy);
        }
        if !gathering.has_shown(seat) {
            self.record(Entry::Shown { seat, entropy }, out);
        }
        Ok(())
    }

    fn ready(&mut self, guest: Guest, out: &mut Outbox) -> Result<(), TableError> {
        let seat = self.playing(guest)?;
        let over = |phase| matches!(phase, Phase::DealOver { .. });
        if !self.state.game().is_some_and(|g| over(g.table().phase())) {
            return Err(TableError::DealRunning);
        }
        if !self.state.seats[seat.index()].ready {
            self.record(Entry::Ready { seat }, out);
        }
        Ok(())
    }

    fn rematch(
        &mut self,
        guest: Guest,
        entropy: &mut impl Entropy,
        out: &mut Outbox,
    ) -> Result<(), TableError> {
        let seat = self.own_seat(guest)?;
        if self.state.stage != Stage::Over {
            return Err(TableError::MatchRunning);
        }
        self.seats_for_bots()?;
        if !self.state.seats[seat.index()].ready {
            self.record(Entry::Ready { seat }, out);
        }
        let waits = |(state, here): (&SeatState, &bool)| {
            *here && matches!(state.occupant, Occupant::Person { .. }) && !state.ready
        };
        if !self.state.seats.iter().zip(&self.present).any(waits) {
            self.record(Entry::Bound { master: Hex(entropy.bytes()) }, out);
        }
        Ok(())
    }

    fn host(
        &mut self,
        now: Millis,
        guest: Guest,
        power: Power,
        out: &mut Outbox,
    ) -> Result<(), TableError> {
        self.host_only(guest)?;
        match power {
            Power::Kick { seat } => {
                let whom = self.state.seats.get(seat.index()).and_then(|s| s.guest());
                let whom = whom.filter(|whom| *whom != guest).ok_or(TableError::NoSuchSeat)?;
                self.record(Entry::Left { seat, kicked: true }, out);
                self.greet_again(now, whom, out);
                let links: Vec<Link> = self
                    .links
                    .iter()
                    .filter(|(_, v)| v.guest == whom && v.welcome)
                    .map(|(link, _)| *link)
                    .collect();
                for link in links {
                    self.error(link, TableError::Kicked, out);
                }
            }
            Power::Cover { seat } => {
                if self.state.stage != Stage::Playing {
                    return Err(TableError::NoMatch);
                }
                if !self.is_person(seat) {
                    return Err(TableError::NoSuchSeat);
                }
                self.cover(now, seat, out);
            }
            Power::Open { seat } => self.open_seat(now, seat, out)?,
            Power::Hints { allowed } => {
                if self.state.hints_off == allowed {
                    self.record(Entry::Hinted { allowed }, out);
                }
            }
            Power::Pace { pace } => {
                if self.state.pace != pace {
                    self.record(Entry::Paced { pace }, out);
                }
            }
            Power::Phrases { allowed } => self.allow_phrases(allowed, out),
            Power::End => {
                if !matches!(self.state.stage, Stage::Playing | Stage::Gathering) {
                    return Err(TableError::NoMatch);
                }
                self.record(Entry::Ended, out);
            }
        }
        Ok(())
    }
}
