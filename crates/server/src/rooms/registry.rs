//! Finds the rooms of tables, and opens them: the only way to a room. A room knows nothing of it.

use std::net::Ipv6Addr;
use std::sync::Arc;
use std::time::Instant;

use axum::extract::FromRef;
use tokio::sync::{mpsc, oneshot};
use upcard_store::StoreError;
use upcard_table::wire::{SetUp, TableError};
use upcard_table::{Guest, Link, Room};

use crate::cluster::status::NodeStatus;
use crate::connections::coding::Out;
use crate::connections::error::Refusal;
use crate::operations::metrics::Now;
use crate::operations::quotas::Payer;
use crate::operations::rates::household;
use crate::operations::shared::Shared;
use crate::operations::trouble::{CODES, Trouble};
use crate::rooms::bots::Account;
use crate::rooms::entries::encode;
use crate::rooms::ids::{is_id, new_id, short};
use crate::rooms::in_memory::{Found, Rooms};
use crate::rooms::loading::{self, Loaded};
use crate::rooms::others::Others;
use crate::rooms::room::{About, Asker, Command, Move, Moved, RoomHandle};
use crate::rooms::stored::Stored;
use crate::rooms::task::{self, Here};

/// How often a room that ends just when it is asked something is loaded again.
const TRIES: usize = 3;

/// The way to all rooms.
#[derive(Clone)]
pub(crate) struct Registry {
    pub(crate) shared: Arc<Shared>,
    pub(crate) rooms: Arc<Rooms>,
    /// The other nodes, where there are any.
    pub(crate) others: Option<Arc<dyn Others>>,
}

impl FromRef<Registry> for Arc<Shared> {
    fn from_ref(registry: &Registry) -> Arc<Shared> {
        registry.shared.clone()
    }
}

impl Registry {
    pub(crate) fn new(shared: Arc<Shared>) -> Registry {
        let rooms = Arc::new(Rooms::new(shared.settings.tables));
        Registry { shared, rooms, others: None }
    }

    /// The same as one of several nodes.
    pub(crate) fn among(self, others: Option<Arc<dyn Others>>) -> Registry {
        Registry { others, ..self }
    }

    /// Opens a table and stores it; its id.
    pub(crate) async fn open(&self, host: Payer, set_up: SetUp) -> Result<String, Refusal> {
        let shared = &self.shared;
        if shared.is_draining() {
            return Err(Refusal::Draining);
        }
        shared.quotas.allows(host, Instant::now()).map_err(Refusal::Quota)?;
        let (library, timing) = (shared.library.clone(), shared.settings.timing);
        let (house, service) = (shared.house.clone(), shared.service.clone());
        let table = shared.pool.new_table();
        let who = Account { address: household(host.address), guest: host.guest, table };
        // House rules are made ready here, and it is found out whether bots can play by them: that may take
        // long.
        let place = shared.long.enter(who).await;
        let opened = tokio::task::spawn_blocking(move || {
            let _place = place;
            let set_up = house.spelled(&library, set_up)?;
            Room::open_with(service, library, timing, host.guest, set_up)
        });
        let (mut room, entry) = opened
            .await
            .map_err(|_| Refusal::Fault)?
            .map_err(|flaws| Refusal::BadRules(shared.house.flaw_lines(&flaws)))?;
        if room.bots_too_dear() {
            return Err(Refusal::BotsTooDear);
        }
        room.share_rules(|source, own| shared.rules.share(source, own));
        if !self.rooms.has_room() {
            return Err(Refusal::TooMany);
        }
        for trouble in shared.troubles() {
            match trouble {
                Trouble::NearlyFull { .. } => return Err(Refusal::NoRoom),
                // What is to be stored would wait until the database is back, and whoever asks with it.
                Trouble::Store(StoreError::Unreachable(_)) => return Err(Refusal::Unavailable),
                Trouble::Store(_) | Trouble::Slow => {}
            }
        }
        let body = encode(&entry).ok_or(Refusal::Unavailable)?;
        let id = new_id();
        let mut stored = Stored::default();
        stored.added(std::slice::from_ref(&body), room.settled());
        let bytes = body.len() as u64;
        shared.store.append(&id, 0, vec![body]).await.map_err(|error| {
            shared.store_fault(None, &error);
            Refusal::Unavailable
        })?;
        shared.quotas.charge(host, bytes, Instant::now());
        // It is stored: where no room is left meanwhile, it is loaded when somebody comes.
        let _ = self.start(&id, Some(Box::new((room, stored, Some(host.address)))));
        tracing::info!(table = short(&id), "table opened");
        Ok(id)
    }

    /// Lets a connection in at a table; the way to its room. One that ends at another node
    /// (`from_peer`) only comes to a table that is here.
    pub(crate) async fn connect(
        &self,
        id: &str,
        link: Link,
        who: Payer,
        out: Out,
        from_peer: bool,
    ) -> Result<RoomHandle, Refusal> {
        self.send(id, Command::Connect { link, who, out, from_peer }).await
    }

    /// How often this guest's seat was moved to another device.
    pub(crate) async fn moves(&self, id: &str, guest: Guest) -> Result<u32, Refusal> {
        let (answer, reply) = oneshot::channel();
        self.send(id, Command::Moves { guest, answer }).await?;
        reply.await.map_err(|_| Refusal::Unavailable)?
    }

    /// Moves a seat to another device, or asks whether that could be.
    pub(crate) async fn move_seat(&self, id: &str, wish: Move) -> Result<Moved, Refusal> {
        let (answer, reply) = oneshot::channel();
        self.send(id, Command::Move { wish, answer }).await?;
        reply.await.map_err(|_| Refusal::Unavailable)
    }

