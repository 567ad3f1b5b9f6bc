//! One story that every store tells alike, and what is SQLite's own.

use std::sync::Arc;

use upcard_store::{Sqlite, Store, StoreError};

fn texts(range: std::ops::Range<u32>) -> Vec<String> {
    range.map(|n| format!("entry {n}")).collect()
}

/// What any store must do.
async fn story(store: Arc<dyn Store>) {
    let missing = store.entries("birch").await;
    assert_eq!(missing, Err(StoreError::NoSuchTable("birch".into())));
    assert_eq!(store.count().await, Ok(0));
    store.append("birch", 0, texts(0..1)).await.unwrap();
    store.append("birch", 1, texts(1..4)).await.unwrap();
    store.append("maple", 0, texts(7..8)).await.unwrap();
    assert_eq!(store.entries("birch").await, Ok(texts(0..4)));
    assert_eq!(store.entries("maple").await, Ok(texts(7..8)));
    assert_eq!(store.count().await, Ok(2));

    // Two that both know three entries: nothing of the later one is added.
    let conflict = store.append("birch", 3, texts(9..11)).await;
    let expected = StoreError::Conflict { table: "birch".into(), expected: 3, found: 4 };
    assert_eq!(conflict, Err(expected));
    let opened_twice = store.append("maple", 0, texts(0..1)).await;
    assert!(matches!(opened_twice, Err(StoreError::Conflict { found: 1, .. })));
    assert_eq!(store.entries("birch").await, Ok(texts(0..4)));

    assert_eq!(store.keep("key", vec![1, 2]).await, Ok(vec![1, 2]));
    assert_eq!(store.keep("key", vec![3]).await, Ok(vec![1, 2]));

    // Many at once, each table's in order.
    let tables: Vec<_> = (0..40)
        .map(|n| {
            let store = store.clone();
            tokio::spawn(async move {
                let name = format!("table {n}");
                for number in 0..25 {
                    store.append(&name, number, texts(number as u32..number as u32 + 1)).await?;
                }
                store.entries(&name).await
            })
        })
        .collect();
    for table in tables {
        assert_eq!(table.await.unwrap(), Ok(texts(0..25)));
    }
    assert_eq!(store.forget(3600).await, Ok(0));
    tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    assert_eq!(store.forget(0).await, Ok(42));
    assert_eq!(store.count().await, Ok(0));
    // A name may be used again.
    store.append("birch", 0, texts(0..1)).await.unwrap();
}

#[tokio::test]
async fn sqlite_in_memory_tells_the_story() {
    story(Arc::new(Sqlite::in_memory().unwrap())).await;
}

#[tokio::test]
async fn sqlite_in_a_file_tells_the_story_and_remembers_it() {
    let folder = std::env::temp_dir().join(format!("upcard-store-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("story.db");
    let store = Sqlite::open(&path).unwrap();
    // One process serves a file.
    assert!(matches!(Sqlite::open(&path), Err(StoreError::Failed(_))));
    story(Arc::new(store)).await;
    let again = Sqlite::open(&path).unwrap();
    assert_eq!(again.entries("birch").await, Ok(texts(0..1)));
    again.append("birch", 1, texts(1..2)).await.unwrap();
    assert_eq!(again.keep("key", vec![9]).await, Ok(vec![1, 2]));
    drop(again);
    std::fs::remove_dir_all(&folder).unwrap();
}
