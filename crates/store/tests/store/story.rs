//! Shared test that every store must pass.

use std::sync::Arc;

use upcard_store::{Sqlite, Store, StoreError};

use crate::common::{Folder, Place, texts};

/// Required behaviour of any store.
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

    // Two writers that both expect three entries: nothing of the later one is added.
    let conflict = store.append("birch", 3, texts(9..11)).await;
    let expected = StoreError::Conflict { table: "birch".into(), expected: 3, found: 4 };
    assert_eq!(conflict, Err(expected));
    let opened_twice = store.append("maple", 0, texts(0..1)).await;
    assert!(matches!(opened_twice, Err(StoreError::Conflict { found: 1, .. })));
    assert_eq!(store.entries("birch").await, Ok(texts(0..4)));

    // The last entries are replaced, atomically.
    store.replace("birch", 4, 2, texts(20..21)).await.unwrap();
    let replaced = [texts(0..2), texts(20..21)].concat();
    assert_eq!(store.entries("birch").await, Ok(replaced.clone()));
    for (expected, kept) in [(4, 2), (3, 4), (2, 2)] {
        let conflict = store.replace("birch", expected, kept, texts(9..11)).await;
        assert!(matches!(conflict, Err(StoreError::Conflict { found: 3, .. })), "{conflict:?}");
    }
    assert_eq!(store.entries("birch").await, Ok(replaced));
    store.replace("birch", 3, 0, texts(0..2)).await.unwrap();
    store.append("birch", 2, texts(2..4)).await.unwrap();
    assert_eq!(store.entries("birch").await, Ok(texts(0..4)));

    // A version depends on contents: the same number of different entries is another version.
    let before = store.version("birch").await.unwrap();
    assert_eq!(store.version("birch").await, Ok(before));
    store.replace("birch", 4, 3, texts(30..31)).await.unwrap();
    let after = store.version("birch").await.unwrap();
    assert!(before.entries == 4 && after.entries == 4 && before != after, "{before:?} {after:?}");
    store.append("maple", 1, texts(1..2)).await.unwrap();
    assert_eq!(store.version("birch").await, Ok(after));
    store.replace("birch", 4, 3, texts(3..4)).await.unwrap();
    let missing = store.version("oak").await;
    assert_eq!(missing, Err(StoreError::NoSuchTable("oak".into())));

    // Each with its time of storage, within this century.
    let dated = store.dated_entries("birch").await.unwrap();
    assert!(dated.is_sorted_by_key(|stored| stored.at));
    let century = 946_684_800_000..4_102_444_800_000;
    assert!(dated.iter().all(|stored| century.contains(&stored.at)), "{dated:?}");
    let bodies: Vec<Vec<u8>> = dated.into_iter().map(|stored| stored.body).collect();
    assert_eq!(bodies, texts(0..4));
    assert_eq!(store.dated_entries("oak").await, Err(StoreError::NoSuchTable("oak".into())));

    assert_eq!(store.get_or_insert("key", vec![1, 2]).await, Ok(vec![1, 2]));
    assert_eq!(store.get_or_insert("key", vec![3]).await, Ok(vec![1, 2]));
    for bytes in [vec![4], vec![5, 6]] {
        let both = ["new", "newer"].map(|name| (name.to_owned(), bytes.clone()));
        store.put(both.to_vec()).await.unwrap();
        assert_eq!(store.get_or_insert("new", vec![7]).await, Ok(bytes.clone()));
        assert_eq!(store.get("newer").await, Ok(Some(bytes)));
    }
    store.put(Vec::new()).await.unwrap();

    // Many tables concurrently, each in order.
    let tables: Vec<_> = (0..40)
        .map(|n| {
            let store = store.clone();
            tokio::spawn(async move {
                let name = format!("table {n}");
                for number in 0..25 {
                    let next = number as u32;
                    store.append(&name, number, texts(next..next + 1)).await?;
                }
                store.entries(&name).await
            })
        })
        .collect();
    for table in tables {
        assert_eq!(table.await.unwrap(), Ok(texts(0..25)));
    }
    assert_eq!(store.count().await, Ok(42));
    assert_eq!(store.health().fault, None);
}

#[tokio::test]
async fn sqlite_in_memory_behaves_like_the_other_stores() {
    story(Arc::new(Sqlite::in_memory().unwrap())).await;
}

async fn every_store_tells_the_story_and_remembers_it(place: Place) {
    story(place.open().await).await;
    let again = place.open().await;
    assert_eq!(again.entries("birch").await, Ok(texts(0..4)));
    assert_eq!(again.version("birch").await.map(|version| version.entries), Ok(4));
    again.append("birch", 4, texts(4..5)).await.unwrap();
    assert_eq!(again.get_or_insert("key", vec![9]).await, Ok(vec![1, 2]));
    assert_eq!(again.get("key").await, Ok(Some(vec![1, 2])));
    assert_eq!(again.get("other").await, Ok(None));
    let mut names = Vec::new();
    loop {
        let after = names.last().map_or("", String::as_str);
        let more: Vec<String> = again.table_names(after, 5).await.unwrap();
        assert!(more.len() <= 5);
        if more.is_empty() {
            break;
        }
        names.extend(more);
    }
    assert!(names.is_sorted() && names.contains(&"birch".to_owned()));
    assert_eq!(Ok(names.len() as u64), again.count().await);
}

#[tokio::test]
async fn one_process_serves_a_file() {
    let folder = Folder::new("two");
    let _first = folder.open();
    assert!(matches!(Sqlite::open(&folder.file()), Err(StoreError::InUse(_))));
}

async fn a_store_is_closed_when_what_was_asked_before_is_done(place: Place) {
    let store = place.open().await;
    let last = store.append("birch", 0, texts(0..3));
    let closed = store.close();
    assert_eq!(store.append("birch", 3, texts(3..4)).await, Err(StoreError::Closed));
    assert_eq!(closed.await, Ok(()));
    assert_eq!(store.entries("birch").await, Err(StoreError::Closed));
    assert_eq!(last.await, Ok(()));
    // The lock is released: another store can open the place while this value still exists.
    let other = place.open().await;
    assert_eq!(other.entries("birch").await, Ok(texts(0..3)));
    assert_eq!(store.close().await, Err(StoreError::Closed));
}

told_of_both!(
    every_store_tells_the_story_and_remembers_it,
    a_store_is_closed_when_what_was_asked_before_is_done
);
