//! Presence beyond the seats: visitors, their requests, silent players, pauses. Used only at tables that
//! other people can join.

use upcard_engine::{Seat, Seats};

use super::company_limit;
use super::data::{CompanyFeatures, Room, Service};
use super::known_people::{ActivePause, SentCompany};
use super::update_buffer::UpdateEncoding;
use crate::guest::{Guest, Link};
use crate::pace::Millis;
use crate::stored::Entry;
use crate::wire::{
    Admission, ClientMessage, Company, CoverWhy, FACES, MAX_PAUSE_MINUTES, Pause, Power,
    ServerMessage, Stage, TableError, Wish,
};

impl Service {
    /// Service of a table that other people can join.
    #[must_use]
    pub const fn shared() -> Service {
        Service::with(
            crate::name::clean,
            UpdateEncoding::BYTES,
            upcard_engine::Flaws::codes,
            CompanyFeatures {
                ask: Room::ask,
                use_power: Room::use_power_on_visitors,
                is_bot_name: crate::name::is_bot_name,
                needs_approval: Room::needs_approval,
                greet: Room::greet_with_company,
                look: Room::update_company,
                due: Room::company_due,
            },
        )
    }
}

/// Rewords an error about another person for the host who caused it.
fn reword_for_host(error: TableError) -> TableError {
    match error {
        TableError::HeldSeat => TableError::VisitorHeldSeat,
        other => other,
    }
}

impl Room {
    /// Handles a message outside seats and play.
    fn ask(&mut self, guest: Guest, message: ClientMessage) -> Result<(), TableError> {
        match message {
            ClientMessage::Introduce { name, face } => self.introduce(guest, name, face),
            ClientMessage::Wish { wish } => self.set_wish(guest, wish),
            ClientMessage::Answer { visitor, yes } => self.answer_wish(guest, visitor, yes),
            ClientMessage::Object => self.object_to_claim(guest),
            ClientMessage::Pause { minutes } => self.start_pause(guest, minutes),
            ClientMessage::Resume => {
                self.state.own_seat(guest)?;
                self.active_pause = None;
                Ok(())
            }
            ClientMessage::LetBotPlay { seat } => {
                self.state.playing_seat(guest)?;
                if !self.silent_seats().has(seat) {
                    return Err(TableError::NoSuchSeat);
                }
                self.cover_for(seat, false, CoverWhy::Silent);
                Ok(())
            }
            _ => Err(TableError::BadMessage),
        }
    }

    fn introduce(
        &mut self,
        guest: Guest,
        name: Option<String>,
        face: Option<u8>,
    ) -> Result<(), TableError> {
        let name = name.map(|name| self.name_for(guest, &name)).transpose()?;
        let info = self.known_people.of(guest);
        info.introduced = true;
        info.face = face.filter(|face| *face < FACES);
        info.name = name.or(info.name.take());
        Ok(())
    }

    fn set_wish(&mut self, guest: Guest, wish: Wish) -> Result<(), TableError> {
        if self.state.seat_of(guest).is_some() {
            return Err(TableError::HeldSeat);
        }
        if self.state.is_removed(guest) {
            return Err(TableError::Kicked);
        }
        match wish {
            Wish::Nothing => {}
            Wish::Seat if self.state.admission_for(guest) == Admission::Locked => {
                return Err(TableError::TableLocked);
            }
            Wish::Seat if self.known_people.of(guest).name.is_none() => {
                return Err(TableError::BadName);
            }
            Wish::Seat => {}
            Wish::Mine { seat } => {
                self.state.may_claim(guest, seat)?;
                self.check_absent(seat)?;
            }
        }
        let info = self.known_people.of(guest);
        (info.wish, info.agreed) = (wish, Seats::NONE);
        Ok(())
    }

    /// Fails if the seat's person is present: such a seat cannot be claimed.
    fn check_absent(&self, seat: Seat) -> Result<(), TableError> {
        if self.people.is_present(seat) { Err(TableError::SeatInUse) } else { Ok(()) }
    }