    /// What can be said of a table to whoever has its link, and to a guest who has a seat there. A
    /// table that is not in memory is looked at and not loaded.
    pub(crate) async fn about(&self, id: &str, who: Asker) -> Result<About, Refusal> {
        match self.asked_about(id, who).await {
            Some(answer) => answer,
            None => loading::about(&self.shared, id, who).await,
        }
    }

    /// What anybody may know of a table that is in memory; whoever asks comes from nowhere.
    pub(crate) async fn about_present(&self, id: &str) -> Option<About> {
        let anybody = Asker { guest: None, address: Ipv6Addr::UNSPECIFIED.into() };
        self.asked_about(id, anybody).await?.ok()
    }

    /// What a room in memory answers; none where there is no such room, or it is just leaving.
    async fn asked_about(&self, id: &str, who: Asker) -> Option<Result<About, Refusal>> {
        let room = self.rooms.get(id)?;
        let (answer, reply) = oneshot::channel();
        room.send(Command::About { who, answer }).await.ok()?;
        reply.await.ok()
    }

    /// Asks a table's room for something; the way to it, for more.
    async fn send(&self, id: &str, mut command: Command) -> Result<RoomHandle, Refusal> {
        for _ in 0..TRIES {
            let room = self.room(id)?;
            match room.send(command).await {
                Ok(()) => return Ok(room),
                // It was on its way out.
                Err(unsent) => command = unsent,
            }
        }
        Err(Refusal::Unavailable)
    }

    /// The way to a table's room, which is loaded if it is not in memory.
    fn room(&self, id: &str) -> Result<RoomHandle, Refusal> {
        if !is_id(id) {
            return Err(Refusal::NoSuchTable);
        }
        self.start(id, None)
    }

    /// The way to a table's room, which is run if it is not in memory.
    fn start(&self, id: &str, loaded: Option<Loaded>) -> Result<RoomHandle, Refusal> {
        if let Some(room) = self.rooms.get(id) {
            return Ok(room);
        }
        let (place, queue) = match self.rooms.find(id)? {
            Found::There(room) => return Ok(room),
            Found::New(place, queue) => (place, queue),
        };
        let room = place.room().clone();
        let (registry, id) = (self.clone(), id.to_owned());
        tokio::spawn(async move {
            let left = match registry.others.clone() {
                Some(others) => others.run(registry.shared.clone(), place, loaded, queue).await,
                None => {
                    let here = Here { loaded, lease: None };
                    task::run(registry.shared.clone(), place, here, None, queue).await
                }
            };
            if let Some(mut queue) = left {
                registry.hand_on(&id, &mut queue).await;
            }
        });
        Ok(room)
    }

    /// Brings those who came while a room was leaving, since nobody was there, to the room that is
    /// loaded again.
    async fn hand_on(&self, id: &str, queue: &mut mpsc::Receiver<Command>) {
        while let Some(command) = queue.recv().await {
            if self.send(id, command).await.is_err() {
                tracing::warn!(table = short(id), "a visitor of a table that was leaving was cut");
            }
        }
    }

    /// Removes a table for good. Its people are told that there is no such table, and nobody finds it
    /// from now on.
    pub(crate) async fn remove(&self, id: &str) -> Result<(), Refusal> {
        if let Some(others) = &self.others
            && let Some(removed) = others.remove(id).await
        {
            return removed;
        }
        self.remove_here(id).await
    }

    /// The same for a table that no other node has.
    pub(crate) async fn remove_here(&self, id: &str) -> Result<(), Refusal> {
        let shared = &self.shared;
        // It must be there; from now on it is not.
        loading::bodies(shared, id).await?;
        shared.faults.remove(id);
        if let Some(room) = self.rooms.get(id) {
            // One that has ended needs no telling.
            let _ = room.send(Command::Stop { why: TableError::NoSuchTable }).await;
            room.ended().await;
        }
        let removed = async {
            let known = shared.store.entries(id).await?.len() as u64;
            shared.store.replace(id, known, 0, Vec::new()).await
        };
        removed.await.map_err(|error| {
            shared.faults.restore(id);
            shared.store_fault(Some(id), &error);
            Refusal::Unavailable
        })?;
        tracing::info!(table = short(id), "table removed by the host");
        Ok(())
    }

    /// How this node is among the others; all nothing where it is alone.
    pub(crate) fn status(&self) -> NodeStatus {
        self.others.as_ref().map(|others| others.status()).unwrap_or_default()
    }

    /// What is measured, in the text form of Prometheus.
    pub(crate) fn metrics(&self) -> String {
        let shared = &self.shared;
        let (panics, set_aside) = shared.faults.counts();
        let troubles = shared.troubles();
        let is = |code| (code, troubles.iter().any(|trouble| trouble.code() == code));
        shared.metrics.text(&Now {
            rooms: self.rooms.len(),
            idle: self.rooms.idle(),
            connections: shared.connections.open(),
            set_aside,
            panics,
            cluster: self.status(),
            troubles: CODES.map(is),
        })
    }

    /// Tells every room to stop, and waits until they have.
    pub(crate) async fn stop(&self) {
        self.shared.stop();
        if let Some(others) = &self.others {
            // What is not handed over is free when this node has ended.
            let patience = self.shared.settings.stop / 2;
            let _ = tokio::time::timeout(patience, others.hand_over()).await;
        }
        let all = self.rooms.close();
        for (_, room) in &all {
            // One that has ended needs no telling.
            let _ = room.send(Command::Stop { why: TableError::Stopping }).await;
        }
        for (_, room) in &all {
            room.ended().await;
        }
        if let Some(others) = &self.others {
            others.leave().await;
        }
    }
}
