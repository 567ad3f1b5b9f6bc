//! Servers without sockets, for tests.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::SystemTime;

use upcard_engine::Library;
use upcard_identity::Keys;
use upcard_store::{Clock, Sqlite};
use upcard_table::Link;
use upcard_table::wire::{ClientMessage, PROTOCOL, SeatPlan, ServerMessage, SetUp, TableError};

use crate::connections::encoding::{ClientSender, Encoding, Receiver};
use crate::connections::error::Refusal;
use crate::operations::quotas::Payer;
use crate::operations::settings::{Settings, StoreAddress};
use crate::operations::shared::Shared;
use crate::operations::signing::RecordKey;
use crate::rooms::registry::Registry;
use crate::rooms::room::{Caller, Command, RoomHandle};

/// Creates an in-memory server with room for this many tables.
pub(crate) fn server(tables: usize) -> Registry {
    server_with(Settings { tables, ..Settings::default() }, Arc::new(SystemTime::now))
}

/// Creates an in-memory server with these settings and clock.
pub(crate) fn server_with(settings: Settings, clock: Clock) -> Registry {
    let settings = Settings { store: StoreAddress::Memory, ..settings };
    let store = Arc::new(Sqlite::in_memory().unwrap());
    let (keys, record_key) = (Keys::new(vec![7; 32]), RecordKey::new(&[7; 32]));
    let library = Library::standard().unwrap();
    Registry::new(Arc::new(Shared::new(settings, store, library, keys, record_key, clock)))
}

/// The guest who opens the tables.
pub(crate) const HOST: Payer =
    Payer { guest: upcard_table::Hex([1; 16]), address: IpAddr::V4(Ipv4Addr::LOCALHOST) };

impl Payer {
    pub(crate) fn as_caller(self) -> Caller {
        Caller { guest: Some(self.guest), address: self.address }
    }
}

pub(crate) async fn open(server: &Registry) -> String {
    server.open(HOST, SetUp::new("rummy", vec![SeatPlan::Person; 2])).await.unwrap()
}

/// Lets other tasks run until a condition holds.
pub(crate) async fn until(holds: impl Fn() -> bool) {
    while !holds() {
        tokio::task::yield_now().await;
    }
}

/// A connection to a table, of its host.
pub(crate) struct Visitor {
    pub(crate) link: Link,
    pub(crate) room: RoomHandle,
    receiver: Receiver,
    waiting: std::vec::IntoIter<axum::extract::ws::Message>,
}

impl Visitor {
    pub(crate) async fn new(server: &Registry, id: &str) -> Result<Visitor, Refusal> {
        let link = server.shared.new_link();
        let (sender, receiver, _) = ClientSender::new(Encoding::Json, None);
        let connect = Command::Connect { link, who: HOST, sender, from_peer: false };
        let room = server.send(id, connect).await?;
        let visitor = Visitor { link, room, receiver, waiting: Vec::new().into_iter() };
        visitor.says(ClientMessage::Hello { protocol: PROTOCOL, resume: None }).await;
        Ok(visitor)
    }

    /// Connects a visitor, who is welcomed.
    pub(crate) async fn welcomed(server: &Registry, id: &str) -> Visitor {
        let mut visitor = Visitor::new(server, id).await.unwrap();
        assert!(matches!(visitor.hears().await, Some(ServerMessage::Welcome { .. })));
        visitor
    }

    /// Sits down, and waits until this is done.
    pub(crate) async fn sits(&mut self) {
        self.says(ClientMessage::Sit { seat: None, name: "Ann".to_owned() }).await;
        while !matches!(self.hears().await.unwrap(), ServerMessage::Welcome { seat: Some(_), .. }) {
        }
    }

    pub(crate) async fn says(&self, message: ClientMessage) {
        // The room may have ended.
        let _ = self.room.message(self.link, message, 0).await;
    }

    /// Receives the next message; `None` if the room has closed the connection.
    pub(crate) async fn hears(&mut self) -> Option<ServerMessage> {
        loop {
            if let Some(message) = self.waiting.next() {
                return Some(serde_json::from_slice(&message.into_data()).unwrap());
            }
            self.waiting = self.receiver.recv().await?.into_iter();
        }
    }

    /// Returns the last message, if it is an error.
    pub(crate) async fn error(&mut self) -> Option<TableError> {
        let mut last = None;
        while let Some(message) = self.hears().await {
            last = match message {
                ServerMessage::Error { error } => Some(error),
                _ => None,
            };
        }
        last
    }
}
