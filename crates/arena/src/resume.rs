//! The file of finished clusters that an interrupted tournament goes on from: a line that says
//! which tournament it is, then a line for each cluster.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use upcard_engine::Rules;

use crate::options::{ArenaError, Options};
use crate::report::Cluster;

/// A file to which clusters are added as they are finished.
pub(crate) struct Kept {
    path: PathBuf,
    file: Mutex<File>,
}

/// The first line: what the tournament is. The number of matches is no part of it, so that more
/// can be asked for later.
fn head(options: &Options, rules: &Rules) -> String {
    let bots: Vec<String> = options.bots.iter().map(ToString::to_string).collect();
    let set: Vec<String> =
        options.set.iter().map(|(path, value)| format!("{path}={value}")).collect();
    serde_json::json!({
        "upcard": "arena", "format": 1, "game": rules.set.id, "set": set,
        "players": rules.players, "bots": bots, "seed": options.seed,
        "thinking": options.thinking,
    })
    .to_string()
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
        let head = head(options, rules);
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
                let clusters = lines.filter_map(|line| serde_json::from_str(line).ok());
                let fitting = clusters.filter(|cluster: &Cluster| cluster.is_of(contestants));
                done.extend(fitting.map(|cluster| (cluster.index, cluster)));
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
