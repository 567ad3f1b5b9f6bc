//! The messages between a table and its clients: as JSON, or as bytes ([`crate::compact`]).
//!
//! A client says [`ClientMessage::Hello`] first and then what it likes; the table answers with
//! [`ServerMessage::Welcome`] and a [`Snapshot`] (or the events after the sequence number that the
//! client has seen), and from then on tells everything that happens, numbered, each seat and
//! spectator masked by what it may know. Rules are never sent: both sides compile the same
//! [`RuleSource`].

use serde::{Deserialize, Serialize};
use upcard_cards::Cards;
use upcard_engine::{Ending, Event, OwnView, Seat};

use crate::hex::Hex;
pub use crate::set_up::{Clock, Level, RuleSource, SeatPlan, SetUp};

/// The number of this set of messages; a client of another number is told to reload.
pub const PROTOCOL: u16 = 2;

/// Longest name of a person, in characters.
pub const NAME_MOST: usize = 24;

/// What a client has folded already.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Resume {
    /// The last sequence number that it has folded.
    pub after: u64,
    /// The seat for which it was folded; none for a spectator.
    pub seat: Option<Seat>,
}

/// What a client says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum ClientMessage {
    /// The first message of a connection.
    Hello {
        /// The client's [`PROTOCOL`].
        protocol: u16,
        /// What it has folded already, to go on after it; none asks for a snapshot.
        #[serde(default)]
        resume: Option<Resume>,
    },
    /// Takes a free seat of a person; again, renames the one who sits.
    Sit {
        /// The seat; none takes the first that is free.
        #[serde(default)]
        seat: Option<Seat>,
        /// The name to be shown.
        name: String,
    },
    /// Leaves the seat. In a running match a bot plays it on.
    Leave,
    /// The host changes what is played, between matches.
    SetUp {
        /// The whole of it.
        set_up: SetUp,
    },
    /// Binds this person to entropy for the next match:
    /// [`upcard_engine::chance::commitment`] of it.
    Commit {
        /// The hash.
        commitment: Hex<32>,
    },
    /// Shows the entropy, when [`Change::Gathering`] asks for it.
    Reveal {
        /// The entropy, which must fit the commitment.
        entropy: Hex<32>,
    },
    /// The host begins the match. Seats of people that nobody has taken are given to bots.
    Start,
    /// Answers a decision.
    Act {
        /// Chosen by the client, never used twice by one person at one table; a repeated message
        /// is answered and not played twice.
        id: u64,
        /// The decision that it answers.
        decision: u32,
        /// The action's text form.
        action: String,
    },
    /// Ready for the next deal.
    Next,
    /// A bot shall play the own seat until it is taken back.
    HandOver,
    /// Takes the own seat back from the bot that covers it.
    TakeBack,
    /// A power of the host.
    Host {
        /// Which.
        power: Power,
    },
    /// Wishes to play again, after a match.
    Rematch,
    /// Says one of the set phrases, by its key.
    Say {
        /// The phrase.
        phrase: Phrase,
    },
    /// Asks for a [`ServerMessage::Pong`].
    Ping,
}

/// What only the host may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Power {
    /// Sends a person away. In a running match a bot plays the seat to the end.
    Kick {
        /// Whose seat.
        seat: Seat,
    },
    /// A bot covers a person who is slow or away; the person may take the seat back.
    Cover {
        /// Whose seat.
        seat: Seat,
    },
    /// Ends the match before its time.
    End,
}

/// A phrase that everybody's page can say in its own language.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phrase {
    /// Hello.
    Hello,
    /// Good luck.
    GoodLuck,
    /// Well played.
    WellPlayed,
    /// Thank you.
    Thanks,
    /// Oops.
    Oops,
    /// One moment, please.
    OneMoment,
    /// Your turn.
    YourTurn,
    /// Good game.
    GoodGame,
    /// Goodbye.
    Goodbye,
}

impl Phrase {
    /// The word that names it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Phrase::Hello => "hello",
            Phrase::GoodLuck => "good-luck",
            Phrase::WellPlayed => "well-played",
            Phrase::Thanks => "thanks",
            Phrase::Oops => "oops",
            Phrase::OneMoment => "one-moment",
            Phrase::YourTurn => "your-turn",
            Phrase::GoodGame => "good-game",
            Phrase::Goodbye => "goodbye",
        }
    }
}

/// What a table says. A page of another [`PROTOCOL`] must be able to read the error: it stays
/// where it is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ServerMessage {
    /// The answer to a hello; a snapshot or the missed events follow.
    Welcome {
        /// The table's [`PROTOCOL`].
        protocol: u16,
        /// The own seat.
        seat: Option<Seat>,
        /// Is this the host?
        host: bool,
    },
    /// Everything that this client may know, in place of what it knew.
    Snapshot(Box<Snapshot>),
    /// Something happened in the game.
    Event {
        /// Its number at this table; each is one more than the one before.
        sequence: u64,
        /// What happened, masked for this client. To be folded by [`OwnView::apply`].
        event: Event,
    },
    /// Something happened at the table.
    Change {
        /// Its number, in one row with the events.
        sequence: u64,
        /// What.
        change: Change,
    },
    /// The present decision has so much time left. Sent when it opens and after a welcome.
    Window(Window),
    /// Who is connected, by seat; bots always are. Sent on each change and after a welcome.
    Presence {
        /// One for each seat.
        present: Vec<bool>,
    },
    /// An action was carried out (now, or when the same message came first).
    Accepted {
        /// The action's id.
        id: u64,
    },
    /// An action was not carried out; nothing has changed.
    Refused {
        /// The action's id.
        id: u64,
        /// Why.
        why: Refused,
    },
    /// Somebody said something.
    Said {
        /// Who.
        seat: Seat,
        /// What.
        phrase: Phrase,
    },
    /// A message that could not be followed.
    Error {
        /// Why not.
        error: TableError,
    },
    /// The answer to a ping.
    Pong,
}

