//! `upcard lab`.

use std::path::{Path, PathBuf};

use indicatif::{ProgressBar, ProgressStyle};
use upcard_bots::Level;

use super::{Lack, Outcome};
use crate::lab::{self, Finding, Found, LabOptions, Subject};
use crate::options::{ArenaError, Shard};

/// Compares rule sets: how long deals last, when players go down, who is favoured.
#[derive(clap::Args, Clone, Debug)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    subcommand_precedence_over_arg = true
)]
pub struct LabArgs {
    #[command(subcommand)]
    task: Option<Task>,
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
    #[command(flatten)]
    print: Print,
    /// Play one part of the matches: the K-th of N. With --resume each part leaves a file, and
    /// 'lab merge' puts the files together.
    #[arg(long, value_name = "K/N")]
    shard: Option<Shard>,
    /// A file that finished matches are added to, and that an interrupted run goes on from.
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// A folder in which the record of each match is kept: a file for each, and one that says what was played.
    #[arg(long, value_name = "FOLDER")]
    records: Option<PathBuf>,
    /// Threads; one a core if not given.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

/// What else can be done with what the laboratory has counted.
#[derive(clap::Subcommand, Clone, Debug)]
enum Task {
    /// Put the files of parts together.
    Merge(Merge),
}

/// Puts the files of parts together.
#[derive(clap::Args, Clone, Debug)]
struct Merge {
    /// The files that --resume has written.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    print: Print,
}

/// How findings are printed: as a table, if nothing else is asked for.
#[derive(clap::Args, Clone, Debug)]
struct Print {
    /// Print CSV.
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    /// Write a page with plots.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

impl Print {
    /// Can the page be written? That is found out before hours of play, not after.
    fn check(&self) -> Result<(), ArenaError> {
        let Some(path) = &self.html else { return Ok(()) };
        let opened = std::fs::OpenOptions::new().create(true).append(true).open(path);
        opened.map(|_| ()).map_err(|source| unwritten(path, source))
    }

    /// Writes the page, where one is wanted, and gives what is to be printed.
    fn text(
        &self,
        options: &LabOptions,
        findings: &[Finding],
        found: &Found<'_>,
    ) -> Result<String, LabError> {
        if let Some(path) = &self.html {
            std::fs::write(path, lab::page(options, findings)?)
                .map_err(|source| unwritten(path, source))?;
        }
        Ok(if self.csv {
            lab::csv(findings)
        } else if self.json {
            super::json("lab", found)
        } else {
            lab::table(findings)
        })
    }
}

fn unwritten(path: &Path, source: std::io::Error) -> ArenaError {
    ArenaError::File { path: path.display().to_string(), source }
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
    /// Plays or merges, and gives what is to be printed: where it was interrupted what was finished, and of files what
    /// is there.
    ///
    /// # Errors
    /// A rule set that is wrong, a page that cannot be written, or files that do not go together.
    pub fn run(&self) -> Result<Outcome, LabError> {
        match &self.task {
            Some(Task::Merge(merge)) => {
                merge.print.check()?;
                let merged = lab::merge(&merge.files)?;
                let lack =
                    merged.missing.as_ref().map(|missing| Lack::Missing(missing.to_string()));
                let text = merge.print.text(&merged.options, &merged.findings, &merged.found())?;
                Ok(Outcome { text, lack })
            }
            None => self.play(),
        }
    }

    fn play(&self) -> Result<Outcome, LabError> {
        let options = LabOptions {
            subjects: self.subjects.clone(),
            players: self.players,
            level: self.level,
            matches: self.matches,
            seed: self.seed,
            shard: self.shard.unwrap_or(Shard::WHOLE),
            playouts: self.playouts,
            threads: self.threads.map(usize::from),
            resume: self.resume.clone(),
            records: self.records.clone(),
        };
        let stop = super::arena::interrupted();
        self.print.check()?;
        let style = ProgressStyle::with_template("{bar:40} {pos}/{len} matches, {eta} left");
        let bar = ProgressBar::new(options.wanted())
            .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        let progress = |matches| bar.inc(matches);
        let findings = lab::examine(&options, &stop, progress)?;
        bar.finish_and_clear();
        let found = Found::new(&options, &findings);
        let text = self.print.text(&options, &findings, &found)?;
        let played = findings.first().map_or(0, |finding| finding.matches);
        let wanted = options.wanted();
        let sentence = || format!("interrupted: {played} of {wanted} matches were played");
        let lack = (played < wanted).then(|| Lack::Interrupted(sentence()));
        Ok(Outcome { text, lack })
    }
}
