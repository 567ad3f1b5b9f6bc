//! What those who are connected are greeted with, and who of them is there.

use upcard_engine::{MAX_PLAYERS, Seat};

use crate::entry::Guest;
use crate::outbox::{Link, Millis, Outbox};
use crate::room::Room;
use crate::state::Update;
use crate::wire::{Resume, ServerMessage};

impl Room {
    /// Greets a connection: what it missed where that is known, else everything it may know.
    pub(crate) fn greet(
        &self,
        now: Millis,
        link: Link,
        guest: Guest,
        resume: Option<Resume>,
        out: &mut Outbox,
    ) {
        let seat = self.state.seat_of(guest);
        let host = guest == self.state.host;
        let protocol = crate::wire::PROTOCOL;
        self.send(link, ServerMessage::Welcome { protocol, seat, host }, out);
        let missed = resume.filter(|r| r.seat == seat && r.after <= self.sequence).and_then(|r| {
            let missed = usize::try_from(self.sequence - r.after).ok()?;
            Some((r.after + 1, self.recent.last(missed)?))
        });
        match missed {
            Some((first, updates)) => {
                for (sequence, update) in (first..).zip(updates) {
                    let message = match update {
                        Update::Change(change) => ServerMessage::Change { sequence, change },
                        Update::Event(event) => {
                            let event = event.seen_by(self.viewer(guest));
                            ServerMessage::Event { sequence, event }
                        }
                    };
                    self.send(link, message, out);
                }
                self.send(link, ServerMessage::Presence { present: self.present.clone() }, out);
            }
            None => self.send_snapshot(link, guest, out),
        }
        if let Some(window) = self.window(now) {
            self.send(link, ServerMessage::Window(window), out);
        }
        if self.state.phrases_off {
            self.send(link, ServerMessage::Phrases { allowed: false }, out);
        }
    }

    fn send_snapshot(&self, link: Link, guest: Guest, out: &mut Outbox) {
        let mut snapshot = self.state.snapshot(guest);
        snapshot.sequence = self.sequence;
        snapshot.present.clone_from(&self.present);
        self.send(link, ServerMessage::Snapshot(Box::new(snapshot)), out);
    }

    /// Greets all connections of a guest whose seat has changed.
    pub(crate) fn greet_again(&self, now: Millis, guest: Guest, out: &mut Outbox) {
        let links: Vec<Link> =
            self.welcomed().filter(|(_, g)| *g == guest).map(|(link, _)| link).collect();
        for link in links {
            self.greet(now, link, guest, None, out);
        }
    }

    /// Tells a guest which seat will be theirs, before the change that gives it to them goes to
    /// everybody: a client can then word that change as the guest's own.
    pub(crate) fn announce_seat(&self, guest: Guest, seat: Seat, out: &mut Outbox) {
        let (seat, host) = (Some(seat), guest == self.state.host);
        let protocol = crate::wire::PROTOCOL;
        for (link, _) in self.welcomed().filter(|(_, g)| *g == guest) {
            self.send(link, ServerMessage::Welcome { protocol, seat, host }, out);
        }
    }

    /// Greets everybody again, after the seats have been replaced.
    pub(crate) fn greet_everybody(&self, now: Millis, out: &mut Outbox) {
        let links: Vec<(Link, Guest)> = self.welcomed().collect();
        for (link, guest) in links {
            self.greet(now, link, guest, None, out);
        }
    }

    /// Who is there, by seat.
    pub(crate) fn presence(&self) -> Vec<bool> {
        self.present_seats().collect()
    }

    fn present_seats(&self) -> impl Iterator<Item = bool> {
        let here = |guest: Guest| self.welcomed().any(|(_, g)| g == guest);
        self.state.seats.iter().map(move |seat| match seat.guest() {
            Some(guest) => here(guest),
            None => seat.bot().is_some(),
        })
    }

    /// Sends who is there, where that has changed.
    pub(crate) fn present_now(&mut self, now: Millis, out: &mut Outbox) {
        let host = self.state.host;
        self.host_away = match self.host_away {
            _ if self.welcomed().any(|(_, guest)| guest == host) => None,
            None => Some(now),
            since => since,
        };
        if self.present_seats().eq(self.present.iter().copied()) {
            return;
        }
        let present = self.presence();
        for (seat, here) in present.iter().enumerate().take(MAX_PLAYERS) {
            if !here && self.present.get(seat).copied().unwrap_or(true) {
                self.away[seat] = now;
            }
        }
        self.present.clone_from(&present);
        self.send_all(ServerMessage::Presence { present }, out);
    }
}
