//! State of a seat, including what is not public.

use std::collections::VecDeque;
use std::fmt::Write;

use serde::{Deserialize, Serialize};
use upcard_engine::Action;

use crate::guest::Guest;
use crate::hex::Hex;
use crate::set_up::SeatPlan;
use crate::wire::{BotPlay, Level};

/// Level of covering bots.
pub const COVER_LEVEL: Level = Level::Steady;

/// Number of latest message ids remembered per person.
const MAX_IDS: usize = 64;

/// Occupant of a seat, including what is not public.
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
    /// Returns the bot that plays a seat if nobody has taken it when the match begins.
    pub(crate) fn bot(plan: SeatPlan) -> Occupant {
        match plan {
            SeatPlan::Person => Occupant::Bot { level: COVER_LEVEL },
            SeatPlan::Bot { level } => Occupant::Bot { level },
        }
    }
}

/// A seat. Stored as part of [`crate::Standing`]: new fields need a default.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct SeatState {
    pub(crate) occupant: Occupant,
    /// `true` while a bot covers the person.
    pub(crate) covered: bool,
    pub(crate) ready: bool,
    /// The person's commitment for the next gathering.
    pub(crate) commitment: Option<Hex<32>>,
    /// Entropy revealed in a gathering older than [`crate::Entry::Bound`].
    pub(crate) entropy: Option<Hex<32>>,
    /// Milliseconds.
    pub(crate) bank: u32,
    /// `true` if covered because the person missed a turn at a table with a clock.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) late: bool,
    /// Consecutive missed turns of this deal.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(crate) missed: u8,
    /// `true` if the hand was dropped for missed turns since the bot covered the person.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) dropped: bool,
    /// What the covering bot did, or the last one.
    #[serde(default)]
    pub(crate) meanwhile: BotPlay,
    /// Ids of executed messages, with the hash of their content.
    ids: VecDeque<(u64, u64)>,
}

/// Omits zero when serializing.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(number: &u8) -> bool {
    *number == 0
}

/// Fingerprint of an answer: 64-bit FNV-1a of the decision and its action. It is stored, so it must not
/// change.
pub(crate) fn stamp(decision: u32, action: &Action) -> u64 {
    let mut hash = Fnv(0xcbf2_9ce4_8422_2325);
    // Writing to the hasher cannot fail.
    let _ = write!(hash, "{decision} {action}");
    hash.0
}

/// Hash of the text written so far.
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

    /// Creates a seat before anybody sits down.
    pub(crate) fn of(plan: &SeatPlan) -> SeatState {
        SeatState::new(match *plan {
            SeatPlan::Person => Occupant::Free,
            SeatPlan::Bot { level } => Occupant::Bot { level },
        })
    }

    /// Returns the bot that plays this seat at present.
    pub(crate) fn bot(&self) -> Option<Level> {
        match self.occupant {
            Occupant::Bot { level } => Some(level),
            Occupant::Person { .. } if self.covered => Some(COVER_LEVEL),
            Occupant::Person { .. } | Occupant::Free => None,
        }
    }

    /// Records that a turn of this seat has ended.
    pub(crate) fn end_turn(&mut self) {
        self.missed = if self.covered && self.late { self.missed.saturating_add(1) } else { 0 };
    }

    pub(crate) fn guest(&self) -> Option<Guest> {
        match &self.occupant {
            Occupant::Person { guest, .. } => Some(*guest),
            Occupant::Free | Occupant::Bot { .. } => None,
        }
    }

    /// Remembers an executed message; `stamp` identifies its content.
    pub(crate) fn remember(&mut self, id: u64, stamp: u64) {
        if self.ids.len() == MAX_IDS {
            self.ids.pop_front();
        }
        self.ids.push_back((id, stamp));
    }

    /// Returns the stamp of the executed message with this id.
    pub(crate) fn remembered(&self, id: u64) -> Option<u64> {
        self.ids.iter().find(|(known, _)| *known == id).map(|(_, stamp)| *stamp)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Stamps are stored, so they must not change.
    #[test]
    fn stamps_are_stable() {
        for (decision, action, known) in [
            (7, "discard JD", 0x7da8_a397_61af_4e82),
            (4_000_000_000, "pass", 0x7f31_ef07_cca6_bc4e),
        ] {
            assert_eq!(stamp(decision, &action.parse().unwrap()), known, "{action}");
        }
    }
}
