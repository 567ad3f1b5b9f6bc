//! Connections to a table, and presence by seat.

use upcard_cards::ShortMap;
use upcard_engine::{MAX_PLAYERS, Seat};

use crate::guest::{Guest, Link};
use crate::pace::Millis;
use crate::state::State;

/// Connections and presence.
#[derive(Clone, Debug, Default)]
pub(super) struct People {
    links: ShortMap<Link, Connection>,
    /// Presence by seat; bots are always present.
    present: Vec<bool>,
    /// When each seat's person went away.
    away: [Millis; MAX_PLAYERS],
    /// When the host went away, if away.
    host_away: Option<Millis>,
}

#[derive(Clone, Copy, Debug)]
struct Connection {
    guest: Guest,
    /// `true` after its `Hello`.
    welcome: bool,
}

impl People {
    pub(super) fn without_connections(state: &State) -> People {
        let mut people = People::default();
        people.present = people.presence(state);
        people
    }

    pub(super) fn connect(&mut self, link: Link, guest: Guest) {
        self.links.insert(link, Connection { guest, welcome: false });
    }

    pub(super) fn disconnect(&mut self, link: Link) {
        self.links.remove(&link);
    }

    /// Marks a connection as welcomed: it receives updates from now on.
    pub(super) fn welcome(&mut self, link: Link) {
        if let Some(connection) = self.links.get_mut(&link) {
            connection.welcome = true;
        }
    }

    pub(super) fn count(&self) -> usize {
        self.links.count()
    }

    /// Returns the guest of a connection, and whether it has been welcomed.
    pub(super) fn at(&self, link: Link) -> Option<(Guest, bool)> {
        self.links.get(&link).map(|connection| (connection.guest, connection.welcome))
    }

    pub(super) fn welcomed(&self) -> impl Iterator<Item = (Link, Guest)> + '_ {
        self.links.iter().filter(|(_, v)| v.welcome).map(|(link, v)| (*link, v.guest))
    }

    /// Returns the welcomed connections of guests that match.
    pub(super) fn links(&self, of: impl Fn(Guest) -> bool) -> Vec<Link> {
        let mut links = Vec::with_capacity(self.links.count());
        links.extend(self.welcomed().filter(|(_, guest)| of(*guest)).map(|(link, _)| link));
        links
    }

    pub(super) fn is_here(&self, guest: Guest) -> bool {
        self.welcomed().any(|(_, other)| other == guest)
    }

    /// Returns `true` if anybody is connected and welcomed. The table stands still otherwise.
    pub(super) fn is_anybody_here(&self) -> bool {
        self.welcomed().next().is_some()
    }

    pub(super) fn is_present(&self, seat: Seat) -> bool {
        self.present.get(seat.index()).copied().unwrap_or(false)
    }

    pub(super) fn present(&self) -> Vec<bool> {
        self.present.clone()
    }

    /// Returns since when the person of this seat is away, if away.
    pub(super) fn away(&self, seat: Seat) -> Option<Millis> {
        (!self.is_present(seat)).then_some(self.away[seat.index()])
    }

    /// Returns the seats whose people are present and not covered.
    pub(super) fn playing<'a>(&'a self, state: &'a State) -> impl Iterator<Item = Seat> + 'a {
        state.seats().filter(move |&seat| self.is_present(seat) && state.bot_of(seat).is_none())
    }

    /// Returns the first present person with a seat.
    pub(super) fn first(&self, state: &State) -> Option<Guest> {
        state.seats().filter(|&seat| self.is_present(seat)).find_map(|seat| state.guest_of(seat))
    }

    /// Returns since when the host is away, if away.
    pub(super) fn host_away(&self) -> Option<Millis> {
        self.host_away
    }

    /// Restarts the measure of the host's absence at the next update.
    pub(super) fn reset_host_absence(&mut self) {
        self.host_away = None;
    }

    fn presence(&self, state: &State) -> Vec<bool> {
        let is_present = |seat: Seat| match state.guest_of(seat) {
            Some(guest) => self.is_here(guest),
            None => state.bot_of(seat).is_some(),
        };
        state.seats().map(is_present).collect()
    }

    /// Updates presence; returns `true` if it has changed.
    pub(super) fn update(&mut self, now: Millis, state: &State) -> bool {
        self.host_away = match self.host_away {
            _ if self.welcomed().any(|(_, guest)| state.is_host(guest)) => None,
            None => Some(now),
            since => since,
        };
        let before = std::mem::take(&mut self.present);
        self.present = self.presence(state);
        for (seat, here) in self.present.iter().enumerate().take(MAX_PLAYERS) {
            if !here && before.get(seat).copied().unwrap_or(true) {
                self.away[seat] = now;
            }
        }
        self.present != before
    }
}
