//! The tables in memory, by id.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use tokio::sync::{mpsc, oneshot};
use upcard_engine::Library;
use upcard_store::{Store, StoreError};
use upcard_table::wire::SetUp;
use upcard_table::{Entry, Link, Room};

use crate::bots::Pool;
use crate::error::Refusal;
use crate::identity::{Key, random};
use crate::limits::{Connections, Rates};
use crate::quotas::{Payer, Quotas};
use crate::records::Desk;
use crate::settings::Settings;
use crate::signing::RecordKey;
use crate::stored::Stored;
use crate::task::{self, About, Command};
use crate::upkeep::Trouble;

/// The letters of a table's id: none that is taken for another.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// Letters in a table's id: 60 bits, since who knows the id may join.
const ID: usize = 12;

/// Commands that may wait for a table.
const QUEUE: usize = 256;

/// The most tables that are known to be set aside; beyond, they are read again.
const ASIDE: usize = 10_000;

/// How often a table that ends just when it is told something is loaded anew.
const TRIES: usize = 3;

/// What all parts of the server share.
pub(crate) struct Shared {
    pub(crate) settings: Settings,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) library: Arc<Library>,
    pub(crate) pool: Pool,
    pub(crate) key: Key,
    pub(crate) rates: Rates,
    /// Signs the records of matches.
    pub(crate) record_key: RecordKey,
    pub(crate) started: tokio::time::Instant,
    /// Places for inputs that a table may take milliseconds over.
    pub(crate) long: tokio::sync::Semaphore,
    pub(crate) connections: Arc<Connections>,
    pub(crate) desk: Desk,
    pub(crate) quotas: Quotas,
    links: AtomicU64,
    tables: Mutex<HashMap<String, mpsc::Sender<Command>>>,
    /// Tables that cannot be served, by id.
    aside: Mutex<HashSet<String>>,
    stopping: AtomicBool,
}

impl Shared {
    pub(crate) fn new(
        settings: Settings,
        store: Arc<dyn Store>,
        library: Library,
        key: Key,
        record_key: RecordKey,
    ) -> Shared {
        let quotas = Quotas::new(settings.guest_quota, settings.address_quota);
        Shared {
            pool: Pool::new(settings.bot_threads, settings.bot_budget),
            settings,
            store,
            library: Arc::new(library),
            key,
            rates: Rates::default(),
            record_key,
            started: tokio::time::Instant::now(),
            long: tokio::sync::Semaphore::new(
                std::thread::available_parallelism().map_or(1, usize::from),
            ),
            connections: Arc::default(),
            desk: Desk::default(),
            quotas,
            links: AtomicU64::new(0),
            tables: Mutex::new(HashMap::new()),
            aside: Mutex::default(),
            stopping: AtomicBool::new(false),
        }
    }

    /// A number for a new connection.
    pub(crate) fn new_link(&self) -> Link {
        Link(self.links.fetch_add(1, Ordering::Relaxed))
    }

    /// The tables in memory.
    pub(crate) fn loaded(&self) -> usize {
        self.tables.lock().map_or(0, |tables| tables.len())
    }

