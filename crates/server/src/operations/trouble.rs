//! Problems of a server's store, and their messages.

use std::fmt;
use std::time::Duration;

use upcard_store::StoreError;

/// Time that one write may wait for the disk before it counts as a problem.
pub(crate) const SLOW_WRITE: Duration = Duration::from_secs(5);

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Trouble {
    /// The last write failed, or the file is gone.
    Store(StoreError),
    /// A write has been waiting for the disk for a long time.
    Slow,
    NearlyFull {
        free: u64,
        least: u64,
    },
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

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Store(error) => write!(f, "the store cannot write: {error}"),
            Trouble::Slow => {
                write!(f, "the store has not responded for {} s", SLOW_WRITE.as_secs())
            }
            Trouble::NearlyFull { free, least } => {
                let (free, least) = (free >> 20, least >> 20);
                write!(f, "the disk has {free} MiB free, less than the reserve of {least}: ")?;
                f.write_str("no new tables")
            }
        }
    }
}
