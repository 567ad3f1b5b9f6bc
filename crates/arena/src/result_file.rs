//! Result files: a header line that identifies what is played, then a line per finished cluster. Interrupted
//! runs resume from them, and shards are merged from several.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use upcard_cards::text::Truncated;

use crate::missing::Missing;
use crate::options::{ArenaError, Shard};
use crate::record_folder::RecordFolder;

pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

pub(crate) trait ResultHeader: Serialize + Sized {
    /// Type of its result lines.
    type Cluster: ClusterResult;

    /// Parses the header line. `None` if the line is not one.
    fn read(line: &str) -> Option<Self>;

    /// What identifies the run, each part with its name. A missing part matches any.
    fn parts(&self) -> Vec<(&'static str, Option<String>)>;

    /// Describes how another header differs; `None` if it is the same.
    fn difference(&self, other: &Self) -> Option<String> {
        self.parts().into_iter().zip(other.parts()).find_map(|((what, one), (_, two))| {
            let (one, two) = one.zip(two).filter(|(one, two)| one != two)?;
            Some(format!("{what} {}, not {}", Truncated(&two), Truncated(&one)))
        })
    }

    /// Opens a folder for the records of this run, which the file `about_name` in it describes.
    fn open_records(&self, folder: &Path, about_name: &str) -> Result<RecordFolder, ArenaError> {
        let text = serde_json::to_string(self).unwrap_or_default() + "\n";
        RecordFolder::open(folder, about_name, &text, |found| match Self::read(found) {
            Some(found) => self.difference(&found),
            None => Some("unreadable header".to_owned()),
        })
    }

    /// Version of the program that played, if known.
    fn version(&self) -> Option<&str>;

    /// Returns a predicate that tells whether a cluster can belong to this run.
    fn fits(&self) -> impl Fn(&Self::Cluster) -> bool;
}

/// Results of a cluster: matches that form one sample.
pub(crate) trait ClusterResult: Serialize + DeserializeOwned {
    /// Number of the cluster, from 0.
    fn index(&self) -> u64;

    fn has_same_results(&self, other: &Self) -> bool;
}

/// A result file open for appending.
pub(crate) struct ResultFile {
    path: PathBuf,
    file: Mutex<File>,
}

/// Maximum length of the header line in bytes, so that a file without one (such as a device) is not read to
/// its end.
const MAX_HEADER_BYTES: u64 = 1 << 20;

/// A line with the requested number of clusters, written when it grows or when another shard is added to the
/// file.
#[derive(Serialize, Deserialize)]
struct RequestLine {
    clusters: u64,
    /// Shard, if not the whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    part: Option<String>,
    /// Version that plays what follows, if the header has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    version: Option<String>,
}

/// Contents of the lines after the header.
struct Results<C> {
    /// Highest number of clusters requested.
    wanted: u64,
    /// Shards requested.
    shards: BTreeSet<Shard>,
    /// Versions of the program that played.
    versions: BTreeSet<String>,
    clusters: BTreeMap<u64, C>,
}

impl<C: ClusterResult> Results<C> {
    fn empty() -> Results<C> {
        let (shards, versions, clusters) = (BTreeSet::new(), BTreeSet::new(), BTreeMap::new());
        Results { wanted: 0, shards, versions, clusters }
    }

    /// Adds the lines of a file. An unreadable line was truncated when the program was killed; its cluster is
    /// unfinished.
    fn add(
        &mut self,
        text: &str,
        fits: impl Fn(&C) -> bool,
        path: &Path,
    ) -> Result<(), ArenaError> {
        for line in text.lines() {
            if let Ok(RequestLine { clusters, part, version }) = serde_json::from_str(line) {
                self.wanted = self.wanted.max(clusters);
                self.shards.extend(part.and_then(|part| part.parse::<Shard>().ok()));
                self.versions.extend(version);
            }
            let Ok(cluster) = serde_json::from_str::<C>(line) else { continue };
            if !fits(&cluster) {
                continue;
            }
            let index = cluster.index();
            match self.clusters.entry(index) {
                Entry::Vacant(place) => {
                    place.insert(cluster);
                }
                Entry::Occupied(known) if known.get().has_same_results(&cluster) => {}
                Entry::Occupied(_) => {
                    let path = path.display().to_string();
                    return Err(ArenaError::Contradiction { path, cluster: index });
                }
            }
        }
        Ok(())
    }

