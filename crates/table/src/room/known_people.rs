//! What people have told about themselves at a table, beyond their seats. Not stored.

use std::collections::BTreeMap;

use upcard_cards::ShortMap;
use upcard_engine::{Seat, Seats};

use crate::guest::Guest;
use crate::pace::Millis;
use crate::wire::{Company, Opening, Visitor, Wish};

#[derive(Clone, Copy, Debug)]
pub(super) struct ActivePause {
    pub(super) by: Seat,
    pub(super) minutes: u8,
    pub(super) until: Millis,
}

/// Presence as last sent: the common part, and the previous owners of claimed seats.
pub(super) type SentCompany = (Company, ShortMap<Seat, Guest>);

/// What one person has told.
#[derive(Clone, Debug)]
pub(super) struct PersonInfo {
    /// Number by which the host refers to a visitor.
    pub(super) number: u32,
    pub(super) name: Option<String>,
    pub(super) face: Option<u8>,
    pub(super) wish: Wish,
    /// Seats that have agreed to this person's claim.
    pub(super) agreed: Seats,
    /// `true` if they have introduced themselves; their client understands the messages for
    /// visitors then.
    pub(super) introduced: bool,
    /// Open seats as last sent to them.
    pub(super) openings: Vec<Opening>,
}

/// What everybody has told.
#[derive(Clone, Default, Debug)]
pub(super) struct KnownPeople {
    people: BTreeMap<Guest, PersonInfo>,
    last: u32,
}

impl KnownPeople {
    /// Returns the data of a person, creating it on first use.
    pub(super) fn of(&mut self, guest: Guest) -> &mut PersonInfo {
        let last = &mut self.last;
        self.people.entry(guest).or_insert_with(|| {
            *last += 1;
            PersonInfo {
                number: *last,
                name: None,
                face: None,
                wish: Wish::Nothing,
                agreed: Seats::NONE,
                introduced: false,
                openings: Vec::new(),
            }
        })
    }

    pub(super) fn face(&self, guest: Guest) -> Option<u8> {
        self.people.get(&guest)?.face
    }

    pub(super) fn wish_of(&self, guest: Guest) -> Wish {
        self.people.get(&guest).map_or(Wish::Nothing, |info| info.wish)
    }

    pub(super) fn has_introduced(&self, guest: Guest) -> bool {
        self.people.get(&guest).is_some_and(|info| info.introduced)
    }

    pub(super) fn introduced(&self) -> Vec<Guest> {
        let info = self.people.iter().filter(|(_, info)| info.introduced);
        info.map(|(guest, _)| *guest).collect()
    }

    pub(super) fn by_number(&self, number: u32) -> Option<Guest> {
        self.people.iter().find(|(_, info)| info.number == number).map(|(guest, _)| *guest)
    }

    pub(super) fn retain(&mut self, stays: impl Fn(Guest) -> bool) {
        self.people.retain(|guest, _| stays(*guest));
    }

    /// Returns the public state of a visitor.
    pub(super) fn visitor(&mut self, guest: Guest) -> Visitor {
        let info = self.of(guest);
        let PersonInfo { number, face, wish, agreed, .. } = *info;
        Visitor { number, name: info.name.clone(), face, wish, agreed }
    }
}
