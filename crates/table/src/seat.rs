//! A seat of a table, with what is not shown of it.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use crate::entry::Guest;
use crate::hex::Hex;
use crate::wire::Level;

/// The level of a bot that plays for a person.
pub const COVER: Level = Level::Steady;

/// The ids of a person's messages that are remembered, the latest.
const IDS: usize = 64;

/// Who sits in a seat, with what is not shown.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Occupant {
    Free,
    Person { guest: Guest, name: String },
    Bot { level: Level },
}

/// A seat. It is stored as it is in [`crate::standing`]: a new field needs a default.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct SeatState {
    pub(crate) occupant: Occupant,
    /// A bot plays for the person.
    pub(crate) covered: bool,
    pub(crate) ready: bool,
    /// What the person committed to, for the next gathering.
    pub(crate) commitment: Option<Hex<32>>,
    /// What the person showed in a gathering of before [`crate::Entry::Bound`].
    pub(crate) entropy: Option<Hex<32>>,
    /// Milliseconds.
    pub(crate) bank: u32,
    ids: VecDeque<u64>,
}

impl SeatState {
    pub(crate) fn new(occupant: Occupant) -> SeatState {
        SeatState {
            occupant,
            covered: false,
            ready: false,
            commitment: None,
            entropy: None,
            bank: 0,
            ids: VecDeque::new(),
        }
    }

    /// The bot that plays this seat at present, if one does.
    pub(crate) fn bot(&self) -> Option<Level> {
        match self.occupant {
            Occupant::Bot { level } => Some(level),
            Occupant::Person { .. } if self.covered => Some(COVER),
            Occupant::Person { .. } | Occupant::Free => None,
        }
    }

    pub(crate) fn guest(&self) -> Option<Guest> {
        match &self.occupant {
            Occupant::Person { guest, .. } => Some(*guest),
            Occupant::Free | Occupant::Bot { .. } => None,
        }
    }

    /// Notes that a message was carried out.
    pub(crate) fn remember(&mut self, id: u64) {
        if self.ids.len() == IDS {
            self.ids.pop_front();
        }
        self.ids.push_back(id);
    }

    /// Was this message carried out before?
    pub(crate) fn knows(&self, id: u64) -> bool {
        self.ids.contains(&id)
    }
}
