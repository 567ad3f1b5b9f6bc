//! What a seat looks like to those at the table, and what can happen to it.

use serde::{Deserialize, Serialize};
use upcard_engine::{Event, Seat};

use super::{CoverWhy, Level};

/// What everybody sees of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct SeatInfo {
    /// Who sits there.
    pub sitter: Sitter,
    /// Does a bot play for the person at present?
    pub covered: bool,
    /// Ready for the next deal, or for a rematch?
    pub ready: bool,
    /// Can it be taken in the middle of a match? No person has held it in this match, or the host
    /// has opened it.
    #[serde(default)]
    pub open: bool,
    /// Milliseconds left in the bank of the clock.
    #[serde(default)]
    pub bank: Option<u32>,
}

impl SeatInfo {
    /// Of this sitter there is nothing more to say.
    #[must_use]
    pub const fn of(sitter: Sitter) -> SeatInfo {
        SeatInfo { sitter, covered: false, ready: false, open: false, bank: None }
    }
}

/// Who sits in a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sitter {
    /// Nobody yet.
    Free,
    /// A person.
    Person {
        /// The name.
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
    /// Somebody took it, between matches.
    Sat,
    /// Its person has another name.
    Renamed,
    /// Somebody took it in the middle of the match, in which no person had held it.
    Joined,
    /// Somebody took it that the host had opened, and plays the hand on.
    TookOver,
    /// Its person left it, between matches.
    Left,
    /// Its person gave it up: a bot plays it to the end of the match.
    GaveUp,
    /// The host sent its person away.
    Kicked,
    /// The host opened it: whoever sits down next gets it, in a match with its hand.
    Opened,
    /// Its person goes on with another device.
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
    /// Its person is host now.
    Host,
    /// Its person has missed as many turns in a row as the rules allow: the hand is dropped.
    Missed,
    /// The same as [`SeatChange::Returned`], where the hand was dropped meanwhile because its person
    /// had missed turns.
    ReturnedDropped {
        /// What the bot did meanwhile.
        bot: BotPlay,
    },
    /// A bot covers its person, who has not asked for it.
    CoveredFor {
        /// Why.
        why: CoverWhy,
    },
    /// Its person has claimed it from another device, and was believed.
    Claimed,
    /// Whoever had it before it was claimed has objected, and has it again.
    Objected,
}

/// Why somebody has no seat any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lost {
    /// Gave it up in the middle of the match.
    GaveUp,
    /// The host sent this person away.
    Kicked,
    /// The host opened it for somebody else.
    Opened,
    /// It was moved to another device.
    Moved,
    /// It was claimed by somebody else, who was believed.
    Claimed,
    /// It was claimed, and whoever had it before has objected.
    Objected,
}

/// What a bot did while it covered a person: what everybody saw, counted.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct BotPlay {
    /// Cards that it drew, took or bought.
    pub drawn: u16,
    /// Cards that it discarded.
    pub discarded: u16,
    /// Times that it laid melds down.
    pub laid_down: u16,
    /// Times that it laid a card off, or rearranged the table.
    pub laid_off: u16,
}

/// One of the counts.
type Count = fn(&mut BotPlay) -> &mut u16;

impl BotPlay {
    /// Whose play an event counts in, and as what.
    pub(crate) fn counted(event: &Event) -> Option<(Seat, Count)> {
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