    /// Returns the present visitor with this number.
    fn visitor(&self, number: u32) -> Result<Guest, TableError> {
        let guest = self.known_people.by_number(number).ok_or(TableError::NoSuchVisitor)?;
        match self.state.seat_of(guest) {
            Some(_) => Err(TableError::VisitorSeated),
            None if self.people.is_here(guest) => Ok(guest),
            None => Err(TableError::NoSuchVisitor),
        }
    }

    fn answer_wish(&mut self, by: Guest, number: u32, yes: bool) -> Result<(), TableError> {
        let (guest, host) = (self.visitor(number)?, self.state.is_host(by));
        match self.known_people.of(guest).wish {
            Wish::Nothing => return Err(TableError::NoSuchVisitor),
            Wish::Seat | Wish::Mine { .. } if host && !yes => {}
            Wish::Seat if host => {
                let free = |seat: &Seat| self.state.may_take(guest, *seat).is_ok();
                // A seat that a bot plays to the end has no owner either.
                let nobodys = self.state.may_ask_for(guest);
                let seat = self.state.seats().find(free).or_else(|| nobodys.first());
                let seat = seat.ok_or_else(|| self.why_no_seat(guest))?;
                return self.give_seat(guest, seat);
            }
            Wish::Seat => return Err(TableError::HostOnly),
            Wish::Mine { seat } if host => return self.grant_claim(guest, seat),
            Wish::Mine { .. } if self.people.host_away().is_none() => {
                return Err(TableError::HostOnly);
            }
            Wish::Mine { seat } => {
                let own = self.state.own_seat(by)?;
                if yes {
                    self.known_people.of(guest).agreed.insert(own);
                    let agreed = self.known_people.of(guest).agreed;
                    let mut all = self.state.seats().filter(|&seat| {
                        self.people.is_present(seat) && self.state.guest_of(seat).is_some()
                    });
                    let agree = all.all(|seat| agreed.has(seat));
                    return if agree { self.grant_claim(guest, seat) } else { Ok(()) };
                }
            }
        }
        self.clear_wish(guest);
        Ok(())
    }

    /// Returns why the host cannot give this guest any of the unowned seats.
    fn why_no_seat(&self, guest: Guest) -> TableError {
        let mut seats = self.state.seats();
        let why = seats.find_map(|seat| match self.state.may_be_given(guest, seat) {
            Err(why @ (TableError::HeldSeat | TableError::MatchRunning)) => Some(why),
            _ => None,
        });
        why.map_or(TableError::NoSeatToGive, reword_for_host)
    }

    fn clear_wish(&mut self, guest: Guest) {
        let info = self.known_people.of(guest);
        (info.wish, info.agreed) = (Wish::Nothing, Seats::NONE);
    }

    /// Grants a claim: the seat moves to the claimant.
    fn grant_claim(&mut self, to: Guest, seat: Seat) -> Result<(), TableError> {
        self.state.may_claim(to, seat).map_err(reword_for_host)?;
        self.check_absent(seat)?;
        self.clear_wish(to);
        self.record_seat_move(to, seat, Entry::Claimed { seat, guest: to });
        Ok(())
    }

    fn object_to_claim(&mut self, guest: Guest) -> Result<(), TableError> {
        let seat = self.state.claimed_seat_of(guest).ok_or(TableError::NoSeat)?;
        if self.state.is_removed(guest) {
            return Err(TableError::Kicked);
        }
        self.record_seat_move(guest, seat, Entry::Objected { seat });
        Ok(())
    }

    fn start_pause(&mut self, guest: Guest, minutes: u8) -> Result<(), TableError> {
        let by = self.state.playing_seat(guest)?;
        let minutes = minutes.clamp(1, MAX_PAUSE_MINUTES);
        let until = self.now + Millis::from(minutes) * 60_000;
        self.active_pause = Some(ActivePause { by, minutes, until });
        Ok(())
    }

