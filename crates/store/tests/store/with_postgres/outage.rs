//! Crash and recovery of the database server.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use upcard_store::{Damage, Postgres, Store, StoreError};

use crate::common::{texts, until};
use crate::server::Server;

/// Kills the server, and waits until the store has noticed.
async fn crash(server: &Server, store: &Postgres) {
    tokio::task::block_in_place(|| server.crash());
    until(store, |health| matches!(health.fault, Some(StoreError::Unreachable(_)))).await;
}

async fn start_again(server: &Server, store: &Postgres) {
    tokio::task::block_in_place(|| server.start_again());
    until(store, |health| health.fault.is_none()).await;
}

/// Tables keep appending while the server crashes repeatedly. Pending writes are stored once the server is
/// back; confirmed ones are there exactly once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL"]
async fn pending_writes_are_stored_once_after_an_outage() {
    let server = Arc::new(Server::start());
    let database = server.database("outage").await;
    let store = Arc::new(database.open().await);
    let stored = Arc::new(AtomicUsize::new(0));
    let tables: Vec<_> = (0..30)
        .map(|n| {
            let (store, stored) = (store.clone(), stored.clone());
            tokio::spawn(async move {
                let name = format!("table {n}");
                for number in 0..400 {
                    let next = number as u32;
                    store.append(&name, number, texts(next..next + 1)).await?;
                    stored.fetch_add(1, Ordering::Relaxed);
                }
                Ok::<(), StoreError>(())
            })
        })
        .collect();
    for _ in 0..3 {
        // While writes are in progress.
        let enough = (stored.load(Ordering::Relaxed) + 1_000).min(30 * 400);
        until(&*store, |_| stored.load(Ordering::Relaxed) >= enough).await;
        crash(&server, &store).await;
        // Reads fail meanwhile.
        let answer = store.entries("table 1").await;
        assert!(matches!(answer, Err(StoreError::Unreachable(_))), "{answer:?}");
        start_again(&server, &store).await;
    }
    for table in tables {
        assert_eq!(table.await.unwrap(), Ok(()));
    }
    for n in 0..30 {
        assert_eq!(store.entries(&format!("table {n}")).await, Ok(texts(0..400)));
    }
}

/// With these flags the server confirms before anything is on disk, unless the client insists.
const CARELESS: &[&str] = &["-c", "synchronous_commit=off", "-c", "wal_writer_delay=10s"];

/// Confirmed writes are on disk however the server is configured, even just before a crash.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL"]
async fn what_was_confirmed_just_before_a_crash_is_there() {
    let server = Arc::new(Server::with(CARELESS));
    let database = server.database("careless").await;
    let store = database.open().await;
    for round in 0..3 {
        let name = format!("table {round}");
        store.append(&name, 0, texts(0..5)).await.unwrap();
        let key = store.get_or_insert(&name, vec![round; 32]).await.unwrap();
        crash(&server, &store).await;
        start_again(&server, &store).await;
        assert_eq!(store.entries(&name).await, Ok(texts(0..5)));
        assert_eq!(store.get(&name).await, Ok(Some(key)));
    }
}

#[tokio::test]
#[ignore = "needs PostgreSQL"]
async fn damage_in_the_database_is_detected() {
    let server = Server::shared();
    let cases = [
        ("tail", "DELETE FROM entries WHERE number > 7", Damage::Tail { last: 7, known: 10 }),
        ("gap", "DELETE FROM entries WHERE number = 4", Damage::Gap { expected: 4, found: 5 }),
        (
            "changed",
            "UPDATE entries SET body = 'entry 8' WHERE number = 3",
            Damage::Changed { entry: 3 },
        ),
        (
            "doubled",
            "INSERT INTO entries SELECT of, 11, at, body, sum FROM entries WHERE number = 10",
            Damage::Beyond { found: 11, known: 10 },
        ),
    ];
    for (name, sql, damage) in cases {
        let database = server.database(&format!("damage {name}")).await;
        let store = database.open().await;
        store.append("birchwood", 0, texts(0..10)).await.unwrap();
        database.sql(sql);
        let answer = store.entries("birchwood").await;
        let damaged = StoreError::Damaged { table: "birchwood".into(), damage };
        assert_eq!(answer, Err(damaged), "{name}");
    }
}

#[tokio::test]
#[ignore = "needs PostgreSQL"]
async fn an_unusable_database_is_reported() {
    let database = Server::shared().database("unusable").await;
    drop(database.open().await);
    database.sql("UPDATE upcard_schema SET version = 99");
    let answer = Postgres::open(&database.address()).await.map(|_| ());
    assert!(matches!(answer, Err(StoreError::Newer { found: 99, .. })), "{answer:?}");
    for (address, says) in [
        (database.address().replace("unusable", "missing"), "\"missing\" does not exist"),
        ("postgres://upcard:secret@127.0.0.1:1/upcard".into(), "refused"),
        ("postgres://upcard@/?host=/nowhere&port=x".into(), "port"),
    ] {
        let answer = Postgres::open(&address).await.map(|_| ()).unwrap_err().to_string();
        assert!(answer.contains(says) && !answer.contains("secret"), "{answer}");
    }
}
