//! Record folder: one file per match, and one that describes what was played.
//!
//! Each record is written when its match counts, and its name identifies the match. So only the records of
//! running matches are in memory, shards may share a folder, and a resumed run adds what is missing.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use upcard_engine::record::Record;

use crate::options::ArenaError;

pub(crate) struct RecordFolder {
    folder: PathBuf,
}

/// Extension of incomplete files.
const UNFINISHED: &str = "unfinished";

impl RecordFolder {
    /// Opens or creates a folder. `text` describes what is played and is stored in the file `named`;
    /// `difference` explains how another such text differs.
    ///
    /// # Errors
    /// The folder cannot be written to, holds something else, or holds records of something different.
    pub(crate) fn open(
        folder: &Path,
        about_name: &str,
        text: &str,
        difference: impl FnOnce(&str) -> Option<String>,
    ) -> Result<RecordFolder, ArenaError> {
        let about = folder.join(about_name);
        let failed = |source| ArenaError::File { path: folder.display().to_string(), source };
        fs::create_dir_all(folder).map_err(failed)?;
        let records = RecordFolder { folder: folder.to_owned() };
        match fs::read_to_string(&about) {
            Ok(found) => match difference(&found) {
                Some(difference) => {
                    Err(ArenaError::OtherRun { path: about.display().to_string(), difference })
                }
                None => Ok(records),
            },
            Err(error) if error.kind() == ErrorKind::NotFound => {
                // Another shard of the same tournament may be creating the folder concurrently.
                let other = |entry: &fs::DirEntry| {
                    !entry.file_name().to_string_lossy().starts_with(about_name)
                };
                let mut entries = fs::read_dir(folder).map_err(failed)?;
                if entries.any(|entry| entry.as_ref().is_ok_and(other)) {
                    return Err(ArenaError::NotRecords(folder.display().to_string()));
                }
                records.write(about_name, text)?;
                Ok(records)
            }
            Err(source) => Err(ArenaError::File { path: about.display().to_string(), source }),
        }
    }

    /// Writes the record of a match, named by its cluster, from 0, and its place within it, from 1.
    pub(crate) fn write_record(
        &self,
        number: u64,
        place: usize,
        record: &Record,
    ) -> Result<(), ArenaError> {
        self.write(&format!("{number:07}-{place}.record"), &record.to_string())
    }

    /// Writes a file atomically.
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

    fn open(folder: &Path, text: &str) -> Result<RecordFolder, ArenaError> {
        RecordFolder::open(folder, "about.json", text, |found| {
            (found != text).then(|| format!("{found}, not {text}"))
        })
    }

    /// A folder takes the records of one tournament only, and must be empty at first.
    #[test]
    fn a_folder_holds_records_of_one_tournament() {
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
        assert!(matches!(open(scratch.path(), "one"), Err(ArenaError::NotRecords(_))));
        let file = folder.join("about.json");
        assert!(matches!(open(&file, "one"), Err(ArenaError::File { .. })));
    }
}
