//! The file under the store: it disappears, it cannot be written to, it is full.

use std::path::Path;

use rusqlite::Connection;
use upcard_store::{Health, Sqlite, Store, StoreError};

use crate::common::{Folder, texts};

/// Waits until the store finds itself as expected.
async fn until(store: &Sqlite, is: impl Fn(&Health) -> bool) {
    while !is(&store.health()) {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
}

/// Nothing is acknowledged once something has been done to the files.
async fn gone_after(name: &str, does: impl FnOnce(&Path)) {
    let folder = Folder::new(&format!("gone-{name}"));
    let store = Sqlite::open(&folder.file()).unwrap();
    store.append("birch", 0, texts(0..1)).await.unwrap();
    assert_eq!(store.health().fault, None);
    does(&folder.file());
    for _ in 0..3 {
        let answer = store.append("birch", 1, texts(1..2)).await;
        assert!(matches!(answer, Err(StoreError::Gone(_))), "{name}: {answer:?}");
        let answer = store.append("maple", 0, texts(0..1)).await;
        assert!(matches!(answer, Err(StoreError::Gone(_))), "{name}: {answer:?}");
    }
    assert!(matches!(store.health().fault, Some(StoreError::Gone(_))));
}

fn journal(path: &Path) -> std::path::PathBuf {
    path.with_extension("db-wal")
}

#[tokio::test]
async fn nothing_is_acknowledged_after_the_file_has_gone() {
    gone_after("deleted", |path| std::fs::remove_file(path).unwrap()).await;
    gone_after("moved", |path| std::fs::rename(path, path.with_extension("old")).unwrap()).await;
    gone_after("replaced", |path| {
        std::fs::copy(path, path.with_extension("copy")).unwrap();
        std::fs::rename(path.with_extension("copy"), path).unwrap();
    })
    .await;
    gone_after("without journal", |path| std::fs::remove_file(journal(path)).unwrap()).await;
}

#[tokio::test]
async fn a_file_that_has_gone_is_noticed_while_nothing_is_stored() {
    let folder = Folder::new("idle");
    let store = Sqlite::open(&folder.file()).unwrap();
    let away = folder.file().with_extension("away");
    std::fs::rename(folder.file(), &away).unwrap();
    until(&store, |health| matches!(health.fault, Some(StoreError::Gone(_)))).await;
    // It comes back.
    std::fs::rename(&away, folder.file()).unwrap();
    until(&store, |health| health.fault.is_none()).await;
    store.append("birch", 0, texts(0..1)).await.unwrap();
}

#[tokio::test]
async fn a_failed_write_shows_until_one_succeeds() {
    let folder = Folder::new("busy");
    let store = Sqlite::open(&folder.file()).unwrap();
    store.append("birch", 0, texts(0..1)).await.unwrap();
    let other = Connection::open(folder.file()).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let answer = store.append("birch", 1, texts(1..2)).await;
    assert!(matches!(answer, Err(StoreError::Failed(_))), "{answer:?}");
    assert!(matches!(store.health().fault, Some(StoreError::Failed(_))));
    // What there is can be read meanwhile.
    assert_eq!(store.entries("birch").await, Ok(texts(0..1)));
    other.execute_batch("ROLLBACK").unwrap();
    // It finds out by itself that it can write again.
    until(&store, |health| health.fault.is_none()).await;
    store.append("birch", 1, texts(1..2)).await.unwrap();
}

#[tokio::test]
async fn the_free_space_of_the_disk_is_known() {
    let folder = Folder::new("free");
    let store = Sqlite::open(&folder.file()).unwrap();
    until(&store, |health| health.free.is_some_and(|free| free > 0)).await;
    let memory = Sqlite::in_memory().unwrap();
    memory.append("birch", 0, texts(0..1)).await.unwrap();
    assert_eq!(memory.health().free, None);
}

#[tokio::test]
async fn others_may_read_and_copy_the_file_while_it_is_served() {
    let folder = Folder::new("copy");
    let store = Sqlite::open(&folder.file()).unwrap();
    store.append("birch", 0, texts(0..3)).await.unwrap();
    let other = Connection::open(folder.file()).unwrap();
    let copy = folder.file().with_extension("copy");
    other.execute("VACUUM INTO ?1", [copy.to_str().unwrap()]).unwrap();
    drop(other);
    // The other's leaving takes nothing away.
    store.append("birch", 3, texts(3..4)).await.unwrap();
    let copied = Sqlite::open(&copy).unwrap();
    assert_eq!(copied.entries("birch").await, Ok(texts(0..3)));
}

#[cfg(unix)]
#[tokio::test]
async fn a_new_file_is_its_owners_alone() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("private");
    let store = Sqlite::open(&folder.file()).unwrap();
    store.append("birch", 0, texts(0..1)).await.unwrap();
    for file in [folder.file(), journal(&folder.file()), folder.file().with_extension("db-shm")] {
        let mode = std::fs::metadata(&file).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{}", file.display());
    }
    // What its host has set stays.
    drop(store);
    let shared = std::fs::Permissions::from_mode(0o640);
    std::fs::set_permissions(folder.file(), shared).unwrap();
    drop(Sqlite::open(&folder.file()).unwrap());
    let mode = std::fs::metadata(folder.file()).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
}
