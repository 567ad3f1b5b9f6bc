//! Panics in a room's task, and eviction of rooms.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use upcard_table::Input;
use upcard_table::wire::{ClientMessage, Phrase, ServerMessage, Sitter, Stage, TableError};

use crate::connections::error::Refusal;
use crate::operations::settings::Settings;
use crate::testing::{HOST, Visitor, open, server, server_with, until};

/// In these tests a phrase makes the task panic; the program itself has no such hook.
pub(super) fn trip(input: &Input) {
    if matches!(input, Input::Message { message: ClientMessage::Say { .. }, .. }) {
        panic!("tripped by a test");
    }
}

#[tokio::test]
async fn a_panic_is_reported_and_counted_and_the_table_is_restored_from_its_entries() {
    let server = server(10);
    let id = open(&server).await;
    let say = ClientMessage::Say { phrase: Phrase::Hello };
    let mut ann = Visitor::welcomed(&server, &id).await;
    let mut other = Visitor::welcomed(&server, &id).await;
    ann.says(ClientMessage::Sit { seat: None, name: "Ann".into() }).await;
    ann.says(say.clone()).await;
    // All visitors are told to come back, …
    assert_eq!(ann.error().await, Some(TableError::Unavailable));
    assert_eq!(other.error().await, Some(TableError::Unavailable));
    assert_eq!(server.shared.faults.counts(), (1, 0));
    // … and find the table as it is stored.
    let mut ann = Visitor::welcomed(&server, &id).await;
    let stored = server.shared.store.entries(&id).await.unwrap().len();
    let seated = server.about(&id, HOST.as_caller()).await.unwrap().seated;
    let people = seated.iter().filter(|info| matches!(info.sitter, Sitter::Person { .. }));
    assert_eq!(stored, 1 + people.count());
    // After another entry a second panic is tolerated.
    ann.says(ClientMessage::Sit { seat: None, name: "Anna".into() }).await;
    let renamed = |message: &ServerMessage| matches!(message, ServerMessage::Change { .. });
    while !renamed(&ann.hears().await.unwrap()) {}
    ann.says(say.clone()).await;
    assert_eq!(ann.error().await, Some(TableError::Unavailable));
    let mut ann = Visitor::welcomed(&server, &id).await;
    // After a repeated panic at the same entry the table is set aside, and its players are told why.
    ann.says(say).await;
    assert_eq!(ann.error().await, Some(TableError::Unavailable));
    assert_eq!(server.shared.faults.counts(), (3, 1));
    let mut ann = Visitor::new(&server, &id).await.unwrap();
    assert_eq!(ann.error().await, Some(TableError::SetAside));
    assert_eq!(server.about(&id, HOST.as_caller()).await, Err(Refusal::SetAside));
    let (status, text) = Refusal::SetAside.text();
    assert!(status.as_u16() == 503 && text.contains("A program error"), "{text}");
    // No stored entry is lost, and other tables are unaffected.
    assert!(server.shared.store.entries(&id).await.unwrap().len() > stored);
    let elsewhere = open(&server).await;
    Visitor::welcomed(&server, &elsewhere).await;
}

#[tokio::test]
async fn idle_tables_are_evicted_and_summaries_load_no_table() {
    let server = server(2);
    let (first, second) = (open(&server).await, open(&server).await);
    let _ann = Visitor::welcomed(&server, &first).await;
    until(|| server.rooms.idle() == 1).await;
    // The second table has no visitor and is evicted for a third.
    let third = open(&server).await;
    until(|| server.rooms.len() == 2).await;
    assert!(server.rooms.get(&second).is_none() && server.rooms.get(&third).is_some());
    // Its summary is available without loading it, repeatedly.
    for _ in 0..20 {
        assert_eq!(server.about(&second, HOST.as_caller()).await.unwrap().stage, Stage::Seating);
        assert!(server.rooms.get(&second).is_none() && server.rooms.len() == 2);
    }
    assert_eq!(server.about("abcdefghijkm", HOST.as_caller()).await, Err(Refusal::NoSuchTable));
    assert_eq!(server.rooms.len(), 2);
    // If all rooms are in use, no other table is loaded, but its summary is available.
    let bob = Visitor::welcomed(&server, &third).await;
    until(|| server.rooms.idle() == 0).await;
    assert_eq!(Visitor::new(&server, &second).await.err(), Some(Refusal::TooMany));
    assert!(server.about(&second, HOST.as_caller()).await.is_ok());
    // When the visitors of one have left, it is evicted.
    bob.room.disconnect(bob.link).await;
    until(|| server.rooms.idle() == 1).await;
    Visitor::welcomed(&server, &second).await;
    assert!(server.rooms.get(&first).is_some(), "somebody is there");
}

#[tokio::test]
async fn requests_do_not_keep_an_idle_table_in_memory() {
    let settings = Settings { idle: Duration::from_millis(300), ..Settings::default() };
    let server = server_with(settings, Arc::new(SystemTime::now));
    let id = open(&server).await;
    let asked = async {
        while server.rooms.get(&id).is_some() {
            assert!(server.about(&id, HOST.as_caller()).await.is_ok());
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), asked).await.expect("it leaves");
    assert!(server.about(&id, HOST.as_caller()).await.is_ok());
}
