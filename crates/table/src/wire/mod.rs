//! The messages between a table and its clients: as JSON, or as bytes ([`crate::compact`]).
//!
//! A client sends [`ClientMessage::Hello`] first and then what it likes; the table answers with
//! [`ServerMessage::Welcome`] and a [`Snapshot`] (or the events after the sequence number that the
//! client has seen), and from then on sends everything that happens, numbered, and masked by what
//! each seat and spectator may know. Rules are never sent: both sides compile the same
//! [`RuleSource`].

mod company;
mod seating;
mod snapshot;

use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;
use upcard_engine::{Seat, WrittenEvent};

pub use self::company::{
    Admission, Company, CoverWhy, FACES, Opening, PAUSE_MOST, Pause, Visitor, Wish,
};
pub use self::seating::{BotPlay, Lost, SeatChange, SeatInfo, Sitter};
pub use self::snapshot::{Change, DealRow, Snapshot, Stage, Window};
use crate::hex::Hex;
pub use upcard_engine::Level;

pub use crate::pace::Pace;
pub use crate::set_up::{Clock, GAME_MOST, RuleSource, SeatPlan, SetUp, VALUE_MOST};

/// The number of this set of messages; a client of another number is asked to reload.
pub const PROTOCOL: u16 = 8;

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

/// What a client sends.
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
    /// Takes a free seat of a person; again, renames the one who sits, who comes back to it if a
    /// bot covers. In a running match only a seat whose [`SeatInfo::open`] says so can be taken,
    /// by somebody who has held no other seat in it.
    Sit {
        /// The seat; none takes the first that is free.
        #[serde(default)]
        seat: Option<Seat>,
        /// The name to be shown.
        name: String,
    },
    /// Leaves the seat. In a match it stays one's own, and a bot covers meanwhile.
    Leave,
    /// The host changes what is played, between matches.
    SetUp {
        /// The whole of it.
        set_up: SetUp,
    },
    /// Commits this person to entropy for the next match, at any time but while entropy is gathered:
    /// [`upcard_engine::chance::commitment`] of it. Each match needs new entropy.
    Commit {
        /// The hash.
        commitment: Hex<32>,
    },
    /// Shows the entropy, when [`Change::Gathering`] asks for it.
    Reveal {
        /// The entropy, which must fit the commitment.
        entropy: Hex<32>,
    },
    /// The host begins the match. Seats of people that nobody has taken are given to bots; one at
    /// least must be taken where there are any.
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
    /// A bot plays one's own seat until it is taken back.
    HandOver,
    /// Takes one's own seat back from the bot that covers it.
    TakeBack,
    /// A power of the host.
    Host {
        /// Which.
        power: Power,
    },
    /// Wants to play again, after a match.
    Rematch,
    /// Says one of the set phrases, by its key: at most three at once and one every four seconds,
    /// unless the host has switched them off. Nothing of it is stored.
    Say {
        /// The phrase.
        phrase: Phrase,
    },
    /// Asks for a [`ServerMessage::Pong`].
    Ping,
    /// Gives the seat up: in a match a bot plays it to the end, and this person cannot sit down
    /// elsewhere before that. Between matches the same as [`ClientMessage::Leave`].
    GiveUp,
    /// Says who this is: a face for everybody, and a name for those who have no seat, with which one is
    /// given [`ClientMessage::Sit`]. Nothing of it is stored. Whoever has said it is sent
    /// [`ServerMessage::Openings`], too.
    Introduce {
        /// The name; none leaves it as it is.
        name: Option<String>,
        /// The face, below [`FACES`]; none shows the name's first letter.
        face: Option<u8>,
    },
    /// Wishes something without a seat, or nothing any more.
    Wish {
        /// What.
        wish: Wish,
    },
    /// Answers a visitor's wish: the host, or where the host is away and a seat is claimed, everybody
    /// with a seat.
    Answer {
        /// [`Visitor::number`].
        visitor: u32,
        /// Is it granted?
        yes: bool,
    },
    /// Takes the seat back that somebody else has claimed in this deal.
    Object,
    /// Lets the match stand still until somebody with a seat says [`ClientMessage::Resume`].
    Pause {
        /// For how many minutes that is meant: 1 to [`PAUSE_MOST`].
        minutes: u8,
    },
    /// Ends the pause.
    Resume,
    /// Lets a bot play for somebody who is silent: see [`Company::silent`]. They may take the seat back.
    LetBotPlay {
        /// Whose seat.
        seat: Seat,
    },
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
    /// Hands a seat over openly: whoever sits down next gets it, in a match with its hand; a
    /// person who has it loses it. Everybody is told. Between matches it frees the seat.
    Open {
        /// Which seat.
        seat: Seat,
    },
    /// Chooses how fast bots answer and cards move, within the server's limits.
    Pace {
        /// How fast.
        pace: Pace,
    },
    /// Switches [`ClientMessage::Say`] off for everybody at this table, or on again.
    Phrases {
        /// May phrases be said?
        allowed: bool,
    },
    /// Allows hints at this table, or does not.
    Hints {
        /// May pages give hints?
        allowed: bool,
    },
    /// Gives a seat to a visitor, in a match with its hand: nobody else can take it first. A person who
    /// has it loses it then; between matches it must be free.
    Give {
        /// Which seat.
        seat: Seat,
        /// [`Visitor::number`].
        visitor: u32,
    },
    /// Sends a visitor away.
    Dismiss {
        /// [`Visitor::number`].
        visitor: u32,
    },
    /// Chooses who may sit down.
    Admit {
        /// Who.
        how: Admission,
    },
    /// Gives the host's part to the person of a seat.
    Appoint {
        /// Whose.
        seat: Seat,
    },
}

