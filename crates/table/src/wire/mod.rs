//! Messages between a table and its clients, as JSON or in binary ([`crate::compact`]).
//!
//! A client sends [`ClientMessage::Hello`] first and any messages after that; the table replies with
//! [`ServerMessage::Welcome`] and a [`Snapshot`] (or the events that the client missed, by sequence number),
//! and from then on sends every update, numbered, and masked to what each seat or spectator may know. Rules
//! are never sent: both sides compile the same [`RuleSource`].

mod company;
mod seating;
mod snapshot;

use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;
use upcard_engine::{RawEvent, Seat};

pub use self::company::{
    Admission, Company, CoverWhy, FACES, MAX_PAUSE_MINUTES, Opening, Pause, Visitor, Wish,
};
pub use self::seating::{BotPlay, Lost, SeatChange, SeatInfo, Sitter};
pub use self::snapshot::{Change, DealRow, Snapshot, Stage, Window};
use crate::hex::Hex;
pub use upcard_engine::Level;

pub use crate::pace::Pace;
pub use crate::set_up::{Clock, MAX_GAME_NAME_LEN, MAX_VALUE_LEN, RuleSource, SeatPlan, SetUp};

/// Protocol version; a client with another version is asked to reload.
pub const PROTOCOL: u16 = 8;

/// Maximum length of a person's name, in characters.
pub const MAX_NAME_LEN: usize = 24;

/// State that a reconnecting client has already folded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Resume {
    /// Last sequence number folded.
    pub after: u64,
    /// Seat it was folded for; `None` for a spectator.
    pub seat: Option<Seat>,
}

/// Message from a client.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum ClientMessage {
    /// First message of a connection.
    Hello {
        /// The client's [`PROTOCOL`].
        protocol: u16,
        /// State to resume from; `None` requests a snapshot.
        #[serde(default)]
        resume: Option<Resume>,
    },
    /// Takes a free seat for a person. From a seated person: changes the name, and takes the seat back if a
    /// bot covers it. During a match only a seat with [`SeatInfo::open`] can be taken, by a person who has
    /// held no other seat in it.
    Sit {
        /// The seat; `None` takes the first free one.
        #[serde(default)]
        seat: Option<Seat>,
        /// Display name.
        name: String,
    },
    /// Leaves the seat. During a match it stays reserved, and a bot covers meanwhile.
    Leave,
    /// Host only, between matches: changes the set-up.
    SetUp {
        /// The complete new set-up.
        set_up: SetUp,
    },
    /// Commits this person to entropy for the next match ([`upcard_engine::chance::commitment`] of it), at
    /// any time except while entropy is gathered. Each match needs new entropy.
    Commit {
        /// Hash of the entropy.
        commitment: Hex<32>,
    },
    /// Reveals the entropy in response to [`Change::Gathering`].
    Reveal {
        /// The entropy; must match the commitment.
        entropy: Hex<32>,
    },
    /// Host only: starts the match. Bots take the free seats; if there are seats for people, at least one
    /// must be taken.
    Start,
    /// Answers a decision.
    Act {
        /// Message id, chosen by the client and never reused by one person at one table; a repeated message
        /// is acknowledged but not executed twice.
        id: u64,
        /// Number of the decision that it answers.
        decision: u32,
        /// Text form of the action.
        action: String,
    },
    /// Ready for the next deal.
    Next,
    /// Hands the own seat to a bot until taken back.
    HandOver,
    /// Takes the own seat back from the bot that covers it.
    TakeBack,
    /// Exercises a host power.
    Host {
        /// Which one.
        power: Power,
    },
    /// Ready for a rematch, after a match.
    Rematch,
    /// Says one of the set phrases: at most three at once and one every four seconds, unless the host has
    /// disabled them. Not stored.
    Say {
        /// The phrase.
        phrase: Phrase,
    },
    /// Requests a [`ServerMessage::Pong`].
    Ping,
    /// Gives the seat up: during a match a bot plays it to the end, and this person cannot sit elsewhere
    /// before that. Between matches the same as [`ClientMessage::Leave`].
    GiveUp,
    /// Introduces this person: a face for everybody, and a name for visitors (seated people set theirs by
    /// [`ClientMessage::Sit`]). Not stored. Introduced clients also receive [`ServerMessage::Openings`].
    Introduce {
        /// Name; `None` leaves it unchanged.
        name: Option<String>,
        /// Face number, below [`FACES`]; `None` shows the initial of the name.
        face: Option<u8>,
    },
    /// Sets or withdraws the request of a visitor.
    Wish {
        /// The request.
        wish: Wish,
    },
    /// Answers a visitor's request. Sent by the host, or by everybody with a seat if a seat is claimed while
    /// the host is away.
    Answer {
        /// [`Visitor::number`].
        visitor: u32,
        /// `true` to grant it.
        yes: bool,
    },
    /// Takes back a seat that somebody else has claimed in this deal.
    Object,
    /// Pauses the match until somebody with a seat sends [`ClientMessage::Resume`].
    Pause {
        /// Announced length, in minutes: 1 to [`MAX_PAUSE_MINUTES`].
        minutes: u8,
    },
    /// Ends the pause.
    Resume,
    /// Lets a bot cover a silent player: see [`Company::silent`]. The player may take the seat back.
    LetBotPlay {
        /// The player's seat.
        seat: Seat,
    },
}

