//! Old tables are removed by counted days, a few at a time, whatever the clock says.

use upcard_store::{RemovalStep, Store, StoreError, UnusedStats};

use crate::common::{Calendar, Place, texts};

/// Removes old tables step by step; returns the number of tables and steps.
async fn remove_unused(store: &dyn Store, days: u32) -> (u64, u32) {
    let (mut tables, mut pieces) = (0, 0);
    loop {
        let piece = store.remove_unused(days).await.unwrap();
        tables += piece.tables;
        pieces += 1;
        if !piece.more {
            return (tables, pieces);
        }
    }
}

async fn what_was_not_used_for_long_is_counted_and_removed(place: Place) {
    let calendar = Calendar::new();
    let store = place.open_with_clock(&calendar).await;
    for name in ["birch", "maple", "willow"] {
        store.append(name, 0, texts(0..2)).await.unwrap();
    }
    calendar.pass(&*store, 5).await;
    store.append("maple", 2, texts(2..3)).await.unwrap();
    calendar.pass(&*store, 5).await;
    store.append("willow", 2, texts(2..3)).await.unwrap();
    let bytes = |entries: u64| entries * 7;
    let all = UnusedStats { tables: 2, bytes: bytes(5), least: 5, most: 10 };
    assert_eq!(store.unused_stats(5).await, Ok(all));
    let first = UnusedStats { tables: 1, bytes: bytes(2), least: 10, most: 10 };
    assert_eq!(store.unused_stats(6).await, Ok(first));
    assert_eq!(store.unused_stats(11).await, Ok(UnusedStats::default()));
    assert_eq!(remove_unused(&*store, 11).await, (0, 1));
    assert_eq!(remove_unused(&*store, 6).await, (1, 1));
    assert_eq!(store.entries("birch").await, Err(StoreError::NoSuchTable("birch".into())));
    assert_eq!(store.entries("maple").await, Ok(texts(0..3)));
    // A name can be reused.
    store.append("birch", 0, texts(0..1)).await.unwrap();
    assert_eq!(store.count().await, Ok(3));
}

async fn a_table_that_is_used_grows_no_older(place: Place) {
    let calendar = Calendar::new();
    let store = place.open_with_clock(&calendar).await;
    for name in ["birch", "maple"] {
        store.append(name, 0, texts(0..2)).await.unwrap();
    }
    for _ in 0..3 {
        calendar.pass(&*store, 2).await;
        store.append("maple", 2, Vec::new()).await.unwrap();
    }
    assert_eq!(remove_unused(&*store, 1).await, (1, 1));
    assert_eq!(store.entries("maple").await, Ok(texts(0..2)));
    // It has no other effect, and a caller with a wrong count gets an error.
    let wrong = StoreError::Conflict { table: "maple".into(), expected: 3, found: 2 };
    assert_eq!(store.append("maple", 3, Vec::new()).await, Err(wrong));
    store.append("maple", 2, texts(2..3)).await.unwrap();
    store.close().await.unwrap();
    let store = place.open_with_clock(&calendar).await;
    assert_eq!(store.entries("maple").await, Ok(texts(0..3)));
}

async fn forgetting_goes_by_small_pieces_with_room_between(place: Place) {
    let calendar = Calendar::new();
    let store = place.open_with_clock(&calendar).await;
    store.append("long", 0, texts(0..3500)).await.unwrap();
    for n in 0..250 {
        store.append(&format!("table {n}"), 0, texts(0..1)).await.unwrap();
    }
    calendar.pass(&*store, 2).await;
    // The long table comes first: it takes steps of its own, and is no longer found meanwhile.
    assert_eq!(store.remove_unused(1).await, Ok(RemovalStep { tables: 0, more: true }));
    assert_eq!(store.entries("long").await, Err(StoreError::NoSuchTable("long".into())));
    assert_eq!(store.count().await, Ok(250));
    assert_eq!(store.unused_stats(1).await.unwrap().tables, 250);
    // Writes between the steps work, and the half-removed table's name is free.
    store.append("long", 0, texts(0..2)).await.unwrap();
    store.append("table 7", 1, texts(1..2)).await.unwrap();
    // The store is closed halfway.
    store.close().await.unwrap();
    let store = place.open_with_clock(&calendar).await;
    let (tables, pieces) = remove_unused(&*store, 1).await;
    assert_eq!(tables, 250);
    assert!(pieces > 4, "{pieces}");
    assert_eq!(store.entries("long").await, Ok(texts(0..2)));
    assert_eq!(store.entries("table 7").await, Ok(texts(0..2)));
    assert_eq!(store.count().await, Ok(2));
}

async fn a_clock_that_jumps_makes_nothing_older(place: Place) {
    let calendar = Calendar::new();
    let store = place.open_with_clock(&calendar).await;
    store.append("birch", 0, texts(0..1)).await.unwrap();
    // Decades ahead, while running and at startup; an entry is stored in that future.
    calendar.set(40_000);
    assert_eq!(remove_unused(&*store, 1).await, (0, 1));
    assert_eq!(store.health().jump, Some(20_000));
    store.append("maple", 0, texts(0..1)).await.unwrap();
    store.close().await.unwrap();
    calendar.set(60_000);
    let store = place.open_with_clock(&calendar).await;
    assert_eq!(remove_unused(&*store, 1).await, (0, 1));
    assert_eq!(store.health().jump, Some(20_000));
    // And back again: this makes neither the entries stored in the future newer nor the others older.
    calendar.set(20_001);
    assert_eq!(remove_unused(&*store, 1).await, (0, 1));
    assert_eq!(store.health().jump, Some(-39_999));
    assert_eq!(store.count().await, Ok(2));
    // From now on days count again.
    calendar.pass(&*store, 3).await;
    assert_eq!(remove_unused(&*store, 4).await, (0, 1));
    assert_eq!(remove_unused(&*store, 3).await, (2, 1));
}

async fn a_store_that_was_closed_for_long_comes_back_whole(place: Place) {
    let calendar = Calendar::new();
    let store = place.open_with_clock(&calendar).await;
    store.append("birch", 0, texts(0..1)).await.unwrap();
    store.close().await.unwrap();
    calendar.set(20_400);
    let store = place.open_with_clock(&calendar).await;
    assert_eq!(remove_unused(&*store, 180).await, (0, 1));
    assert_eq!(store.entries("birch").await, Ok(texts(0..1)));
}

told_of_both!(
    what_was_not_used_for_long_is_counted_and_removed,
    a_table_that_is_used_grows_no_older,
    forgetting_goes_by_small_pieces_with_room_between,
    a_clock_that_jumps_makes_nothing_older,
    a_store_that_was_closed_for_long_comes_back_whole
);
