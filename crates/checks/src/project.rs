//! Location of the project, and errors of the checks.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Why a check could not run.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CheckError {
    /// A file could not be read or written, or a command failed to run.
    #[error("{0}: {1}")]
    File(String, String),
    /// The games do not load.
    #[error("{0}")]
    Games(String),
    /// The selection is empty.
    #[error("the selection is empty")]
    NothingSelected,
}

/// Builds the error of a file or command.
pub(crate) fn file_error(of: impl AsRef<Path>, error: impl ToString) -> CheckError {
    CheckError::File(of.as_ref().display().to_string(), error.to_string())
}

pub(crate) fn read(path: &Path) -> Result<String, CheckError> {
    std::fs::read_to_string(path).map_err(|error| file_error(path, error))
}

/// Returns git's output; `None` if it fails.
pub(crate) fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").current_dir(root()).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
