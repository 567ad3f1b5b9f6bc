//! `upcard lab`.

use std::path::PathBuf;

use indicatif::{ProgressBar, ProgressStyle};
use upcard_bots::Level;

use super::{Lack, Outcome};
use crate::lab::{self, LabOptions, Subject};
use crate::options::ArenaError;

/// Compares rule sets: how long deals last, when players go down, who is favoured.
#[derive(clap::Args, Clone, Debug)]
pub struct LabArgs {
    /// Rule sets: a game with its variations or the path of a game's file, and single choices after
    /// commas, such as contract-rummy,buying.limit.per-deal=2
    #[arg(required = true, value_name = "RULES")]
    subjects: Vec<Subject>,
    /// The level of the bots that play, in every seat.
    #[arg(long = "bots", alias = "level", value_name = "LEVEL", default_value = "steady")]
    level: Level,
    /// Matches of each rule set.
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    matches: u64,
    /// Decides the deals and all that bots leave to chance.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Seats at the table.
    #[arg(long)]
    players: Option<u8>,
    /// Playouts for each decision of a searching bot.
    #[arg(long, default_value_t = 64)]
    playouts: u32,
    /// Print CSV.
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    /// Write a page with plots.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// A folder in which the record of each match is kept: a file for each, and one that says what was played.
    #[arg(long, value_name = "FOLDER")]
    records: Option<PathBuf>,
    /// Threads; one a core if not given.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

/// Why the laboratory gives nothing.
#[derive(Debug, thiserror::Error)]
pub enum LabError {
    /// A rule set is wrong.
    #[error("{0}")]
    Rules(#[from] ArenaError),
    /// The page could not be made.
    #[error("the page: {0}")]
    Page(#[from] lab::DrawError),
}

impl LabArgs {
    /// Plays, and gives what is to be printed.
    ///
    /// # Errors
    /// A rule set that is wrong, or a page that cannot be written.
    pub fn run(&self) -> Result<Outcome, LabError> {
        let options = LabOptions {
            subjects: self.subjects.clone(),
            players: self.players,
            level: self.level,
            matches: self.matches,
            seed: self.seed,
            playouts: self.playouts,
            threads: self.threads.map(usize::from),
            records: self.records.clone(),
        };
        let stop = super::arena::interrupted();
        if let Some(path) = &self.html {
            // A page that cannot be written is reported before hours of play, not after.
            std::fs::OpenOptions::new()
                .create(true)
                .append(true)
                .open(path)
                .map_err(|source| ArenaError::File { path: path.display().to_string(), source })?;
        }
        let style = ProgressStyle::with_template("{bar:40} {pos}/{len} matches, {eta} left");
        let bar = ProgressBar::new(options.matches)
            .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        let progress = |matches| bar.inc(matches);
        let findings = lab::examine(&options, &stop, progress)?;
        bar.finish_and_clear();
        if let Some(path) = &self.html {
            std::fs::write(path, lab::page(&options, &findings)?)
                .map_err(|source| ArenaError::File { path: path.display().to_string(), source })?;
        }
        let played = findings.first().map_or(0, |finding| finding.matches);
        let interrupted = played < self.matches;
        let text = if self.csv {
            lab::csv(&findings)
        } else if self.json {
            super::json("lab", &lab::Found::new(&options, &findings))
        } else {
            lab::table(&findings)
        };
        let sentence = || format!("interrupted: {played} of {} matches were played", self.matches);
        Ok(Outcome { text, lack: interrupted.then(|| Lack::Interrupted(sentence())) })
    }
}