/// Powers that only the host has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Power {
    /// Removes a person. During a match a bot plays the seat to the end.
    Kick {
        /// The person's seat.
        seat: Seat,
    },
    /// Lets a bot cover a person who is slow or away; the person may take the seat back.
    Cover {
        /// The person's seat.
        seat: Seat,
    },
    /// Ends the match early.
    End,
    /// Opens a seat to the next person who sits down, during a match with its hand; a person who has it loses
    /// it. Everybody is notified. Between matches it frees the seat.
    Open {
        /// The seat.
        seat: Seat,
    },
    /// Sets the pace of bots and animations, within the server's limits.
    Pace {
        /// The pace.
        pace: Pace,
    },
    /// Enables or disables [`ClientMessage::Say`] for everybody at this table.
    Phrases {
        /// `true` to enable.
        allowed: bool,
    },
    /// Allows or forbids hints at this table.
    Hints {
        /// `true` to allow.
        allowed: bool,
    },
    /// Assigns a seat to a visitor, during a match with its hand, so that nobody else can take it first.
    /// During a match a person who has it loses it; between matches it must be free.
    Give {
        /// The seat.
        seat: Seat,
        /// [`Visitor::number`].
        visitor: u32,
    },
    /// Removes a visitor.
    Dismiss {
        /// [`Visitor::number`].
        visitor: u32,
    },
    /// Sets who may sit down.
    Admit {
        /// The policy.
        how: Admission,
    },
    /// Makes the person in a seat the host.
    Appoint {
        /// The person's seat.
        seat: Seat,
    },
}

/// A set phrase; each page shows it in its own language.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, IntoStaticStr)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
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
    /// Identifier of this phrase.
    #[must_use]
    pub fn word(self) -> &'static str {
        self.into()
    }
}

/// Message from a table. Pages with another [`PROTOCOL`] must be able to parse the error, so its position
/// among the variants must not change.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ServerMessage {
    /// Reply to `Hello`, followed by a snapshot or the missed events. Also sent to a client that gets a seat,
    /// right before the public change.
    Welcome {
        /// The table's [`PROTOCOL`].
        protocol: u16,
        /// The client's seat.
        seat: Option<Seat>,
        /// `true` if the client is the host.
        host: bool,
    },
    /// Everything that this client may know; replaces its state.
    Snapshot(Box<Snapshot>),
    /// Event of the game.
    Event {
        /// Sequence number at this table; consecutive.
        sequence: u64,
        /// The event, masked for this client. To be validated, then folded by [`OwnView::apply`](upcard_engine::OwnView::apply).
        event: RawEvent,
    },
    /// Change of the table.
    Change {
        /// Sequence number, shared with the events.
        sequence: u64,
        /// The change.
        change: Change,
    },
    /// Time left for the present decision. Sent when it opens and after a welcome.
    Window(Window),
    /// Who is connected, by seat; bots always are. Sent on each change and after a welcome.
    Presence {
        /// One flag per seat.
        present: Vec<bool>,
    },
    /// Acknowledges an action, also if it was executed on an earlier delivery of the same message.
    Accepted {
        /// Id of the action's message.
        id: u64,
    },
    /// The action was refused; nothing has changed.
    Refused {
        /// Id of the action's message.
        id: u64,
        /// Reason.
        why: Refused,
    },
    /// Somebody said a phrase.
    Said {
        /// Seat of the speaker.
        seat: Seat,
        /// The phrase.
        phrase: Phrase,
    },
    /// A message could not be processed.
    Error {
        /// Reason.
        error: TableError,
    },
    /// Reply to a ping.
    Pong,
    /// The host enabled or disabled phrases. Sent on each change, and after a welcome if they are disabled.
    Phrases {
        /// `true` if they are enabled.
        allowed: bool,
    },
    /// Visitors, their requests, and pauses. Sent after a welcome, and soon after each change.
    Company(Box<Company>),
    /// Open seats: to a visitor their own, to the host those of all visitors. Sent on each change and after a
    /// welcome, to clients that have sent [`ClientMessage::Introduce`]; until the first one, assume none.
    Openings(Vec<Opening>),
}

