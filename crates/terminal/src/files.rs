//! Where a match is kept, and its record.
//!
//! Whoever plays a match holds a lock beside its file, so that two windows never write the same one.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;
use upcard_client::{KeptError, Local};
use upcard_table::Entry;

/// How a file begins whose text is summed: with the number of a format of its own, which programs that do not
/// look at sums refuse as a later one's. What follows the sum is a text of one of the other formats.
const SUMMED: &str = "\0\u{4}";

/// The digits of a sum.
const DIGITS: usize = 8;

/// What a match is kept as, behind its sum: a changed byte would often read as another match.
fn summed(kept: &str) -> String {
    format!("{SUMMED}{:0DIGITS$x}{kept}", crc32fast::hash(kept.as_bytes()))
}

/// The match in a file, which may be from before there were sums.
///
/// # Errors
/// Why it cannot be read.
pub fn read_file(text: &str) -> Result<Vec<Entry>, KeptError> {
    let Some(text) = text.strip_prefix(SUMMED) else { return Local::read_kept(text) };
    let (sum, kept) = text.split_at_checked(DIGITS).ok_or(KeptError::Damaged)?;
    match u32::from_str_radix(sum, 16) {
        Ok(sum) if sum == crc32fast::hash(kept.as_bytes()) => Local::read_kept(kept),
        _ => Err(KeptError::Damaged),
    }
}

/// Why a file is of no use.
#[derive(Debug, Error)]
pub enum FilesError {
    /// It cannot be written.
    #[error("{0}: cannot be written: {1}")]
    Unwritable(PathBuf, io::Error),
    /// Another program plays it.
    #[error("{0}: this match is being played in another window")]
    InUse(PathBuf),
}

/// The files of a table: the match while it goes on, and its record when it is over.
#[derive(Debug)]
pub struct Files {
    kept: PathBuf,
    record: PathBuf,
    /// Held as long as the match is played.
    _lock: File,
    /// Was there no match before?
    new: bool,
    /// How many changes of the table the file holds.
    changes: usize,
    /// The matches whose records were written.
    written: u32,
    /// Where those are.
    records: Vec<PathBuf>,
}

impl Files {
    /// A new match is kept in one file, and its record written to the other. Nobody else plays it
    /// until this is dropped. A file that is left empty goes with it.
    ///
    /// # Errors
    /// Somebody else plays it, or nothing can be written there.
    pub fn begin(kept: PathBuf, record: PathBuf) -> Result<Files, FilesError> {
        Files::open(kept, record, true)
    }

    /// The same for a match that was kept in this file: one that can be read.
    ///
    /// # Errors
    /// As [`Files::begin`].
    pub fn go_on(kept: PathBuf, record: PathBuf) -> Result<Files, FilesError> {
        Files::open(kept, record, false)
    }

    fn open(kept: PathBuf, record: PathBuf, new: bool) -> Result<Files, FilesError> {
        let lock = lock(&kept)?;
        Ok(Files { kept, record, _lock: lock, new, changes: 0, written: 0, records: Vec::new() })
    }

    /// Is the match in this file being played by somebody?
    #[must_use]
    pub fn in_use(kept: &Path) -> bool {
        let held = |file: File| matches!(file.try_lock(), Err(TryLockError::WouldBlock));
        File::open(beside(kept)).is_ok_and(held)
    }

    /// Where the match is kept.
    #[must_use]
    pub fn kept(&self) -> &Path {
        &self.kept
    }

    /// Where the record of a match at this table goes: that of a second one has a number, and so has
    /// one whose place another file has taken meanwhile.
    fn record(&self, number: u32) -> PathBuf {
        if number <= 1 {
            return self.record.clone();
        }
        let name = |part: Option<&std::ffi::OsStr>| {
            part.map(|part| part.to_string_lossy().into_owned()).unwrap_or_default()
        };
        let stem = name(self.record.file_stem());
        let file = match self.record.extension() {
            Some(extension) => format!("{stem}-{number}.{}", extension.to_string_lossy()),
            None => format!("{stem}-{number}"),
        };
        self.record.with_file_name(file)
    }

