//! The first form of the protocol, which stays as it is.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use upcard_engine::choices::CHOICES;
use upcard_engine::{Rules, Seat, WrittenView};

/// The version of the first form.
pub const VERSION: u32 = 1;

/// What views have been given since, where it says nothing.
const SINCE: [&str; 2] = [",\"freed_of\":null", ",\"bought_before\":[0,0,0,0,0,0,0,0]"];

/// A message as programs of this form have always been told it. In texts of JSON no quotation mark stands
/// alone, so that these are fields.
pub(crate) fn as_ever(line: &str) -> String {
    SINCE.iter().fold(line.to_owned(), |line, field| line.replace(field, ""))
}

/// A message to a program.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ToProgram {
    /// A match begins. Needs no answer.
    Hello {
        /// The protocol's version.
        protocol: u32,
        /// The game with its variations.
        game: String,
        /// Choices that were set beyond these.
        set: BTreeMap<String, String>,
        /// Every choice of the rules, by its path.
        choices: BTreeMap<String, String>,
        /// Seats at the table.
        players: u8,
        /// The program's seat, from 0.
        seat: Seat,
    },
    /// The program is asked; it has `millis` milliseconds to answer.
    Decide {
        /// The number of the decision.
        decision: u32,
        /// What the seat knows.
        view: Box<WrittenView>,
        /// Legal actions, as text; rearrangements are legal beyond these.
        offered: Vec<String>,
        /// Were there more lay-downs than are listed?
        more: bool,
        /// Milliseconds to answer in.
        millis: u64,
    },
    /// The match is over. Needs no answer.
    Over {
        /// The totals.
        scores: Vec<i32>,
    },
}

/// What a program answers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Answer {
    /// The action's text form.
    pub action: String,
}

/// The greeting.
pub(crate) fn hello(rules: &Rules, seat: Seat) -> ToProgram {
    let set = rules.set.changed.iter().map(|(path, value)| (path.clone(), value.to_string()));
    let choices =
        CHOICES.iter().map(|c| (c.path.to_owned(), c.get(&rules.set.choices).to_string()));
    ToProgram::Hello {
        protocol: VERSION,
        game: rules.set.id.clone(),
        set: set.collect(),
        choices: choices.collect(),
        players: rules.players,
        seat,
    }
}
