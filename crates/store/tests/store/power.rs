//! Power failure and full disk: acknowledged changes survive, whatever else is lost.

use std::path::Path;
use std::sync::Arc;

use rusqlite::Connection;
use upcard_store::{Sqlite, Store, StoreError};

use crate::common::{Folder, texts, until};
use crate::recorder::{Chance, Recording, Unsynced};

const TABLES: usize = 12;
const CHANGES: u64 = 45;

/// Contents of a table after each change, with the recording position of its acknowledgement.
type History = Vec<(usize, Vec<Vec<u8>>)>;

/// An entry long enough to trigger WAL checkpoints now and then.
fn long(table: usize, number: u64) -> Vec<u8> {
    format!("table {table}, change {number};").repeat(100).into_bytes()
}

/// Changes a table repeatedly: appends entries, and sometimes replaces the last ones.
async fn play(store: Arc<Sqlite>, recording: Arc<Recording>, table: usize, history: &mut History) {
    let name = format!("table {table}");
    let begun = history.len() as u64;
    let mut entries = history.last().map(|(_, entries)| entries.clone()).unwrap_or_default();
    for number in begun..begun + CHANGES {
        let kept = match number % 7 {
            6 => entries.len() - 2,
            _ => entries.len(),
        };
        let more = vec![long(table, number); 1 + number as usize % 2];
        let expected = entries.len() as u64;
        store.replace(&name, expected, kept as u64, more.clone()).await.unwrap();
        entries.truncate(kept);
        entries.extend(more);
        history.push((recording.position(), entries.clone()));
    }
}

/// Checks a disk image: each table is as after its last acknowledged change, or the one in progress.
async fn check(file: &Path, position: usize, histories: &[History], key: (usize, &[u8])) {
    let store = Sqlite::open(file).unwrap();
    for (table, history) in histories.iter().enumerate() {
        let acknowledged = history.iter().take_while(|(at, _)| *at <= position).count();
        let found = match store.entries(&format!("table {table}")).await {
            Ok(entries) => entries,
            Err(StoreError::NoSuchTable(_)) => Vec::new(),
            Err(error) => panic!("table {table} at {position}: {error}"),
        };
        let after = |changes: usize| match changes.checked_sub(1) {
            Some(last) => history.get(last).map(|(_, entries)| entries.as_slice()),
            None => Some(&[][..]),
        };
        let one_of = [after(acknowledged), after(acknowledged + 1)];
        assert!(
            one_of.contains(&Some(&found)),
            "table {table} has {} entries at {position}, not those of change {acknowledged} or the next",
            found.len()
        );
    }
    if key.0 <= position {
        assert_eq!(store.get("key").await, Ok(Some(key.1.to_vec())));
    }
    store.append("after", 0, texts(0..1)).await.unwrap();
    store.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn acknowledged_writes_survive_power_loss() {
    let folder = Folder::new("power");
    let path = folder.file();
    let recording = Arc::new(Recording::of(path.parent().unwrap()));
    let mut histories = vec![History::new(); TABLES];
    let mut key = None;
    // The first round ends by removing the WAL; the second starts another one.
    for _ in 0..2 {
        let store = Arc::new(Sqlite::open(&path).unwrap());
        let bytes = store.get_or_insert("key", vec![7; 32]).await.unwrap();
        let (at, bytes) = key.get_or_insert((recording.position(), bytes.clone())).clone();
        assert_eq!(bytes, vec![7; 32], "kept at {at}");
        let tables: Vec<_> = std::mem::take(&mut histories)
            .into_iter()
            .enumerate()
            .map(|(table, mut history)| {
                let (store, recording) = (store.clone(), recording.clone());
                tokio::spawn(async move {
                    play(store, recording, table, &mut history).await;
                    history
                })
            })
            .collect();
        for table in tables {
            histories.push(table.await.unwrap());
        }
        store.close().await.unwrap();
    }
    let (kept, key) = key.unwrap();
    let end = recording.position();
    let seed = std::hash::BuildHasher::hash_one(&std::hash::RandomState::new(), end);
    println!("seed {seed}: {end} steps");
    let mut chance = Chance(seed);
    for cut in 0..90 {
        // At random positions, and right after acknowledgements.
        let position = match cut % 2 {
            0 => chance.below(end + 1),
            _ => histories[chance.below(TABLES)][chance.below(2 * CHANGES as usize)].0,
        };
        let unsynced = [Unsynced::Lost, Unsynced::Torn, Unsynced::Kept][cut % 3];
        let disk = Folder::new(&format!("power-cut-{cut}"));
        recording.cut(position, unsynced, &mut chance, disk.file().parent().unwrap());
        check(&disk.file(), position, &histories, (kept, &key)).await;
    }
}

/// Checks the recorder itself: a database with `synchronous = OFF` loses what it has committed.
#[test]
fn unsynced_writes_are_lost_on_the_simulated_disk() {
    for (synchronous, rows) in [("OFF", None), ("FULL", Some(100))] {
        let folder = Folder::new(&format!("unsynced-{synchronous}"));
        let recording = Recording::of(folder.file().parent().unwrap());
        let db = Connection::open(folder.file()).unwrap();
        db.pragma_update(None, "journal_mode", "WAL").unwrap();
        db.pragma_update(None, "synchronous", synchronous).unwrap();
        db.execute_batch("CREATE TABLE rows (id INTEGER PRIMARY KEY)").unwrap();
        for _ in 0..100 {
            db.execute_batch("INSERT INTO rows DEFAULT VALUES").unwrap();
        }
        let disk = Folder::new(&format!("unsynced-disk-{synchronous}"));
        let (to, lost) = (disk.file(), Unsynced::Lost);
        recording.cut(recording.position(), lost, &mut Chance(1), to.parent().unwrap());
        let left = Connection::open(&to).unwrap();
        let count = left.query_row("SELECT count(*) FROM rows", [], |row| row.get::<_, i64>(0));
        assert_eq!(count.ok(), rows, "{synchronous}");
    }
}

#[tokio::test]
async fn a_full_disk_is_reported_and_loses_nothing() {
    let folder = Folder::new("full");
    let recording = Recording::of(folder.file().parent().unwrap());
    let store = folder.open();
    store.append("birch", 0, texts(0..3)).await.unwrap();
    recording.set_room(Some(300_000));
    let mut stored = 0;
    let refused = loop {
        match store.append("maple", stored, vec![long(0, stored)]).await {
            Ok(()) => stored += 1,
            Err(error) => break error,
        }
    };
    assert!(stored > 10, "{stored} fitted");
    assert_eq!(refused.to_string(), "database: database or disk is full");
    assert_eq!(store.health().fault, Some(refused.clone()));
    let again = store.append("oak", 0, texts(0..1)).await.unwrap_err();
    assert_eq!(again.to_string(), refused.to_string());
    // Acknowledged entries can still be read.
    let maple: Vec<Vec<u8>> = (0..stored).map(|number| long(0, number)).collect();
    assert_eq!(store.entries("maple").await, Ok(maple.clone()));
    assert_eq!(store.entries("birch").await, Ok(texts(0..3)));
    assert_eq!(store.entries("oak").await, Err(StoreError::NoSuchTable("oak".into())));
    // With free space again, the store recovers by itself.
    recording.set_room(None);
    until(&store, |health| health.fault.is_none()).await;
    store.append("maple", stored, texts(0..1)).await.unwrap();
    store.close().await.unwrap();
    let store = folder.open();
    assert_eq!(store.entries("maple").await, Ok([maple, texts(0..1)].concat()));
}
