//! Who is connected to a table, and who of those with seats is there.

use upcard_cards::ShortMap;
use upcard_engine::{MAX_PLAYERS, Seat};

use crate::guest::{Guest, Link};
use crate::pace::Millis;
use crate::state::State;

/// Who is connected.
#[derive(Clone, Debug, Default)]
pub(super) struct People {
    links: ShortMap<Link, Visitor>,
    /// Who is there, by seat; bots always are.
    present: Vec<bool>,
    /// Since when each seat's person is away.
    away: [Millis; MAX_PLAYERS],
    /// Since when the host is away.
    host_away: Option<Millis>,
}

#[derive(Clone, Copy, Debug)]
struct Visitor {
    guest: Guest,
    /// Has it sent its hello?
    welcome: bool,
}

impl People {
    /// Nobody is connected to this table.
    pub(super) fn nobody(state: &State) -> People {
        let mut people = People::default();
        people.present = people.presence(state);
        people
    }

    pub(super) fn connect(&mut self, link: Link, guest: Guest) {
        self.links.insert(link, Visitor { guest, welcome: false });
    }

    pub(super) fn disconnect(&mut self, link: Link) {
        self.links.remove(&link);
    }

    /// From now on the connection is sent what happens.
    pub(super) fn welcome(&mut self, link: Link) {
        if let Some(visitor) = self.links.get_mut(&link) {
            visitor.welcome = true;
        }
    }

    /// How many are connected.
    pub(super) fn count(&self) -> usize {
        self.links.count()
    }

    /// Who is at a connection, and has it been welcomed?
    pub(super) fn at(&self, link: Link) -> Option<(Guest, bool)> {
        self.links.get(&link).map(|visitor| (visitor.guest, visitor.welcome))
    }

    /// The connections that have been welcomed.
    pub(super) fn welcomed(&self) -> impl Iterator<Item = (Link, Guest)> + '_ {
        self.links.iter().filter(|(_, v)| v.welcome).map(|(link, v)| (*link, v.guest))
    }

    /// The welcomed connections of those whom this holds for.
    pub(super) fn links(&self, of: impl Fn(Guest) -> bool) -> Vec<Link> {
        let mut links = Vec::with_capacity(self.links.count());
        links.extend(self.welcomed().filter(|(_, guest)| of(*guest)).map(|(link, _)| link));
        links
    }

    pub(super) fn is_here(&self, guest: Guest) -> bool {
        self.welcomed().any(|(_, other)| other == guest)
    }

    /// Is anybody looking on? Nothing runs otherwise.
    pub(super) fn is_anybody_here(&self) -> bool {
        self.welcomed().next().is_some()
    }

    /// Is somebody there in this seat?
    pub(super) fn is_present(&self, seat: Seat) -> bool {
        self.present.get(seat.index()).copied().unwrap_or(false)
    }

    /// Who is there, by seat.
    pub(super) fn present(&self) -> Vec<bool> {
        self.present.clone()
    }

    /// Since when nobody is there in this seat, if so.
    pub(super) fn away(&self, seat: Seat) -> Option<Millis> {
        (!self.is_present(seat)).then_some(self.away[seat.index()])
    }

    /// The seats whose people are there and play for themselves.
    pub(super) fn playing<'a>(&'a self, state: &'a State) -> impl Iterator<Item = Seat> + 'a {
        state.seats().filter(move |&seat| self.is_present(seat) && state.bot_of(seat).is_none())
    }

    /// The first person in a seat who is there.
    pub(super) fn first(&self, state: &State) -> Option<Guest> {
        state.seats().filter(|&seat| self.is_present(seat)).find_map(|seat| state.guest_of(seat))
    }

    /// Since when the host is away, if so.
    pub(super) fn host_away(&self) -> Option<Millis> {
        self.host_away
    }

    /// The host's absence counts from the next look at it.
    pub(super) fn forgive_host(&mut self) {
        self.host_away = None;
    }

    fn presence(&self, state: &State) -> Vec<bool> {
        let is_present = |seat: Seat| match state.guest_of(seat) {
            Some(guest) => self.is_here(guest),
            None => state.bot_of(seat).is_some(),
        };
        state.seats().map(is_present).collect()
    }

    /// Looks who is there now; has that changed?
    pub(super) fn look(&mut self, now: Millis, state: &State) -> bool {
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
