//! A folder of records: a file for each match, and one that says what was played.
//!
//! A record is written when its match counts, and its name says which match it is. So no more records are in memory
//! than matches are being played, parts of a tournament may share a folder, and a run that goes on from a file of
//! results adds what was missing.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use upcard_engine::record::Record;

use crate::options::ArenaError;

/// Where records are kept.
pub(crate) struct Records {
    folder: PathBuf,
}

/// How the name of a file ends that is not whole yet.
const UNFINISHED: &str = "unfinished";

impl Records {
    /// Opens a folder, or makes it. `text` says what is played, in the file `named`; `difference` says in what another
    /// such text differs.
    ///
    /// # Errors
    /// The folder cannot be written to, holds something else, or what differs was played there.
    pub(crate) fn open(
        folder: &Path,
        named: &str,
        text: &str,
        difference: impl FnOnce(&str) -> Option<String>,
    ) -> Result<Records, ArenaError> {
        let about = folder.join(named);
        let failed = |source| ArenaError::File { path: folder.display().to_string(), source };
        fs::create_dir_all(folder).map_err(failed)?;
        let records = Records { folder: folder.to_owned() };
        match fs::read_to_string(&about) {
            Ok(found) => match difference(&found) {
                Some(difference) => {
                    Err(ArenaError::Different { path: about.display().to_string(), difference })
                }
                None => Ok(records),
            },
            Err(error) if error.kind() == ErrorKind::NotFound => {
                // Another part of the same tournament may be making its folder at the same time.
                let other =
                    |entry: &fs::DirEntry| !entry.file_name().to_string_lossy().starts_with(named);
                let mut entries = fs::read_dir(folder).map_err(failed)?;
                if entries.any(|entry| entry.as_ref().is_ok_and(other)) {
                    return Err(ArenaError::NoRecords(folder.display().to_string()));
                }
                records.write(named, text)?;
                Ok(records)
            }
            Err(source) => Err(ArenaError::File { path: about.display().to_string(), source }),
        }
    }

    /// Keeps the record of a match: by the number of what it belongs to, from 0, and its place in that, from 1.
    pub(crate) fn keep(
        &self,
        number: u64,
        place: usize,
        record: &Record,
    ) -> Result<(), ArenaError> {
        self.write(&format!("{number:07}-{place}.record"), &record.to_string())
    }

    /// Writes a file that is there either whole or not at all.
    fn write(&self, name: &str, text: &str) -> Result<(), ArenaError> {
        let path = self.folder.join(name);
        let unfinished = self.folder.join(format!("{name}.{}.{UNFINISHED}", std::process::id()));
        fs::File::create(&unfinished)
            .and_then(|mut file| file.write_all(text.as_bytes()))
            .and_then(|()| fs::rename(&unfinished, &path))
            .map_err(|source| ArenaError::File { path: path.display().to_string(), source })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(folder: &Path, text: &str) -> Result<Records, ArenaError> {
        Records::open(folder, "about.json", text, |found| {
            (found != text).then(|| format!("{found}, not {text}"))
        })
    }

    /// Only one thing is played in a folder, and only in one that was empty.
    #[test]
    fn a_folder_is_of_one_tournament() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = scratch.path().join("new/records");
        let records = open(&folder, "one").unwrap();
        records.write("0000001-1.record", "text").unwrap();
        assert!(open(&folder, "one").is_ok());
        let refused = open(&folder, "other").err().unwrap().to_string();
        assert!(refused.ends_with("another tournament: one, not other"), "{refused}");
        let mut names: Vec<_> = fs::read_dir(&folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        assert_eq!(names, ["0000001-1.record", "about.json"]);
        assert!(matches!(open(scratch.path(), "one"), Err(ArenaError::NoRecords(_))));
        let file = folder.join("about.json");
        assert!(matches!(open(&file, "one"), Err(ArenaError::File { .. })));
    }
}