    /// Fails if more than one version of the program played.
    fn check_single_version(&self, path: &Path) -> Result<(), ArenaError> {
        let mut versions = self.versions.iter().map(Truncated);
        match (versions.next(), versions.next()) {
            (Some(one), Some(two)) => Err(ArenaError::OtherRun {
                path: path.display().to_string(),
                difference: format!("versions {one} and {two}"),
            }),
            _ => Ok(()),
        }
    }
}

/// Reads the header line with its line feed, up to the maximum length.
fn read_first_line(from: &mut impl BufRead) -> std::io::Result<String> {
    let mut line = Vec::new();
    from.take(MAX_HEADER_BYTES).read_until(b'\n', &mut line)?;
    Ok(String::from_utf8_lossy(&line).into_owned())
}

fn read_rest(mut from: impl Read) -> std::io::Result<String> {
    let mut bytes = Vec::new();
    from.read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Merged results of several files.
pub(crate) struct Joined<H: ResultHeader> {
    /// Header of the first file.
    pub(crate) head: H,
    /// Version that played everything, if every file states it.
    pub(crate) version: Option<String>,
    pub(crate) clusters: BTreeMap<u64, H::Cluster>,
    /// Number of clusters requested.
    pub(crate) wanted: u64,
    /// What is missing, if anything.
    pub(crate) missing: Option<Missing>,
}

/// Merges the results of several files: shards, or the same shard from several runs.
///
/// # Errors
/// A file cannot be read, is no result file of this kind, belongs to another run than the first one, or
/// contradicts an earlier file.
pub(crate) fn join<H: ResultHeader, P: AsRef<Path>>(files: &[P]) -> Result<Joined<H>, ArenaError> {
    let mut first: Option<H> = None;
    let mut all = Results::empty();
    // A file without a version may be by any.
    let mut versions_known = true;
    for path in files {
        let path = path.as_ref();
        let name = || path.display().to_string();
        let failed = |source| ArenaError::File { path: name(), source };
        let mut file = BufReader::new(File::open(path).map_err(failed)?);
        let line = read_first_line(&mut file).map_err(failed)?;
        let head = H::read(&line).ok_or_else(|| ArenaError::NotResults(name()))?;
        versions_known &= head.version().is_some();
        all.versions.extend(head.version().map(str::to_owned));
        if let Some(difference) = first.as_ref().and_then(|one| one.difference(&head)) {
            return Err(ArenaError::OtherRun { path: name(), difference });
        }
        let head = first.get_or_insert(head);
        all.add(&read_rest(file).map_err(failed)?, head.fits(), path)?;
        all.check_single_version(path)?;
    }
    let head = first.ok_or_else(|| ArenaError::NotResults("merge".to_owned()))?;
    let version = head.version().filter(|_| versions_known).map(str::to_owned);
    let found: BTreeSet<u64> = all.clusters.keys().copied().collect();
    // Clusters are numbered from 0, so a gap means a missing shard.
    let wanted = found.last().map_or(1, |last| last.saturating_add(1)).max(all.wanted);
    let missing = Missing::of(&found, wanted, &all.shards);
    Ok(Joined { head, version, clusters: all.clusters, wanted, missing })
}

impl ResultFile {
    /// Opens or creates the file and reads its clusters of this shard. `wanted` is the total number of
    /// clusters over all shards.
    pub(crate) fn open<H: ResultHeader>(
        path: &Path,
        own: &H,
        shard: Shard,
        wanted: u64,
    ) -> Result<(ResultFile, BTreeMap<u64, H::Cluster>), ArenaError> {
        let name = || path.display().to_string();
        let failed = |source| ArenaError::File { path: name(), source };
        let head = serde_json::to_string(own).unwrap_or_default() + "\n";
        let file =
            OpenOptions::new().create(true).read(true).append(true).open(path).map_err(failed)?;
        // Two runs would interleave their lines. Not enforced where locking is unsupported, nor where a lock
        // would also block readers.
        if cfg!(unix) && matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            return Err(ArenaError::Busy(name()));
        }
        let mut from = BufReader::new(&file);
        let first = read_first_line(&mut from).map_err(failed)?;
        let existing = H::read(&first).filter(|_| first.ends_with('\n'));
        if let Some(difference) = existing.as_ref().and_then(|existing| own.difference(existing)) {
            return Err(ArenaError::OtherRun { path: name(), difference });
        }
        if existing.is_none() && !head.starts_with(&first) {
            return Err(ArenaError::OtherTournament(name()));
        }
        let text = read_rest(from).map_err(failed)?;
        let mut found = Results::empty();
        // A truncated last line is dropped; its cluster is played again.
        let complete = text.rfind('\n').map_or(0, |end| end + 1);
        found.add(&text[..complete], own.fits(), path)?;
        let version_missing =
            existing.as_ref().is_some_and(|existing| existing.version().is_none());
        let new = version_missing && found.versions.insert(VERSION.to_owned());
        found.check_single_version(path)?;
        let kept = ResultFile { path: path.to_owned(), file: Mutex::new(file) };
        if existing.is_none() {
            // Replace a truncated header line.
            kept.file.lock().unwrap_or_else(PoisonError::into_inner).set_len(0).map_err(failed)?;
            kept.write(&head)?;
        } else if text.len() > complete {
            kept.write("\n")?;
        }
        let part = (shard != Shard::WHOLE).then_some(shard);
        if found.wanted < wanted || new || part.is_some_and(|part| !found.shards.contains(&part)) {
            let part = part.map(|part| part.to_string());
            let version = version_missing.then(|| VERSION.to_owned());
            kept.add(&RequestLine { clusters: wanted, part, version })?;
        }
        found.clusters.retain(|index, _| *index < wanted && shard.has(*index));
        Ok((kept, found.clusters))
    }

    /// Appends a line, such as a finished cluster.
    pub(crate) fn add(&self, what: &impl Serialize) -> Result<(), ArenaError> {
        let line = serde_json::to_string(what).unwrap_or_default();
        self.write(&format!("{line}\n"))
    }

    fn write(&self, text: &str) -> Result<(), ArenaError> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(text.as_bytes())
            .map_err(|source| ArenaError::File { path: self.path.display().to_string(), source })
    }
}
