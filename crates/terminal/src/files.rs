//! Where a match is kept, and its record.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;
use upcard_client::{KeptError, Local};
use upcard_table::Entry;

/// Why a file is of no use.
#[derive(Debug, Error)]
pub enum FilesError {
    /// It cannot be read.
    #[error("{0}: cannot be read: {1}")]
    Unreadable(PathBuf, io::Error),
    /// It cannot be written.
    #[error("{0}: cannot be written: {1}")]
    Unwritable(PathBuf, io::Error),
    /// It holds no match that was kept.
    #[error("{0}: no match can be read from it: {1}")]
    NoMatch(PathBuf, KeptError),
}

/// The files of a table: the match while it goes on, and its record when it is over.
#[derive(Clone, Debug)]
pub struct Files {
    kept: PathBuf,
    record: PathBuf,
    /// How many changes of the table the file holds.
    changes: usize,
    /// The matches whose records were written.
    written: u32,
}

impl Files {
    /// A match is kept in one file, and its record written to the other.
    #[must_use]
    pub fn new(kept: PathBuf, record: PathBuf) -> Files {
        Files { kept, record, changes: 0, written: 0 }
    }

    /// Where the match is kept.
    #[must_use]
    pub fn kept(&self) -> &Path {
        &self.kept
    }

    /// Where the record of a match at this table goes: that of a second one has a number.
    #[must_use]
    pub fn record(&self, number: u32) -> PathBuf {
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

    /// The entries of a match that was kept.
    ///
    /// # Errors
    /// Why they cannot be read.
    pub fn read(path: &Path) -> Result<Vec<Entry>, FilesError> {
        let text = fs::read_to_string(path)
            .map_err(|error| FilesError::Unreadable(path.to_owned(), error))?;
        Local::read_kept(&text).map_err(|error| FilesError::NoMatch(path.to_owned(), error))
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
                write(&self.record(number), &record)?;
                self.written = number;
                // There is nothing to go on with.
                let _ = fs::remove_file(&self.kept);
                self.changes = app.changes();
            }
            return Ok(());
        }
        if app.changes() != self.changes {
            write(&self.kept, &app.kept())?;
            self.changes = app.changes();
        }
        Ok(())
    }

    /// The records that were written.
    #[must_use]
    pub fn records(&self) -> Vec<PathBuf> {
        (1..=self.written).map(|number| self.record(number)).filter(|file| file.exists()).collect()
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
    fs::write(&new, text).map_err(unwritable)?;
    fs::rename(&new, path).map_err(unwritable)
}
