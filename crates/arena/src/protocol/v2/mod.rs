//! Version 2 of the protocol: every value has one format, seats count from 1 as in records, and each request
//! includes the events since the seat's last decision.

mod happened;
mod look;
mod seats;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use upcard_engine::choices::CHOICES;
use upcard_engine::{Event, Game, Rules, Seat, Table, Value, Viewer};

pub use happened::Happened;
pub use look::{Discard, Look, Melded, Part, Player, Seen, Turn};
pub use seats::SeatNumber;
use seats::numbers;

use super::version::MAX_LAY_DOWNS;

/// Protocol version.
pub const VERSION: u32 = 2;

/// The value of a rule choice.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Chosen {
    /// A boolean.
    Switch(bool),
    /// An integer.
    Number(i64),
    /// A word.
    Word(String),
    /// A list.
    List(Vec<Chosen>),
    /// Values by key, such as the number of players.
    ByKey(BTreeMap<String, Chosen>),
}

impl From<Value> for Chosen {
    fn from(value: Value) -> Chosen {
        match value {
            Value::Int(number) => Chosen::Number(number),
            Value::Bool(yes) => Chosen::Switch(yes),
            Value::Text(word) => Chosen::Word(word),
            Value::List(list) => Chosen::List(list.into_iter().map(Chosen::from).collect()),
            Value::Map(map) => {
                Chosen::ByKey(map.into_iter().map(|(key, value)| (key, value.into())).collect())
            }
        }
    }
}

/// A message to a program.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ToProgram {
    /// A match begins. Needs no answer.
    Hello(Box<Hello>),
    /// Request for an action; the program answers with a line.
    Decide(Box<Decide>),
    /// The match is over. Needs no answer.
    Over(Box<Over>),
}

/// A match begins.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Hello {
    /// Protocol version: 2.
    pub protocol: u32,
    /// Game with its variations, or the path of its file.
    pub game: String,
    /// Display name of the game.
    pub name: String,
    /// Every choice of the rules, by its path.
    pub choices: BTreeMap<String, Chosen>,
    /// Contracts of the game's deals in order, in text form; empty in games without contracts.
    pub contracts: Vec<String>,
    /// Seats at the table.
    pub players: u8,
    /// The program's own seat.
    pub seat: SeatNumber,
}

/// What kind of decision is pending.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// The seat cuts the pack.
    Cut,
    /// The seat draws.
    Draw,
    /// The upcard is offered for buying, or may be taken out of turn.
    Offers,
    /// The seat plays and ends its turn.
    Play,
    /// The upcard fits a meld on the table: seats may call.
    Call,
    /// The seat draws a blind card from the caller's hand.
    Pick,
    /// The seat may claim wild cards between turns.
    Claim,
    /// The upcard is offered to the seat alone.
    Upcard,
    /// The seat answers a knock, or groups its hand after a declaration.
    Show,
    /// The seat is out of the match and may rejoin.
    Rejoin,
    /// The seat is asked whether to split the pool.
    Split,
}

/// Request for an action.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Decide {
    /// Number of the decision. Never decreases; all plays of one turn share a number.
    pub decision: u32,
    /// Kind of decision.
    pub phase: Phase,
    /// Seats with a pending decision, including this one.
    pub asked: Vec<SeatNumber>,
    /// Events since the seat's last decision, oldest first.
    pub since: Vec<Happened>,
    /// What the seat knows, and nothing else.
    pub view: Look,
    /// Legal actions, as text; rearrangements are also legal but not listed.
    pub offered: Vec<String>,
    /// `true` if there are more lay-downs than are listed.
    pub more: bool,
    /// Milliseconds to answer in.
    pub millis: u64,
}

/// The match is over.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Over {
    /// Events since the seat's last decision, oldest first.
    pub since: Vec<Happened>,
    /// Total scores, by seat.
    pub scores: Vec<i32>,
    /// Winners; several if the win is shared.
    pub winners: Vec<SeatNumber>,
    /// Amount each seat receives, or pays if negative; empty if nothing is paid.
    pub settlement: Vec<i64>,
}

pub(crate) fn hello(rules: &Rules, seat: Seat) -> ToProgram {
    let choices = CHOICES.iter().map(|c| (c.path.to_owned(), c.get(&rules.set.choices).into()));
    let deals = if rules.has_contracts() { &rules.deals[..] } else { &[] };
    ToProgram::Hello(Box::new(Hello {
        protocol: VERSION,
        game: rules.set.id.clone(),
        name: rules.set.catalogue.name.clone(),
        choices: choices.collect(),
        contracts: deals.iter().map(|deal| deal.contract.to_string()).collect(),
        players: rules.players,
        seat: seat.into(),
    }))
}

/// Returns the kind of the pending decision; `None` if there is none.
fn phase(table: &Table) -> Option<Phase> {
    use upcard_engine::Phase as Now;
    Some(match table.phase() {
        Now::DealOver { .. } | Now::MatchOver => return None,
        Now::Cut { .. } => Phase::Cut,
        Now::Draw => Phase::Draw,
        Now::Offers { .. } => Phase::Offers,
        Now::Play => Phase::Play,
        Now::Call { .. } => Phase::Call,
        Now::Pick { .. } => Phase::Pick,
        Now::Claim { .. } => Phase::Claim,
        Now::Upcard { .. } => Phase::Upcard,
        Now::Show { .. } => Phase::Show,
        Now::Rejoin { .. } => Phase::Rejoin,
        Now::Split { .. } => Phase::Split,
    })
}

pub(crate) fn decide(game: &Game, seat: Seat, since: Vec<Happened>, millis: u64) -> ToProgram {
    let table = game.table();
    let offered = game.offered(seat, MAX_LAY_DOWNS);
    ToProgram::Decide(Box::new(Decide {
        decision: table.decision(),
        phase: phase(table).unwrap_or(Phase::Play),
        asked: numbers(table.waiting()),
        since,
        view: Look::of(&game.view(seat)),
        offered: offered.actions.iter().map(ToString::to_string).collect(),
        more: offered.cut_short,
        millis,
    }))
}

pub(crate) fn over(table: &Table, since: Vec<Happened>) -> ToProgram {
    ToProgram::Over(Box::new(Over {
        since,
        scores: table.scores().to_vec(),
        winners: numbers(table.winners()),
        settlement: table.settlement().to_vec(),
    }))
}

/// Converts events as this seat sees them.
pub(crate) fn events_seen(events: &[Event], seat: Seat) -> impl Iterator<Item = Happened> {
    events.iter().map(move |event| Happened::of(&event.redacted_for(Viewer::Seat(seat)), seat))
}
