//! Behaviour of a server with faulty disk, file or clock.

use std::net::SocketAddr;
use std::path::Path;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use upcard_store::{Sqlite, Store};
use upcard_table::wire::{ServerMessage, TableError};

use crate::common::{
    Server, Socket, WITH_BOT, change, connect, error_of, get, greeted, hear, open, request_table,
    say, sit, snapshot, started,
};

/// Checks that no table can be opened, for this reason.
async fn opens_none(address: SocketAddr, code: &str) {
    let (status, _, body) = request_table(address, "", WITH_BOT).await;
    assert!(status == 503 && body.contains(code), "{body}");
}

/// Seats a new guest at a table.
async fn seated(address: SocketAddr, table: &str) -> Socket {
    let mut socket = greeted(address, table, None).await;
    say(&mut socket, &sit("Ann")).await.unwrap();
    snapshot(&mut socket).await;
    socket
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_acknowledged_after_the_file_is_removed() {
    let (place, _server, address) = started("gone");
    let (table, _) = open(address, WITH_BOT).await;
    let mut ann = seated(address, &table).await;
    assert!(get(address, "/health").await.1.contains(r#""status":"ok""#));
    std::fs::remove_file(&place).unwrap();
    // From now on nothing is reported as done.
    say(&mut ann, &sit("Anna")).await.unwrap();
    loop {
        match hear(&mut ann).await {
            Some(ServerMessage::Error { error }) => {
                assert_eq!(error, TableError::Unavailable);
                break;
            }
            Some(ServerMessage::Change { change, .. }) => panic!("told and lost: {change:?}"),
            Some(_) => {}
            None => panic!("an error is told before the connection ends"),
        }
    }
    opens_none(address, "unavailable").await;
    let (status, body) = get(address, "/health").await;
    assert_eq!(status, 503);
    assert!(body.contains(r#""status":"degraded""#) && body.contains("file-gone"), "{body}");
    assert!(!body.contains("tables.db"), "anybody may read this: {body}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn with_a_full_disk_no_tables_open_and_existing_ones_continue() {
    let (place, server, address) = started("full");
    let (table, _) = open(address, WITH_BOT).await;
    assert!(server.stop());
    // More than any disk has free.
    let server = Server::at(address, &place, &["--least-free-mib", "1073741824"]);
    // It notices shortly after startup.
    let body = loop {
        let (status, body) = get(address, "/health").await;
        assert_eq!(status, 200, "{body}");
        if body.contains("degraded") {
            break body;
        }
        tokio::task::yield_now().await;
    };
    assert!(body.contains(r#""troubles":["disk-nearly-full"]"#), "{body}");
    opens_none(address, "no-room").await;
    seated(address, &table).await;
    assert!(server.stop());
}

/// Stores Ann's name, modifies the file, and checks that the table is reported as damaged.
async fn damaged(name: &str, does: impl FnOnce(&Path)) {
    let (place, server, address) = started(name);
    let [(table, _), (other, _)] = [open(address, WITH_BOT).await, open(address, WITH_BOT).await];
    drop(seated(address, &table).await);
    assert!(server.stop());
    does(&place);
    let server = Server::at(address, &place, &[]);
    for _ in 0..2 {
        let (mut ann, _) = connect(address, &table, None).await.unwrap();
        assert_eq!(error_of(&mut ann).await, TableError::Damaged, "{name}");
        for path in ["", "/matches/1/record"] {
            let path = format!("/api/tables/{table}{path}");
            let (status, body) = get(address, &path).await;
            assert!(status == 503 && body.contains(r#""code":"damaged""#), "{name}: {body}");
        }
    }
    // Other tables are unaffected.
    seated(address, &other).await;
    assert!(server.stop());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_whose_last_entries_are_missing_is_set_aside() {
    damaged("tail", |path| change(path, "DELETE FROM log WHERE of = 1 AND number > 1")).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_with_an_unknown_entry_is_set_aside() {
    damaged("foreign", |path| {
        let store = Sqlite::open(path).unwrap();
        let runtime = tokio::runtime::Handle::current();
        let first = rusqlite::Connection::open(path)
            .unwrap()
            .query_row("SELECT name, entries FROM tables WHERE id = 1", [], |row| {
                Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)? as u64))
            })
            .unwrap();
        let added = store.append(&first.0, first.1, vec![br#"{"flown":{"seat":1}}"#.to_vec()]);
        tokio::task::block_in_place(|| runtime.block_on(added)).unwrap();
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_second_signal_exits_at_once() {
    let (_place, server, address) = started("twice");
    // The shutdown has to wait for an incomplete request.
    let mut held = TcpStream::connect(address).await.unwrap();
    let half = "POST /api/tables HTTP/1.1\r\nhost: here\r\ncontent-length: 100\r\n\r\n{";
    held.write_all(half.as_bytes()).await.unwrap();
    let (table, _) = open(address, WITH_BOT).await;
    let mut ann = seated(address, &table).await;
    server.signal("TERM");
    // The first signal has been handled.
    assert_eq!(error_of(&mut ann).await, TableError::Stopping);
    server.signal("TERM");
    assert_eq!(server.ended(), Some(130));
}

/// A load balancer that checks readiness during the shutdown is told to send no more clients.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stopping_server_is_not_ready() {
    let (_place, server, address) = started("not-ready");
    // Requests already begun are finished.
    let mut asking = Vec::new();
    for path in ["/ready", "/health"] {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(format!("GET {path} HTTP/1.1\r\nhost: x\r\n").as_bytes()).await.unwrap();
        asking.push(stream);
    }
    assert_eq!(get(address, "/ready").await.0, 200);
    let (table, _) = open(address, WITH_BOT).await;
    let mut ann = seated(address, &table).await;
    server.signal("TERM");
    assert_eq!(error_of(&mut ann).await, TableError::Stopping);
    let mut answers = Vec::new();
    for mut stream in asking {
        stream.write_all(b"connection: close\r\n\r\n").await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        answers.push(answer);
    }
    assert!(answers.iter().all(|answer| answer.starts_with("HTTP/1.1 503")), "{answers:?}");
    assert!(answers[1].contains(r#""status":"stopping""#), "{answers:?}");
    assert_eq!(server.ended(), Some(0));
}
