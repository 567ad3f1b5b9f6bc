//! A table whose task panics.

use std::net::{IpAddr, Ipv4Addr};

use tokio::sync::mpsc::UnboundedReceiver;
use upcard_engine::Library;
use upcard_store::Sqlite;
use upcard_table::wire::{PROTOCOL, Phrase, SeatPlan};

use super::*;
use crate::coding::{Batch, Coding};
use crate::identity::Key;
use crate::settings::Settings;
use crate::signing::RecordKey;

/// In these tests a phrase makes the task panic. The program itself has no such way.
pub(super) fn trip(input: &Input) {
    if matches!(input, Input::Said { message: ClientMessage::Say { .. }, .. }) {
        panic!("tripped by a test");
    }
}

fn server(tables: usize) -> Arc<Shared> {
    let settings = Settings { tables, store: None, ..Settings::default() };
    let store = Arc::new(Sqlite::in_memory().unwrap());
    let (key, record_key) = (Key::new(vec![7; 32]), RecordKey::new(&[7; 32]));
    Arc::new(Shared::new(settings, store, Library::standard().unwrap(), key, record_key))
}

const HOST: Payer =
    Payer { guest: upcard_table::Hex([1; 16]), address: IpAddr::V4(Ipv4Addr::LOCALHOST) };

async fn open(shared: &Arc<Shared>) -> String {
    shared.open(HOST, SetUp::new("rummy", vec![SeatPlan::Person; 2])).await.unwrap()
}

/// Somebody at a table.
struct Visitor {
    link: Link,
    table: mpsc::Sender<Command>,
    batches: UnboundedReceiver<Batch>,
    waiting: std::vec::IntoIter<axum::extract::ws::Message>,
}

impl Visitor {
    async fn new(shared: &Arc<Shared>, id: &str) -> Result<Visitor, Refusal> {
        let link = shared.new_link();
        let (out, batches, _) = Out::new(Coding::Json);
        let table = shared.tell(id, Command::Connect { link, who: HOST, out }).await?;
        let visitor = Visitor { link, table, batches, waiting: Vec::new().into_iter() };
        let hello = ClientMessage::Hello { protocol: PROTOCOL, resume: None };
        visitor.says(hello).await;
        Ok(visitor)
    }

    async fn says(&self, message: ClientMessage) {
        // A table that is gone hears nothing.
        let _ = self.table.send(Command::Said { link: self.link, message, cost: 0 }).await;
    }

    /// The next message; none when the table has let go of this connection.
    async fn hears(&mut self) -> Option<ServerMessage> {
        loop {
            if let Some(message) = self.waiting.next() {
                return Some(serde_json::from_slice(&message.into_data()).unwrap());
            }
            self.waiting = self.batches.recv().await?.into_iter();
        }
    }

    /// What is said last.
    async fn error(&mut self) -> Option<TableError> {
        let mut last = None;
        while let Some(message) = self.hears().await {
            last = match message {
                ServerMessage::Error { error } => Some(error),
                _ => None,
            };
        }
        last
    }

    async fn is_welcome(&mut self) -> bool {
        matches!(self.hears().await, Some(ServerMessage::Welcome { .. }))
    }
}

#[tokio::test]
async fn a_panic_is_told_counted_and_the_table_goes_on_from_its_entries() {
    let shared = server(10);
    let id = open(&shared).await;
    let say = ClientMessage::Say { phrase: Phrase::Hello };
    let mut ann = Visitor::new(&shared, &id).await.unwrap();
    let mut other = Visitor::new(&shared, &id).await.unwrap();
    assert!(ann.is_welcome().await && other.is_welcome().await);
    ann.says(ClientMessage::Sit { seat: None, name: "Ann".into() }).await;
    ann.says(say.clone()).await;
    // Everybody there is told to come back, …
    assert_eq!(ann.error().await, Some(TableError::Unavailable));
    assert_eq!(other.error().await, Some(TableError::Unavailable));
    assert_eq!(shared.faults(), (1, 0));
    // … and finds the table as it is stored.
    let mut ann = Visitor::new(&shared, &id).await.unwrap();
    assert!(ann.is_welcome().await);
    let stored = shared.store.entries(&id).await.unwrap().len();
    assert_eq!(
        stored,
        1 + shared
            .about(&id)
            .await
            .unwrap()
            .seated
            .iter()
            .filter(|s| { matches!(s.sitter, upcard_table::wire::Sitter::Person { .. }) })
            .count()
    );
    // After another entry it may panic once more.
    ann.says(ClientMessage::Sit { seat: None, name: "Anna".into() }).await;
    let renamed = |message: &ServerMessage| matches!(message, ServerMessage::Change { .. });
    while !renamed(&ann.hears().await.unwrap()) {}
    ann.says(say.clone()).await;
    assert_eq!(ann.error().await, Some(TableError::Unavailable));
    let mut ann = Visitor::new(&shared, &id).await.unwrap();
    assert!(ann.is_welcome().await);
    // At the same entry again it is set aside, and its people hear why.
    ann.says(say).await;
    assert_eq!(ann.error().await, Some(TableError::Unavailable));
    assert_eq!(shared.faults(), (3, 1));
    let mut ann = Visitor::new(&shared, &id).await.unwrap();
    assert_eq!(ann.error().await, Some(TableError::SetAside));
    assert_eq!(shared.about(&id).await, Err(Refusal::SetAside));
    let (status, text) = Refusal::SetAside.text();
    assert!(status.as_u16() == 503 && text.contains("A fault of the program"), "{text}");
    // Nothing that was stored is lost, and other tables do not notice.
    assert!(shared.store.entries(&id).await.unwrap().len() > stored);
    let elsewhere = open(&shared).await;
    assert!(Visitor::new(&shared, &elsewhere).await.unwrap().is_welcome().await);
}

#[tokio::test]
async fn idle_tables_leave_for_others_and_a_question_loads_none() {
    let shared = server(2);
    let (first, second) = (open(&shared).await, open(&shared).await);
    let mut ann = Visitor::new(&shared, &first).await.unwrap();
    assert!(ann.is_welcome().await);
    while shared.idle_tables() != 1 {
        tokio::task::yield_now().await;
    }
    // The second has no visitor and leaves for a third.
    let third = open(&shared).await;
    while shared.loaded() != 2 {
        tokio::task::yield_now().await;
    }
    assert!(!shared.is_loaded(&second) && shared.is_loaded(&third));
    // It can be asked about without being loaded, again and again.
    for _ in 0..20 {
        assert_eq!(shared.about(&second).await.unwrap().stage, Stage::Seating);
        assert!(!shared.is_loaded(&second) && shared.loaded() == 2);
    }
    assert_eq!(shared.about("abcdefghijkm").await, Err(Refusal::NoSuchTable));
    assert_eq!(shared.loaded(), 2);
    // Where all are in use, no further one is loaded; what is said of it can be had all the same.
    let mut bob = Visitor::new(&shared, &third).await.unwrap();
    assert!(bob.is_welcome().await);
    while shared.idle_tables() != 0 {
        tokio::task::yield_now().await;
    }
    assert_eq!(Visitor::new(&shared, &second).await.err(), Some(Refusal::TooMany));
    assert!(shared.about(&second).await.is_ok());
    // When one of them is left, it makes room.
    bob.table.send(Command::Gone { link: bob.link }).await.unwrap();
    while shared.idle_tables() != 1 {
        tokio::task::yield_now().await;
    }
    assert!(Visitor::new(&shared, &second).await.unwrap().is_welcome().await);
    assert!(shared.is_loaded(&first), "somebody is there");
}
