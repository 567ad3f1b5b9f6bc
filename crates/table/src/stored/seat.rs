//! A seat of a table, with what is not shown of it.

use std::collections::VecDeque;
use std::fmt::Write;

use serde::{Deserialize, Serialize};
use upcard_engine::Action;

use crate::guest::Guest;
use crate::hex::Hex;
use crate::set_up::SeatPlan;
use crate::wire::{BotPlay, Level};

/// The level of a bot that plays for a person.
pub const COVER: Level = Level::Steady;

/// The ids of a person's messages that are remembered, the latest.
const IDS: usize = 64;

/// Who sits in a seat, with what is not shown.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Occupant {
    #[default]
    Free,
    Person {
        guest: Guest,
        name: String,
    },
    Bot {
        level: Level,
    },
}

impl Occupant {
    /// Who sits in a seat before anybody has come.
    pub(crate) fn of(plan: SeatPlan) -> Occupant {
        match plan {
            SeatPlan::Person => Occupant::Free,
            SeatPlan::Bot { level } => Occupant::Bot { level },
        }
    }

    /// The bot that plays a seat in a match to which nobody has come for it.
    pub(crate) fn bot(plan: SeatPlan) -> Occupant {
        match plan {
            SeatPlan::Person => Occupant::Bot { level: COVER },
            SeatPlan::Bot { level } => Occupant::Bot { level },
        }
    }
}

/// A seat. It is stored as it is in [`crate::Standing`]: a new field needs a default.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct SeatState {
    pub(crate) occupant: Occupant,
    /// A bot plays for the person.
    pub(crate) covered: bool,
    pub(crate) ready: bool,
    /// What the person committed to, for the next gathering.
    pub(crate) commitment: Option<Hex<32>>,
    /// What the person showed in a gathering older than [`crate::Entry::Bound`].
    pub(crate) entropy: Option<Hex<32>>,
    /// Milliseconds.
    pub(crate) bank: u32,
    /// Is it covered because its person missed a turn at a table with a clock?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) late: bool,
    /// Turns of this deal that the person has missed so in a row.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(crate) missed: u8,
    /// Was the hand dropped for that since the bot covers the person?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) dropped: bool,
    /// What the bot did that covers the person, or covered them last.
    #[serde(default)]
    pub(crate) meanwhile: BotPlay,
    /// The ids of messages that were carried out, and what they said.
    ids: VecDeque<(u64, u64)>,
}

/// What is not stored where it is nothing.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(number: &u8) -> bool {
    *number == 0
}

/// Tells one answer from another: a short hash (64-bit FNV-1a) of a decision and the action that
/// answers it. It is stored, so it stays what it is.
pub(crate) fn stamp(decision: u32, action: &Action) -> u64 {
    let mut hash = Fnv(0xcbf2_9ce4_8422_2325);
    // It takes whatever is written.
    let _ = write!(hash, "{decision} {action}");
    hash.0
}

/// The hash of what has been written.
struct Fnv(u64);

impl Write for Fnv {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.0 = text.bytes().fold(self.0, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        Ok(())
    }
}

impl SeatState {
    pub(crate) fn new(occupant: Occupant) -> SeatState {
        SeatState { occupant, ..SeatState::default() }
    }

    /// The bot that plays this seat at present, if one does.
    pub(crate) fn bot(&self) -> Option<Level> {
        match self.occupant {
            Occupant::Bot { level } => Some(level),
            Occupant::Person { .. } if self.covered => Some(COVER),
            Occupant::Person { .. } | Occupant::Free => None,
        }
    }

    /// Notes that a turn of this seat has ended.
    pub(crate) fn end_turn(&mut self) {
        self.missed = if self.covered && self.late { self.missed.saturating_add(1) } else { 0 };
    }

    pub(crate) fn guest(&self) -> Option<Guest> {
        match &self.occupant {
            Occupant::Person { guest, .. } => Some(*guest),
            Occupant::Free | Occupant::Bot { .. } => None,
        }
    }

    /// Notes that a message was carried out; `stamp` says what it was.
    pub(crate) fn remember(&mut self, id: u64, stamp: u64) {
        if self.ids.len() == IDS {
            self.ids.pop_front();
        }
        self.ids.push_back((id, stamp));
    }

    /// What the message with this id was that was carried out before.
    pub(crate) fn remembered(&self, id: u64) -> Option<u64> {
        self.ids.iter().find(|(known, _)| *known == id).map(|(_, stamp)| *stamp)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Stamps lie in hosts' stores.
    #[test]
    fn a_stamp_stays_what_it_is() {
        for (decision, action, known) in [
            (7, "discard JD", 0x7da8_a397_61af_4e82),
            (4_000_000_000, "pass", 0x7f31_ef07_cca6_bc4e),
        ] {
            assert_eq!(stamp(decision, &action.parse().unwrap()), known, "{action}");
        }
    }
}
