//! Online backup of a SQLite store.

use std::path::Path;

use rusqlite::{Connection, OpenFlags};

use super::{lock, schema};
use crate::error::StoreError;

/// Copies a store's file as a consistent snapshot, even while it is being served. The copy is on disk when
/// this returns, and readable only by its owner. Fails if the target exists already.
pub fn backup(from: &Path, to: &Path) -> Result<(), StoreError> {
    std::fs::metadata(from).map_err(|error| lock::file_error(from, &error))?;
    // SQLite accepts an existing empty file.
    let file = lock::create(to).map_err(|error| lock::file_error(to, &error))?;
    let copied =
        copy(from, to).and_then(|()| file.sync_all().map_err(|error| lock::file_error(to, &error)));
    if copied.is_err() {
        // Removes an incomplete copy.
        let _ = std::fs::remove_file(to);
    }
    copied
}

fn copy(from: &Path, to: &Path) -> Result<(), StoreError> {
    // Opened for writing, as reading a WAL needs its shared index. An absolute path is not taken for a URI.
    let from = lock::canonical_path(from)?;
    let db = Connection::open_with_flags(from, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    schema::check_is_store(&db)?;
    let to = lock::canonical_path(to)?;
    let to = to.to_str().ok_or_else(|| StoreError::Failed("the path is not UTF-8".to_owned()))?;
    db.execute("VACUUM INTO ?1", [to])?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Sqlite, Store};

    #[tokio::test]
    async fn a_backup_of_a_store_in_use_is_complete_and_overwrites_nothing() {
        let own = tempfile::tempdir().unwrap();
        let folder = own.path();
        let (from, to) = (folder.join("store.db"), folder.join("copy.db"));
        assert!(backup(&from, &to).is_err() && !to.exists(), "there is no store");
        let store = Sqlite::open(&from).unwrap();
        store.append("birch", 0, vec!["one".into(), "two".into()]).await.unwrap();
        let key = store.get_or_insert("key", vec![7; 32]).await.unwrap();
        backup(&from, &to).unwrap();
        // The store stays in use; later changes are not in the copy.
        store.append("birch", 2, vec!["three".into()]).await.unwrap();
        let before = std::fs::read(&to).unwrap();
        assert!(backup(&from, &to).is_err(), "a file that is there stays");
        assert_eq!(std::fs::read(&to).unwrap(), before);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(std::fs::metadata(&to).unwrap().permissions().mode() & 0o777, 0o600);
        }
        let copy = Sqlite::open(&to).unwrap();
        assert_eq!(copy.entries("birch").await.unwrap().len(), 2);
        assert_eq!(copy.get_or_insert("key", Vec::new()).await.unwrap(), key);
        // A failed backup leaves nothing behind.
        let odd = folder.join("odd.db");
        std::fs::write(&odd, "no database").unwrap();
        assert!(backup(&odd, &folder.join("odd-copy.db")).is_err());
        assert!(!folder.join("odd-copy.db").exists());
        assert!(backup(&from, &folder.join("no/such/folder")).is_err());
    }
}
