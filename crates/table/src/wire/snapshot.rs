//! Public state of a table: stage, changes, and the full snapshot for one client.

use serde::{Deserialize, Serialize};
use upcard_cards::Cards;
use upcard_engine::{Deal, Ending, Event, RawView, Seat, Seats};

use super::{Hex, Lost, Pace, RuleSource, SeatChange, SeatInfo, SetUp};

/// Stage in the life cycle of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// People take seats; no match yet.
    #[default]
    Seating,
    /// Entropy is being gathered.
    Gathering,
    /// A match is being played.
    Playing,
    /// A match is over, or was ended early.
    Over,
}

/// Change of the table, the same for every client.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Change {
    /// New rules, seats or clock; includes the current state of all seats.
    SetUp {
        /// The new set-up.
        set_up: SetUp,
        /// The seats.
        seated: Vec<SeatInfo>,
        /// The host's seat.
        host: Option<Seat>,
    },
    /// Change of one seat.
    Seat {
        /// The seat.
        seat: Seat,
        /// Its new state.
        info: SeatInfo,
        /// The host's seat.
        host: Option<Seat>,
        /// What happened.
        why: SeatChange,
    },
    /// A match is about to begin: clients that have committed reveal their entropy now.
    Gathering {
        /// Hashes of the deals' secrets, from the first deal; later deals are not committed to yet.
        commitments: Vec<Hex<32>>,
        /// Commitments of the people, by seat.
        bound: Vec<(Seat, Hex<32>)>,
        /// Ordinal of this gathering for the match, from 1; above 1 if earlier ones were aborted.
        number: u32,
    },
    /// A match begins: fold its events into `OwnView::new(players, seat)`.
    Began {
        /// Number of the match at this table, from 1.
        number: u32,
        /// Source of the rules.
        source: RuleSource,
        /// Revealed entropy, by seat; the inputs of [`upcard_engine::chance::combined_entropy`].
        entropy: Vec<(Seat, Hex<32>)>,
    },
    /// A deal ended or was abandoned: reveals its secret.
    Revealed {
        /// The deal.
        deal: Deal,
        /// The secret.
        secret: Hex<32>,
    },
    /// Commitment to the next deal's secret, beyond those of the gathering.
    Committed {
        /// The deal.
        deal: Deal,
        /// Hash of the secret.
        commitment: Hex<32>,
    },
    /// The match was ended early.
    Ended,
    /// The host changed the pace of bots and animations.
    Paced {
        /// The pace.
        pace: Pace,
    },
    /// The host allowed or forbade hints.
    Hinted {
        /// `true` if clients may offer hints.
        allowed: bool,
    },
}

/// Time limit of a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Window {
    /// The engine's number of the decision.
    pub decision: u32,
    /// Milliseconds left.
    pub left: u64,
    /// Total length, in milliseconds.
    pub of: u64,
}

/// Row of the score sheet: a finished deal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct DealRow {
    /// Index into the rules' deals.
    pub deal: u8,
    /// Who went out.
    pub winner: Option<Seat>,
    /// How it ended.
    pub how: Ending,
    /// Remaining hands, by seat.
    pub hands: Vec<Cards>,
    /// Points of each seat.
    pub points: Vec<i32>,
    /// Payment to each seat.
    pub paid: Vec<i64>,
}

impl DealRow {
    /// Returns the row of a deal, from the event that ended it.
    #[must_use]
    pub fn of(deal: u8, event: &Event) -> Option<DealRow> {
        let Event::DealEnded { winner, how, hands, points, paid } = event else { return None };
        Some(DealRow {
            deal,
            winner: *winner,
            how: *how,
            hands: hands.clone(),
            points: points.clone(),
            paid: paid.clone(),
        })
    }
}

/// Everything that a client may know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Snapshot {
    /// Sequence number of the last update included.
    pub sequence: u64,
    /// The stage.
    pub stage: Stage,
    /// The set-up.
    pub set_up: SetUp,
    /// The seats.
    pub seated: Vec<SeatInfo>,
    /// The host's seat.
    pub host: Option<Seat>,
    /// The client's seat.
    pub seat: Option<Seat>,
    /// Who is connected, by seat; bots always are.
    pub present: Vec<bool>,
    /// `true` if the client is the host.
    pub is_host: bool,
    /// Seats that the client has held in the running match, as a bitmask.
    pub held: Seats,
    /// Why the client has lost its seat, if it has.
    pub lost: Option<Lost>,
    /// Number of the match at this table, from 1; 0 before the first.
    pub number: u32,
    /// The client's view of the running or last match.
    pub view: Option<RawView>,
    /// Finished deals of that match, in order.
    #[serde(default)]
    pub sheet: Vec<DealRow>,
    /// Hashes of the deals' secrets, from the first deal.
    pub commitments: Vec<Hex<32>>,
    /// Secrets of the finished deals, from the first.
    pub secrets: Vec<Hex<32>>,
    /// Entropy of the match, by seat.
    pub entropy: Vec<(Seat, Hex<32>)>,
    /// Commitments in the match's gathering, by seat.
    pub bound: Vec<(Seat, Hex<32>)>,
    /// Ordinal of that gathering for its match, from 1; 0 before the first.
    pub gathering: u32,
    /// The client's commitment for the next match.
    pub committed: Option<Hex<32>>,
    /// Pace of bots and animations.
    #[serde(default)]
    pub pace: Pace,
    /// `true` if the host has forbidden hints.
    #[serde(default)]
    pub hints_off: bool,
}
