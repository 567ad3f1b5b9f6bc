//! What a table stores: every change that was decided upon, in order. A table is rebuilt by
//! folding its entries; a change is sent to nobody before its entry is stored.

use serde::{Deserialize, Serialize};
use upcard_engine::{Action, Edition, Seat};

use super::standing::Standing;
use crate::guest::Guest;
use crate::hex::Hex;
use crate::pace::Pace;
use crate::set_up::SetUp;
use crate::wire::{Admission, CoverWhy};

/// One stored change of a table. What it holds was judged before; chance's part follows from the
/// secret of the match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Entry {
    /// The table was opened. Always the first entry, and only the first.
    Opened {
        /// By whom: the host.
        host: Guest,
        /// What is to be played.
        set_up: SetUp,
        /// By which edition of the rules; entries of before have none.
        #[serde(default)]
        edition: Edition,
    },
    /// The host changed what is to be played.
    SetUp {
        /// All of it.
        set_up: SetUp,
        /// By which edition of the rules; entries of before have none.
        #[serde(default)]
        edition: Edition,
    },
    /// A person took a seat, or changed the name.
    Sat {
        /// The seat.
        seat: Seat,
        /// Who.
        guest: Guest,
        /// The name.
        name: String,
    },
    /// A person left the seat between matches, or was sent away. (Earlier programs wrote it, too,
    /// where a person left in the middle of a match; a bot plays the seat to the end then.)
    Left {
        /// The seat.
        seat: Seat,
        /// Was it the host's doing?
        kicked: bool,
    },
    /// Somebody else is host, since the host gave the seat up. (Earlier programs wrote it, too, where the
    /// host had been away for long.)
    Host {
        /// Who.
        guest: Guest,
    },
    /// A person bound itself to entropy.
    Committed {
        /// The seat.
        seat: Seat,
        /// The hash of the entropy.
        commitment: Hex<32>,
    },
    /// The server bound itself to its secrets, and asks for the people's entropy. Written by
    /// programs older than [`Entry::Bound`]: what was shown is left out where its person has left
    /// the seat.
    Gathering {
        /// The secret of the match.
        master: Hex<32>,
    },
    /// A person showed its entropy.
    Shown {
        /// The seat.
        seat: Seat,
        /// The entropy.
        entropy: Hex<32>,
    },
    /// The match and its first deal began.
    Began,
    /// A seat answered a decision.
    Acted {
        /// The seat.
        seat: Seat,
        /// The action.
        action: Action,
        /// The message's id, where a person sent it.
        id: Option<u64>,
        /// Milliseconds of the clock's bank that it cost.
        spent: u32,
    },
    /// A person is ready for the next deal, or for a rematch.
    Ready {
        /// The seat.
        seat: Seat,
    },
    /// The next deal began.
    NextDeal,
    /// A bot covers a person.
    Covered {
        /// The seat.
        seat: Seat,
        /// Milliseconds of the clock's bank that were spent.
        spent: u32,
        /// Does the person miss the turn: did the clock of the table run out, or the patience with
        /// who is away?
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        late: bool,
    },
    /// A person took the seat back from the bot.
    TakenBack {
        /// The seat.
        seat: Seat,
    },
    /// The match was ended before its time.
    Ended,
    /// All that has changed since the last match, in place of the entries that recorded it.
    Standing(Box<Standing>),
    /// The server bound itself to its secrets, and asks for the people's entropy. What is shown
    /// counts, also where its person leaves the seat.
    Bound {
        /// The secret of the match.
        master: Hex<32>,
    },
    /// A person gave the seat up in the middle of a match: a bot plays it to the end.
    GaveUp {
        /// The seat.
        seat: Seat,
    },
    /// The host opened a seat for whoever sits down next, its hand included; a person who had it
    /// loses it.
    SeatOpened {
        /// The seat.
        seat: Seat,
    },
    /// A person went on with the seat on another device.
    Moved {
        /// The seat.
        seat: Seat,
        /// Who the person is on the new device.
        guest: Guest,
    },
    /// The host chose how fast bots answer and cards move.
    Paced {
        /// How fast.
        pace: Pace,
    },
    /// The host switched phrases off, or on again.
    Phrases {
        /// May they be said?
        allowed: bool,
    },
    /// The host allowed hints, or did not any more.
    Hinted {
        /// May they be given?
        allowed: bool,
    },
    /// A person has missed as many turns in a row as the rules allow: the hand is dropped next.
    Missed {
        /// The seat.
        seat: Seat,
    },
    /// A bot covers a person who has not asked for it.
    CoveredFor {
        /// The seat.
        seat: Seat,
        /// Milliseconds of the clock's bank that were spent.
        spent: u32,
        /// Does the person miss the turn?
        late: bool,
        /// Why.
        why: CoverWhy,
    },
    /// A person went on with the seat on another device, for which others have vouched.
    Claimed {
        /// The seat.
        seat: Seat,
        /// Who the person is on that device.
        guest: Guest,
    },
    /// Whoever had the seat before it was claimed objected, and has it again.
    Objected {
        /// The seat.
        seat: Seat,
    },
    /// The host has been away for long: somebody else is host until they are back.
    HostAway {
        /// Who is host meanwhile.
        guest: Guest,
    },
    /// The host gave the host's part on, or has come back to it.
    Appointed {
        /// To whom.
        guest: Guest,
    },
    /// The host chose who may sit down.
    Admitted {
        /// Who.
        how: Admission,
    },
    /// The host sent a visitor away.
    Dismissed {
        /// Whom.
        guest: Guest,
    },
}
