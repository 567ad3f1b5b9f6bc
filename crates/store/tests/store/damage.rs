//! Missing, duplicated and altered entries are detected and reported.

use upcard_store::{Damage, Sqlite, Store, StoreError};

use crate::common::{Calendar, Folder, texts};

/// Reads ten entries after a modification of the file.
async fn found(name: &str, sql: &str) -> Result<Vec<Vec<u8>>, StoreError> {
    let folder = Folder::new(&format!("damage-{name}"));
    let store = folder.open();
    store.append("birchwood", 0, texts(0..10)).await.unwrap();
    store.append("maple", 0, texts(0..3)).await.unwrap();
    drop(store);
    folder.sql(sql);
    let store = folder.open();
    // Other tables are unaffected.
    assert_eq!(store.entries("maple").await, Ok(texts(0..3)));
    store.entries("birchwood").await
}

#[tokio::test]
async fn every_damage_is_detected() {
    let tail = |last| Damage::Tail { last, known: 10 };
    let gap = |expected| Damage::Gap { expected, found: expected + 1 };
    let changed = |entry| Damage::Changed { entry };
    let cases = [
        ("tail", "DELETE FROM log WHERE of = 1 AND number > 7", tail(7)),
        ("all", "DELETE FROM log WHERE of = 1", tail(0)),
        ("gap", "DELETE FROM log WHERE of = 1 AND number = 4", gap(4)),
        ("head", "DELETE FROM log WHERE of = 1 AND number = 1", gap(1)),
        (
            "changed",
            "UPDATE log SET body = CAST('entry 8' AS BLOB) WHERE of = 1 AND number = 3",
            changed(3),
        ),
        ("unsummed", "UPDATE log SET sum = NULL WHERE of = 1 AND number = 3", changed(3)),
        (
            "doubled",
            "INSERT INTO log (of, number, before, at, body, sum)
             SELECT of, 11, id, at, body, sum FROM log WHERE of = 1 AND number = 10",
            changed(11),
        ),
        (
            "doubled and counted",
            "INSERT INTO log (of, number, before, at, body, sum)
             SELECT of, 11, id, at, body, sum FROM log WHERE of = 1 AND number = 10;
             UPDATE tables SET entries = 11 WHERE id = 1",
            changed(11),
        ),
        (
            "another table's",
            "UPDATE log SET (body, sum) =
             (SELECT body, sum FROM log WHERE of = 2 AND number = 2)
             WHERE of = 1 AND number = 2",
            changed(2),
        ),
    ];
    for (name, sql, damage) in cases {
        let answer = found(name, sql).await.unwrap_err();
        assert_eq!(answer, StoreError::Damaged { table: "birchwood".into(), damage }, "{name}");
        // The name is enough to join: only its beginning may be logged.
        let sentence = answer.to_string();
        assert!(sentence.starts_with("table birc is damaged: "), "{sentence}");
        assert!(!sentence.contains("birchwood"), "{sentence}");
    }
    let tail = found("sentence", "DELETE FROM log WHERE of = 1 AND number > 7").await;
    let sentence = tail.unwrap_err().to_string();
    assert_eq!(sentence, "table birc is damaged: its last entry is 7, but 10 were stored");
}

#[tokio::test]
async fn a_file_of_the_first_schema_is_brought_up_to_date() {
    let folder = Folder::new("first");
    folder.sql(include_str!("first-schema.sql"));
    let calendar = Calendar::new();
    let store = calendar.open(&folder.file());
    store.append("birch", 3, texts(3..5)).await.unwrap();
    assert_eq!(store.entries("birch").await, Ok(texts(0..5)));
    // Existing tables age from now on, whatever the clock was when they were stored.
    calendar.pass(&store, 2).await;
    let unused = store.unused_stats(2).await.unwrap();
    assert_eq!((unused.tables, unused.bytes), (3, 6 * 7));
    // Replaced entries have checksums, too.
    store.replace("birch", 5, 1, texts(1..3)).await.unwrap();
    drop(store);
    folder.sql("UPDATE log SET sum = NULL WHERE of = 1 AND number = 2");
    let store = calendar.open(&folder.file());
    let damage = Damage::Changed { entry: 2 };
    let damaged = StoreError::Damaged { table: "birch".into(), damage };
    assert_eq!(store.entries("birch").await, Err(damaged));
    assert_eq!(store.entries("maple").await, Ok(texts(0..1)));
}

#[tokio::test]
async fn a_file_of_a_newer_program_is_left_alone() {
    let folder = Folder::new("newer");
    drop(folder.open());
    folder.sql("PRAGMA user_version = 99");
    assert!(matches!(Sqlite::open(&folder.file()), Err(StoreError::Newer { found: 99, .. })));
}
