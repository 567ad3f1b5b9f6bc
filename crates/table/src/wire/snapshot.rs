//! What a table looks like to those at it: its stage, its seats, what changes, and all of it at once.

use serde::{Deserialize, Serialize};
use upcard_cards::Cards;
use upcard_engine::{Deal, Ending, Event, Seat, Seats, WrittenView};

use super::{Hex, Lost, Pace, RuleSource, SeatChange, SeatInfo, SetUp};

/// The stage of a table's life.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// Seats are taken; nothing is played yet.
    #[default]
    Seating,
    /// The people's entropy is gathered.
    Gathering,
    /// A match is being played.
    Playing,
    /// A match is over, or was ended.
    Over,
}

/// A change at the table, the same for everybody.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Change {
    /// Other rules, seats or clock; all seats as they are now.
    SetUp {
        /// What is played.
        set_up: SetUp,
        /// The seats.
        seated: Vec<SeatInfo>,
        /// The host's seat.
        host: Option<Seat>,
    },
    /// A seat as it is now, and what happened to it.
    Seat {
        /// Which.
        seat: Seat,
        /// As it is now.
        info: SeatInfo,
        /// The host's seat.
        host: Option<Seat>,
        /// What happened.
        why: SeatChange,
    },
    /// A match is about to begin: people who have committed show their entropy now.
    Gathering {
        /// The hash of the secret of each deal, from the first; deals beyond the list are not
        /// committed to yet.
        commitments: Vec<Hex<32>>,
        /// What people have committed to, by seat.
        bound: Vec<(Seat, Hex<32>)>,
        /// Which gathering for this match it is, from 1: more than 1 where earlier ones were broken
        /// off.
        number: u32,
    },
    /// A match begins: fold its events into `OwnView::new(players, seat)`.
    Began {
        /// The match's number at this table, from 1.
        number: u32,
        /// The rules.
        source: RuleSource,
        /// The entropy of the people who showed it, by seat; the parts of
        /// [`upcard_engine::chance::joined_entropy`].
        entropy: Vec<(Seat, Hex<32>)>,
    },
    /// A deal is over, or was abandoned: its secret.
    Revealed {
        /// The deal.
        deal: Deal,
        /// The secret.
        secret: Hex<32>,
    },
    /// More deals than were committed to: the hash of the next one's secret.
    Committed {
        /// The deal.
        deal: Deal,
        /// The hash.
        commitment: Hex<32>,
    },
    /// The match was ended before its time.
    Ended,
    /// The host chose how fast bots answer and cards move.
    Paced {
        /// How fast.
        pace: Pace,
    },
    /// The host allowed hints, or forbade them.
    Hinted {
        /// May pages give them?
        allowed: bool,
    },
}

/// The time for a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Window {
    /// Which decision; the engine's number.
    pub decision: u32,
    /// Milliseconds left.
    pub left: u64,
    /// Milliseconds from its opening to its end.
    pub of: u64,
}

/// A deal that is over: a line of the score sheet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct DealRow {
    /// The deal, as an index into the rules' deals.
    pub deal: u8,
    /// Who went out.
    pub winner: Option<Seat>,
    /// How it ended.
    pub how: Ending,
    /// The hands as they were left.
    pub hands: Vec<Cards>,
    /// What each seat scored.
    pub points: Vec<i32>,
    /// What each seat was paid.
    pub paid: Vec<i64>,
}

impl DealRow {
    /// The line of a deal, by the event that ended it.
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
    /// The sequence number of the last update that is in it.
    pub sequence: u64,
    /// The stage.
    pub stage: Stage,
    /// What is played.
    pub set_up: SetUp,
    /// The seats.
    pub seated: Vec<SeatInfo>,
    /// The host's seat.
    pub host: Option<Seat>,
    /// The client's seat.
    pub seat: Option<Seat>,
    /// Who is connected, by seat; bots always are.
    pub present: Vec<bool>,
    /// Is the client the host?
    pub is_host: bool,
    /// The seats that the client has held in the match that is being played, as bits.
    pub held: Seats,
    /// Why the client has lost its seat, where it has none any more.
    pub lost: Option<Lost>,
    /// The number of the match at this table, from 1; 0 before the first.
    pub number: u32,
    /// What the client knows of the match that is being played or was played last.
    pub view: Option<WrittenView>,
    /// The deals of that match that are over, the first one first.
    #[serde(default)]
    pub sheet: Vec<DealRow>,
    /// The hashes of the deals' secrets, from the first.
    pub commitments: Vec<Hex<32>>,
    /// The secrets of the deals that are over, from the first.
    pub secrets: Vec<Hex<32>>,
    /// The entropy of the match, by seat.
    pub entropy: Vec<(Seat, Hex<32>)>,
    /// What people have committed to in the gathering of the match, by seat.
    pub bound: Vec<(Seat, Hex<32>)>,
    /// Which gathering for its match that was, from 1; 0 before the first.
    pub gathering: u32,
    /// What the client has committed to for the next match.
    pub committed: Option<Hex<32>>,
    /// How fast bots answer and cards move.
    #[serde(default)]
    pub pace: Pace,
    /// Has the host forbidden hints?
    #[serde(default)]
    pub hints_off: bool,
}
