//! State of a table between matches as a single entry. It replaces all entries since the last match, so that
//! superseded names, set-ups, arrivals and departures need not be kept.

use serde::{Deserialize, Serialize};
use upcard_cards::ShortMap;
use upcard_engine::{Edition, Seat};

use super::gathering::Gathering;
use super::holders::Holders;
use super::seat::SeatState;
use crate::guest::Guest;
use crate::hex::Hex;
use crate::pace::Pace;
use crate::set_up::SetUp;
use crate::wire::{Admission, Stage};

/// Everything that has changed at a table since its last match, or since it was opened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Standing {
    /// Sequence number of the last update.
    pub(crate) sequence: u64,
    pub(crate) stage: Stage,
    pub(crate) set_up: SetUp,
    pub(crate) host: Guest,
    pub(crate) seats: Vec<SeatState>,
    pub(crate) kicked: Vec<Guest>,
    /// Holders of the seats in the present or last match.
    #[serde(default)]
    pub(crate) holders: Holders,
    /// Number of times each guest's seat has moved to another device.
    #[serde(default)]
    pub(crate) moves: ShortMap<Guest, u32>,
    /// `true` if the last match has been cleared away.
    pub(crate) cleared: bool,
    pub(crate) commitments: Vec<Hex<32>>,
    pub(crate) secrets: Vec<Hex<32>>,
    pub(crate) entropy: Vec<(Seat, Hex<32>)>,
    #[serde(default)]
    pub(crate) gathering: Gathering,
    /// Pace of bots and animations.
    #[serde(default)]
    pub(crate) pace: Pace,
    /// `true` if the host has forbidden hints.
    #[serde(default)]
    pub(crate) hints_off: bool,
    /// `true` if the host has disabled phrases.
    #[serde(default)]
    pub(crate) phrases_off: bool,
    #[serde(default, skip_serializing_if = "Edition::is_first")]
    pub(crate) edition: Edition,
    /// Who may sit down.
    #[serde(default, skip_serializing_if = "Admission::is_open")]
    pub(crate) admission: Admission,
    /// The guest who becomes host again on return, while somebody else is acting host.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) host_away: Option<Guest>,
    /// Previous owners of the seats claimed in the present or last deal.
    #[serde(default, skip_serializing_if = "is_nobody")]
    pub(crate) claimed: ShortMap<Seat, Guest>,
}

/// Omits an empty map when serializing.
fn is_nobody(claimed: &ShortMap<Seat, Guest>) -> bool {
    claimed.iter().len() == 0
}

impl Standing {
    /// State of a newly opened table.
    pub(crate) fn of(host: Guest, set_up: SetUp) -> Standing {
        let seats = set_up.seats.iter().map(SeatState::of).collect();
        Standing {
            sequence: 0,
            stage: Stage::Seating,
            set_up,
            host,
            seats,
            kicked: Vec::new(),
            holders: Holders::default(),
            moves: ShortMap::default(),
            cleared: true,
            commitments: Vec::new(),
            secrets: Vec::new(),
            entropy: Vec::new(),
            gathering: Gathering::default(),
            pace: Pace::default(),
            hints_off: false,
            phrases_off: false,
            edition: Edition::LATEST,
            admission: Admission::Open,
            host_away: None,
            claimed: ShortMap::default(),
        }
    }
}
