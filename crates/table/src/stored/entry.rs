//! Append-only log of a table: every decided change, in order. A table is restored by folding its entries; no
//! change is sent before its entry is stored.

use serde::{Deserialize, Serialize};
use upcard_engine::{Action, Edition, Seat};

use super::standing::Standing;
use crate::guest::Guest;
use crate::hex::Hex;
use crate::pace::Pace;
use crate::set_up::SetUp;
use crate::wire::{Admission, CoverWhy};

/// One stored change of a table. It was validated before it was recorded; random outcomes follow from the
/// match's secret.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Entry {
    /// The table was opened. Always the first entry, and only the first.
    Opened {
        /// The guest who opened it, and host.
        host: Guest,
        /// The set-up.
        set_up: SetUp,
        /// Edition of the rules; absent in older entries.
        #[serde(default)]
        edition: Edition,
    },
    /// The host changed the set-up.
    SetUp {
        /// The complete new set-up.
        set_up: SetUp,
        /// Edition of the rules; absent in older entries.
        #[serde(default)]
        edition: Edition,
    },
    /// A person took a seat, or changed the name.
    Sat {
        /// The seat.
        seat: Seat,
        /// The person.
        guest: Guest,
        /// The name.
        name: String,
    },
    /// A person left the seat between matches, or was removed. (Earlier programs also wrote it when a person
    /// left during a match; a bot then plays the seat to the end.)
    Left {
        /// The seat.
        seat: Seat,
        /// `true` if the host removed them.
        kicked: bool,
    },
    /// Somebody else became host because the host gave the seat up. (Earlier programs also wrote it when the
    /// host had been away for long.)
    Host {
        /// The new host.
        guest: Guest,
    },
    /// A person committed to entropy.
    Committed {
        /// The seat.
        seat: Seat,
        /// Hash of the entropy.
        commitment: Hex<32>,
    },
    /// The server committed to its secrets and requests people's entropy. Written by programs older than
    /// [`Entry::Bound`]: the entropy of people who leave their seats is dropped.
    Gathering {
        /// Secret of the match.
        master: Hex<32>,
    },
    /// A person revealed their entropy.
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
        /// Message id, if a person sent it.
        id: Option<u64>,
        /// Milliseconds charged to the clock's bank.
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
        /// Milliseconds charged to the clock's bank.
        spent: u32,
        /// `true` if this counts as a missed turn: the clock ran out, or the absent person's time did.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        late: bool,
    },
    /// A person took the seat back from the bot.
    TakenBack {
        /// The seat.
        seat: Seat,
    },
    /// The match was ended early.
    Ended,
    /// Summary of everything since the last match, replacing the entries that recorded it.
    Standing(Box<Standing>),
    /// The server committed to its secrets and requests people's entropy. Revealed entropy counts even if its
    /// person leaves the seat.
    Bound {
        /// Secret of the match.
        master: Hex<32>,
    },
    /// A person gave the seat up during a match: a bot plays it to the end.
    GaveUp {
        /// The seat.
        seat: Seat,
    },
    /// The host opened a seat to the next person who sits down, its hand included; a person who had it loses
    /// it.
    SeatOpened {
        /// The seat.
        seat: Seat,
    },
    /// A person moved to another device.
    Moved {
        /// The seat.
        seat: Seat,
        /// Guest id on the new device.
        guest: Guest,
    },
    /// The host set the pace of bots and animations.
    Paced {
        /// The pace.
        pace: Pace,
    },
    /// The host enabled or disabled phrases.
    Phrases {
        /// `true` if enabled.
        allowed: bool,
    },
    /// The host allowed or forbade hints.
    Hinted {
        /// `true` if allowed.
        allowed: bool,
    },
    /// A person has missed the number of consecutive turns that the rules allow: the hand is dropped next.
    Missed {
        /// The seat.
        seat: Seat,
    },
    /// A bot covers a person who did not ask for it.
    CoveredFor {
        /// The seat.
        seat: Seat,
        /// Milliseconds charged to the clock's bank.
        spent: u32,
        /// `true` if this counts as a missed turn.
        late: bool,
        /// Reason.
        why: CoverWhy,
    },
    /// A person moved to another device, vouched for by others.
    Claimed {
        /// The seat.
        seat: Seat,
        /// Guest id on that device.
        guest: Guest,
    },
    /// The previous owner of a claimed seat objected, and has it again.
    Objected {
        /// The seat.
        seat: Seat,
    },
    /// The host has been away for long: somebody else is host until they return.
    HostAway {
        /// The acting host.
        guest: Guest,
    },
    /// The host appointed another host, or returned.
    Appointed {
        /// The host from now on.
        guest: Guest,
    },
    /// The host set who may sit down.
    Admitted {
        /// The policy.
        how: Admission,
    },
    /// The host removed a visitor.
    Dismissed {
        /// The visitor.
        guest: Guest,
    },
}
