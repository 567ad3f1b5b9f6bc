//! Errors of building the site.

use std::io;
use std::path::{Path, PathBuf};

/// Why the site could not be built.
#[derive(Debug, thiserror::Error)]
pub enum SiteError {
    /// A file could not be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error.
        source: io::Error,
    },
    /// Error from mdBook.
    #[error("mdBook: {0}")]
    Book(String),
    /// Broken links, one per line.
    #[error("broken links:\n{}", .0.join("\n"))]
    Links(Vec<String>),
}

/// Adds the file name to an error.
pub(crate) fn with_path<T>(path: &Path, done: io::Result<T>) -> Result<T, SiteError> {
    done.map_err(|source| SiteError::File { path: path.to_owned(), source })
}
