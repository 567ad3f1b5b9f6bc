//! The files of frozen positions and answers, and their errors.

use std::fmt;
use std::path::{Path, PathBuf};

use upcard_engine::Library;

use super::family::Family;
use super::play::{self, Block};

/// Error comparing or freezing.
#[derive(Debug)]
pub enum FrozenError {
    /// A file could not be read or written.
    File(PathBuf, std::io::Error),
    /// A line of a file, from 1, could not be parsed.
    Line(PathBuf, usize),
    /// The games do not load.
    Games,
    /// Matches can no longer be replayed.
    Unplayable(Vec<String>),
}

impl fmt::Display for FrozenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FrozenError::File(path, error) => write!(f, "{}: {error}", path.display()),
            FrozenError::Line(path, line) => {
                write!(f, "{}: cannot parse line {line}", path.display())
            }
            FrozenError::Games => f.write_str("the games do not load"),
            FrozenError::Unplayable(matches) => {
                writeln!(
                    f,
                    "The rules have changed positions; these matches can no longer be replayed:"
                )?;
                matches.iter().try_for_each(|one| writeln!(f, "  {one}"))?;
                f.write_str(
                    "If that is intended, `cargo xtask freeze --positions` keeps what can still be replayed \
                     and adds what is missing.",
                )
            }
        }
    }
}

impl std::error::Error for FrozenError {}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("frozen")
}

pub(super) fn matches_path(family: Family) -> PathBuf {
    folder().join(format!("{}.matches", family.code()))
}

pub(super) fn digests_path() -> PathBuf {
    folder().join("digests")
}

pub(super) fn library() -> Result<Library, FrozenError> {
    Library::standard().map_err(|_| FrozenError::Games)
}

pub(super) fn read_matches(family: Family) -> Result<Vec<Block>, FrozenError> {
    let path = matches_path(family);
    match std::fs::read_to_string(&path) {
        Ok(text) => play::read(&text).map_err(|line| FrozenError::Line(path, line)),
        Err(error) => Err(FrozenError::File(path, error)),
    }
}

pub(super) fn write_file(path: PathBuf, text: &str) -> Result<(), FrozenError> {
    std::fs::write(&path, text).map_err(|error| FrozenError::File(path, error))
}
