//! The second form of the protocol: every value has one form, seats count from 1 as in records, and
//! what happened since the seat's last decision is sent along.

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

use super::form::MOST_LAY_DOWNS;

/// The version that is spoken here.
pub const VERSION: u32 = 2;

/// The value of a rule choice.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Chosen {
    /// Yes or no.
    Switch(bool),
    /// A whole number.
    Number(i64),
    /// A word.
    Word(String),
    /// A list.
    List(Vec<Chosen>),
    /// Values by a key, such as the number of players.
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
    /// The program is asked, and answers with a line.
    Decide(Box<Decide>),
    /// The match is over. Needs no answer.
    Over(Box<Over>),
}

/// A match begins.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Hello {
    /// The version of the protocol: 2.
    pub protocol: u32,
    /// The game with its variations, or the path of its file.
    pub game: String,
    /// The game's name, for people.
    pub name: String,
    /// Every choice of the rules, by its path.
    pub choices: BTreeMap<String, Chosen>,
    /// The contracts of the game's deals, in their text form, from the first; empty in games without.
    pub contracts: Vec<String>,
    /// Seats at the table.
    pub players: u8,
    /// The program's own seat.
    pub seat: SeatNumber,
}

/// What is waited for, when a program is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// The own seat cuts the pack.
    Cut,
    /// The own seat draws.
    Draw,
    /// The upcard is for sale, or may be taken out of turn.
    Offers,
    /// The own seat plays and ends its turn.
    Play,
    /// The upcard fits a meld on the table: who calls?
    Call,
    /// The own seat draws a blind card from the hand of whoever has called.
    Pick,
    /// Between turns the own seat may claim wilds.
    Claim,
    /// The upcard is offered to the own seat alone.
    Upcard,
    /// The own seat answers a knock, or shows its hand after a declaration.
    Show,
    /// Out of the match, the own seat may come back.
    Rejoin,
    /// The own seat is asked whether the pool is to be shared.
    Split,
}

/// The program is asked.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Decide {
    /// The number of the decision. It never falls; the plays of one turn have the same.
    pub decision: u32,
    /// What is waited for.
    pub phase: Phase,
    /// The seats that are asked and have not answered, the own among them.
    pub asked: Vec<SeatNumber>,
    /// What happened since the seat was asked last, the oldest first.
    pub since: Vec<Happened>,
    /// What the seat knows, and nothing else.
    pub view: Look,
    /// Legal actions, as text; rearrangements are legal beyond these.
    pub offered: Vec<String>,
    /// Are there more lay-downs than are listed?
    pub more: bool,
    /// Milliseconds to answer in.
    pub millis: u64,
}

/// The match is over.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Over {
    /// What happened since the seat was asked last, the oldest first.
    pub since: Vec<Happened>,
    /// The totals, by seat.
    pub scores: Vec<i32>,
    /// Who won; several where it is shared.
    pub winners: Vec<SeatNumber>,
    /// What each seat receives, or pays where it is below zero; empty where nothing is paid.
    pub settlement: Vec<i64>,
}

/// The greeting.
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

/// What is waited for; none while nobody is asked.
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

/// The question to a seat that is asked.
pub(crate) fn decide(game: &Game, seat: Seat, since: Vec<Happened>, millis: u64) -> ToProgram {
    let table = game.table();
    let offered = game.offered(seat, MOST_LAY_DOWNS);
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

/// The end of the match.
pub(crate) fn over(table: &Table, since: Vec<Happened>) -> ToProgram {
    ToProgram::Over(Box::new(Over {
        since,
        scores: table.scores().to_vec(),
        winners: numbers(table.winners()),
        settlement: table.settlement().to_vec(),
    }))
}

/// What a seat sees of these events, in the words of the protocol.
pub(crate) fn seen(events: &[Event], seat: Seat) -> impl Iterator<Item = Happened> {
    events.iter().map(move |event| Happened::of(&event.seen_by(Viewer::Seat(seat)), seat))
}
