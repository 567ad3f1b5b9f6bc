//! The protocol for programs: one JSON object a line, on standard input and output.
//!
//! `docs/protocol.md` describes it for those who write a program.

mod host;
pub mod second;
mod serve;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use upcard_engine::choices::CHOICES;
use upcard_engine::{Rules, Seat, WrittenView};

pub(crate) use host::{LEAVE, Program};
pub use serve::{ServeError, serve};

/// Which form of the protocol a program speaks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Form {
    /// The first one, which stays as it is.
    First,
    /// The second one: [`second`].
    Second,
}

/// A program's command line, taken apart: at spaces, but for those in quotes.
///
/// In the first form a line without quotes, or with one that does not end, is split at every space
/// and nowhere else, as it always was: its backslashes mean themselves.
pub(crate) fn words(command: &str, form: Form) -> Result<Vec<String>, String> {
    let plain = || command.split_whitespace().map(str::to_owned).collect();
    match (form, shell_words::split(command)) {
        (Form::First, _) if !command.contains(['"', '\'']) => Ok(plain()),
        (Form::First, Err(_)) => Ok(plain()),
        (_, Ok(words)) => Ok(words),
        (Form::Second, Err(_)) => Err("a quote in its command is not closed".to_owned()),
    }
}

/// The version of the first form.
pub const VERSION: u32 = 1;

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
pub struct Answer {
    /// The action's text form.
    pub action: String,
}

/// Lay-downs that are listed at most.
const MOST_LAY_DOWNS: usize = 200;

fn hello(rules: &Rules, seat: Seat) -> ToProgram {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_with_spaces_are_quoted() {
        let words = |command, form| words(command, form).unwrap();
        for form in [Form::First, Form::Second] {
            assert_eq!(words("a  b c", form), ["a", "b", "c"]);
            assert_eq!(words("'my bot' --name \"two words\" x", form)[..2], ["my bot", "--name"]);
        }
        // As before: a backslash, and a quote alone, mean themselves.
        assert_eq!(words("C:\\bot.exe x", Form::First), ["C:\\bot.exe", "x"]);
        assert_eq!(words("bot O'Brien y", Form::First), ["bot", "O'Brien", "y"]);
        assert!(super::words("bot O'Brien", Form::Second).is_err());
    }
}
