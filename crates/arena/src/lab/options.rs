//! Options of the laboratory.

use std::path::PathBuf;

use serde::Serialize;
use upcard_bots::Level;
use upcard_engine::Value;

use super::finding::Finding;
use crate::options::Shard;
use crate::result_file::VERSION;

/// A rule set to examine: a game with its variations, and single choices.
#[derive(Clone, PartialEq, Debug)]
pub struct Subject {
    /// Name as given.
    pub name: String,
    /// Game with its variations.
    pub game: String,
    /// Overridden choices.
    pub set: Vec<(String, Value)>,
}

impl std::str::FromStr for Subject {
    type Err = String;

    /// Parses `game+variation,choice=value,choice=value`; a value may be a list, `[1,2]`, or a table,
    /// `{a=1,b=2}`.
    fn from_str(text: &str) -> Result<Subject, String> {
        let mut depth = 0;
        let mut parts = text.split(|letter| {
            depth += match letter {
                '[' | '{' => 1,
                ']' | '}' => -1,
                _ => 0,
            };
            letter == ',' && depth <= 0
        });
        let game = parts.next().unwrap_or_default().to_owned();
        let set = parts.map(|part| {
            let (path, value) =
                part.split_once('=').ok_or("expected choice=value after a comma")?;
            Ok((path.trim().to_owned(), Value::from_argument(value.trim())))
        });
        Ok(Subject { name: text.to_owned(), game, set: set.collect::<Result<_, String>>()? })
    }
}

/// Options of a run.
#[derive(Clone, Debug)]
pub struct LabOptions {
    /// Rule sets.
    pub subjects: Vec<Subject>,
    /// Seats; `None` for four, or the nearest number that the game allows.
    pub players: Option<u8>,
    /// Level of the bots.
    pub level: Level,
    /// Matches per rule set.
    pub matches: u64,
    /// Seed.
    pub seed: u64,
    /// Shard of the matches to play.
    pub shard: Shard,
    /// Playouts per decision of a searching bot.
    pub playouts: u32,
    /// Threads; `None` for one per core.
    pub threads: Option<usize>,
    /// File of finished matches to resume from and append to.
    pub resume: Option<PathBuf>,
    /// Folder for the records of all matches; `None` to keep none.
    pub records: Option<PathBuf>,
}

impl LabOptions {
    /// Default options for these rule sets: steady bots.
    #[must_use]
    pub fn new(subjects: Vec<Subject>) -> LabOptions {
        LabOptions {
            subjects,
            players: None,
            level: Level::Steady,
            matches: 1000,
            seed: 1,
            shard: Shard::WHOLE,
            playouts: 64,
            threads: None,
            resume: None,
            records: None,
        }
    }

    /// Number of matches of each rule set in this shard.
    #[must_use]
    pub fn shard_matches(&self) -> u64 {
        self.shard.size(self.matches)
    }
}

/// The JSON output: the options and a finding per rule set.
#[derive(Serialize)]
pub struct LabReport<'a> {
    /// Version of the program that played.
    version: String,
    /// Level of the bots in all seats.
    bots: Level,
    seed: u64,
    playouts: u32,
    /// `true` if fewer matches were played than requested.
    interrupted: bool,
    findings: &'a [Finding],
}

impl<'a> LabReport<'a> {
    /// Findings of a run with these options by this version.
    #[must_use]
    pub fn new(options: &LabOptions, findings: &'a [Finding]) -> LabReport<'a> {
        LabReport::of_version(VERSION, options, findings)
    }

    pub(super) fn of_version(
        version: &str,
        options: &LabOptions,
        findings: &'a [Finding],
    ) -> LabReport<'a> {
        let played = findings.first().map_or(0, |finding| finding.matches);
        LabReport {
            version: version.to_owned(),
            bots: options.level,
            seed: options.seed,
            playouts: options.playouts,
            interrupted: played < options.shard_matches(),
            findings,
        }
    }
}
