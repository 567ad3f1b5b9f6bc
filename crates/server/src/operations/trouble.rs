//! What can be wrong with a server's store, and the words for it.

use std::fmt;
use std::time::Duration;

use upcard_store::StoreError;

/// For how long one write may wait for the disk before something is wrong.
pub(crate) const SLOW: Duration = Duration::from_secs(5);

/// Something that is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Trouble {
    /// The last write failed, or the file has gone.
    Store(StoreError),
    /// A write has been waiting for the disk for long.
    Slow,
    /// The disk is nearly full.
    NearlyFull { free: u64, least: u64 },
}

/// The codes of all troubles.
pub(crate) const CODES: [&str; 5] =
    ["file-gone", "database-unreachable", "write-failed", "disk-slow", "disk-nearly-full"];

impl Trouble {
    /// The word that names it for programs. Anybody may read it, so it says no more than that.
    pub(crate) fn code(&self) -> &'static str {
        match self {
            Trouble::Store(StoreError::Gone(_)) => "file-gone",
            Trouble::Store(StoreError::Unreachable(_)) => "database-unreachable",
            Trouble::Store(_) => "write-failed",
            Trouble::Slow => "disk-slow",
            Trouble::NearlyFull { .. } => "disk-nearly-full",
        }
    }

    /// Can what happens at tables be stored all the same?
    pub(crate) fn can_store(&self) -> bool {
        matches!(self, Trouble::NearlyFull { .. })
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Store(error) => write!(f, "nothing can be stored: {error}"),
            Trouble::Slow => write!(f, "the store has not answered for {} s", SLOW.as_secs()),
            Trouble::NearlyFull { free, least } => {
                let (free, least) = (free >> 20, least >> 20);
                write!(f, "the disk has {free} MiB left, {least} are to stay free: ")?;
                f.write_str("no table is opened")
            }
        }
    }
}
