//! Files of a match: its saved state, and its record.
//!
//! A running match holds a lock beside its file, so that two windows never write the same one.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;
use upcard_client::{LocalTable, SavedTableError};
use upcard_table::Entry;

/// Header of a file with a checksum: a format number of its own, so that programs without checksum support
/// reject it as a later format. After the checksum follows a text in another format.
const CHECKSUM_HEADER: &str = "\0\u{4}";

const CHECKSUM_DIGITS: usize = 8;

/// Saved text of a match, with a checksum: a changed byte could otherwise read as another match.
fn with_checksum(saved: &str) -> String {
    format!("{CHECKSUM_HEADER}{:0CHECKSUM_DIGITS$x}{saved}", crc32fast::hash(saved.as_bytes()))
}

/// Reads a saved match, with or without a checksum.
///
/// # Errors
/// Why it cannot be read.
pub fn read_file(text: &str) -> Result<Vec<Entry>, SavedTableError> {
    let Some(text) = text.strip_prefix(CHECKSUM_HEADER) else {
        return LocalTable::parse_saved(text);
    };
    let (sum, match_file) =
        text.split_at_checked(CHECKSUM_DIGITS).ok_or(SavedTableError::Damaged)?;
    match u32::from_str_radix(sum, 16) {
        Ok(sum) if sum == crc32fast::hash(match_file.as_bytes()) => {
            LocalTable::parse_saved(match_file)
        }
        _ => Err(SavedTableError::Damaged),
    }
}

/// Why a file cannot be used.
#[derive(Debug, Error)]
pub enum FilesError {
    /// It cannot be written.
    #[error("{0}: cannot be written: {1}")]
    Unwritable(PathBuf, io::Error),
    /// Another program is playing it.
    #[error("{0}: this match is open in another window")]
    InUse(PathBuf),
}

/// Files of a table: the running match, and the record of a finished one.
#[derive(Debug)]
pub struct Files {
    match_file: PathBuf,
    record: PathBuf,
    /// Held while the match is played.
    _lock: File,
    /// `true` if there was no match before.
    new: bool,
    /// Number of table changes that the file holds.
    changes: usize,
    /// Number of the last match whose record was written.
    written: u32,
    records: Vec<PathBuf>,
}

impl Files {
    /// Saves a new match in one file, and its record in the other. The match is locked until this is dropped,
    /// which also removes a file that is still empty.
    ///
    /// # Errors
    /// If another program plays it, or nothing can be written there.
    pub fn begin(match_file: PathBuf, record: PathBuf) -> Result<Files, FilesError> {
        Files::open(match_file, record, true)
    }

    /// The same for a saved match in a readable file.
    ///
    /// # Errors
    /// As [`Files::begin`].
    pub fn resume(match_file: PathBuf, record: PathBuf) -> Result<Files, FilesError> {
        Files::open(match_file, record, false)
    }

    fn open(match_file: PathBuf, record: PathBuf, new: bool) -> Result<Files, FilesError> {
        let lock = lock(&match_file)?;
        Ok(Files {
            match_file,
            record,
            _lock: lock,
            new,
            changes: 0,
            written: 0,
            records: Vec::new(),
        })
    }

    /// Returns `true` if another program is playing the match in this file.
    #[must_use]
    pub fn in_use(match_file: &Path) -> bool {
        let held = |file: File| matches!(file.try_lock(), Err(TryLockError::WouldBlock));
        File::open(lock_path(match_file)).is_ok_and(held)
    }

    /// Path of the saved match.
    #[must_use]
    pub fn match_file(&self) -> &Path {
        &self.match_file
    }

    /// Path of a match's record. Later matches at this table get a number, and so does one whose path has
    /// been taken meanwhile.
    fn record(&self, number: u32) -> PathBuf {
        if number <= 1 {
            return self.record.clone();
        }
        let stem = self.record.file_stem().unwrap_or_default().to_string_lossy();
        let file = match self.record.extension() {
            Some(extension) => format!("{stem}-{number}.{}", extension.to_string_lossy()),
            None => format!("{stem}-{number}"),
        };
        self.record.with_file_name(file)
    }

    /// Saves the table if it has changed: the match while it runs, its record when it is over.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(&mut self, app: &crate::App) -> Result<(), FilesError> {
        if let Some(number) = app.match_over() {
            if number > self.written
                && let Some(record) = app.record()
            {
                let holds = |file: &Path| fs::read(file).is_ok_and(|old| old == record.as_bytes());
                let mut places = (number..).map(|number| self.record(number));
                let place = places.find(|file| !file.exists() || holds(file));
                let place = place.unwrap_or_else(|| self.record(number));
                write(&place, &record)?;
                self.written = number;
                self.records.push(place);
                // Nothing left to continue.
                let _ = fs::remove_file(&self.match_file);
                self.changes = app.changes();
            }
            return Ok(());
        }
        if app.changes() != self.changes {
            write(&self.match_file, &with_checksum(&app.saved_text()))?;
            self.changes = app.changes();
        }
        Ok(())
    }

    /// Paths of the records written.
    #[must_use]
    pub fn records(&self) -> &[PathBuf] {
        &self.records
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        // The empty file that was made for a new match.
        if self.new && fs::metadata(&self.match_file).is_ok_and(|file| file.len() == 0) {
            let _ = fs::remove_file(&self.match_file);
        }
        // While there is a match its lock file stays, so that everybody locks the same file.
        if !self.match_file.exists() {
            let _ = fs::remove_file(lock_path(&self.match_file));
        }
    }
}

