//! Why there is no site.

use std::io;
use std::path::{Path, PathBuf};

/// Why there is no site.
#[derive(Debug, thiserror::Error)]
pub enum SiteError {
    /// A file cannot be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// mdBook makes nothing of it.
    #[error("mdBook: {0}")]
    Book(String),
    /// Links that lead nowhere, a line each.
    #[error("links that lead nowhere:\n{}", .0.join("\n"))]
    Links(Vec<String>),
}

/// Names the file in an error.
pub(crate) fn at<T>(path: &Path, done: io::Result<T>) -> Result<T, SiteError> {
    done.map_err(|source| SiteError::File { path: path.to_owned(), source })
}
