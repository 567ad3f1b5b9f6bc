//! What the laboratory looks at.

use std::path::PathBuf;

use serde::Serialize;
use upcard_bots::Level;
use upcard_engine::Value;

use super::finding::Finding;
use crate::options::Shard;
use crate::resume::VERSION;

/// A rule set to be looked at: a game with its variations, and single choices.
#[derive(Clone, PartialEq, Debug)]
pub struct Subject {
    /// As it was named.
    pub name: String,
    /// The game with its variations.
    pub game: String,
    /// Choices that are set otherwise.
    pub set: Vec<(String, Value)>,
}

impl std::str::FromStr for Subject {
    type Err = String;

    /// Reads `game+variation,choice=value,choice=value`; a value may be a list, `[1,2]`, or a table, `{a=1,b=2}`.
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

/// What to look at, and how closely.
#[derive(Clone, Debug)]
pub struct LabOptions {
    /// The rule sets.
    pub subjects: Vec<Subject>,
    /// Seats; none for four, or the nearest number that the game allows.
    pub players: Option<u8>,
    /// Who plays.
    pub level: Level,
    /// Matches of each rule set.
    pub matches: u64,
    /// Decides all of it.
    pub seed: u64,
    /// Which part of the matches is played here.
    pub shard: Shard,
    /// Playouts of a searching bot for each decision.
    pub playouts: u32,
    /// Threads; none for one a core.
    pub threads: Option<usize>,
    /// A file of finished matches to go on from and to add to.
    pub resume: Option<PathBuf>,
    /// A folder in which the records of all matches are kept; none where they are not.
    pub records: Option<PathBuf>,
}

impl LabOptions {
    /// These rule sets by steady players, with everything else as usual.
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

    /// How many matches of each rule set are played here: those of the part.
    #[must_use]
    pub fn wanted(&self) -> u64 {
        self.shard.size(self.matches)
    }
}

/// What was asked for, and a finding for each rule set: what is printed as JSON.
#[derive(Serialize)]
pub struct Found<'a> {
    /// The version of the program that played.
    version: String,
    /// Who sat at every seat.
    bots: Level,
    seed: u64,
    playouts: u32,
    /// Are fewer matches in them than were asked for?
    interrupted: bool,
    findings: &'a [Finding],
}

impl<'a> Found<'a> {
    /// What came of these options.
    #[must_use]
    pub fn new(options: &LabOptions, findings: &'a [Finding]) -> Found<'a> {
        Found::by(VERSION, options, findings)
    }

    /// The same where it was played by this version of the program.
    pub(super) fn by(version: &str, options: &LabOptions, findings: &'a [Finding]) -> Found<'a> {
        let played = findings.first().map_or(0, |finding| finding.matches);
        Found {
            version: version.to_owned(),
            bots: options.level,
            seed: options.seed,
            playouts: options.playouts,
            interrupted: played < options.wanted(),
            findings,
        }
    }
}
