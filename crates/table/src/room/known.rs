//! What people have said of themselves at a table, beside their seats. None of it is stored.

use std::collections::BTreeMap;

use upcard_cards::ShortMap;
use upcard_engine::{Seat, Seats};

use crate::guest::Guest;
use crate::pace::Millis;
use crate::wire::{Company, Opening, Visitor, Wish};

/// The match stands still.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standstill {
    pub(super) by: Seat,
    pub(super) minutes: u8,
    pub(super) until: Millis,
}

/// What everybody was told last: what is the same for all, and from whom seats were claimed.
pub(super) type Told = (Company, ShortMap<Seat, Guest>);

/// What somebody has said of themselves.
#[derive(Clone, Debug)]
pub(super) struct Said {
    /// By which the host names them where they have no seat.
    number: u32,
    pub(super) name: Option<String>,
    pub(super) face: Option<u8>,
    pub(super) wish: Wish,
    /// Who has agreed to a claim.
    pub(super) agreed: Seats,
    /// Have they said who they are? Their client knows what is told to visitors then.
    pub(super) introduced: bool,
    /// What they were told last of the seats that are open to visitors.
    pub(super) openings: Vec<Opening>,
}

impl Said {
    /// By which the host names them where they have no seat.
    pub(super) fn number(&self) -> u32 {
        self.number
    }
}

/// What all of them have said.
#[derive(Clone, Default, Debug)]
pub(super) struct Known {
    people: BTreeMap<Guest, Said>,
    last: u32,
}

impl Known {
    /// Somebody, known from now on.
    pub(super) fn of(&mut self, guest: Guest) -> &mut Said {
        let last = &mut self.last;
        self.people.entry(guest).or_insert_with(|| {
            *last += 1;
            let wish = Wish::Nothing;
            Said {
                number: *last,
                name: None,
                face: None,
                wish,
                agreed: Seats::NONE,
                introduced: false,
                openings: Vec::new(),
            }
        })
    }

    /// The face that somebody has chosen.
    pub(super) fn face(&self, guest: Guest) -> Option<u8> {
        self.people.get(&guest)?.face
    }

    /// What somebody wishes.
    pub(super) fn wish_of(&self, guest: Guest) -> Wish {
        self.people.get(&guest).map_or(Wish::Nothing, |said| said.wish)
    }

    /// Has this guest said who they are?
    pub(super) fn has_introduced(&self, guest: Guest) -> bool {
        self.people.get(&guest).is_some_and(|said| said.introduced)
    }

    /// Those who have said who they are.
    pub(super) fn introduced(&self) -> Vec<Guest> {
        let said = self.people.iter().filter(|(_, said)| said.introduced);
        said.map(|(guest, _)| *guest).collect()
    }

    /// Who has this number.
    pub(super) fn by_number(&self, number: u32) -> Option<Guest> {
        self.people.iter().find(|(_, said)| said.number == number).map(|(guest, _)| *guest)
    }

    /// Keeps these alone.
    pub(super) fn retain(&mut self, stays: impl Fn(Guest) -> bool) {
        self.people.retain(|guest, _| stays(*guest));
    }

    /// Somebody without a seat, as all see them.
    pub(super) fn visitor(&mut self, guest: Guest) -> Visitor {
        let said = self.of(guest);
        let Said { number, face, wish, agreed, .. } = *said;
        Visitor { number, name: said.name.clone(), face, wish, agreed }
    }
}
