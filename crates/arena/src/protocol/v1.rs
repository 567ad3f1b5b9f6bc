//! Version 1 of the protocol, which is frozen.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use upcard_engine::choices::CHOICES;
use upcard_engine::{RawView, Rules, Seat};

/// Protocol version.
pub const VERSION: u32 = 1;

/// View fields added later, as serialized with their default values.
const LATER_FIELDS: [&str; 2] = [",\"freed_of\":null", ",\"bought_before\":[0,0,0,0,0,0,0,0]"];

/// Removes later fields, so that programs receive unchanged messages. A plain replacement is safe: a JSON
/// string cannot contain an unescaped quotation mark.
pub(crate) fn strip_later_fields(line: &str) -> String {
    LATER_FIELDS.iter().fold(line.to_owned(), |line, field| line.replace(field, ""))
}

/// A message to a program.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ToProgram {
    /// A match begins. Needs no answer.
    Hello {
        /// Protocol version.
        protocol: u32,
        /// Game with its variations.
        game: String,
        /// Choices that were overridden.
        set: BTreeMap<String, String>,
        /// Every choice of the rules, by its path.
        choices: BTreeMap<String, String>,
        /// Seats at the table.
        players: u8,
        /// The program's seat, from 0.
        seat: Seat,
    },
    /// Request for an action within `millis` milliseconds.
    Decide {
        /// Number of the decision.
        decision: u32,
        /// What the seat knows.
        view: Box<RawView>,
        /// Legal actions, as text; rearrangements are also legal but not listed.
        offered: Vec<String>,
        /// `true` if there are more lay-downs than are listed.
        more: bool,
        /// Milliseconds to answer in.
        millis: u64,
    },
    /// The match is over. Needs no answer.
    Over {
        /// Total scores.
        scores: Vec<i32>,
    },
}

/// A program's answer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Answer {
    /// The action in text form.
    pub action: String,
}

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
