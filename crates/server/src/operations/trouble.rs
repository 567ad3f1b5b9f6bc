//! Problems of a server's store, and their messages.

use std::time::Duration;

use thiserror::Error;
use upcard_store::StoreError;

/// Time that one write may wait for the disk before it counts as a problem.
pub(crate) const SLOW_WRITE: Duration = Duration::from_secs(5);

#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(crate) enum Trouble {
    /// The last write failed, or the file is gone.
    #[error("the store cannot write: {0}")]
    Store(StoreError),
    #[error("the store has not responded for {} s", SLOW_WRITE.as_secs())]
    Slow,
    #[error(
        "the disk has {} MiB free, less than the reserve of {}: no new tables", .free >> 20, .least >> 20
    )]
    NearlyFull { free: u64, least: u64 },
}

/// Codes of all problems.
pub(crate) const CODES: [&str; 5] =
    ["file-gone", "database-unreachable", "write-failed", "disk-slow", "disk-nearly-full"];

impl Trouble {
    /// Machine-readable code. It is public, so it contains no details.
    pub(crate) fn code(&self) -> &'static str {
        match self {
            Trouble::Store(StoreError::FileReplaced(_)) => "file-gone",
            Trouble::Store(StoreError::Unreachable(_)) => "database-unreachable",
            Trouble::Store(_) => "write-failed",
            Trouble::Slow => "disk-slow",
            Trouble::NearlyFull { .. } => "disk-nearly-full",
        }
    }

    /// Returns `true` if running tables can still be stored.
    pub(crate) fn can_store(&self) -> bool {
        matches!(self, Trouble::NearlyFull { .. })
    }
}
