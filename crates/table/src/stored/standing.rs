//! A table between matches as one entry: it stands for all entries since the last match, so that what
//! only replaces (names, set-ups, who came and went) need not be kept.

use serde::{Deserialize, Serialize};
use upcard_cards::ShortMap;
use upcard_engine::{Edition, Seat};

use super::gathering::Gathering;
use super::holders::Holders;
use super::seat::{Occupant, SeatState};
use crate::guest::Guest;
use crate::hex::Hex;
use crate::pace::Pace;
use crate::set_up::SetUp;
use crate::wire::{Admission, Stage};

/// All that has changed at a table since its last match, or since it was opened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Standing {
    /// The sequence number of the last update.
    pub(crate) sequence: u64,
    pub(crate) stage: Stage,
    pub(crate) set_up: SetUp,
    pub(crate) host: Guest,
    pub(crate) seats: Vec<SeatState>,
    pub(crate) kicked: Vec<Guest>,
    /// Who has held which seat in the present match, or the last one.
    #[serde(default)]
    pub(crate) holders: Holders,
    /// How often a guest's seat was moved to another device.
    #[serde(default)]
    pub(crate) moves: ShortMap<Guest, u32>,
    /// Is the last match cleared away?
    pub(crate) cleared: bool,
    pub(crate) commitments: Vec<Hex<32>>,
    pub(crate) secrets: Vec<Hex<32>>,
    pub(crate) entropy: Vec<(Seat, Hex<32>)>,
    #[serde(default)]
    pub(crate) gathering: Gathering,
    /// How fast bots answer and cards move.
    #[serde(default)]
    pub(crate) pace: Pace,
    /// Has the host forbidden hints?
    #[serde(default)]
    pub(crate) hints_off: bool,
    /// Has the host switched phrases off?
    #[serde(default)]
    pub(crate) phrases_off: bool,
    #[serde(default, skip_serializing_if = "Edition::is_first")]
    pub(crate) edition: Edition,
    /// Who may sit down.
    #[serde(default, skip_serializing_if = "Admission::is_open")]
    pub(crate) admission: Admission,
    /// Whose the host's part is, while somebody else has it because they stay away.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) host_away: Option<Guest>,
    /// Who had the seats that were claimed in the present deal, or the last one.
    #[serde(default, skip_serializing_if = "is_nobody")]
    pub(crate) claimed: ShortMap<Seat, Guest>,
}

/// What is not stored where there is none.
fn is_nobody(claimed: &ShortMap<Seat, Guest>) -> bool {
    claimed.iter().len() == 0
}

impl Standing {
    /// A table that has just been opened.
    pub(crate) fn of(host: Guest, set_up: SetUp) -> Standing {
        let seats = set_up.seats.iter().map(|plan| SeatState::new(Occupant::of(*plan))).collect();
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
