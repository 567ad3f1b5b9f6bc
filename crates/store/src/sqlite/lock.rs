//! Locks that keep a file from being served twice, under whatever name.

use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use crate::error::StoreError;

/// Returns the canonical path of a file: absolute, without symbolic links. For a missing file, the path at
/// which it will be created, if its folder exists. Fails if it is not a regular file.
pub(crate) fn canonical_path(path: &Path) -> Result<PathBuf, StoreError> {
    let failed = |why: &dyn std::fmt::Display| file_error(path, why);
    match std::fs::metadata(path) {
        Ok(found) if found.is_file() => path.canonicalize().map_err(|error| failed(&error)),
        Ok(found) if found.is_dir() => Err(failed(&"this is a folder, not a file")),
        Ok(_) => Err(failed(&"this is a device, a socket or a pipe, not a file")),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            if path.is_symlink() {
                return Err(failed(&"this is a broken symbolic link"));
            }
            let name = path.file_name().ok_or_else(|| failed(&"this is not a file name"))?;
            let folder = match path.parent() {
                Some(folder) if !folder.as_os_str().is_empty() => folder,
                _ => Path::new("."),
            };
            Ok(folder.canonicalize().map_err(|error| failed(&error))?.join(name))
        }
        Err(error) => Err(failed(&error)),
    }
}

/// Creates a file readable only by its owner; SQLite copies these permissions to its side files. Whoever
/// reads it sees all cards. Fails if the file exists.
pub(crate) fn create(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Path of a file beside a store's.
pub(crate) fn side_file(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

pub(crate) fn file_error(path: &Path, why: &dyn std::fmt::Display) -> StoreError {
    StoreError::Failed(format!("{}: {why}", path.display()))
}

/// Exclusive lock on a store's file against other processes.
pub(crate) struct Lock {
    /// Lock on a side file, which is never removed.
    name_lock: File,
    lock_file: Option<File>,
}

impl Lock {
    /// Locks the name, unless another process does; the file may not exist yet. `path` must be canonical.
    pub(crate) fn lock_name(path: &Path) -> Result<Lock, StoreError> {
        let name = side_file(path, "-lock");
        let mut options = File::options();
        options.create(true).truncate(false).read(true).write(true);
        let file = options.open(&name).map_err(|error| file_error(&name, &error))?;
        match file.try_lock() {
            Ok(()) => Ok(Lock { name_lock: file, lock_file: None }),
            Err(TryLockError::WouldBlock) => Err(StoreError::InUse(path.display().to_string())),
            Err(TryLockError::Error(error)) => Err(file_error(&name, &error)),
        }
    }

    /// Likewise locks the file itself, which may have other names: hard links or bind mounts.
    pub(crate) fn lock_file(self, path: &Path) -> Result<Lock, StoreError> {
        Ok(Lock { lock_file: lock_file(path)?, ..self })
    }

    /// Releases the locks. Closing the files is not enough: a child process that is just being spawned may
    /// still have them open.
    pub(crate) fn release(self) {
        for file in [Some(self.name_lock), self.lock_file].into_iter().flatten() {
            let _ = file.unlock();
        }
    }
}

/// On Linux, `flock` locks are independent of SQLite's locks.
#[cfg(target_os = "linux")]
fn lock_file(path: &Path) -> Result<Option<File>, StoreError> {
    let file = File::open(path).map_err(|error| file_error(path, &error))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(error) => {
            // Closing it would release the locks that SQLite holds on the same file in this process.
            std::mem::forget(file);
            Err(match error {
                TryLockError::WouldBlock => StoreError::InUse(path.display().to_string()),
                TryLockError::Error(error) => file_error(path, &error),
            })
        }
    }
}

/// Elsewhere the two kinds of locks conflict, so a file with several hard links is refused.
#[cfg(all(unix, not(target_os = "linux")))]
fn lock_file(path: &Path) -> Result<Option<File>, StoreError> {
    use std::os::unix::fs::MetadataExt;
    let links = std::fs::metadata(path).map_err(|error| file_error(path, &error))?.nlink();
    if links == 1 {
        return Ok(None);
    }
    Err(file_error(path, &"this file has several hard links: keep only one"))
}

#[cfg(not(unix))]
fn lock_file(_: &Path) -> Result<Option<File>, StoreError> {
    Ok(None)
}
