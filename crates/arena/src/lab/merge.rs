//! The files of results of the laboratory, put together.

use std::path::Path;

use super::finding::{Finding, Sum, findings};
use super::head::About;
use super::options::{Found, LabOptions};
use crate::missing::Missing;
use crate::options::{ArenaError, Shard};
use crate::resume::join;

/// The results of several files, put together.
#[derive(Clone, Debug)]
pub struct Merged {
    /// What was asked for.
    pub options: LabOptions,
    /// What it comes to.
    pub findings: Vec<Finding>,
    /// What is missing of it, if anything.
    pub missing: Option<Missing>,
    version: String,
}

impl Merged {
    /// What is printed as JSON.
    #[must_use]
    pub fn found(&self) -> Found<'_> {
        Found::by(&self.version, &self.options, &self.findings)
    }
}

/// Puts the results of several files together: parts, or the same part from several runs of it. What comes out is what
/// one run of all these matches would have found, and what is missing. A game's file must lie where it lay.
///
/// # Errors
/// A file that cannot be read, is no file of such results, is of something else than the first
/// one, or has another result for a match than a file before it; or a game's file that is not what it was.
pub fn merge<P: AsRef<Path>>(files: &[P]) -> Result<Merged, ArenaError> {
    let joined = join::<About, P>(files)?;
    let path = files.first().map_or(Path::new(""), AsRef::as_ref);
    let about = &joined.head;
    let subjects = about.subjects(path)?;
    let level =
        about.bots.parse().map_err(|_| ArenaError::NoResults(path.display().to_string()))?;
    let mut sums = vec![Sum::default(); subjects.len()];
    joined.clusters.values().for_each(|cluster| Sum::count(&mut sums, cluster));
    let named = subjects.iter().map(|(subject, rules)| (subject.name.as_str(), &**rules));
    let findings = findings(named, &sums);
    let options = LabOptions {
        level,
        matches: joined.wanted,
        seed: about.seed,
        playouts: about.playouts,
        shard: Shard::WHOLE,
        ..LabOptions::new(subjects.into_iter().map(|(subject, _)| subject).collect())
    };
    let version = about.version.clone();
    Ok(Merged { options, findings, missing: joined.missing, version })
}
