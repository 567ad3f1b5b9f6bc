//! Merging the laboratory's result files.

use std::path::Path;

use super::finding::{Finding, RuleSetSums, findings};
use super::header::LabHeader;
use super::options::{LabOptions, LabReport};
use crate::missing::Missing;
use crate::options::{ArenaError, Shard};
use crate::result_file::join;

/// Merged results of several files.
#[derive(Clone, Debug)]
pub struct Merged {
    /// The requested run.
    pub options: LabOptions,
    /// Its findings.
    pub findings: Vec<Finding>,
    /// What is missing, if anything.
    pub missing: Option<Missing>,
    version: String,
}

impl Merged {
    /// Returns the JSON output.
    #[must_use]
    pub fn report(&self) -> LabReport<'_> {
        LabReport::of_version(&self.version, &self.options, &self.findings)
    }
}

/// Merges the results of several files: shards, or the same shard from several runs. The result equals that
/// of a single run over all these matches, and states what is missing. A game file must still be at its path.
///
/// # Errors
/// A file cannot be read, is no laboratory result file, belongs to another run than the first one, or
/// contradicts an earlier file; or a game file has changed.
pub fn merge<P: AsRef<Path>>(files: &[P]) -> Result<Merged, ArenaError> {
    let joined = join::<LabHeader, P>(files)?;
    let path = files.first().map_or(Path::new(""), AsRef::as_ref);
    let header = &joined.head;
    let subjects = header.subjects(path)?;
    let level =
        header.bots.parse().map_err(|_| ArenaError::NotResults(path.display().to_string()))?;
    let mut sums = vec![RuleSetSums::default(); subjects.len()];
    joined.clusters.values().for_each(|cluster| RuleSetSums::add_cluster(&mut sums, cluster));
    let named = subjects.iter().map(|(subject, rules)| (subject.name.as_str(), &**rules));
    let findings = findings(named, &sums);
    let options = LabOptions {
        level,
        matches: joined.wanted,
        seed: header.seed,
        playouts: header.playouts,
        shard: Shard::WHOLE,
        ..LabOptions::new(subjects.into_iter().map(|(subject, _)| subject).collect())
    };
    let version = header.version.clone();
    Ok(Merged { options, findings, missing: joined.missing, version })
}
