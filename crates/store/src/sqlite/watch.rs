//! Is the file still the one at its path, and how full is its disk?

use std::path::{Path, PathBuf};

use crate::error::StoreError;

/// What distinguishes one file from another.
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

/// A file that is looked at by its path. It is never opened for that: to close it again would drop
/// the locks that SQLite holds on it.
struct Watched {
    path: PathBuf,
    identity: Option<Identity>,
}

impl Watched {
    fn new(path: PathBuf) -> Watched {
        Watched { identity: identity(&path), path }
    }

    fn is_same(&mut self) -> bool {
        let now = identity(&self.path);
        if self.identity.is_none() {
            self.identity = now;
        }
        self.identity == now
    }
}

/// The files of a store: the database, and its journal, in which the last changes are.
pub(crate) struct Watch {
    files: Vec<Watched>,
}

impl Watch {
    /// Watches the files of a database that has just been opened, by the path at which hosts know it and
    /// by its own; none where it has no file.
    pub(crate) fn new(paths: Option<(&Path, &Path)>) -> Watch {
        let journal = |path: &Path| {
            let mut name = path.as_os_str().to_owned();
            name.push("-wal");
            PathBuf::from(name)
        };
        let files = paths.map_or(Vec::new(), |(path, own)| {
            vec![Watched::new(path.to_owned()), Watched::new(journal(own))]
        });
        Watch { files }
    }

    /// Whether each file is still the one at its path.
    ///
    /// # Errors
    /// [`StoreError::Gone`] with the path of the one that is not.
    pub(crate) fn look(&mut self) -> Result<(), StoreError> {
        match self.files.iter_mut().find_map(|file| (!file.is_same()).then_some(&file.path)) {
            Some(path) => Err(StoreError::Gone(path.display().to_string())),
            None => Ok(()),
        }
    }

    /// Bytes that are free on the disk.
    pub(crate) fn free(&self) -> Option<u64> {
        let folder = match self.files.first()?.path.parent() {
            Some(folder) if folder.as_os_str().is_empty() => Path::new("."),
            Some(folder) => folder,
            None => return None,
        };
        fs4::available_space(folder).ok()
    }
}