    /// Keeps the table where it has changed: the match while it goes on, its record when it is over.
    ///
    /// # Errors
    /// Why it cannot be written.
    pub fn keep(&mut self, app: &crate::App) -> Result<(), FilesError> {
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
                // There is nothing to go on with.
                let _ = fs::remove_file(&self.kept);
                self.changes = app.changes();
            }
            return Ok(());
        }
        if app.changes() != self.changes {
            write(&self.kept, &summed(&app.kept()))?;
            self.changes = app.changes();
        }
        Ok(())
    }

    /// The records that were written.
    #[must_use]
    pub fn records(&self) -> &[PathBuf] {
        &self.records
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        // A file that was made for a new match, and in which nothing was kept yet, holds none.
        if self.new && fs::metadata(&self.kept).is_ok_and(|file| file.len() == 0) {
            let _ = fs::remove_file(&self.kept);
        }
        // While there is a match its lock stays, so that all who open it mean the same file.
        if !self.kept.exists() {
            let _ = fs::remove_file(beside(&self.kept));
        }
    }
}

/// The file whose lock says that a match is being played. It is not the match's own: that one is
/// replaced as a whole each time something is kept.
fn beside(kept: &Path) -> PathBuf {
    let mut name = kept.as_os_str().to_owned();
    name.push("-lock");
    PathBuf::from(name)
}

/// Makes sure that nobody else plays the match in this file.
fn lock(kept: &Path) -> Result<File, FilesError> {
    let name = beside(kept);
    let unwritable = |error| FilesError::Unwritable(name.clone(), error);
    if let Some(folder) = kept.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder).map_err(unwritable)?;
    }
    let options = File::options().create(true).truncate(false).write(true).to_owned();
    let file = options.open(&name).map_err(unwritable)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(FilesError::InUse(kept.to_owned())),
        Err(TryLockError::Error(error)) => Err(unwritable(error)),
    }
}

/// Writes a file as a whole, or not at all.
fn write(path: &Path, text: &str) -> Result<(), FilesError> {
    let unwritable = |error| FilesError::Unwritable(path.to_owned(), error);
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder).map_err(unwritable)?;
    }
    let mut name = path.file_name().map(ToOwned::to_owned).unwrap_or_default();
    name.push(".new");
    let new = path.with_file_name(name);
    fs::write(&new, text).and_then(|()| fs::rename(&new, path)).map_err(|error| {
        // Half a file is of no use to anybody.
        let _ = fs::remove_file(&new);
        unwritable(error)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_written_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("gin-1.match");
        write(&path, "first").unwrap();
        write(&path, "second").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "second");
        // A folder lies where the file should.
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
        let table = Local::new(library, set_up, [1; 32]).unwrap();
        let (kept, entries) = (table.kept(), Ok(table.entries().to_vec()));
        let file = summed(&kept);
        assert_eq!(read_file(&file), entries);
        // What was kept without a sum is read as before.
        assert_eq!(read_file(&kept), entries);
        assert_eq!(Local::read_kept(&file), Err(KeptError::Format(4)));
        for at in SUMMED.len()..file.len() {
            for bit in 0..8 {
                let mut bytes = file.clone().into_bytes();
                bytes[at] ^= 1 << bit;
                // What is no text any more is not even read.
                let Ok(text) = String::from_utf8(bytes) else { continue };
                assert!(read_file(&text) == entries || read_file(&text) == Err(KeptError::Damaged));
                let digit = SUMMED.len()..SUMMED.len() + DIGITS;
                assert!(digit.contains(&at) || read_file(&text).is_err(), "byte {at}, bit {bit}");
            }
        }
        for end in SUMMED.len()..file.len() {
            let cut = file.get(..end).map(read_file);
            assert!(cut.is_none_or(|cut| cut == Err(KeptError::Damaged)), "{end} bytes");
        }
    }

    #[test]
    fn a_match_is_played_by_one() {
        let folder = tempfile::tempdir().unwrap();
        let kept = folder.path().join("new/gin-1.match");
        let record = || kept.with_extension("upcard");
        let first = Files::begin(kept.clone(), record()).unwrap();
        assert!(Files::in_use(&kept));
        let second = Files::begin(kept.clone(), record());
        assert!(matches!(second, Err(FilesError::InUse(path)) if path == kept));
        fs::write(&kept, "something").unwrap();
        drop(first);
        assert!(kept.exists() && !Files::in_use(&kept));
        // What another program has left empty is its own.
        fs::write(&kept, "").unwrap();
        drop(Files::go_on(kept.clone(), record()).unwrap());
        assert!(kept.exists());
        // What was begun and never written leaves nothing behind.
        drop(Files::begin(kept.clone(), record()).unwrap());
        assert_eq!(fs::read_dir(kept.parent().unwrap()).unwrap().count(), 0);
    }
}
