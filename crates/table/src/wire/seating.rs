//! Public state of a seat, and its changes.

use serde::{Deserialize, Serialize};
use upcard_engine::{Event, Seat};

use super::{CoverWhy, Level};

/// Public state of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct SeatInfo {
    /// Occupant.
    pub sitter: Sitter,
    /// `true` while a bot covers the person.
    pub covered: bool,
    /// `true` if ready for the next deal, or for a rematch.
    pub ready: bool,
    /// `true` if it can be taken during the match: no person has held it in this match, or the host
    /// has opened it.
    #[serde(default)]
    pub open: bool,
    /// Milliseconds left in the clock's bank.
    #[serde(default)]
    pub bank: Option<u32>,
}

impl SeatInfo {
    /// Creates the state of a seat with defaults for everything but the occupant.
    #[must_use]
    pub const fn of(sitter: Sitter) -> SeatInfo {
        SeatInfo { sitter, covered: false, ready: false, open: false, bank: None }
    }
}

/// Occupant of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sitter {
    /// None yet.
    Free,
    /// A person.
    Person {
        /// Display name.
        name: String,
    },
    /// A bot.
    Bot {
        /// Its level.
        level: Level,
    },
}

/// What happened to a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum SeatChange {
    /// A person took it, between matches.
    Sat,
    /// Its person changed the name.
    Renamed,
    /// A person took it during the match; no person had held it before.
    Joined,
    /// A person took it after the host had opened it, and continues its hand.
    TookOver,
    /// Its person left it, between matches.
    Left,
    /// Its person gave it up: a bot plays it to the end of the match.
    GaveUp,
    /// The host removed its person.
    Kicked,
    /// The host opened it to the next person who sits down, during a match with its hand.
    Opened,
    /// Its person moved to another device.
    Moved,
    /// A bot covers its person.
    Covered,
    /// Its person plays again.
    Returned {
        /// What the bot did meanwhile.
        bot: BotPlay,
    },
    /// Its person is ready for the next deal, or for a rematch.
    Ready,
    /// Its person became the host.
    Host,
    /// Its person has missed the number of consecutive turns that the rules allow: the hand is
    /// dropped.
    Missed,
    /// As [`SeatChange::Returned`], but the hand was dropped meanwhile for missed turns.
    ReturnedDropped {
        /// What the bot did meanwhile.
        bot: BotPlay,
    },
    /// A bot covers its person, who has not asked for it.
    CoveredFor {
        /// Reason.
        why: CoverWhy,
    },
    /// Its person claimed it from another device, and the claim was granted.
    Claimed,
    /// Its previous owner objected to the claim, and has it again.
    Objected,
}

/// Why a person has lost a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lost {
    /// Gave it up during the match.
    GaveUp,
    /// Removed by the host.
    Kicked,
    /// The host opened it for somebody else.
    Opened,
    /// Moved to another device.
    Moved,
    /// Claimed by somebody else, with approval.
    Claimed,
    /// Claimed, but the previous owner objected.
    Objected,
}

/// Public actions of a bot while it covered a person, counted.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct BotPlay {
    /// Cards drawn, taken or bought.
    pub drawn: u16,
    /// Cards discarded.
    pub discarded: u16,
    /// Times it laid down melds.
    pub laid_down: u16,
    /// Times it laid off a card or rearranged the table.
    pub laid_off: u16,
}

/// Accessor of one counter.
type Count = fn(&mut BotPlay) -> &mut u16;

impl BotPlay {
    /// Returns the seat and the counter that an event belongs to.
    pub(crate) fn counter_of(event: &Event) -> Option<(Seat, Count)> {
        Some(match event {
            Event::Drew { seat, .. }
            | Event::Took { seat, .. }
            | Event::TookDeep { seat, .. }
            | Event::Bought { seat, .. }
            | Event::Penalty { seat, .. } => (*seat, |play| &mut play.drawn),
            Event::Discarded { seat, .. } => (*seat, |play| &mut play.discarded),
            Event::LaidDown { seat, .. } => (*seat, |play| &mut play.laid_down),
            Event::LaidOff { seat, .. }
            | Event::Slid { seat, .. }
            | Event::Swapped { seat, .. }
            | Event::Arranged { seat, .. } => (*seat, |play| &mut play.laid_off),
            _ => return None,
        })
    }
}
