//! Detects that the file at the path has been replaced, and reports free disk space.

use std::path::{Path, PathBuf};

use super::lock::side_file;
use crate::error::StoreError;

/// Identity of a file: device and inode.
type Identity = (u64, u64);

#[cfg(unix)]
fn identity(path: &Path) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata(path).ok().map(|file| (file.dev(), file.ino()))
}

#[cfg(not(unix))]
fn identity(path: &Path) -> Option<Identity> {
    std::fs::metadata(path).ok().map(|_| (0, 0))
}

/// A file watched by its path. It is never opened, as closing it would release SQLite's locks on it.
struct MonitoredFile {
    path: PathBuf,
    identity: Option<Identity>,
}

impl MonitoredFile {
    fn new(path: PathBuf) -> MonitoredFile {
        MonitoredFile { identity: identity(&path), path }
    }

    fn is_unchanged(&mut self) -> bool {
        let now = identity(&self.path);
        self.identity = self.identity.or(now);
        self.identity == now
    }
}

/// Files of a store: the database, and its WAL with the latest changes.
pub(crate) struct FileMonitor {
    files: Vec<MonitoredFile>,
}

impl FileMonitor {
    /// Watches the files of a database just opened, given the configured and the canonical path, if any.
    pub(crate) fn new(paths: Option<(&Path, &Path)>) -> FileMonitor {
        let files = paths.map_or(Vec::new(), |(path, own)| {
            vec![MonitoredFile::new(path.to_owned()), MonitoredFile::new(side_file(own, "-wal"))]
        });
        FileMonitor { files }
    }

    /// Checks that each file is still the one at its path; otherwise [`StoreError::FileReplaced`].
    pub(crate) fn check(&mut self) -> Result<(), StoreError> {
        match self.files.iter_mut().find_map(|file| (!file.is_unchanged()).then_some(&file.path)) {
            Some(path) => Err(StoreError::FileReplaced(path.display().to_string())),
            None => Ok(()),
        }
    }

    pub(crate) fn free_bytes(&self) -> Option<u64> {
        let folder = match self.files.first()?.path.parent() {
            Some(folder) if folder.as_os_str().is_empty() => Path::new("."),
            Some(folder) => folder,
            None => return None,
        };
        fs4::available_space(folder).ok()
    }
}
