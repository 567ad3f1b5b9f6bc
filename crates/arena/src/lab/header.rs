//! Header of the laboratory's result files and record folders.

use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use upcard_cards::text::Truncated;
use upcard_engine::Rules;

use super::counts::Cluster;
use super::options::{LabOptions, Subject};
use crate::header::game_file_choices;
use crate::options::{ArenaError, rules};
use crate::result_file::{ResultHeader, VERSION};

/// What is played. It omits the number of matches, so that more can be requested later, and the shard, so
/// that shards can be merged.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct LabHeader {
    pub(super) bots: String,
    /// By rule set: all choices of a game loaded from a file; empty for other games.
    #[serde(default, skip_serializing_if = "all_empty")]
    choices: Vec<Vec<String>>,
    format: u32,
    players: Vec<u8>,
    pub(super) playouts: u32,
    rules: Vec<String>,
    pub(super) seed: u64,
    upcard: String,
    pub(super) version: String,
}

fn choices_of(subjects: &[(Subject, Arc<Rules>)]) -> Vec<Vec<String>> {
    subjects.iter().map(|(subject, rules)| game_file_choices(&subject.game, rules)).collect()
}

fn all_empty(lists: &[Vec<String>]) -> bool {
    lists.iter().all(Vec::is_empty)
}

impl LabHeader {
    pub(super) fn new(options: &LabOptions, subjects: &[(Subject, Arc<Rules>)]) -> LabHeader {
        LabHeader {
            bots: options.level.to_string(),
            choices: choices_of(subjects),
            format: 1,
            players: subjects.iter().map(|(_, rules)| rules.players).collect(),
            playouts: options.playouts,
            rules: options.subjects.iter().map(|subject| subject.name.clone()).collect(),
            seed: options.seed,
            upcard: "lab".to_owned(),
            version: VERSION.to_owned(),
        }
    }

    /// Returns the rule sets, each with the rules of its table.
    ///
    /// # Errors
    /// A rule set is invalid, or its game file has changed.
    pub(super) fn subjects(&self, path: &Path) -> Result<Vec<(Subject, Arc<Rules>)>, ArenaError> {
        let name = || path.display().to_string();
        let subject = |(text, players): (&String, &u8)| -> Result<_, ArenaError> {
            let subject: Subject = text.parse().map_err(|_| ArenaError::NotResults(name()))?;
            let rules = rules(&subject.game, &subject.set, Some(*players))?;
            Ok((subject, rules))
        };
        let all: Vec<_> =
            self.rules.iter().zip(&self.players).map(subject).collect::<Result<_, _>>()?;
        let choices = choices_of(&all);
        if all_empty(&choices) && all_empty(&self.choices) || choices == self.choices {
            return Ok(all);
        }
        let difference = format!("choices of {}", Truncated(self.rules.join(" ")));
        Err(ArenaError::OtherRun { path: name(), difference })
    }
}

impl ResultHeader for LabHeader {
    type Cluster = Cluster;

    fn read(line: &str) -> Option<LabHeader> {
        let header: LabHeader = serde_json::from_str(line).ok()?;
        let is_header = header.upcard == "lab"
            && header.format == 1
            && !header.rules.is_empty()
            && header.rules.len() == header.players.len();
        is_header.then_some(header)
    }

    fn parts(&self) -> Vec<(&'static str, Option<String>)> {
        vec![
            ("rules", Some(self.rules.join(" "))),
            ("choices", Some(self.choices.concat().join(" "))),
            ("players", Some(format!("{:?}", self.players))),
            ("bots", Some(self.bots.clone())),
            ("seed", Some(self.seed.to_string())),
            ("playouts", Some(self.playouts.to_string())),
            ("version", Some(self.version.clone())),
        ]
    }

    fn version(&self) -> Option<&str> {
        Some(&self.version)
    }

    fn fits(&self) -> impl Fn(&Cluster) -> bool {
        |cluster| {
            let mut both = cluster.counted.iter().zip(&self.players);
            cluster.counted.len() == self.players.len()
                && both.all(|(counted, players)| counted.fits_players(*players))
        }
    }
}
