//! Finds and opens the rooms of tables: the only way to a room. Rooms do not know the registry.

use std::net::Ipv6Addr;
use std::sync::Arc;
use std::time::Instant;

use axum::extract::FromRef;
use tokio::sync::oneshot;
use upcard_store::StoreError;
use upcard_table::wire::{SetUp, TableError};
use upcard_table::{Guest, Room};

use crate::cluster::wire::SeatMove;
use crate::connections::error::Refusal;
use crate::operations::metrics::Sample;
use crate::operations::quotas::Payer;
use crate::operations::rates::household;
use crate::operations::shared::Shared;
use crate::operations::trouble::{CODES, Trouble};
use crate::rooms::bots::Account;
use crate::rooms::cluster_node::ClusterNode;
use crate::rooms::entries::encode;
use crate::rooms::ids::{is_id, new_id, short};
use crate::rooms::in_memory::{Found, Rooms};
use crate::rooms::loading::{self, Loaded};
use crate::rooms::room::{About, Caller, Command, RoomHandle, SeatMoveResult};
use crate::rooms::storage_stats::StorageStats;
use crate::rooms::task;

/// Attempts to send a command, as a room may end at the same moment.
const ATTEMPTS: usize = 3;

#[derive(Clone)]
pub(crate) struct Registry {
    pub(crate) shared: Arc<Shared>,
    pub(crate) rooms: Arc<Rooms>,
    pub(crate) cluster: Option<Arc<dyn ClusterNode>>,
}

impl FromRef<Registry> for Arc<Shared> {
    fn from_ref(registry: &Registry) -> Arc<Shared> {
        registry.shared.clone()
    }
}

impl Registry {
    pub(crate) fn new(shared: Arc<Shared>) -> Registry {
        let rooms = Arc::new(Rooms::new(shared.settings.tables));
        Registry { shared, rooms, cluster: None }
    }