    /// Is the server about to stop?
    pub(crate) fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Relaxed)
    }

    /// Opens a table and stores it; its id.
    pub(crate) async fn open(
        self: &Arc<Self>,
        host: Payer,
        set_up: SetUp,
    ) -> Result<String, Refusal> {
        self.quotas.allows(host, Instant::now()).map_err(Refusal::Quota)?;
        let (library, timing) = (self.library.clone(), self.settings.timing);
        let (room, entry) = Room::open(library, timing, host.guest, set_up)
            .map_err(|flaws| Refusal::BadRules(flaws.sentences()))?;
        if self.loaded() >= self.settings.tables {
            return Err(Refusal::TooMany);
        }
        if self.troubles().iter().any(|trouble| matches!(trouble, Trouble::NearlyFull { .. })) {
            return Err(Refusal::NoRoom);
        }
        let text = encode(&entry).ok_or(Refusal::Unavailable)?;
        let id = new_id();
        let mut stored = Stored::default();
        stored.added(std::slice::from_ref(&text), room.settled());
        let bytes = text.len() as u64;
        self.store.append(&id, 0, vec![text]).await.map_err(|error| {
            tracing::error!(%error, "a table cannot be stored");
            Refusal::Unavailable
        })?;
        self.quotas.charge(host, bytes, Instant::now());
        self.start(&id, Some((room, stored)));
        tracing::info!(table = short(&id), "table opened");
        Ok(id)
    }

    /// Tells a table something; the way to it, for more.
    pub(crate) async fn tell(
        self: &Arc<Self>,
        id: &str,
        mut command: Command,
    ) -> Result<mpsc::Sender<Command>, Refusal> {
        for _ in 0..TRIES {
            let table = self.table(id)?;
            match table.send(command).await {
                Ok(()) => return Ok(table),
                // It was on its way out.
                Err(mpsc::error::SendError(unsaid)) => command = unsaid,
            }
        }
        Err(Refusal::Unavailable)
    }

    /// The way to a table, which is loaded if it is not in memory.
    fn table(self: &Arc<Self>, id: &str) -> Result<mpsc::Sender<Command>, Refusal> {
        if !is_id(id) {
            return Err(Refusal::NoSuchTable);
        }
        if let Ok(tables) = self.tables.lock() {
            if let Some(table) = tables.get(id) {
                return Ok(table.clone());
            }
            if tables.len() >= self.settings.tables || self.is_stopping() {
                return Err(Refusal::TooMany);
            }
        }
        Ok(self.start(id, None))
    }

    fn start(self: &Arc<Self>, id: &str, room: Option<(Room, Stored)>) -> mpsc::Sender<Command> {
        let (commands, queue) = mpsc::channel(QUEUE);
        if let Ok(mut tables) = self.tables.lock() {
            if let Some(other) = tables.get(id) {
                return other.clone();
            }
            tables.insert(id.to_owned(), commands.clone());
        }
        tokio::spawn(task::run(self.clone(), id.to_owned(), room, commands.clone(), queue));
        commands
    }

    /// Takes a table out of memory, if `commands` is still the way to it and nothing waits.
    pub(crate) fn unload(
        &self,
        id: &str,
        commands: &mpsc::Sender<Command>,
        queue: Option<&mpsc::Receiver<Command>>,
    ) -> bool {
        let Ok(mut tables) = self.tables.lock() else { return true };
        if queue.is_some_and(|queue| !queue.is_empty()) {
            return false;
        }
        if tables.get(id).is_some_and(|known| known.same_channel(commands)) {
            tables.remove(id);
        }
        true
    }

    /// What can be said of a table to whoever has its link.
    pub(crate) async fn about(self: &Arc<Self>, id: &str) -> Result<About, Refusal> {
        let (answer, reply) = oneshot::channel();
        self.tell(id, Command::About { answer }).await?;
        reply.await.map_err(|_| Refusal::Unavailable)?
    }

    /// The stored entries of a table, as they are stored.
    pub(crate) async fn texts(&self, id: &str) -> Result<Vec<String>, Refusal> {
        if !is_id(id) {
            return Err(Refusal::NoSuchTable);
        }
        if self.aside.lock().is_ok_and(|aside| aside.contains(id)) {
            return Err(Refusal::Damaged);
        }
        self.store.entries(id).await.map_err(|error| match error {
            StoreError::NoSuchTable(_) => Refusal::NoSuchTable,
            StoreError::Damaged { .. } => {
                self.set_aside(id, &error);
                Refusal::Damaged
            }
            error => {
                tracing::error!(%error, "a table cannot be read");
                Refusal::Unavailable
            }
        })
    }

    /// Sets a table aside that cannot be served: it is not read again until the server restarts.
    pub(crate) fn set_aside(&self, id: &str, why: &dyn std::fmt::Display) {
        tracing::error!(table = short(id), %why, "a table is set aside");
        if let Ok(mut aside) = self.aside.lock() {
            if aside.len() >= ASIDE {
                aside.clear();
            }
            aside.insert(id.to_owned());
        }
    }

    /// Tells every table to stop, and waits until they have.
    pub(crate) async fn stop(&self) {
        self.stopping.store(true, Ordering::Relaxed);
        let all: Vec<mpsc::Sender<Command>> =
            self.tables.lock().map(|t| t.values().cloned().collect()).unwrap_or_default();
        for table in &all {
            // A table that has ended needs no telling.
            let _ = table.send(Command::Stop).await;
        }
        for table in &all {
            table.closed().await;
        }
    }
}

/// An entry as it is stored.
pub(crate) fn encode(entry: &Entry) -> Option<String> {
    serde_json::to_string(entry).ok()
}

/// Stored entries as they are read; the number of one that cannot be. For many this takes long: it
/// is nothing for a task that others wait for.
pub(crate) fn decode(texts: &[String]) -> Result<Vec<Entry>, String> {
    let read = (1..).zip(texts).map(|(number, text)| {
        serde_json::from_str(text)
            .map_err(|error| format!("entry {number} cannot be read: {error}"))
    });
    read.collect()
}

/// Can this be the id of a table?
fn is_id(id: &str) -> bool {
    id.len() == ID && id.bytes().all(|byte| LETTERS.contains(&byte))
}

/// The part of a table's id that may stand in a log: who knows the whole of it may join.
pub(crate) fn short(id: &str) -> &str {
    id.get(..4).unwrap_or(id)
}

fn new_id() -> String {
    let bytes: [u8; ID] = random();
    bytes.iter().map(|byte| LETTERS[usize::from(byte % 32)] as char).collect()
}