/// Why an action was not carried out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Refused {
    /// A rule refuses it.
    Rule {
        /// [`upcard_engine::Refusal::code`].
        code: String,
    },
    /// Another was first in a race.
    Late {
        /// Who.
        seat: Seat,
        /// By how much, in milliseconds.
        by: u64,
    },
    /// The decision is not open any more.
    Stale {
        /// The present decision.
        decision: u32,
    },
    /// The text is no action.
    Unreadable {
        /// The column of the first wrong character, from 1.
        column: usize,
    },
    /// This client has no seat.
    NoSeat,
    /// No match is being played.
    NoMatch,
}

/// What a client asked for that a table cannot do. A page of another [`PROTOCOL`] must be able to
/// read the first of them: it stays the first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TableError {
    /// The page is older or newer than the table: load it again.
    Protocol {
        /// The table's number.
        ours: u16,
    },
    /// The message is not one of these, or too long.
    BadMessage,
    /// There is no such table, or no more.
    NoSuchTable,
    /// The link is not, or no longer, valid.
    BadLink,
    /// All seats are taken: look on, or ask the host.
    TableFull,
    /// That seat is taken.
    SeatTaken,
    /// There is no such seat, or it is not a person's.
    NoSuchSeat,
    /// Take a seat first.
    NoSeat,
    /// A name has 1 to [`NAME_MOST`] visible characters.
    BadName,
    /// The rules contradict each other or the number of players.
    BadRules {
        /// Every flaw, in a sentence each.
        flaws: Vec<String>,
    },
    /// Only the host may do that.
    HostOnly,
    /// A match is being played.
    MatchRunning,
    /// No match is being played.
    NoMatch,
    /// The deal is not over yet.
    DealRunning,
    /// The entropy does not fit its commitment, or none is asked for.
    BadEntropy,
    /// The host sent this person away.
    Kicked,
    /// Too many messages: slow down.
    TooFast,
    /// The server is stopping and comes back: try again soon.
    Stopping,
    /// The table could not store what happened: try again soon.
    Unavailable,
}

impl TableError {
    /// The word that names it.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            TableError::Protocol { .. } => "protocol",
            TableError::BadMessage => "bad-message",
            TableError::NoSuchTable => "no-such-table",
            TableError::BadLink => "bad-link",
            TableError::TableFull => "table-full",
            TableError::SeatTaken => "seat-taken",
            TableError::NoSuchSeat => "no-such-seat",
            TableError::NoSeat => "no-seat",
            TableError::BadName => "bad-name",
            TableError::BadRules { .. } => "bad-rules",
            TableError::HostOnly => "host-only",
            TableError::MatchRunning => "match-running",
            TableError::NoMatch => "no-match",
            TableError::DealRunning => "deal-running",
            TableError::BadEntropy => "bad-entropy",
            TableError::Kicked => "kicked",
            TableError::TooFast => "too-fast",
            TableError::Stopping => "stopping",
            TableError::Unavailable => "unavailable",
        }
    }
}

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
    /// Milliseconds left in the bank of the clock.
    #[serde(default)]
    pub bank: Option<u32>,
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

/// A change at the table, told to everybody alike.
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
    /// A seat as it is now: somebody sat down, left, was covered, took it back, is ready.
    Seat {
        /// Which.
        seat: Seat,
        /// As it is now.
        info: SeatInfo,
        /// The host's seat.
        host: Option<Seat>,
    },
    /// A match is about to begin: people who have committed show their entropy now.
    Gathering {
        /// The hash of the secret of each deal, from the first; deals beyond the list are not
        /// committed to yet.
        commitments: Vec<Hex<32>>,
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
        /// The deal, counted from 1.
        deal: u8,
        /// The secret.
        secret: Hex<32>,
    },
    /// More deals than were committed to: the hash of the next one's secret.
    Committed {
        /// The deal, counted from 1.
        deal: u8,
        /// The hash.
        commitment: Hex<32>,
    },
    /// The match was ended before its time.
    Ended,
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
    /// The number of the last thing that is in it.
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
    /// The number of the match at this table, from 1; 0 before the first.
    pub number: u32,
    /// What the client knows of the match that is being played or was played last.
    pub view: Option<OwnView>,
    /// The deals of that match that are over, the first one first.
    #[serde(default)]
    pub sheet: Vec<DealRow>,
    /// The hashes of the deals' secrets, from the first.
    pub commitments: Vec<Hex<32>>,
    /// The secrets of the deals that are over, from the first.
    pub secrets: Vec<Hex<32>>,
    /// The entropy of the match, by seat.
    pub entropy: Vec<(Seat, Hex<32>)>,
}