/// Path of the lock file. The match's own file cannot be locked, since each save replaces it.
fn lock_path(match_file: &Path) -> PathBuf {
    let mut name = match_file.as_os_str().to_owned();
    name.push("-lock");
    PathBuf::from(name)
}

fn make_folder_of(file: &Path) -> io::Result<()> {
    file.parent().map_or(Ok(()), fs::create_dir_all)
}

fn lock(match_file: &Path) -> Result<File, FilesError> {
    let name = lock_path(match_file);
    let unwritable = |error| FilesError::Unwritable(name.clone(), error);
    make_folder_of(match_file).map_err(unwritable)?;
    let options = File::options().create(true).truncate(false).write(true).to_owned();
    let file = options.open(&name).map_err(unwritable)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(FilesError::InUse(match_file.to_owned())),
        Err(TryLockError::Error(error)) => Err(unwritable(error)),
    }
}

/// Writes a file atomically.
fn write(path: &Path, text: &str) -> Result<(), FilesError> {
    let unwritable = |error| FilesError::Unwritable(path.to_owned(), error);
    make_folder_of(path).map_err(unwritable)?;
    let mut name = path.file_name().map(ToOwned::to_owned).unwrap_or_default();
    name.push(".new");
    let new = path.with_file_name(name);
    fs::write(&new, text).and_then(|()| fs::rename(&new, path)).map_err(|error| {
        // Do not leave half a file behind.
        let _ = fs::remove_file(&new);
        unwritable(error)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_write_leaves_no_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("gin-1.match");
        write(&path, "first").unwrap();
        write(&path, "second").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "second");
        // A folder is in the way.
        let taken = folder.path().join("taken");
        fs::create_dir(&taken).unwrap();
        assert!(
            matches!(write(&taken, "x"), Err(FilesError::Unwritable(place, _)) if place == taken)
        );
        let mut left: Vec<_> =
            fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().file_name()).collect();
        left.sort();
        assert_eq!(left, ["gin-1.match", "taken"]);
    }

    #[test]
    fn a_changed_byte_is_noticed() {
        let library = std::sync::Arc::new(upcard_engine::Library::standard().unwrap());
        let seats = vec![upcard_client::wire::SeatPlan::Person; 2];
        let set_up = upcard_client::wire::SetUp::new("gin", seats);
        let table = LocalTable::new(library, set_up, [1; 32]).unwrap();
        let (saved, entries) = (table.saved_text(), Ok(table.entries().to_vec()));
        let file = with_checksum(&saved);
        assert_eq!(read_file(&file), entries);
        // Files without a checksum are still readable.
        assert_eq!(read_file(&saved), entries);
        assert_eq!(LocalTable::parse_saved(&file), Err(SavedTableError::Format(4)));
        for at in CHECKSUM_HEADER.len()..file.len() {
            for bit in 0..8 {
                let mut bytes = file.clone().into_bytes();
                bytes[at] ^= 1 << bit;
                // Invalid UTF-8 is rejected before parsing.
                let Ok(text) = String::from_utf8(bytes) else { continue };
                assert!(
                    read_file(&text) == entries
                        || read_file(&text) == Err(SavedTableError::Damaged)
                );
                let digit = CHECKSUM_HEADER.len()..CHECKSUM_HEADER.len() + CHECKSUM_DIGITS;
                assert!(digit.contains(&at) || read_file(&text).is_err(), "byte {at}, bit {bit}");
            }
        }
        for end in CHECKSUM_HEADER.len()..file.len() {
            let cut = file.get(..end).map(read_file);
            assert!(cut.is_none_or(|cut| cut == Err(SavedTableError::Damaged)), "{end} bytes");
        }
    }

    #[test]
    fn a_match_file_is_locked() {
        let folder = tempfile::tempdir().unwrap();
        let match_file = folder.path().join("new/gin-1.match");
        let record = || match_file.with_extension("upcard");
        let first = Files::begin(match_file.clone(), record()).unwrap();
        assert!(Files::in_use(&match_file));
        let second = Files::begin(match_file.clone(), record());
        assert!(matches!(second, Err(FilesError::InUse(path)) if path == match_file));
        fs::write(&match_file, "something").unwrap();
        drop(first);
        assert!(match_file.exists() && !Files::in_use(&match_file));
        // An empty file of another program stays.
        fs::write(&match_file, "").unwrap();
        drop(Files::resume(match_file.clone(), record()).unwrap());
        assert!(match_file.exists());
        // A match that was begun but never written leaves nothing behind.
        drop(Files::begin(match_file.clone(), record()).unwrap());
        assert_eq!(fs::read_dir(match_file.parent().unwrap()).unwrap().count(), 0);
    }
}
