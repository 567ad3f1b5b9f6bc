//! A file of results: a line that says what is played, then a line for each finished cluster. What was interrupted
//! goes on from it, and parts are put together from several.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use upcard_cards::text::Short;

use crate::missing::Missing;
use crate::options::{ArenaError, Shard};

/// The program's version.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What is played: the first line of a file of results.
pub(crate) trait Head: Serialize + Sized {
    /// What is finished, a line for each.
    type Cluster: Finished;

    /// The first line of a file, where it is one.
    fn read(line: &str) -> Option<Self>;

    /// In what another one differs, in words; nothing where it is the same. One that does not say which program played
    /// it differs from none by that.
    fn difference(&self, other: &Self) -> Option<String>;

    /// The program that played it, where that is known.
    fn version(&self) -> Option<&str>;

    /// Says of clusters whether they can be of what is played.
    fn fits(&self) -> impl Fn(&Self::Cluster) -> bool;
}

/// The results of a cluster: of matches that are a sample together.
pub(crate) trait Finished: Serialize + DeserializeOwned {
    /// Its number, from 0.
    fn index(&self) -> u64;

    /// Is this the same result?
    fn agrees(&self, other: &Self) -> bool;
}

/// A file to which clusters are added as they are finished.
pub(crate) struct Kept {
    path: PathBuf,
    file: Mutex<File>,
}

/// The longest first line that is read, in bytes: what has none, such as a device, is not read to its end.
const LONGEST_HEAD: u64 = 1 << 20;

/// How many clusters a tournament has; a line of the file, where more are asked for than before, or where
/// another part of it goes into the file.
#[derive(Serialize, Deserialize)]
struct Wanted {
    clusters: u64,
    /// The part, where it is not the whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    part: Option<String>,
    /// The program that plays what follows, where the first line does not say which.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    version: Option<String>,
}

/// What the lines behind the first one say.
struct Results<C> {
    /// The most clusters that were asked for.
    wanted: u64,
    /// The parts that were asked for.
    parts: BTreeSet<Shard>,
    /// The programs that played.
    versions: BTreeSet<String>,
    clusters: BTreeMap<u64, C>,
}

impl<C: Finished> Results<C> {
    fn none() -> Results<C> {
        let (parts, versions, clusters) = (BTreeSet::new(), BTreeSet::new(), BTreeMap::new());
        Results { wanted: 0, parts, versions, clusters }
    }

    /// Adds the lines of a file. A line that cannot be read was cut off when a program was killed; its
    /// cluster was not finished.
    fn add(
        &mut self,
        text: &str,
        fits: impl Fn(&C) -> bool,
        path: &Path,
    ) -> Result<(), ArenaError> {
        for line in text.lines() {
            if let Ok(Wanted { clusters, part, version }) = serde_json::from_str(line) {
                self.wanted = self.wanted.max(clusters);
                self.parts.extend(part.and_then(|part| part.parse::<Shard>().ok()));
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
                Entry::Occupied(known) if known.get().agrees(&cluster) => {}
                Entry::Occupied(_) => {
                    let path = path.display().to_string();
                    return Err(ArenaError::Contradiction { path, cluster: index });
                }
            }
        }
        Ok(())
    }

    /// Another program than one that has played is told of.
    fn by_one_program(&self, path: &Path) -> Result<(), ArenaError> {
        let mut versions = self.versions.iter().map(Short);
        match (versions.next(), versions.next()) {
            (Some(one), Some(two)) => Err(ArenaError::Different {
                path: path.display().to_string(),
                difference: format!("versions {one} and {two}"),
            }),
            _ => Ok(()),
        }
    }
}

/// The first line of a file, with its end where it has one, as far as it is read.
fn first_line(from: &mut impl BufRead) -> std::io::Result<String> {
    let mut line = Vec::new();
    from.take(LONGEST_HEAD).read_until(b'\n', &mut line)?;
    Ok(String::from_utf8_lossy(&line).into_owned())
}

