//! `upcard lab`.

use std::path::{Path, PathBuf};

use indicatif::{ProgressBar, ProgressStyle};
use upcard_bots::Level;

use super::{Incomplete, Outcome};
use crate::lab::{self, Finding, LabOptions, LabReport, Subject};
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
    /// Rule sets: a game with its variations or the path of a game file, then comma-separated choices, such
    /// as contract-rummy,buying.limit.per-deal=2
    #[arg(required = true, value_name = "RULES")]
    subjects: Vec<Subject>,
    /// Level of the bots in all seats.
    #[arg(long = "bots", alias = "level", value_name = "LEVEL", default_value = "steady")]
    level: Level,
    /// Matches per rule set.
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    matches: u64,
    /// Seed of the deals and of the bots' random choices.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Seats at the table.
    #[arg(long)]
    players: Option<u8>,
    /// Playouts per decision of a searching bot.
    #[arg(long, default_value_t = 64)]
    playouts: u32,
    #[command(flatten)]
    print: Print,
    /// Play shard K of N of the matches. With --resume each shard leaves a file; 'lab merge' merges the
    /// files.
    #[arg(long, value_name = "K/N")]
    shard: Option<Shard>,
    /// File to append finished matches to, and to resume an interrupted run from.
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Folder for match records: one file per match, and one that describes the run.
    #[arg(long, value_name = "FOLDER")]
    records: Option<PathBuf>,
    /// Threads; default: one per core.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

/// Further operations on the laboratory's results.
#[derive(clap::Subcommand, Clone, Debug)]
enum Task {
    /// Merge the result files of shards.
    Merge(Merge),
}

/// Merges the result files of shards.
#[derive(clap::Args, Clone, Debug)]
struct Merge {
    /// Files written with --resume.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    print: Print,
}

/// Output format; default: a table.
#[derive(clap::Args, Clone, Debug)]
struct Print {
    /// Print CSV.
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    /// Write an HTML page with plots.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

impl Print {
    /// Fails if the page cannot be written, before hours of play rather than after.
    fn check_writable(&self) -> Result<(), ArenaError> {
        let Some(path) = &self.html else { return Ok(()) };
        let opened = std::fs::OpenOptions::new().create(true).append(true).open(path);
        opened.map(|_| ()).map_err(|source| file_error(path, source))
    }

    /// Writes the page if requested, and returns the text to print.
    fn text(
        &self,
        options: &LabOptions,
        findings: &[Finding],
        report: &LabReport<'_>,
    ) -> Result<String, LabError> {
        if let Some(path) = &self.html {
            std::fs::write(path, lab::page(options, findings)?)
                .map_err(|source| file_error(path, source))?;
        }
        Ok(if self.csv {
            lab::csv(findings)
        } else if self.json {
            super::json("lab", report)
        } else {
            lab::table(findings)
        })
    }
}

fn file_error(path: &Path, source: std::io::Error) -> ArenaError {
    ArenaError::File { path: path.display().to_string(), source }
}

/// Why the laboratory failed.
#[derive(Debug, thiserror::Error)]
pub enum LabError {
    /// A rule set is invalid.
    #[error("{0}")]
    Rules(#[from] ArenaError),
    /// The page could not be generated.
    #[error("the page: {0}")]
    Page(#[from] lab::DrawError),
}

impl LabArgs {
    /// Plays or merges, and returns the output. An interrupted run reports its finished matches, a merge
    /// whatever the files contain.
    ///
    /// # Errors
    /// A rule set is invalid, the page cannot be written, or the files do not belong together.
    pub fn run(&self) -> Result<Outcome, LabError> {
        match &self.task {
            Some(Task::Merge(merge)) => {
                merge.print.check_writable()?;
                let merged = lab::merge(&merge.files)?;
                let incomplete =
                    merged.missing.as_ref().map(|missing| Incomplete::Missing(missing.to_string()));
                let text = merge.print.text(&merged.options, &merged.findings, &merged.report())?;
                Ok(Outcome { text, incomplete })
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
        let stop = super::arena::stop_on_signal();
        self.print.check_writable()?;
        let style = ProgressStyle::with_template("{bar:40} {pos}/{len} matches, {eta} left");
        let bar = ProgressBar::new(options.shard_matches())
            .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        let progress = |matches| bar.inc(matches);
        let findings = lab::examine(&options, &stop, progress)?;
        bar.finish_and_clear();
        let report = LabReport::new(&options, &findings);
        let text = self.print.text(&options, &findings, &report)?;
        let played = findings.first().map_or(0, |finding| finding.matches);
        let requested = options.shard_matches();
        let sentence = || format!("interrupted: {played} of {requested} matches were played");
        let incomplete = (played < requested).then(|| Incomplete::Interrupted(sentence()));
        Ok(Outcome { text, incomplete })
    }
}
