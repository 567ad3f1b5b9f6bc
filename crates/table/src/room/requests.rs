//! Handling of client messages.

use upcard_engine::{Action, Edition, Seat, Seats};

use super::data::Room;
use super::input::Read;
use crate::guest::{Guest, Link};
use crate::hex::Hex;
use crate::set_up::SetUp;
use crate::stored::Entry;
use crate::wire::{
    ClientMessage, CoverWhy, PROTOCOL, Phrase, Power, Quota, Refused, ServerMessage, Stage,
    TableError,
};

impl Room {
    /// Handles a message from a connection.
    pub(super) fn message(
        &mut self,
        entropy: &mut impl FnMut() -> [u8; 32],
        link: Link,
        message: ClientMessage,
    ) {
        let done = match (self.people.at(link), message) {
            (None, _) => return,
            (Some((guest, _)), ClientMessage::Hello { protocol: PROTOCOL, resume }) => {
                self.people.welcome(link);
                self.greet(link, guest, resume);
                Ok(())
            }
            (Some(_), ClientMessage::Hello { .. }) => Err(TableError::Protocol { ours: PROTOCOL }),
            (Some((_, false)), _) => Err(TableError::BadMessage),
            (Some((_, true)), ClientMessage::Ping) => {
                self.out.send(vec![link], ServerMessage::Pong);
                Ok(())
            }
            (Some((guest, true)), message) => self.request(entropy, guest, message),
        };
        if let Err(error) = done {
            self.out.send(vec![link], ServerMessage::Error { error });
        }
    }

    fn request(
        &mut self,
        entropy: &mut impl FnMut() -> [u8; 32],
        guest: Guest,
        message: ClientMessage,
    ) -> Result<(), TableError> {
        let entry = match message {
            // Handled above.
            ClientMessage::Hello { .. } | ClientMessage::Ping | ClientMessage::Act { .. } => None,
            ClientMessage::Sit { seat, name } => return self.sit(guest, seat, &name),
            ClientMessage::Leave => return self.leave(guest),
            ClientMessage::GiveUp => return self.give_up(guest),
            ClientMessage::Host { power } => return self.use_power(guest, power),
            ClientMessage::Say { phrase } => return self.say_phrase(guest, phrase),
            ClientMessage::SetUp { set_up } => return self.set_up(guest, set_up),
            ClientMessage::Commit { commitment } => self.state.may_commit(guest, commitment)?,
            ClientMessage::Reveal { entropy } => self.state.may_reveal(guest, entropy)?,
            ClientMessage::Start => {
                self.state.may_start(guest)?;
                self.check_seats_for_bots()?;
                self.unready = self.unready_players(guest);
                Some(Entry::Bound { master: Hex(entropy()) })
            }
            ClientMessage::Next => self.state.may_continue(guest)?,
            ClientMessage::Rematch => {
                let ready = self.state.may_play_again(guest)?;
                self.check_seats_for_bots()?;
                ready.into_iter().for_each(|ready| self.record(ready));
                // Wait for everybody who is present, even if covered by a bot.
                let waits =
                    |seat| self.state.guest_of(seat).is_some() && !self.state.is_ready(seat);
                let mut here = self.state.seats().filter(|&seat| self.people.is_present(seat));
                // Before the first match, and after new rules, the host starts.
                let all = self.state.stage() == Stage::Over && !here.any(waits);
                all.then(|| Entry::Bound { master: Hex(entropy()) })
            }
            ClientMessage::HandOver => {
                let seat = self.state.playing_seat(guest)?;
                self.cover(seat);
                None
            }
            ClientMessage::TakeBack => {
                let seat = self.state.match_seat(guest)?;
                if self.is_time_up(seat) {
                    return Err(TableError::TimeUp);
                }
                self.take_back(seat);
                None
            }
            ClientMessage::Introduce { .. }
            | ClientMessage::Wish { .. }
            | ClientMessage::Answer { .. }
            | ClientMessage::Object
            | ClientMessage::Pause { .. }
            | ClientMessage::Resume
            | ClientMessage::LetBotPlay { .. } => {
                let company_features = self.service.company_features;
                return company_features.map_or(Ok(()), |company_features| {
                    (company_features.ask)(self, guest, message)
                });
            }
        };
        if let Some(entry) = entry {
            self.record(entry);
        }
        Ok(())
    }

    /// Returns whom the host does not wait for: if anybody has said that they are ready, those who have
    /// not.
    fn unready_players(&self, host: Guest) -> Seats {
        let people = self
            .state
            .seats()
            .filter(|&seat| self.state.guest_of(seat).is_some_and(|guest| guest != host));
        let (ready, unready): (Vec<Seat>, Vec<Seat>) =
            people.partition(|&seat| self.state.is_ready(seat));
        if ready.is_empty() { Seats::NONE } else { unready.into_iter().collect() }
    }