    /// Gives a visitor a seat, during a match with its hand.
    fn give_seat(&mut self, to: Guest, seat: Seat) -> Result<(), TableError> {
        self.state.may_be_given(to, seat).map_err(reword_for_host)?;
        let name = self.known_people.of(to).name.clone().ok_or(TableError::VisitorUnnamed)?;
        let from = self.state.guest_of(seat);
        if self.state.may_take(to, seat).is_err() {
            self.record(Entry::SeatOpened { seat });
        }
        self.clear_wish(to);
        self.pending_requests.forget(seat);
        self.announce_seat(to, seat);
        self.record(Entry::Sat { seat, guest: to, name });
        from.into_iter().chain([to]).for_each(|guest| self.greet_again(guest));
        Ok(())
    }

    /// Exercises a host power that names a visitor. The caller has checked that the host asks.
    fn use_power_on_visitors(&mut self, power: Power) -> Result<(), TableError> {
        match power {
            Power::Give { seat, visitor } => {
                let to = self.visitor(visitor)?;
                self.give_seat(to, seat)
            }
            Power::Dismiss { visitor } => {
                let whom = self.visitor(visitor)?;
                if self.state.is_host(whom) {
                    // If the host could not sit down, nobody could undo it.
                    return Err(TableError::NoSuchVisitor);
                }
                if !self.state.is_removed(whom) {
                    self.record(Entry::Dismissed { guest: whom });
                }
                let links = self.people.links(|other| other == whom);
                self.out.send(links, ServerMessage::Error { error: TableError::Kicked });
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Returns `true` if the host must first approve that this guest sits down; records the request then.
    fn needs_approval(&mut self, guest: Guest, name: &str) -> Result<bool, TableError> {
        match self.state.admission_for(guest) {
            Admission::Open => Ok(false),
            Admission::Locked => Err(TableError::TableLocked),
            Admission::Approved if self.state.is_removed(guest) => Err(TableError::Kicked),
            Admission::Approved => {
                let info = self.known_people.of(guest);
                (info.name, info.wish) = (Some(name.to_owned()), Wish::Seat);
                Ok(true)
            }
        }
    }

    /// Returns the seats to act whose people are present and not covered.
    fn awaited_seats(&self) -> Seats {
        let Some(game) = self.state.running().filter(|_| !self.paused()) else {
            return Seats::NONE;
        };
        let awaited = |&seat: &Seat| {
            let person = self.state.guest_of(seat).is_some() && !self.state.is_covered(seat);
            game.table().asks(seat) && person && self.people.is_present(seat)
        };
        self.state.seats().filter(awaited).collect()
    }

    /// Returns those of them that have been silent for long.
    fn silent_seats(&self) -> Seats {
        match self.timer.silent_at() {
            Some(at) if at <= self.now => self.awaited_seats(),
            _ => Seats::NONE,
        }
    }

    /// Returns when presence must be sent even without further input: when somebody will become silent,
    /// or a delayed message is due.
    fn company_due(&self) -> Option<Millis> {
        let silence = self.timer.silent_at().filter(|at| *at > self.now);
        let silence = silence.filter(|_| !self.awaited_seats().is_empty());
        silence.into_iter().chain(self.company_limits.due()).min()
    }

    pub(super) fn is_visitor(&self, guest: Guest) -> bool {
        self.state.seat_of(guest).is_none() && !self.state.is_removed(guest)
    }

    /// Returns the visitors in order of arrival.
    pub(super) fn present_visitors(&self) -> Vec<Guest> {
        let mut guests: Vec<Guest> = Vec::new();
        for (_, guest) in self.people.welcomed() {
            if self.is_visitor(guest) && !guests.contains(&guest) {
                guests.push(guest);
            }
        }
        guests
    }

    /// Returns the part that is the same for everybody, without the time left in a pause.
    fn company(&mut self) -> Company {
        let guests = self.present_visitors();
        let face = |seat| self.state.guest_of(seat).and_then(|guest| self.known_people.face(guest));
        let mut faces: Vec<Option<u8>> = self.state.seats().map(face).collect();
        if faces.iter().all(Option::is_none) {
            faces.clear();
        }
        let pause = self.active_pause.map(|s| Pause { by: s.by, minutes: s.minutes, left: 0 });
        Company {
            visitors: guests.into_iter().map(|guest| self.known_people.visitor(guest)).collect(),
            you: None,
            faces,
            admission: self.state.admission(),
            silent: self.silent_seats(),
            pause,
            claimed: None,
            host_away: self.people.host_away().is_some(),
        }
    }

    /// Personalizes it for one guest.
    fn company_for(&mut self, company: &Company, guest: Guest) -> Company {
        let left = self.active_pause.map_or(0, |s| s.until.saturating_sub(self.now) / 1000);
        let left = u16::try_from(left).unwrap_or(u16::MAX);
        Company {
            you: self.is_visitor(guest).then(|| self.known_people.visitor(guest).number),
            claimed: self.state.claimed_seat_of(guest),
            pause: company.pause.map(|pause| Pause { left, ..pause }),
            ..company.clone()
        }
    }

    /// Sends it to a welcomed connection, unless it is the default.
    fn greet_with_company(&mut self, link: Link, guest: Guest) {
        let company = self.company();
        let own = self.company_for(&company, guest);
        if own != Company::default() {
            self.out.send(vec![link], ServerMessage::Company(Box::new(own)));
        }
        self.greet_with_openings(link, guest);
    }

    /// Brings presence up to date and notifies everybody of changes.
    fn update_company(&mut self) {
        if self.state.stage() != Stage::Playing {
            self.active_pause = None;
        }
        let (people, state) = (&self.people, &self.state);
        self.known_people.retain(|guest| people.is_here(guest) || state.seat_of(guest).is_some());
        // Drop claims to seats whose person is back, or that the guest can no longer claim.
        for (_, guest) in self.people.welcomed().collect::<Vec<_>>() {
            if let Wish::Mine { seat } = self.known_people.wish_of(guest)
                && (self.state.may_claim(guest, seat).is_err() || self.people.is_present(seat))
            {
                self.clear_wish(guest);
            }
        }
        self.send_company_changes();
        self.send_opening_changes();
    }

    /// Notifies players and spectators of changes, each group as its rate limit permits.
    fn send_company_changes(&mut self) {
        let news: SentCompany = (self.company(), self.state.claimed().clone());
        if self.company_limits.players.is_due(self.now, &news) {
            let bytes = self.send_company(&news.0, true);
            self.company_limits.players.record_sent(self.now, news.clone(), bytes);
        }
        if self.company_limits.onlookers.is_due(self.now, &news) {
            let bytes = self.send_company(&news.0, false);
            self.company_limits.onlookers.record_sent(self.now, news, bytes);
        }
    }

    /// Sends it to the players or to the spectators; returns the approximate number of bytes.
    fn send_company(&mut self, company: &Company, players: bool) -> u64 {
        let group: Vec<(Link, Guest)> =
            self.people.welcomed().filter(|(_, guest)| self.is_player(*guest) == players).collect();
        // Connections of one guest get the same message, and so do most people with seats.
        let mut alike: Vec<(Company, Vec<Link>)> = Vec::new();
        for &(link, guest) in &group {
            let own = self.company_for(company, guest);
            let same = |(other, _): &&mut (Company, Vec<Link>)| {
                (other.you, other.claimed) == (own.you, own.claimed)
            };
            match alike.iter_mut().find(same) {
                Some((_, links)) => links.push(link),
                None => alike.push((own, vec![link])),
            }
        }
        for (company, links) in alike {
            self.out.send(links, ServerMessage::Company(Box::new(company)));
        }
        company_limit::bytes(company) * group.len() as u64
    }

    /// Returns `true` if this guest has a seat or is the host.
    fn is_player(&self, guest: Guest) -> bool {
        self.state.seat_of(guest).is_some() || self.state.is_host(guest)
    }
}