/// The rest of a file.
fn rest(mut from: impl Read) -> std::io::Result<String> {
    let mut bytes = Vec::new();
    from.read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The results of several files, put together.
pub(crate) struct Joined<H: Head> {
    /// What is played, as the first file says it.
    pub(crate) head: H,
    /// The program that played all of it, where every file says so.
    pub(crate) version: Option<String>,
    pub(crate) clusters: BTreeMap<u64, H::Cluster>,
    /// How many clusters were asked for.
    pub(crate) wanted: u64,
    /// What is missing of them, if anything.
    pub(crate) missing: Option<Missing>,
}

/// Puts the results of several files together: parts of one thing, or the same part from several runs of it.
///
/// # Errors
/// A file that cannot be read, is no file of such results, belongs to something else than the first
/// one, or has another result for a cluster than a file before it.
pub(crate) fn join<H: Head, P: AsRef<Path>>(files: &[P]) -> Result<Joined<H>, ArenaError> {
    let mut first: Option<H> = None;
    let mut all = Results::none();
    // What does not say by which program it was played may be by any.
    let mut known = true;
    for path in files {
        let path = path.as_ref();
        let name = || path.display().to_string();
        let failed = |source| ArenaError::File { path: name(), source };
        let mut file = BufReader::new(File::open(path).map_err(failed)?);
        let line = first_line(&mut file).map_err(failed)?;
        let head = H::read(&line).ok_or_else(|| ArenaError::NoResults(name()))?;
        known &= head.version().is_some();
        all.versions.extend(head.version().map(str::to_owned));
        let head = match &first {
            None => first.insert(head),
            Some(one) => match one.difference(&head) {
                Some(difference) => {
                    return Err(ArenaError::Different { path: name(), difference });
                }
                None => one,
            },
        };
        all.add(&rest(file).map_err(failed)?, head.fits(), path)?;
        all.by_one_program(path)?;
    }
    let head = first.ok_or_else(|| ArenaError::NoResults("merge".to_owned()))?;
    let version = head.version().filter(|_| known).map(str::to_owned);
    let found: BTreeSet<u64> = all.clusters.keys().copied().collect();
    // Clusters are numbered from 0: where a number is left out, a part is missing.
    let wanted = found.last().map_or(1, |last| last.saturating_add(1)).max(all.wanted);
    let missing = Missing::of(&found, wanted, &all.parts);
    Ok(Joined { head, version, clusters: all.clusters, wanted, missing })
}

impl Kept {
    /// Opens the file, or makes it, and reads the clusters of this part that are in it. `wanted` is how many there
    /// are to be, those of other parts among them.
    pub(crate) fn open<H: Head>(
        path: &Path,
        own: &H,
        shard: Shard,
        wanted: u64,
    ) -> Result<(Kept, BTreeMap<u64, H::Cluster>), ArenaError> {
        let failed = |source| ArenaError::File { path: path.display().to_string(), source };
        let head = serde_json::to_string(own).unwrap_or_default() + "\n";
        let file =
            OpenOptions::new().create(true).read(true).append(true).open(path).map_err(failed)?;
        // Two runs would write into each other's lines. Where there are no locks nobody is kept out; where a lock
        // keeps out those who read, too, there is none.
        if cfg!(unix) && matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            return Err(ArenaError::Busy(path.display().to_string()));
        }
        let mut from = BufReader::new(&file);
        let first = first_line(&mut from).map_err(failed)?;
        let begun = H::read(&first).filter(|_| first.ends_with('\n'));
        match &begun {
            Some(begun) => {
                if let Some(difference) = own.difference(begun) {
                    return Err(ArenaError::Different {
                        path: path.display().to_string(),
                        difference,
                    });
                }
            }
            None if !head.starts_with(&first) => {
                return Err(ArenaError::OtherTournament(path.display().to_string()));
            }
            None => {}
        }
        let text = rest(from).map_err(failed)?;
        let mut found = Results::none();
        // A line that was cut off is the last one: its cluster is played again.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        found.add(&text[..whole], own.fits(), path)?;
        let unsaid = begun.as_ref().is_some_and(|begun| begun.version().is_none());
        let new = unsaid && found.versions.insert(VERSION.to_owned());
        found.by_one_program(path)?;
        let kept = Kept { path: path.to_owned(), file: Mutex::new(file) };
        if begun.is_none() {
            // What is there of a first line that was cut off makes room for the whole of it.
            kept.file.lock().unwrap_or_else(PoisonError::into_inner).set_len(0).map_err(failed)?;
            kept.write(&head)?;
        } else if text.len() > whole {
            kept.write("\n")?;
        }
        let part = (shard != Shard::WHOLE).then_some(shard);
        if found.wanted < wanted || new || part.is_some_and(|part| !found.parts.contains(&part)) {
            let part = part.map(|part| part.to_string());
            let version = unsaid.then(|| VERSION.to_owned());
            kept.write_line(&Wanted { clusters: wanted, part, version })?;
        }
        found.clusters.retain(|index, _| *index < wanted && shard.has(*index));
        Ok((kept, found.clusters))
    }

    /// Adds a finished cluster.
    pub(crate) fn add(&self, cluster: &impl Finished) -> Result<(), ArenaError> {
        self.write_line(cluster)
    }

    fn write_line(&self, what: &impl Serialize) -> Result<(), ArenaError> {
        let line = serde_json::to_string(what).unwrap_or_default();
        self.write(&format!("{line}\n"))
    }

    fn write(&self, text: &str) -> Result<(), ArenaError> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(text.as_bytes())
            .map_err(|source| ArenaError::File { path: self.path.display().to_string(), source })
    }
}