/// A set phrase, which each page shows in its own language.
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
    /// The word that names it.
    #[must_use]
    pub fn word(self) -> &'static str {
        self.into()
    }
}

/// What a table sends. A page of another [`PROTOCOL`] must be able to read the error: it stays
/// where it is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ServerMessage {
    /// The answer to a hello; a snapshot or the missed events follow. Also sent to whoever gets a seat,
    /// right before the change that says so to everybody.
    Welcome {
        /// The table's [`PROTOCOL`].
        protocol: u16,
        /// The client's seat.
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
        /// What happened, masked for this client. To be judged, and folded by [`OwnView::apply`].
        event: WrittenEvent,
    },
    /// Something happened at the table.
    Change {
        /// Its number, in one sequence with the events.
        sequence: u64,
        /// What.
        change: Change,
    },
    /// How much time the present decision has left. Sent when it opens and after a welcome.
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
    /// A message that could not be carried out.
    Error {
        /// Why not.
        error: TableError,
    },
    /// The answer to a ping.
    Pong,
    /// The host has switched phrases off, or on again. Sent on each change, and after a welcome
    /// where they are off.
    Phrases {
        /// May phrases be said?
        allowed: bool,
    },
    /// Who else is here, and what they wish. Sent after a welcome, and soon after each change.
    Company(Box<Company>),
    /// Which seats are open to whom: to a visitor about themselves, to the host about all. Sent on each change and
    /// after a welcome, to those who have said [`ClientMessage::Introduce`]; before the first there are none.
    Openings(Vec<Opening>),
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
    /// A quota of what may be stored is used up.
    Quota {
        /// Whose quota.
        of: Quota,
    },
    /// The id was used before, with another action or for another decision.
    UsedId,
    /// The clock ran out: the bot that covers makes this move.
    TimeUp,
    /// The match stands still: see [`Company::pause`].
    Paused,
}

/// What a client asked for that a table cannot do. A page of another [`PROTOCOL`] must be able to
/// read the first of them: it stays the first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, IntoStaticStr)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
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
    /// A name has 1 to [`NAME_MOST`] characters, none that hides: see [`crate::name`].
    BadName,
    /// The rules contradict each other or the number of players.
    BadRules {
        /// The reasons of the first flaws by their codes, as [`upcard_engine::Reason`] prints them,
        /// and how many more there are.
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
    /// What is stored of the table is damaged; it has been set aside.
    Damaged,
    /// A quota of what may be stored is used up.
    Quota {
        /// Whose quota.
        of: Quota,
    },
    /// The commitment was in a gathering at this table before, or is another person's.
    UsedEntropy,
    /// A fault of the program stops this table; it is kept as it is.
    SetAside,
    /// Whoever has held a seat in this match may sit down on no other before it is over.
    HeldSeat,
    /// A bot plays that seat to the end of the match.
    SeatClosed,
    /// The clock ran out: the seat can be taken back after the bot's move.
    TimeUp,
    /// This person has opened the table too many times: the oldest connection is closed.
    TooManyOfOne,
    /// As many people look on as may.
    TooManyWatching,
    /// The host has switched phrases off.
    PhrasesOff,
    /// What happened cannot be stored just now: the table waits, and goes on by itself.
    Waiting,
    /// Bots cannot play by these rules, since their decisions would take too long: they get no seats, and
    /// what is simplest is played for whoever is away. Also sent to all when that begins.
    BotsTooDear,
    /// Nobody may sit down but whom the host gives a seat.
    TableLocked,
    /// Whoever has that seat is here: it cannot be claimed.
    SeatInUse,
    /// There is no such visitor any more, or nothing that could be granted.
    NoSuchVisitor,
    /// To the host: that visitor has a seat by now.
    VisitorSeated,
    /// To the host: that visitor has held another seat in this match, and may have no other before its end.
    VisitorHeldSeat,
    /// To the host: that visitor has said no name yet.
    VisitorUnnamed,
    /// To the host: all seats are taken. One of another person can be given by [`Power::Give`] in a match.
    NoSeatToGive,
    /// In records a bot is called so: see [`crate::name::is_bots`].
    BotName,
}

/// Whose quota of what may be stored is used up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, IntoStaticStr)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case", prefix = "quota-")]
pub enum Quota {
    /// The table: a match that is being played may be finished, then another table is needed.
    Table,
    /// The person, for today.
    Guest,
    /// All who come from the person's address, for today.
    Address,
}

impl Quota {
    /// The word that names it.
    #[must_use]
    pub fn code(self) -> &'static str {
        self.into()
    }
}

impl TableError {
    /// The word that names it.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            TableError::Quota { of } => of.code(),
            other => other.into(),
        }
    }
}
