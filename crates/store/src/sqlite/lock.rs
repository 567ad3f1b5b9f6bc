//! A file is served once, by whatever names it is found.

use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use crate::error::StoreError;

/// The file's own path: absolute, without symbolic links. One that is not there yet gets the place where
/// it will be.
///
/// # Errors
/// Where there is something else than a file, or no folder for it.
pub(crate) fn own_path(path: &Path) -> Result<PathBuf, StoreError> {
    let failed = |why: &dyn std::fmt::Display| named(path, why);
    match std::fs::metadata(path) {
        Ok(found) if found.is_file() => path.canonicalize().map_err(|error| failed(&error)),
        Ok(found) if found.is_dir() => Err(failed(&"this is a folder, not a file")),
        Ok(_) => Err(failed(&"this is a device, a socket or a pipe, not a file")),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            if path.is_symlink() {
                return Err(failed(&"this is a symbolic link that leads nowhere"));
            }
            let name = path.file_name().ok_or_else(|| failed(&"this is no name of a file"))?;
            let folder = match path.parent() {
                Some(folder) if !folder.as_os_str().is_empty() => folder,
                _ => Path::new("."),
            };
            Ok(folder.canonicalize().map_err(|error| failed(&error))?.join(name))
        }
        Err(error) => Err(failed(&error)),
    }
}

/// Makes a file for its owner alone, as is everything that SQLite lays beside it: whoever can read it can
/// see all cards.
///
/// # Errors
/// What the system says, also where there is one already.
pub(crate) fn create(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// What is wrong with a file.
pub(crate) fn named(path: &Path, why: &dyn std::fmt::Display) -> StoreError {
    StoreError::Failed(format!("{}: {why}", path.display()))
}

/// Holds a file, so that no other process serves it.
pub(crate) struct Lock {
    /// On a file beside it, which stays.
    beside: File,
    /// On the file itself.
    itself: Option<File>,
}

impl Lock {
    /// Holds the name: from now on the file may be made. `path` is the one without symbolic links.
    ///
    /// # Errors
    /// [`StoreError::InUse`] where another process holds it.
    pub(crate) fn beside(path: &Path) -> Result<Lock, StoreError> {
        let mut name = path.as_os_str().to_owned();
        name.push("-lock");
        let name = PathBuf::from(name);
        let mut options = File::options();
        options.create(true).truncate(false).read(true).write(true);
        let file = options.open(&name).map_err(|error| named(&name, &error))?;
        match file.try_lock() {
            Ok(()) => Ok(Lock { beside: file, itself: None }),
            Err(TryLockError::WouldBlock) => Err(StoreError::InUse(path.display().to_string())),
            Err(TryLockError::Error(error)) => Err(named(&name, &error)),
        }
    }

    /// Holds the file itself, which may have other names: hard links, or a mount of it alone.
    ///
    /// # Errors
    /// As [`Lock::beside`].
    pub(crate) fn itself(self, path: &Path) -> Result<Lock, StoreError> {
        Ok(Lock { itself: itself(path)?, ..self })
    }

    /// From now on another process may serve the file. To close it is not enough: a child that is just
    /// being started may still have it open.
    pub(crate) fn release(self) {
        for file in [Some(self.beside), self.itself].into_iter().flatten() {
            let _ = file.unlock();
        }
    }
}

/// Linux keeps this kind of lock apart from those that SQLite takes.
#[cfg(target_os = "linux")]
fn itself(path: &Path) -> Result<Option<File>, StoreError> {
    let file = File::open(path).map_err(|error| named(path, &error))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(error) => {
            // To close it would drop the locks of a SQLite in this process on the same file.
            std::mem::forget(file);
            Err(match error {
                TryLockError::WouldBlock => StoreError::InUse(path.display().to_string()),
                TryLockError::Error(error) => named(path, &error),
            })
        }
    }
}

/// Elsewhere the two kinds would meet: a file with several names is not served at all.
#[cfg(all(unix, not(target_os = "linux")))]
fn itself(path: &Path) -> Result<Option<File>, StoreError> {
    use std::os::unix::fs::MetadataExt;
    let links = std::fs::metadata(path).map_err(|error| named(path, &error))?.nlink();
    if links == 1 {
        return Ok(None);
    }
    Err(named(path, &"this file has several names (hard links): leave it one"))
}

#[cfg(not(unix))]
fn itself(_: &Path) -> Result<Option<File>, StoreError> {
    Ok(None)
}
