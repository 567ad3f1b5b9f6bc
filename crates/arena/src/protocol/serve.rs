//! The program's side: a built-in bot that speaks the protocol.

use std::io::{BufRead, Read, Write};
use std::sync::Arc;

use serde::Deserialize;
use upcard_bots::Bot;
use upcard_cards::text::truncated;
use upcard_engine::{Library, Rules, Seat, ValidationError, Value};

use super::v1::{Answer, ToProgram, VERSION};
use crate::nets::NetsLoadError;
use crate::options::{ArenaError, Thinking, rules_of};

/// Maximum length of a line in bytes; a request has about ten thousand.
const MAX_LINE_BYTES: u64 = 1 << 20;

/// Why a bot stops serving.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// A line could not be read, for example because it is not UTF-8.
    #[error("line {line} cannot be read: {source}")]
    Read {
        /// Line number.
        line: usize,
        /// The error.
        source: std::io::Error,
    },
    /// An answer could not be written.
    #[error("{0}")]
    Write(#[from] std::io::Error),
    /// A line is not a valid message.
    #[error("line {line}: {}", truncated(source, 300))]
    Message {
        /// Line number.
        line: usize,
        /// The error.
        source: serde_json::Error,
    },
    /// A view does not fit a table with the greeting's rules.
    #[error("line {line}: {source}")]
    View {
        /// Line number.
        line: usize,
        /// The inconsistency.
        source: ValidationError,
    },
    /// A line is too long.
    #[error("line {0} is longer than {MAX_LINE_BYTES} bytes")]
    TooLong(usize),
    /// The nets could not be loaded.
    #[error(transparent)]
    Nets(#[from] NetsLoadError),
    /// The games could not be read.
    #[error("{0}")]
    Games(#[from] ArenaError),
    /// Unknown rules, or an unsupported number of players.
    #[error("line {line}: {source}")]
    Rules {
        /// Line number of the greeting.
        line: usize,
        /// The error.
        source: ArenaError,
    },
    /// The greeting names a seat that the table does not have.
    #[error("line {line}: no seat {} at a table for {players}; seats count from 0", seat.index())]
    Seat {
        /// Line number.
        line: usize,
        /// The seat.
        seat: Seat,
        /// Seats at the table.
        players: u8,
    },
    /// A request is not for the greeted seat.
    #[error("line {line}: the view is not of the hello's seat, which is {}", seat.index())]
    OtherSeat {
        /// Line number.
        line: usize,
        /// The greeted seat.
        seat: Seat,
    },
    /// Unsupported protocol version.
    #[error(
        "the hello has protocol {0}, but this bot speaks protocol {VERSION}, the first form: use cmd: in \
         the arena, --first-form in check-bot"
    )]
    Version(u32),
    /// A request came before the greeting.
    #[error("line {0}: a request before the hello")]
    NoHello(usize),
}

/// The part common to all greetings.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
enum Greeting {
    Hello { protocol: u32 },
}

/// Parses a message of version 1. On failure, checks the greeting's version, since other versions have other
/// fields.
fn parse_message(line: &str, number: usize) -> Result<ToProgram, ServeError> {
    serde_json::from_str(line).map_err(|source| match serde_json::from_str(line) {
        Ok(Greeting::Hello { protocol }) if protocol != VERSION => ServeError::Version(protocol),
        _ => ServeError::Message { line: number, source },
    })
}

/// Answers each request from `from` with a line on `to`, until `from` ends.
///
/// # Errors
/// A line is not a valid message, or the rules are unknown.
pub fn serve(
    bot: &mut dyn Bot,
    thinking: Thinking,
    mut from: impl BufRead,
    mut to: impl Write,
) -> Result<(), ServeError> {
    let library = Library::standard().map_err(ArenaError::Rules)?;
    let mut table: Option<(Arc<Rules>, Seat)> = None;
    let mut line = String::new();
    for i in 0.. {
        line.clear();
        let read = from.by_ref().take(MAX_LINE_BYTES).read_line(&mut line);
        if read.map_err(|source| ServeError::Read { line: i + 1, source })? == 0 {
            break;
        }
        if line.len() as u64 == MAX_LINE_BYTES {
            return Err(ServeError::TooLong(i + 1));
        }
        if line.trim().is_empty() {
            continue;
        }
        match parse_message(&line, i + 1)? {
            ToProgram::Hello { protocol, game, set, players, seat, .. } => {
                if protocol != VERSION {
                    return Err(ServeError::Version(protocol));
                }
                let set: Vec<(String, Value)> = set
                    .into_iter()
                    .map(|(path, value)| (path, Value::from_argument(&value)))
                    .collect();
                let rules = rules_of(&library, &game, &set, Some(players))
                    .map_err(|source| ServeError::Rules { line: i + 1, source })?;
                if !seat.is_of(players) {
                    return Err(ServeError::Seat { line: i + 1, seat, players });
                }
                table = Some((rules, seat));
            }
            ToProgram::Decide { view, .. } => {
                let (rules, seat) = table.as_ref().ok_or(ServeError::NoHello(i + 1))?;
                let view = view.validate(rules);
                let view = view.map_err(|source| ServeError::View { line: i + 1, source })?;
                let own = view.view(rules).filter(|view| view.seat == *seat);
                let view = own.ok_or(ServeError::OtherSeat { line: i + 1, seat: *seat })?;
                let action = thinking.with_budget(|budget| bot.decide(&view, budget));
                let answer = Answer { action: action.to_string() };
                let text = serde_json::to_string(&answer).unwrap_or_default();
                writeln!(to, "{text}")?;
                to.flush()?;
            }
            ToProgram::Over { .. } => {}
        }
    }
    Ok(())
}