    /// Opens and stores a table; returns its id.
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
        // Compiles house rules and checks whether bots can play them, which may take long.
        let slot = shared.long_inputs.enter(who).await;
        let opened = tokio::task::spawn_blocking(move || {
            let _slot = slot;
            let set_up = house.as_builtin(&library, set_up)?;
            Room::open_with(service, library, timing, host.guest, set_up)
        });
        let (mut room, entry) = opened
            .await
            .map_err(|_| Refusal::Fault)?
            .map_err(|flaws| Refusal::BadRules(shared.house.flaw_lines(&flaws)))?;
        if room.rules_too_costly_for_bots() {
            return Err(Refusal::BotsTooDear);
        }
        room.share_rules(|source, own| shared.rules.share(source, own));
        if !self.rooms.has_room() {
            return Err(Refusal::TooMany);
        }
        for trouble in shared.troubles() {
            match trouble {
                Trouble::NearlyFull { .. } => return Err(Refusal::NoRoom),
                // The write would wait until the database is back, and so would the request.
                Trouble::Store(StoreError::Unreachable(_)) => return Err(Refusal::Unavailable),
                Trouble::Store(_) | Trouble::Slow => {}
            }
        }
        let body = encode(&entry).ok_or(Refusal::Unavailable)?;
        let id = new_id();
        let mut stored = StorageStats::default();
        stored.add(std::slice::from_ref(&body), room.permanent_entries());
        let bytes = body.len() as u64;
        let appended = shared.store.append(&id, 0, vec![body]).await;
        appended.map_err(|error| shared.store_refusal(None, &error))?;
        shared.quotas.charge(host, bytes, Instant::now());
        // The table is stored: if the capacity is exhausted meanwhile, it is loaded on the first visit.
        let _ = self.start(&id, Some(Box::new((room, stored, Some(host.address)))));
        tracing::info!(table = short(&id), "table opened");
        Ok(id)
    }

    /// Returns how often this guest's seat has moved to another device.
    pub(crate) async fn moves(&self, id: &str, guest: Guest) -> Result<u32, Refusal> {
        let (answer, reply) = oneshot::channel();
        self.send(id, Command::Moves { guest, answer }).await?;
        reply.await.map_err(|_| Refusal::Unavailable)?
    }

    /// Moves a seat to another device, or checks whether that is possible.
    pub(crate) async fn move_seat(
        &self,
        id: &str,
        wish: SeatMove,
    ) -> Result<SeatMoveResult, Refusal> {
        let (answer, reply) = oneshot::channel();
        self.send(id, Command::Move { wish, answer }).await?;
        reply.await.map_err(|_| Refusal::Unavailable)
    }

    /// Returns what may be shown of a table to anyone with its link, and to a guest with a seat there. Does
    /// not load a table that is not in memory.
    pub(crate) async fn about(&self, id: &str, who: Caller) -> Result<About, Refusal> {
        match self.about_in_memory(id, who).await {
            Some(answer) => answer,
            None => loading::about(&self.shared, id, who).await,
        }
    }

    /// Returns the public summary of a table in memory, on nobody's account.
    pub(crate) async fn about_loaded(&self, id: &str) -> Option<About> {
        let anybody = Caller { guest: None, address: Ipv6Addr::UNSPECIFIED.into() };
        self.about_in_memory(id, anybody).await?.ok()
    }

    /// Queries a room in memory; `None` if there is none, or it is leaving.
    async fn about_in_memory(&self, id: &str, who: Caller) -> Option<Result<About, Refusal>> {
        let room = self.rooms.get(id)?;
        let (answer, reply) = oneshot::channel();
        room.send(Command::About { who, answer }).await.ok()?;
        reply.await.ok()
    }

    /// Sends a command to a table's room; returns its handle.
    pub(crate) async fn send(&self, id: &str, mut command: Command) -> Result<RoomHandle, Refusal> {
        if !is_id(id) {
            return Err(Refusal::NoSuchTable);
        }
        for _ in 0..ATTEMPTS {
            let room = self.start(id, None)?;
            match room.send(command).await {
                Ok(()) => return Ok(room),
                // The room was leaving.
                Err(unsent) => command = unsent,
            }
        }
        Err(Refusal::Unavailable)
    }

    /// Returns the handle of a table's room, starting it, and loading the table, if necessary.
    fn start(&self, id: &str, loaded: Option<Loaded>) -> Result<RoomHandle, Refusal> {
        if let Some(room) = self.rooms.get(id) {
            return Ok(room);
        }
        let (slot, queue) = match self.rooms.find(id)? {
            Found::Existing(room) => return Ok(room),
            Found::New(slot, queue) => (slot, queue),
        };
        let room = slot.room.clone();
        let (registry, id) = (self.clone(), id.to_owned());
        tokio::spawn(async move {
            let shared = registry.shared.clone();
            let left = match registry.cluster.clone() {
                Some(cluster) => cluster.run(shared, slot, loaded, queue).await,
                None => task::run(shared, slot, loaded, None, None, queue).await,
            };
            // Commands that arrived while the room was leaving go to a newly loaded one.
            let Some(mut queue) = left else { return };
            while let Some(command) = queue.recv().await {
                if registry.send(&id, command).await.is_err() {
                    tracing::warn!(
                        table = short(&id),
                        "dropped a visitor of a table that was being unloaded"
                    );
                }
            }
        });
        Ok(room)
    }

    /// Removes a table for good. Its players are told that there is no such table.
    pub(crate) async fn remove(&self, id: &str) -> Result<(), Refusal> {
        if let Some(cluster) = &self.cluster
            && let Some(removed) = cluster.remove(id).await
        {
            return removed;
        }
        self.remove_here(id).await
    }

    /// Removes a table that no other node holds.
    pub(crate) async fn remove_here(&self, id: &str) -> Result<(), Refusal> {
        let shared = &self.shared;
        // Fails if there is no such table. From now on it is no longer found.
        loading::read_bodies(shared, id).await?;
        shared.faults.remove(id);
        if let Some(room) = self.rooms.get(id) {
            // The room may have ended already.
            let _ = room.send(Command::Stop { why: TableError::NoSuchTable }).await;
            room.ended().await;
        }
        let removed = async {
            let known = shared.store.entries(id).await?.len() as u64;
            shared.store.replace(id, known, 0, Vec::new()).await
        };
        removed.await.map_err(|error| {
            shared.faults.restore(id);
            shared.store_refusal(Some(id), &error)
        })?;
        tracing::info!(table = short(id), "table removed by admin command");
        Ok(())
    }

    pub(crate) fn metrics(&self) -> String {
        let shared = &self.shared;
        let (panics, set_aside) = shared.faults.counts();
        let troubles = shared.troubles();
        let is = |code| (code, troubles.iter().any(|trouble| trouble.code() == code));
        shared.metrics.text(&Sample {
            rooms: self.rooms.len(),
            idle: self.rooms.idle(),
            connections: shared.connections.open(),
            set_aside,
            panics,
            cluster: self.cluster.as_ref().map(|cluster| cluster.status()).unwrap_or_default(),
            troubles: CODES.map(is),
        })
    }

    /// Stops all rooms and waits until they have ended.
    pub(crate) async fn stop(&self) {
        self.shared.stop();
        if let Some(cluster) = &self.cluster {
            // Tables not handed over become free when this node leaves.
            let patience = self.shared.settings.stop / 2;
            let _ = tokio::time::timeout(patience, cluster.hand_over()).await;
        }
        let all = self.rooms.close();
        for (_, room) in &all {
            // The room may have ended already.
            let _ = room.send(Command::Stop { why: TableError::Stopping }).await;
        }
        for (_, room) in &all {
            room.ended().await;
        }
        if let Some(cluster) = &self.cluster {
            cluster.leave().await;
        }
    }
}