    fn set_up(&mut self, guest: Guest, set_up: SetUp) -> Result<(), TableError> {
        let rules = self.state.may_set_up(guest, &set_up, self.service.flaws)?;
        let Some(rules) = rules else { return Ok(()) };
        let bots_play = self.service.can_bots_play(&set_up.source(), &rules);
        if !bots_play && set_up.has_bots() {
            return Err(TableError::BotsTooDear);
        }
        self.bots_play = bots_play;
        self.record(Entry::SetUp { set_up, edition: Edition::LATEST });
        self.greet_everybody();
        Ok(())
    }

    /// Fails if free seats would go to bots, but bots cannot play these rules.
    fn check_seats_for_bots(&self) -> Result<(), TableError> {
        match self.bots_play || !self.state.has_free_seats() {
            true => Ok(()),
            false => Err(TableError::BotsTooDear),
        }
    }

    /// Handles a person's action, as parsed.
    pub(super) fn act(&mut self, link: Link, (id, decision): (u64, u32), read: Read) {
        let answer = match self.people.at(link) {
            None => return,
            Some((_, false)) => ServerMessage::Error { error: TableError::BadMessage },
            Some((guest, true)) => match self.act_as(guest, (id, decision), read) {
                Ok(()) => ServerMessage::Accepted { id },
                Err(why) => ServerMessage::Refused { id, why },
            },
        };
        self.out.send(vec![link], answer);
    }

    fn act_as(&mut self, guest: Guest, message: (u64, u32), read: Read) -> Result<(), Refused> {
        let (id, decision) = message;
        let seat = self.state.seat_of(guest).ok_or(Refused::NoSeat)?;
        let action = read.map_err(|error| Refused::Unreadable { column: error.column })?;
        let wants = matches!(action, Action::Buy | Action::Call { .. });
        if self.active_pause.is_some() {
            return Err(Refused::Paused);
        }
        let judged = match self.state.may_act(seat, message, action) {
            Ok(Some(judged)) => judged,
            Ok(None) => return Ok(()),
            Err(why) if wants => return Err(self.offers.refine_refusal(why, decision, self.now)),
            Err(why) => return Err(why),
        };
        if self.is_time_up(seat) {
            return Err(Refused::TimeUp);
        }
        // Acting takes the seat back.
        self.take_back(seat);
        let spent = self.timer.charge(self.now, seat, &self.state);
        self.carry_out(judged, Some(id), spent);
        if wants && self.state.game().is_some_and(|game| game.table().decision() != decision) {
            self.offers.close_race(decision, seat, self.now);
        }
        Ok(())
    }

    fn use_power(&mut self, guest: Guest, power: Power) -> Result<(), TableError> {
        let entry = self.state.may_use(guest, power)?;
        let whom = match power {
            Power::Kick { seat } | Power::Open { seat } => self.state.guest_of(seat),
            _ => None,
        };
        if let Power::Cover { seat } = power {
            self.cover_for(seat, false, CoverWhy::Host);
        }
        if let Some(company_features) = self.service.company_features {
            (company_features.use_power)(self, power)?;
        }
        let Some(entry) = entry else { return Ok(()) };
        self.record(entry);
        if let Some(whom) = whom {
            self.greet_again(whom);
        }
        match (power, whom) {
            (Power::Kick { .. }, Some(whom)) => {
                for link in self.people.links(|other| other == whom) {
                    self.out.send(vec![link], ServerMessage::Error { error: TableError::Kicked });
                }
            }
            (Power::Phrases { allowed }, _) => {
                self.send_all(ServerMessage::Phrases { allowed });
            }
            _ => {}
        }
        Ok(())
    }

    pub(super) fn end_match_when_full(&mut self) {
        if self.state.in_match() {
            self.send_all(ServerMessage::Error { error: TableError::Quota { of: Quota::Table } });
            self.record(Entry::Ended);
        }
    }

    /// Sends a phrase to everybody at the table. Not stored.
    fn say_phrase(&mut self, guest: Guest, phrase: Phrase) -> Result<(), TableError> {
        let seat = self.state.own_seat(guest)?;
        if !self.state.allows_phrases() {
            return Err(TableError::PhrasesOff);
        }
        if !self.phrases.allows(self.now, seat) {
            return Err(TableError::TooFast);
        }
        self.send_all(ServerMessage::Said { seat, phrase });
        Ok(())
    }
}
