//! Messages to newly welcomed connections.

use upcard_engine::Seat;

use super::data::Room;
use crate::guest::{Guest, Link};
use crate::state::Update;
use crate::wire::{PROTOCOL, Resume, ServerMessage};

impl Room {
    /// Welcomes a connection: with the missed updates if they are known, else with a snapshot.
    pub(super) fn greet(&mut self, link: Link, guest: Guest, resume: Option<Resume>) {
        let seat = self.state.seat_of(guest);
        let mut messages = vec![self.welcome(guest, seat)];
        let present = self.people.present();
        match resume.filter(|r| r.seat == seat).and_then(|r| self.update_buffer.after(r.after)) {
            Some(updates) => {
                messages.extend(updates.map(|(sequence, update)| match update {
                    Update::Change(change) => ServerMessage::Change { sequence, change },
                    Update::Event(event) => {
                        let event = event.redacted_for(self.viewer(guest));
                        ServerMessage::Event { sequence, event }
                    }
                }));
                messages.push(ServerMessage::Presence { present });
            }
            None => {
                let snapshot = self.state.snapshot(guest, self.sequence(), present);
                messages.push(ServerMessage::Snapshot(Box::new(snapshot)));
            }
        }
        messages.extend(self.window().map(ServerMessage::Window));
        if !self.state.allows_phrases() {
            messages.push(ServerMessage::Phrases { allowed: false });
        }
        messages.into_iter().for_each(|message| self.out.send(vec![link], message));
        if let Some(company_features) = self.service.company_features {
            (company_features.greet)(self, link, guest);
        }
    }

    /// Welcomes all connections of a guest again, whose seat has changed.
    pub(super) fn greet_again(&mut self, guest: Guest) {
        for link in self.people.links(|other| other == guest) {
            self.greet(link, guest, None);
        }
    }

    /// Welcomes everybody again, after the seats have been replaced.
    pub(super) fn greet_everybody(&mut self) {
        let all: Vec<(Link, Guest)> = self.people.welcomed().collect();
        all.into_iter().for_each(|(link, guest)| self.greet(link, guest, None));
    }

    /// Tells a guest their new seat before the public change, so that the client can word that
    /// change as its own.
    pub(super) fn announce_seat(&mut self, guest: Guest, seat: Seat) {
        for link in self.people.links(|other| other == guest) {
            let welcome = self.welcome(guest, Some(seat));
            self.out.send(vec![link], welcome);
        }
    }

    fn welcome(&self, guest: Guest, seat: Option<Seat>) -> ServerMessage {
        ServerMessage::Welcome { protocol: PROTOCOL, seat, host: self.state.is_host(guest) }
    }

    pub(super) fn send_presence_changes(&mut self) {
        if self.people.update(self.now, &self.state) {
            self.send_all(ServerMessage::Presence { present: self.people.present() });
        }
    }
}
