//! The files of results that a tournament leaves, put together.

use std::path::Path;

use crate::head::Head;
use crate::missing::Missing;
use crate::options::ArenaError;
use crate::report::{Cluster, Report};
use crate::resume::{self, Finished, Joined, join};
use crate::seating::distinct;

/// The results of several files, put together.
#[derive(Clone, PartialEq, Debug)]
pub struct Merged {
    /// What they come to.
    pub report: Report,
    /// What is missing of the tournament, if anything.
    pub missing: Option<Missing>,
}

impl resume::Head for Head {
    type Cluster = Cluster;

    fn read(line: &str) -> Option<Head> {
        Head::read(line)
    }

    fn difference(&self, other: &Head) -> Option<String> {
        Head::difference(self, other)
    }

    fn version(&self) -> Option<&str> {
        self.version.as_deref()
    }

    fn fits(&self) -> impl Fn(&Cluster) -> bool {
        let contestants = distinct(&self.bots).0.len();
        move |cluster| cluster.is_of(contestants)
    }
}

impl Finished for Cluster {
    fn index(&self) -> u64 {
        self.index
    }

    fn agrees(&self, other: &Cluster) -> bool {
        Cluster::agrees(self, other)
    }
}

/// Puts the results of several files together: parts of one tournament, or the same part from
/// several runs of it. What comes out is what one run of all these clusters would have reported, and what is
/// missing of the tournament.
///
/// # Errors
/// A file that cannot be read, is no file of results, belongs to another tournament than the first
/// one, or has another result for a cluster than a file before it.
pub fn merge<P: AsRef<Path>>(files: &[P]) -> Result<Merged, ArenaError> {
    let Joined { mut head, version, clusters, missing, .. } = join::<Head, P>(files)?;
    head.version = version;
    let clusters: Vec<Cluster> = clusters.into_values().collect();
    Ok(Merged { report: Report::new(&head, &clusters, missing.is_some()), missing })
}
