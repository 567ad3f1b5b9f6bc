//! Merging a tournament's result files.

use std::path::Path;

use crate::header::TournamentHeader;
use crate::missing::Missing;
use crate::options::ArenaError;
use crate::report::{Cluster, Report};
use crate::result_file::{self, ClusterResult, Joined, join};
use crate::seating::distinct;

/// Merged results of several files.
#[derive(Clone, PartialEq, Debug)]
pub struct Merged {
    /// The report.
    pub report: Report,
    /// What is missing of the tournament, if anything.
    pub missing: Option<Missing>,
}

impl result_file::ResultHeader for TournamentHeader {
    type Cluster = Cluster;

    fn read(line: &str) -> Option<TournamentHeader> {
        TournamentHeader::read(line)
    }

    fn difference(&self, other: &TournamentHeader) -> Option<String> {
        TournamentHeader::difference(self, other)
    }

    fn version(&self) -> Option<&str> {
        self.version.as_deref()
    }

    fn fits(&self) -> impl Fn(&Cluster) -> bool {
        let contestants = distinct(&self.bots).0.len();
        move |cluster| cluster.fits_contestants(contestants)
    }
}

impl ClusterResult for Cluster {
    fn index(&self) -> u64 {
        self.index
    }

    fn has_same_results(&self, other: &Cluster) -> bool {
        Cluster::has_same_results(self, other)
    }
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
