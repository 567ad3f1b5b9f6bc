//! Failures of the file: removed, not writable, disk full.

use std::path::Path;

use rusqlite::Connection;
use upcard_store::{Sqlite, Store, StoreError};

use crate::common::{Folder, texts, until};

/// Nothing is acknowledged once the files have been tampered with.
async fn gone_after(name: &str, does: impl FnOnce(&Path)) {
    let folder = Folder::new(&format!("gone-{name}"));
    let store = folder.open();
    store.append("birch", 0, texts(0..1)).await.unwrap();
    assert_eq!(store.health().fault, None);
    does(&folder.file());
    for _ in 0..3 {
        let answer = store.append("birch", 1, texts(1..2)).await;
        assert!(matches!(answer, Err(StoreError::FileReplaced(_))), "{name}: {answer:?}");
        let answer = store.append("maple", 0, texts(0..1)).await;
        assert!(matches!(answer, Err(StoreError::FileReplaced(_))), "{name}: {answer:?}");
    }
    assert!(matches!(store.health().fault, Some(StoreError::FileReplaced(_))));
}

fn journal(path: &Path) -> std::path::PathBuf {
    path.with_extension("db-wal")
}

#[tokio::test]
async fn nothing_is_acknowledged_after_file_removal() {
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
async fn file_removal_is_detected_while_idle() {
    let folder = Folder::new("idle");
    let store = folder.open();
    let away = folder.file().with_extension("away");
    std::fs::rename(folder.file(), &away).unwrap();
    until(&store, |health| matches!(health.fault, Some(StoreError::FileReplaced(_)))).await;
    // The file is restored.
    std::fs::rename(&away, folder.file()).unwrap();
    until(&store, |health| health.fault.is_none()).await;
    store.append("birch", 0, texts(0..1)).await.unwrap();
}

#[tokio::test]
async fn a_failed_write_shows_until_one_succeeds() {
    let folder = Folder::new("busy");
    let store = folder.open();
    store.append("birch", 0, texts(0..1)).await.unwrap();
    let other = Connection::open(folder.file()).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let answer = store.append("birch", 1, texts(1..2)).await;
    assert!(matches!(answer, Err(StoreError::Failed(_))), "{answer:?}");
    assert!(matches!(store.health().fault, Some(StoreError::Failed(_))));
    // Existing entries can still be read.
    assert_eq!(store.entries("birch").await, Ok(texts(0..1)));
    other.execute_batch("ROLLBACK").unwrap();
    // The store recovers by itself.
    until(&store, |health| health.fault.is_none()).await;
    store.append("birch", 1, texts(1..2)).await.unwrap();
}

#[tokio::test]
async fn free_disk_space_is_reported() {
    let folder = Folder::new("free");
    let store = folder.open();
    until(&store, |health| health.free.is_some_and(|free| free > 0)).await;
    let memory = Sqlite::in_memory().unwrap();
    memory.append("birch", 0, texts(0..1)).await.unwrap();
    assert_eq!(memory.health().free, None);
}

#[tokio::test]
async fn others_may_read_and_copy_the_file_while_it_is_served() {
    let folder = Folder::new("copy");
    let store = folder.open();
    store.append("birch", 0, texts(0..3)).await.unwrap();
    let other = Connection::open(folder.file()).unwrap();
    let copy = folder.file().with_extension("copy");
    other.execute("VACUUM INTO ?1", [copy.to_str().unwrap()]).unwrap();
    drop(other);
    // Closing the other connection has no effect.
    store.append("birch", 3, texts(3..4)).await.unwrap();
    let copied = Sqlite::open(&copy).unwrap();
    assert_eq!(copied.entries("birch").await, Ok(texts(0..3)));
}

#[cfg(unix)]
fn mode_of(file: &Path) -> u32 {
    let permissions = std::fs::metadata(file).unwrap().permissions();
    std::os::unix::fs::PermissionsExt::mode(&permissions) & 0o777
}

#[cfg(unix)]
#[tokio::test]
async fn a_new_file_is_readable_only_by_its_owner() {
    let folder = Folder::new("private");
    let store = folder.open();
    store.append("birch", 0, texts(0..1)).await.unwrap();
    for file in [folder.file(), journal(&folder.file()), folder.file().with_extension("db-shm")] {
        assert_eq!(mode_of(&file) & 0o077, 0, "{}", file.display());
    }
    // Permissions set by the administrator are kept.
    drop(store);
    let shared = std::os::unix::fs::PermissionsExt::from_mode(0o640);
    std::fs::set_permissions(folder.file(), shared).unwrap();
    drop(folder.open());
    assert_eq!(mode_of(&folder.file()), 0o640);
}

/// A file is served only once, under whatever name.
#[cfg(unix)]
#[tokio::test]
async fn a_file_with_several_names_is_served_once() {
    let folder = Folder::new("names");
    let file = folder.file();
    let link = file.with_file_name("link.db");
    let within = file.with_file_name("within");
    std::fs::create_dir(&within).unwrap();
    let store = Sqlite::open(&file).unwrap();
    store.append("birch", 0, texts(0..1)).await.unwrap();
    std::os::unix::fs::symlink(&file, &link).unwrap();
    let [other, hard, up] = ["other.db", "hard.db", "../tables.db"].map(|name| within.join(name));
    std::os::unix::fs::symlink("../tables.db", &other).unwrap();
    std::fs::hard_link(&file, &hard).unwrap();
    let names = [file.clone(), link, other, hard, up];
    for name in &names {
        let opened = Sqlite::open(name).map(|_| ());
        assert!(matches!(opened, Err(StoreError::InUse(_))), "{}: {opened:?}", name.display());
    }
    // The failed attempts did not affect the lock.
    store.append("birch", 1, texts(1..2)).await.unwrap();
    store.close().await.unwrap();
    for (number, name) in (2..).zip(&names[..3]) {
        let store = Sqlite::open(name).unwrap();
        assert!(matches!(Sqlite::open(&file), Err(StoreError::InUse(_))));
        let next = number as u32;
        store.append("birch", number, texts(next..next + 1)).await.unwrap();
        store.close().await.unwrap();
    }
}

/// Names are never interpreted.
#[cfg(unix)]
#[tokio::test]
async fn a_path_is_never_parsed_as_a_uri() {
    let folder = Folder::new("uri");
    let file = folder.file().with_file_name("file:x.db?mode=memory");
    let store = Sqlite::open(&file).unwrap();
    store.append("birch", 0, texts(0..1)).await.unwrap();
    assert_eq!(mode_of(&file), 0o600);
    store.close().await.unwrap();
    let copy = folder.file().with_file_name("file:copy.db");
    upcard_store::backup(&file, &copy).unwrap();
    assert_eq!(Sqlite::open(&copy).unwrap().entries("birch").await, Ok(texts(0..1)));
}

#[test]
fn a_foreign_database_is_left_unchanged() {
    for (name, sql) in [
        ("tables", "CREATE TABLE things (id INTEGER)"),
        ("version", "CREATE TABLE things (id INTEGER); PRAGMA user_version = 3"),
        (
            "alike",
            "CREATE TABLE tables (id INTEGER); CREATE TABLE kept (id INTEGER); PRAGMA user_version = 2",
        ),
        ("newer", "CREATE TABLE tables (id INTEGER); PRAGMA user_version = 99"),
        ("id", "PRAGMA application_id = 252006674"),
        ("journal", "PRAGMA journal_mode = WAL; CREATE TABLE things (id INTEGER)"),
    ] {
        let folder = Folder::new(&format!("other-{name}"));
        let other = Connection::open(folder.file()).unwrap();
        other.execute_batch(sql).unwrap();
        // State left by a killed process.
        let killed = folder.file().with_file_name("killed.db");
        for ending in ["", "-wal"] {
            let of = |path: &Path| format!("{}{ending}", path.display());
            let _ = std::fs::copy(of(&folder.file()), of(&killed));
        }
        let all = || {
            let journal = std::fs::read(killed.with_file_name("killed.db-wal")).ok();
            (std::fs::read(&killed).unwrap(), journal)
        };
        let before = all();
        let error = Sqlite::open(&killed).map(|_| ()).unwrap_err().to_string();
        assert!(error.contains("killed.db: this is another program's database"), "{name}: {error}");
        assert!(all() == before, "{name}");
        let copy = folder.file().with_file_name("copy.db");
        let error = upcard_store::backup(&killed, &copy).unwrap_err().to_string();
        assert!(error.contains("another program's database") && !copy.exists(), "{name}: {error}");
    }
}

#[cfg(unix)]
#[test]
fn only_regular_files_are_accepted() {
    let folder = Folder::new("no-file");
    let lost = folder.file().with_file_name("lost.db");
    std::os::unix::fs::symlink("nowhere.db", &lost).unwrap();
    for (path, why) in [
        (Path::new("/dev/zero"), "a device, a socket or a pipe"),
        (folder.file().parent().unwrap(), "a folder"),
        (&lost, "a broken symbolic link"),
        (Path::new(""), "not a file name"),
    ] {
        let error = Sqlite::open(path).map(|_| ()).unwrap_err().to_string();
        assert!(error.contains(why), "{}: {error}", path.display());
    }
}
