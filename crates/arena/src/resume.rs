//! A file of results: a line that says which tournament it is, then a line for each finished
//! cluster. An interrupted tournament goes on from it, and parts of one are merged from several.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use upcard_engine::Rules;

use crate::head::Head;
use crate::options::{ArenaError, Options};
use crate::report::{Cluster, Report};
use crate::seating::distinct;

/// A file to which clusters are added as they are finished.
pub(crate) struct Kept {
    path: PathBuf,
    file: Mutex<File>,
}

/// The clusters of these lines, by their number. A line that cannot be read was cut off when a
/// program was killed; its cluster was not finished.
fn clusters<'a>(
    lines: impl Iterator<Item = &'a str>,
    contestants: usize,
) -> impl Iterator<Item = Cluster> {
    let read = lines.filter_map(|line| serde_json::from_str(line).ok());
    read.filter(move |cluster: &Cluster| cluster.is_of(contestants))
}

/// Puts the results of several files together: parts of one tournament, or the same part from
/// several runs of it. What comes out is what one run of all these clusters would have reported.
///
/// # Errors
/// A file that cannot be read, is no file of results, belongs to another tournament than the first
/// one, or has another result for a cluster than a file before it.
pub fn merge<P: AsRef<Path>>(files: &[P]) -> Result<Report, ArenaError> {
    let mut first: Option<Head> = None;
    let mut all: BTreeMap<u64, Cluster> = BTreeMap::new();
    for path in files {
        let name = || path.as_ref().display().to_string();
        let failed = |source| ArenaError::File { path: name(), source };
        let bytes = std::fs::read(path).map_err(failed)?;
        let text = String::from_utf8_lossy(&bytes);
        let mut lines = text.lines();
        let head =
            lines.next().and_then(Head::read).ok_or_else(|| ArenaError::NoResults(name()))?;
        let head = match &first {
            None => first.insert(head),
            Some(one) => match one.difference(&head) {
                Some(difference) => {
                    return Err(ArenaError::Different { path: name(), difference });
                }
                None => one,
            },
        };
        for cluster in clusters(lines, distinct(&head.bots).0.len()) {
            let index = cluster.index;
            match all.entry(index) {
                Entry::Vacant(place) => {
                    place.insert(cluster);
                }
                Entry::Occupied(known) if known.get().agrees(&cluster) => {}
                Entry::Occupied(_) => {
                    return Err(ArenaError::Contradiction { path: name(), cluster: index });
                }
            }
        }
    }
    let head = first.ok_or_else(|| ArenaError::NoResults("merge".to_owned()))?;
    let clusters: Vec<Cluster> = all.into_values().collect();
    // Clusters are numbered from 0: where a number is left out, a part is missing.
    let missing = clusters.last().is_none_or(|last| last.index >= clusters.len() as u64);
    Ok(Report::new(&head, &clusters, missing))
}

impl Kept {
    /// Opens the file, or makes it, and reads the clusters that are in it.
    pub(crate) fn open(
        path: &Path,
        options: &Options,
        rules: &Rules,
        contestants: usize,
    ) -> Result<(Kept, BTreeMap<u64, Cluster>), ArenaError> {
        let failed = |source| ArenaError::File { path: path.display().to_string(), source };
        let head = Head::new(options, rules);
        let head = serde_json::to_string(&head).unwrap_or_default();
        let mut file =
            OpenOptions::new().create(true).read(true).append(true).open(path).map_err(failed)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        let text = String::from_utf8_lossy(&bytes);
        // A line that was cut off is the last one: its cluster is played again.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = text[..whole].lines();
        let mut done = BTreeMap::new();
        match lines.next() {
            Some(first) if first == head => {
                done.extend(clusters(lines, contestants).map(|cluster| (cluster.index, cluster)));
            }
            None if head.starts_with(&text[..]) => {}
            _ => return Err(ArenaError::OtherTournament(path.display().to_string())),
        }
        let kept = Kept { path: path.to_owned(), file: Mutex::new(file) };
        if whole == 0 {
            // What is there of a first line that was cut off makes room for the whole of it.
            kept.file.lock().unwrap_or_else(PoisonError::into_inner).set_len(0).map_err(failed)?;
            kept.write(&format!("{head}\n"))?;
        } else if text.len() > whole {
            kept.write("\n")?;
        }
        Ok((kept, done))
    }

    /// Adds a finished cluster.
    pub(crate) fn add(&self, cluster: &Cluster) -> Result<(), ArenaError> {
        let line = serde_json::to_string(cluster).unwrap_or_default();
        self.write(&format!("{line}\n"))
    }

    fn write(&self, text: &str) -> Result<(), ArenaError> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(text.as_bytes())
            .map_err(|source| ArenaError::File { path: self.path.display().to_string(), source })
    }
}
