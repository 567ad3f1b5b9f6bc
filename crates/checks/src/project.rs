//! Where the project lies, and why a check of it could not be made.

use std::fmt;
use std::path::{Path, PathBuf};

/// Why a check could not be made.
#[derive(Debug)]
pub(crate) enum CheckError {
    /// A file could not be read or written, or a command did not run.
    File(String, String),
    /// The games do not load.
    Games(String),
    /// Nothing matches what was asked for.
    Nothing,
}

impl fmt::Display for CheckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckError::File(path, error) => write!(f, "{path}: {error}"),
            CheckError::Games(flaws) => f.write_str(flaws),
            CheckError::Nothing => f.write_str("nothing is there that was asked for"),
        }
    }
}

/// The project's root.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
