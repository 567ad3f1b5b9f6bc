//! The program's side: a bot of the ladder that speaks the protocol.

use std::io::{BufRead, Write};
use std::sync::Arc;

use upcard_bots::{Bot, Budget};
use upcard_engine::{Rules, Value};

use super::{Answer, Told, VERSION};
use crate::options::{ArenaError, rules};

/// Why a bot stops speaking.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// A line could not be read or written.
    #[error("{0}")]
    Line(#[from] std::io::Error),
    /// A line is no message.
    #[error("line {line}: {source}")]
    Message {
        /// Its number.
        line: usize,
        /// What is wrong with it.
        source: serde_json::Error,
    },
    /// The rules are unknown.
    #[error("{0}")]
    Rules(#[from] ArenaError),
    /// Another version of the protocol.
    #[error("protocol {0} is not spoken here")]
    Version(u32),
    /// A question came before the greeting.
    #[error("line {0}: a question before the hello")]
    NoHello(usize),
}

/// Answers each question on `from` with a line on `to`, until `from` ends.
///
/// # Errors
/// A line that is no message, or rules that are unknown.
pub fn serve(
    bot: &mut dyn Bot,
    budget: &Budget<'_>,
    from: impl BufRead,
    mut to: impl Write,
) -> Result<(), ServeError> {
    let mut table: Option<Arc<Rules>> = None;
    for (i, line) in from.lines().enumerate() {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        let told = serde_json::from_str(&line)
            .map_err(|source| ServeError::Message { line: i + 1, source })?;
        match told {
            Told::Hello { protocol, game, set, players, .. } => {
                if protocol != VERSION {
                    return Err(ServeError::Version(protocol));
                }
                let set: Vec<(String, Value)> = set
                    .into_iter()
                    .map(|(path, value)| (path, Value::from_argument(&value)))
                    .collect();
                table = Some(rules(&game, &set, Some(players))?);
            }
            Told::Decide { view, .. } => {
                let rules = table.as_ref().ok_or(ServeError::NoHello(i + 1))?;
                if let Some(view) = view.view(rules) {
                    let answer = Answer { action: bot.decide(&view, budget).to_string() };
                    let text = serde_json::to_string(&answer).unwrap_or_default();
                    writeln!(to, "{text}")?;
                    to.flush()?;
                }
            }
            Told::Over { .. } => {}
        }
    }
    Ok(())
}
