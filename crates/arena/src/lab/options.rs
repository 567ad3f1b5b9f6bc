//! What the laboratory looks at.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use upcard_bots::Level;
use upcard_cards::text::Short;
use upcard_engine::Value;

use super::finding::Finding;
use crate::head::VERSION;
use crate::options::ArenaError;
use crate::records::Records;

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
    /// Playouts of a searching bot for each decision.
    pub playouts: u32,
    /// Threads; none for one a core.
    pub threads: Option<usize>,
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
            playouts: 64,
            threads: None,
            records: None,
        }
    }

    /// The folder for the records of these matches, by so many players of each rule set.
    pub(super) fn records(&self, folder: &Path, players: &[u8]) -> Result<Records, ArenaError> {
        let rules = self.subjects.iter().map(|subject| subject.name.clone());
        let about = About {
            bots: self.level.to_string(),
            format: 1,
            players: players.to_vec(),
            playouts: self.playouts,
            rules: rules.collect(),
            seed: self.seed,
            upcard: "lab".to_owned(),
            version: VERSION.to_owned(),
        };
        let text = serde_json::to_string(&about).unwrap_or_default() + "\n";
        Records::open(folder, "lab.json", &text, |found| about.difference(found))
    }
}

/// What was asked for, and a finding for each rule set: what is printed as JSON.
#[derive(Serialize)]
pub struct Found<'a> {
    /// The program's version.
    version: &'static str,
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
        let played = findings.first().map_or(0, |finding| finding.matches);
        Found {
            version: VERSION,
            bots: options.level,
            seed: options.seed,
            playouts: options.playouts,
            interrupted: played < options.matches,
            findings,
        }
    }
}

/// What the records of a folder are of. The number of matches is no part of it, so that more can be asked for later.
#[derive(PartialEq, Serialize, Deserialize)]
struct About {
    bots: String,
    format: u32,
    players: Vec<u8>,
    playouts: u32,
    rules: Vec<String>,
    seed: u64,
    upcard: String,
    version: String,
}

impl About {
    /// In what another such text differs, in words.
    fn difference(&self, found: &str) -> Option<String> {
        let Ok(found) = serde_json::from_str::<About>(found) else {
            return Some("nothing that can be read".to_owned());
        };
        let as_text = |about: &About| {
            [
                ("rules", about.rules.join(" ")),
                ("players", format!("{:?}", about.players)),
                ("bots", about.bots.clone()),
                ("seed", about.seed.to_string()),
                ("playouts", about.playouts.to_string()),
                ("version", about.version.clone()),
            ]
        };
        let mut both = as_text(self).into_iter().zip(as_text(&found));
        both.find(|(one, two)| one != two)
            .map(|((what, one), (_, two))| format!("{what} {}, not {}", Short(&two), Short(&one)))
    }
}
