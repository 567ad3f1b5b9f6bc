//! Header of the laboratory's result files and record folders.

use std::path::Path;

use serde::{Deserialize, Serialize};
use upcard_cards::text::Short;
use upcard_engine::Rules;

use super::counted::Cluster;
use super::options::{LabOptions, Subject};
use crate::head::choices_of_file;
use crate::options::{ArenaError, rules};
use crate::records::Records;
use crate::resume::{Head, VERSION};

/// What is played. It omits the number of matches, so that more can be requested later, and the shard, so
/// that shards can be merged.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct About {
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

impl About {
    /// Builds the header for these options and the rules compiled from them.
    pub(super) fn new<'a>(
        options: &LabOptions,
        rules: impl Iterator<Item = &'a Rules> + Clone,
    ) -> About {
        let both = options.subjects.iter().zip(rules.clone());
        About {
            bots: options.level.to_string(),
            choices: both.map(|(subject, rules)| choices_of_file(&subject.game, rules)).collect(),
            format: 1,
            players: rules.map(|rules| rules.players).collect(),
            playouts: options.playouts,
            rules: options.subjects.iter().map(|subject| subject.name.clone()).collect(),
            seed: options.seed,
            upcard: "lab".to_owned(),
            version: VERSION.to_owned(),
        }
    }

    /// Opens the record folder of these matches.
    pub(super) fn records(&self, folder: &Path) -> Result<Records, ArenaError> {
        let text = serde_json::to_string(self).unwrap_or_default() + "\n";
        Records::open(folder, "lab.json", &text, |found| match About::read(found) {
            Some(found) => self.difference(&found),
            None => Some("nothing that can be read".to_owned()),
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
            let subject: Subject = text.parse().map_err(|_| ArenaError::NoResults(name()))?;
            let rules = rules(&subject.game, &subject.set, Some(*players))?;
            Ok((subject, rules))
        };
        let all: Vec<_> =
            self.rules.iter().zip(&self.players).map(subject).collect::<Result<_, _>>()?;
        let choices: Vec<Vec<String>> =
            all.iter().map(|(subject, rules)| choices_of_file(&subject.game, rules)).collect();
        if all_empty(&choices) && all_empty(&self.choices) || choices == self.choices {
            return Ok(all);
        }
        let difference = format!("choices of {}", Short(self.rules.join(" ")));
        Err(ArenaError::Different { path: name(), difference })
    }
}

impl Head for About {
    type Cluster = Cluster;

    fn read(line: &str) -> Option<About> {
        let about: About = serde_json::from_str(line).ok()?;
        let is_one = about.upcard == "lab"
            && about.format == 1
            && !about.rules.is_empty()
            && about.rules.len() == about.players.len();
        is_one.then_some(about)
    }

    fn difference(&self, other: &About) -> Option<String> {
        let as_text = |about: &About| {
            [
                ("rules", about.rules.join(" ")),
                ("choices", about.choices.concat().join(" ")),
                ("players", format!("{:?}", about.players)),
                ("bots", about.bots.clone()),
                ("seed", about.seed.to_string()),
                ("playouts", about.playouts.to_string()),
                ("version", about.version.clone()),
            ]
        };
        let mut both = as_text(self).into_iter().zip(as_text(other));
        both.find(|(one, two)| one != two)
            .map(|((what, one), (_, two))| format!("{what} {}, not {}", Short(&two), Short(&one)))
    }

    fn version(&self) -> Option<&str> {
        Some(&self.version)
    }

    fn fits(&self) -> impl Fn(&Cluster) -> bool {
        |cluster| {
            let mut both = cluster.counted.iter().zip(&self.players);
            cluster.counted.len() == self.players.len()
                && both.all(|(counted, players)| counted.is_of(*players))
        }
    }
}
