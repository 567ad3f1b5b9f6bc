//! Header of the laboratory's result files and record folders.

use std::path::Path;

use serde::{Deserialize, Serialize};
use upcard_cards::text::Truncated;
use upcard_engine::Rules;

use super::counts::Cluster;
use super::options::{LabOptions, Subject};
use crate::header::game_file_choices;
use crate::options::{ArenaError, rules};
use crate::record_folder::RecordFolder;
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

fn all_empty(lists: &[Vec<String>]) -> bool {
    lists.iter().all(Vec::is_empty)
}

impl LabHeader {
    /// Builds the header for these options and the rules compiled from them.
    pub(super) fn new<'a>(
        options: &LabOptions,
        rules: impl Iterator<Item = &'a Rules> + Clone,
    ) -> LabHeader {
        let both = options.subjects.iter().zip(rules.clone());
        LabHeader {
            bots: options.level.to_string(),
            choices: both.map(|(subject, rules)| game_file_choices(&subject.game, rules)).collect(),
            format: 1,
            players: rules.map(|rules| rules.players).collect(),
            playouts: options.playouts,
            rules: options.subjects.iter().map(|subject| subject.name.clone()).collect(),
            seed: options.seed,
            upcard: "lab".to_owned(),
            version: VERSION.to_owned(),
        }
    }

    pub(super) fn open_records(&self, folder: &Path) -> Result<RecordFolder, ArenaError> {
        let text = serde_json::to_string(self).unwrap_or_default() + "\n";
        RecordFolder::open(folder, "lab.json", &text, |found| match LabHeader::read(found) {
            Some(found) => self.difference(&found),
            None => Some("unreadable header".to_owned()),
        })
    }

    /// Returns the rule sets, each with the rules of its table.
    ///
    /// # Errors
    /// A rule set is invalid, or its game file has changed.
    pub(super) fn subjects(
        &self,
        path: &Path,
    ) -> Result<Vec<(Subject, std::sync::Arc<Rules>)>, ArenaError> {
        let name = || path.display().to_string();
        let subject = |(text, players): (&String, &u8)| -> Result<_, ArenaError> {
            let subject: Subject = text.parse().map_err(|_| ArenaError::NotResults(name()))?;
            let rules = rules(&subject.game, &subject.set, Some(*players))?;
            Ok((subject, rules))
        };
        let all: Vec<_> =
            self.rules.iter().zip(&self.players).map(subject).collect::<Result<_, _>>()?;
        let choices: Vec<Vec<String>> =
            all.iter().map(|(subject, rules)| game_file_choices(&subject.game, rules)).collect();
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

    fn difference(&self, other: &LabHeader) -> Option<String> {
        let as_text = |header: &LabHeader| {
            [
                ("rules", header.rules.join(" ")),
                ("choices", header.choices.concat().join(" ")),
                ("players", format!("{:?}", header.players)),
                ("bots", header.bots.clone()),
                ("seed", header.seed.to_string()),
                ("playouts", header.playouts.to_string()),
                ("version", header.version.clone()),
            ]
        };
        let mut both = as_text(self).into_iter().zip(as_text(other));
        both.find(|(one, two)| one != two).map(|((what, one), (_, two))| {
            format!("{what} {}, not {}", Truncated(&two), Truncated(&one))
        })
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
