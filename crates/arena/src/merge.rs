//! Merging a tournament's result files.

use std::path::Path;

use crate::header::TournamentHeader;
use crate::missing::Missing;
use crate::options::ArenaError;
use crate::report::{Cluster, Report};
use crate::result_file::{Joined, ResultHeader, join};
use crate::seating::distinct;

impl ResultHeader for TournamentHeader {
    type Cluster = Cluster;

    fn read(line: &str) -> Option<TournamentHeader> {
        let head: TournamentHeader = serde_json::from_str(line).ok()?;
        let seated = (1..=usize::from(head.players)).contains(&head.bots.len());
        (head.upcard == "arena" && head.format == 1 && seated).then_some(head)
    }

    fn version(&self) -> Option<&str> {
        self.version.as_deref()
    }

    fn fits(&self) -> impl Fn(&Cluster) -> bool {
        let contestants = distinct(&self.bots).0.len();
        move |cluster| cluster.fits_contestants(contestants)
    }

    fn parts(&self) -> Vec<(&'static str, Option<String>)> {
        let nets = self.nets.clone().unwrap_or_else(|| "built in".to_owned());
        vec![
            ("game", Some(self.game.clone())),
            ("choices", Some(self.set.join(" "))),
            ("players", Some(self.players.to_string())),
            ("bots", Some(self.bots.join(","))),
            ("seed", Some(self.seed.to_string())),
            ("lessons", Some(self.lessons.unwrap_or(0).to_string())),
            ("nets", Some(nets)),
            ("thinking", serde_json::to_string(&self.thinking).ok()),
            ("version", self.version.clone()),
        ]
    }
}

/// Merged results of several files.
#[derive(Clone, PartialEq, Debug)]
pub struct Merged {
    /// The report.
    pub report: Report,
    /// What is missing of the tournament, if anything.
    pub missing: Option<Missing>,
}

/// Merges the results of several files: shards of a tournament, or the same shard from several runs. The
/// report equals that of a single run over all these clusters, and states what is missing.
///
/// # Errors
/// A file cannot be read, is no result file, belongs to another tournament than the first one, or contradicts
/// an earlier file.
pub fn merge<P: AsRef<Path>>(files: &[P]) -> Result<Merged, ArenaError> {
    let Joined { mut head, version, clusters, missing, .. } = join::<TournamentHeader, P>(files)?;
    head.version = version;
    let clusters: Vec<Cluster> = clusters.into_values().collect();
    Ok(Merged { report: Report::new(&head, &clusters, missing.is_some()), missing })
}
