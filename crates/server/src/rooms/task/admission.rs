//! Who is let in at a table, however many come.

use upcard_table::wire::{ServerMessage, TableError};
use upcard_table::{Guest, Input, Link, Outbox};

use super::table::Table;
use crate::connections::coding::{Out, Written};

/// The most connections of people who look on. Those who hold a seat, and the host, are let in
/// beyond that.
pub(crate) const WATCHING: usize = 60;

/// The most connections of one person. The oldest goes when there are more: a phone that comes back
/// leaves dead ones behind.
pub(crate) const OF_ONE: usize = 8;

impl Table {
    /// Is there room for another connection of this guest? Who holds a seat is always let in.
    pub(super) async fn admit(&mut self, guest: Guest, way: &Out, out: &mut Outbox) -> bool {
        let refuse = |way: &Out, error| {
            way.send([&mut Written::new(&ServerMessage::Error { error })]);
        };
        let guests =
            self.outs.keys().filter_map(|link| Some((*link, self.payers.get(link)?.guest)));
        let guests: Vec<(Link, Guest)> = guests.collect();
        let own = guests.iter().filter(|(_, other)| *other == guest).map(|(link, _)| *link);
        // Links are numbered as they come.
        if own.clone().count() >= OF_ONE
            && let Some(oldest) = own.min()
        {
            if let Some(way) = self.outs.remove(&oldest) {
                refuse(&way, TableError::TooManyOfOne);
            }
            self.payers.remove(&oldest);
            self.input(Input::Gone { link: oldest }, out).await;
            return true;
        }
        let state = self.room.state();
        let holds = |guest| state.seat_of(guest).is_some() || state.is_host(guest);
        let watching = guests.iter().filter(|(_, other)| !holds(*other)).count();
        if watching >= WATCHING && !holds(guest) {
            refuse(way, TableError::TooManyWatching);
            return false;
        }
        true
    }
}
