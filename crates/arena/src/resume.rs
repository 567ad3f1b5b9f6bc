//! A file of results: a line that says which tournament it is, then a line for each finished
//! cluster. An interrupted tournament goes on from it, and parts of one are merged from several.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use upcard_cards::text::Short;
use upcard_engine::Rules;

use crate::head::{Head, VERSION};
use crate::missing::{Merged, Missing};
use crate::options::{ArenaError, Options, Shard};
use crate::report::{Cluster, Report};
use crate::seating::distinct;

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
#[derive(Default)]
struct Results {
    /// The most clusters that were asked for.
    wanted: u64,
    /// The parts that were asked for.
    parts: BTreeSet<Shard>,
    /// The programs that played.
    versions: BTreeSet<String>,
    clusters: BTreeMap<u64, Cluster>,
}

impl Results {
    /// Adds the lines of a file. A line that cannot be read was cut off when a program was killed; its
    /// cluster was not finished.
    fn add(&mut self, text: &str, contestants: usize, path: &Path) -> Result<(), ArenaError> {
        for line in text.lines() {
            if let Ok(Wanted { clusters, part, version }) = serde_json::from_str(line) {
                self.wanted = self.wanted.max(clusters);
                self.parts.extend(part.and_then(|part| part.parse::<Shard>().ok()));
                self.versions.extend(version);
            }
            let Ok(cluster) = serde_json::from_str::<Cluster>(line) else { continue };
            if !cluster.is_of(contestants) {
                continue;
            }
            let index = cluster.index;
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

/// Puts the results of several files together: parts of one tournament, or the same part from
/// several runs of it. What comes out is what one run of all these clusters would have reported, and what is
/// missing of the tournament.
///
/// # Errors
/// A file that cannot be read, is no file of results, belongs to another tournament than the first
/// one, or has another result for a cluster than a file before it.
pub fn merge<P: AsRef<Path>>(files: &[P]) -> Result<Merged, ArenaError> {
    let mut first: Option<Head> = None;
    let mut all = Results::default();
    // What does not say by which program it was played may be by any.
    let mut known = true;
    for path in files {
        let path = path.as_ref();
        let name = || path.display().to_string();
        let failed = |source| ArenaError::File { path: name(), source };
        let mut file = BufReader::new(File::open(path).map_err(failed)?);
        let line = first_line(&mut file).map_err(failed)?;
        let head = Head::read(&line).ok_or_else(|| ArenaError::NoResults(name()))?;
        known &= head.version.is_some();
        all.versions.extend(head.version.clone());
        let head = match &first {
            None => first.insert(head),
            Some(one) => match one.difference(&head) {
                Some(difference) => {
                    return Err(ArenaError::Different { path: name(), difference });
                }
                None => one,
            },
        };
        all.add(&rest(file).map_err(failed)?, distinct(&head.bots).0.len(), path)?;
        all.by_one_program(path)?;
    }
    let mut head = first.ok_or_else(|| ArenaError::NoResults("merge".to_owned()))?;
    head.version = head.version.filter(|_| known);
    let found: BTreeSet<u64> = all.clusters.keys().copied().collect();
    // Clusters are numbered from 0: where a number is left out, a part is missing.
    let wanted = found.last().map_or(1, |last| last.saturating_add(1)).max(all.wanted);
    let missing = Missing::of(&found, wanted, &all.parts);
    let clusters: Vec<Cluster> = all.clusters.into_values().collect();
    Ok(Merged { report: Report::new(&head, &clusters, missing.is_some()), missing })
}

impl Kept {
    /// Opens the file, or makes it, and reads the clusters that are in it. `wanted` is how many there
    /// are to be, those of other parts among them.
    pub(crate) fn open(
        path: &Path,
        options: &Options,
        rules: &Rules,
        contestants: usize,
        wanted: u64,
    ) -> Result<(Kept, BTreeMap<u64, Cluster>), ArenaError> {
        let failed = |source| ArenaError::File { path: path.display().to_string(), source };
        let own = Head::new(options, rules);
        let head = serde_json::to_string(&own).unwrap_or_default() + "\n";
        let file =
            OpenOptions::new().create(true).read(true).append(true).open(path).map_err(failed)?;
        // Two runs would write into each other's lines. Where there are no locks nobody is kept out; where a lock
        // keeps out those who read, too, there is none.
        if cfg!(unix) && matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            return Err(ArenaError::Busy(path.display().to_string()));
        }
        let mut from = BufReader::new(&file);
        let first = first_line(&mut from).map_err(failed)?;
        let begun = Head::read(&first).filter(|_| first.ends_with('\n'));
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
        let mut found = Results::default();
        // A line that was cut off is the last one: its cluster is played again.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        found.add(&text[..whole], contestants, path)?;
        let unsaid = begun.as_ref().is_some_and(|begun| begun.version.is_none());
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
        let part = (options.shard != Shard::WHOLE).then_some(options.shard);
        if found.wanted < wanted || new || part.is_some_and(|part| !found.parts.contains(&part)) {
            let part = part.map(|part| part.to_string());
            let version = unsaid.then(|| VERSION.to_owned());
            kept.write_line(&Wanted { clusters: wanted, part, version })?;
        }
        Ok((kept, found.clusters))
    }

    /// Adds a finished cluster.
    pub(crate) fn add(&self, cluster: &Cluster) -> Result<(), ArenaError> {
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