/// Why an action was refused.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Refused {
    /// A rule forbids it.
    Rule {
        /// [`upcard_engine::Refusal::code`].
        code: String,
    },
    /// Somebody else won the race.
    Late {
        /// Seat of the winner.
        seat: Seat,
        /// The winner's lead, in milliseconds.
        by: u64,
    },
    /// The decision is no longer open.
    Stale {
        /// Number of the present decision.
        decision: u32,
    },
    /// The text does not parse as an action.
    Unreadable {
        /// Column of the first wrong character, from 1.
        column: usize,
    },
    /// This client has no seat.
    NoSeat,
    /// No match is being played.
    NoMatch,
    /// A storage quota is used up.
    Quota {
        /// The quota.
        of: Quota,
    },
    /// The id was used before, with another action or for another decision.
    UsedId,
    /// The clock ran out: the covering bot makes this move.
    TimeUp,
    /// The match is paused: see [`Company::pause`].
    Paused,
}

/// Why a table cannot process a message. Pages with another [`PROTOCOL`] must be able to parse the first
/// variant, so it must stay first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, IntoStaticStr)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum TableError {
    /// Version mismatch: reload the page.
    Protocol {
        /// The table's version.
        ours: u16,
    },
    /// The message is unknown or too long.
    BadMessage,
    /// No such table, or no longer.
    NoSuchTable,
    /// The link is invalid or has expired.
    BadLink,
    /// All seats are taken: watch, or ask the host.
    TableFull,
    /// The seat is taken.
    SeatTaken,
    /// No such seat, or not one for a person.
    NoSuchSeat,
    /// Requires a seat.
    NoSeat,
    /// Invalid name. A name has 1 to [`MAX_NAME_LEN`] characters, all visible: see [`crate::name`].
    BadName,
    /// A game or choice is unknown, or the rules contradict each other or the number of players.
    BadRules {
        /// Reason codes of the first flaws, as [`upcard_engine::Reason`] prints them, and how many more there
        /// are.
        flaws: Vec<String>,
    },
    /// Host only.
    HostOnly,
    /// Not possible during a match.
    MatchRunning,
    /// Only possible during a match.
    NoMatch,
    /// The deal is not over yet.
    DealRunning,
    /// The entropy does not match its commitment, or is not requested now.
    BadEntropy,
    /// The host removed this person.
    Kicked,
    /// Rate limit exceeded: slow down.
    TooFast,
    /// The server is restarting: try again soon.
    Stopping,
    /// The table could not store the change: try again soon.
    Unavailable,
    /// The stored table is damaged and has been quarantined.
    Damaged,
    /// A storage quota is used up.
    Quota {
        /// The quota.
        of: Quota,
    },
    /// The commitment was in an earlier gathering at this table, or is another person's.
    UsedEntropy,
    /// An internal fault stopped this table; its data is preserved.
    SetAside,
    /// A person who has held a seat in this match cannot take another before it ends.
    HeldSeat,
    /// A bot plays that seat to the end of the match.
    SeatClosed,
    /// The clock ran out: the seat can be taken back after the bot's move.
    TimeUp,
    /// Too many connections by this person: the oldest one is closed.
    TooManyOfOne,
    /// The spectator limit is reached.
    TooManyWatching,
    /// The host has disabled phrases.
    PhrasesOff,
    /// Storage is unavailable: the table waits and resumes automatically.
    Waiting,
    /// Bots cannot play these rules because their decisions would take too long: they get no seats, and for
    /// absent players the table plays the simplest legal action. Also broadcast when that begins.
    BotsTooDear,
    /// Only people to whom the host assigns a seat may sit down.
    TableLocked,
    /// The seat's person is present: it cannot be claimed.
    SeatInUse,
    /// No such visitor any more, or no request to grant.
    NoSuchVisitor,
    /// To the host: the visitor already has a seat.
    VisitorSeated,
    /// To the host: the visitor has held another seat in this match, and cannot take one before it ends.
    VisitorHeldSeat,
    /// To the host: the visitor has not given a name yet.
    VisitorUnnamed,
    /// To the host: all seats are taken. During a match [`Power::Give`] can reassign another person's.
    NoSeatToGive,
    /// Records name bots like this: see [`crate::name::is_bot_name`].
    BotName,
}

/// Owner of a storage quota.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, IntoStaticStr)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case", prefix = "quota-")]
pub enum Quota {
    /// The table: a running match may be finished, then another table is needed.
    Table,
    /// The person, for today.
    Guest,
    /// The person's IP address, for today.
    Address,
}

impl Quota {
    /// Identifier of this quota.
    #[must_use]
    pub fn code(self) -> &'static str {
        self.into()
    }
}

impl TableError {
    /// Identifier of this error.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            TableError::Quota { of } => of.code(),
            other => other.into(),
        }
    }
}
