//! `upcard check-bot`.

use clap::value_parser;
use serde::Serialize;
use upcard_engine::Library;

use super::arena::exit_on_signal;
use crate::check::{MatchCheck, check};
use crate::options::{ArenaError, Timeouts, rules};
use crate::protocol::ProtocolVersion;

/// Checks that a program keeps to the protocol: it plays a match of each game against novices.
///
/// The exit code is 1 if it does not.
#[derive(clap::Args, Clone, Debug)]
pub struct CheckArgs {
    /// Program and arguments, as after 'cmd2:': 'python3 examples/bot.py'
    #[arg(value_name = "COMMAND")]
    command: String,
    /// Only these games
    #[arg(value_name = "GAME")]
    named: Vec<String>,
    /// Only this game (old spelling)
    #[arg(long, hide = true, value_name = "GAME")]
    game: Vec<String>,
    /// Matches per game
    #[arg(long, default_value_t = 1, value_parser = value_parser!(u64).range(1..))]
    matches: u64,
    /// The program speaks version 1 of the protocol
    #[arg(long)]
    first_form: bool,
    /// Timeout in milliseconds for an answer
    #[arg(long, default_value_t = 2000, value_parser = value_parser!(u64).range(1..))]
    answer_ms: u64,
    /// Seed of the deals
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Answer<'a> {
    good: bool,
    matches: &'a [Row],
}

#[derive(Serialize)]
struct Row {
    game: String,
    seed: u64,
    #[serde(flatten)]
    checked: MatchCheck,
}

impl CheckArgs {
    /// Plays the matches. Returns the output, and `true` if there was no violation.
    ///
    /// # Errors
    /// Unknown game.
    pub fn run(&self) -> Result<(String, bool), ArenaError> {
        exit_on_signal();
        let version = if self.first_form { ProtocolVersion::V1 } else { ProtocolVersion::V2 };
        let timeouts = Timeouts { answer_ms: self.answer_ms, ..Timeouts::default() };
        let mut games = [&self.named[..], &self.game[..]].concat();
        if games.is_empty() {
            games = Library::standard()?.ids().map(str::to_owned).collect();
        }
        let mut rows = Vec::new();
        let all = games.len().saturating_mul(usize::try_from(self.matches).unwrap_or(usize::MAX));
        let progress = super::Progress::new(all, "matches");
        for (game, nth) in games.into_iter().zip(0u64..) {
            let rules = rules(&game, &[], None)?;
            for number in 0..self.matches {
                // Use a different seat in each game.
                let seed = self.seed.wrapping_add(nth).wrapping_add(number);
                let checked = check(&self.command, version, &rules, seed, timeouts);
                rows.push(Row { game: game.clone(), seed, checked });
                progress.advance(1);
            }
        }
        drop(progress);
        let good = rows.iter().all(|row| row.checked.flaws.is_empty());
        let text = match self.json {
            true => super::json("check-bot", &Answer { good, matches: &rows }),
            false => text(&rows, good),
        };
        Ok((text, good))
    }
}

fn text(rows: &[Row], good: bool) -> String {
    let mut lines = Vec::new();
    for Row { game, checked, .. } in rows {
        let MatchCheck { flaws, decisions, slowest_ms, errors } = checked;
        let word = if flaws.is_empty() { "ok" } else { "WRONG" };
        lines.push(format!(
            "{word:5} {game:24} {decisions:6} decisions, slowest {slowest_ms:.1} ms\n"
        ));
        lines.extend(flaws.iter().map(|flaw| format!("      {flaw}\n")));
        lines.extend(errors.iter().map(|line| format!("      its standard error: {line}\n")));
    }
    let verdict = if good { "follows" } else { "does not follow" };
    lines.concat() + &format!("It {verdict} the protocol.\n")
}
