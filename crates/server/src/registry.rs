//! The tables in memory, by id.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Instant;

use tokio::sync::{Semaphore, mpsc, oneshot};
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
use crate::repeats::Repeats;
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

/// The most tables that are looked at at the same time without being loaded.
const PEEKS: usize = 2;

/// Since when nobody visits a table.
#[derive(Clone, Default, Debug)]
pub(crate) struct Idle(Arc<AtomicU64>);

impl Idle {
    /// Notes whether nobody is there.
    pub(crate) fn note(&self, idle: bool, shared: &Shared) {
        let now = shared.started.elapsed().as_millis() as u64 + 1;
        match (idle, self.since()) {
            (false, _) => self.0.store(0, Ordering::Relaxed),
            (true, None) => self.0.store(now, Ordering::Relaxed),
            (true, Some(_)) => {}
        }
    }

    /// Since when, in milliseconds of the server's own clock; none while somebody is there.
    fn since(&self) -> Option<u64> {
        Some(self.0.load(Ordering::Relaxed)).filter(|since| *since > 0)
    }
}

/// A table in memory.
struct Loaded {
    commands: mpsc::Sender<Command>,
    idle: Idle,
    /// It has been asked to leave and does not count any more.
    leaving: bool,
}

/// Tables that cannot be served, and those whose task has panicked.
#[derive(Default)]
struct Aside {
    tables: HashMap<String, Refusal>,
    /// How many entries a table had when its task panicked.
    panicked: HashMap<String, u64>,
}

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
    tables: Mutex<HashMap<String, Loaded>>,
    aside: Mutex<Aside>,
    /// How often a table's task has panicked.
    panics: AtomicU64,
    peeks: Semaphore,
    store_faults: Repeats,
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
            panics: AtomicU64::new(0),
            peeks: Semaphore::new(PEEKS),
            store_faults: Repeats::default(),
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
        if !self.has_room() {
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
            self.store_fault(None, &error);
            Refusal::Unavailable
        })?;
        self.quotas.charge(host, bytes, Instant::now());
        // It is stored: where no room is left meanwhile, it is loaded when somebody comes.
        let _ = self.start(&id, Some((room, stored)));
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
        match self.running(id) {
            Some(table) => Ok(table),
            None => self.start(id, None),
        }
    }

    /// The way to a table that is in memory.
    fn running(&self, id: &str) -> Option<mpsc::Sender<Command>> {
        self.tables.lock().ok()?.get(id).map(|table| table.commands.clone())
    }

    fn start(
        self: &Arc<Self>,
        id: &str,
        room: Option<(Room, Stored)>,
    ) -> Result<mpsc::Sender<Command>, Refusal> {
        let (commands, queue) = mpsc::channel(QUEUE);
        let idle = Idle::default();
        {
            let mut tables = self.tables.lock().map_err(|_| Refusal::Unavailable)?;
            if let Some(other) = tables.get(id) {
                return Ok(other.commands.clone());
            }
            if self.is_stopping() || !self.make_room(&mut tables) {
                return Err(Refusal::TooMany);
            }
            let (commands, idle) = (commands.clone(), idle.clone());
            tables.insert(id.to_owned(), Loaded { commands, idle, leaving: false });
        }
        tokio::spawn(task::run(self.clone(), id.to_owned(), room, commands.clone(), queue, idle));
        Ok(commands)
    }

    /// Is there room for one more table, if idle ones leave?
    fn has_room(&self) -> bool {
        let Ok(tables) = self.tables.lock() else { return false };
        let used = tables.values().filter(|table| table.idle.since().is_none()).count();
        used < self.settings.tables
    }

    /// Makes room for one more table: where there is none, the table that nobody has visited for
    /// longest is asked to leave.
    fn make_room(&self, tables: &mut HashMap<String, Loaded>) -> bool {
        let most = self.settings.tables;
        if tables.len() < most || tables.values().filter(|table| !table.leaving).count() < most {
            return true;
        }
        let idle = tables.values_mut().filter(|table| !table.leaving);
        let idle = idle.filter_map(|table| Some((table.idle.since()?, table)));
        match idle.min_by_key(|(since, _)| *since) {
            Some((_, table)) if table.commands.try_send(Command::Leave).is_ok() => {
                table.leaving = true;
                true
            }
            _ => false,
        }
    }

    /// A table that was asked to leave stays: somebody has come.
    pub(crate) fn stays(&self, id: &str) {
        if let Ok(mut tables) = self.tables.lock()
            && let Some(table) = tables.get_mut(id)
        {
            table.leaving = false;
        }
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
        if tables.get(id).is_some_and(|known| known.commands.same_channel(commands)) {
            tables.remove(id);
        }
        true
    }

    /// What can be said of a table to whoever has its link. A table that is not in memory is looked
    /// at and not loaded.
    pub(crate) async fn about(&self, id: &str) -> Result<About, Refusal> {
        if let Some(table) = self.running(id) {
            let (answer, reply) = oneshot::channel();
            // One that is just leaving does not answer.
            if table.send(Command::About { answer }).await.is_ok()
                && let Ok(answer) = reply.await
            {
                return answer;
            }
        }
        let turn = self.peeks.acquire().await.map_err(|_| Refusal::Unavailable)?;
        let texts = self.texts(id).await?;
        let (count, timing) = (texts.len() as u64, self.settings.timing);
        let library = self.library.clone();
        let made = tokio::task::spawn_blocking(move || {
            let entries = decode(&texts)?;
            let room = Room::restore(library, timing, &entries);
            Ok(About::of(room.map_err(|error| error.to_string())?.state()))
        });
        let made: Result<_, String> = made.await.map_err(|_| {
            self.panicked(id, count);
            Refusal::Unavailable
        })?;
        drop(turn);
        made.map_err(|why| {
            self.set_aside(id, &why);
            Refusal::Damaged
        })
    }

    /// The stored entries of a table, as they are stored.
    pub(crate) async fn texts(&self, id: &str) -> Result<Vec<String>, Refusal> {
        if !is_id(id) {
            return Err(Refusal::NoSuchTable);
        }
        if let Some(why) = self.aside.lock().ok().and_then(|aside| aside.tables.get(id).cloned()) {
            return Err(why);
        }
        self.store.entries(id).await.map_err(|error| match error {
            StoreError::NoSuchTable(_) => Refusal::NoSuchTable,
            StoreError::Damaged { .. } => {
                self.set_aside(id, &error);
                Refusal::Damaged
            }
            error => {
                self.store_fault(Some(id), &error);
                Refusal::Unavailable
            }
        })
    }

    /// Logs what the store has refused: at once, and then every minute with how often it was. Every
    /// table meets a full disk.
    pub(crate) fn store_fault(&self, id: Option<&str>, error: &StoreError) {
        if let Some(times) = self.store_faults.note(Instant::now()) {
            let table = id.map(short);
            tracing::error!(table, %error, times, "the store refuses");
        }
    }

    /// Sets a table aside that cannot be served: it is not read again until the server restarts.
    pub(crate) fn set_aside(&self, id: &str, why: &dyn std::fmt::Display) {
        tracing::error!(table = short(id), %why, "a table is set aside");
        if let Ok(mut aside) = self.aside.lock() {
            remember(&mut aside.tables, id, Refusal::Damaged);
        }
    }

    /// The program has panicked over a table with so many entries. Where it has done so before with
    /// as many, the table is set aside: it would do so again.
    pub(crate) fn panicked(&self, id: &str, entries: u64) {
        self.panics.fetch_add(1, Ordering::Relaxed);
        let Ok(mut aside) = self.aside.lock() else { return };
        let again = remember(&mut aside.panicked, id, entries) == Some(entries);
        if again {
            remember(&mut aside.tables, id, Refusal::SetAside);
        }
        let after = if again { "it is set aside" } else { "it is loaded again" };
        tracing::error!(table = short(id), entries, "the program panicked over a table: {after}");
    }

    /// Is this table in memory?
    #[cfg(test)]
    pub(crate) fn is_loaded(&self, id: &str) -> bool {
        self.running(id).is_some()
    }

    /// How many tables in memory nobody visits.
    #[cfg(test)]
    pub(crate) fn idle_tables(&self) -> usize {
        let tables = self.tables.lock().unwrap();
        tables.values().filter(|table| table.idle.since().is_some()).count()
    }

    /// How often the program has panicked over a table, and how many tables are set aside.
    pub(crate) fn faults(&self) -> (u64, usize) {
        let aside = self.aside.lock().map_or(0, |aside| aside.tables.len());
        (self.panics.load(Ordering::Relaxed), aside)
    }

    /// Tells every table to stop, and waits until they have.
    pub(crate) async fn stop(&self) {
        self.stopping.store(true, Ordering::Relaxed);
        let all: Vec<mpsc::Sender<Command>> = self.tables.lock().map(ways).unwrap_or_default();
        for table in &all {
            // A table that has ended needs no telling.
            let _ = table.send(Command::Stop).await;
        }
        for table in &all {
            table.closed().await;
        }
    }
}

/// The ways to all tables.
fn ways(tables: MutexGuard<'_, HashMap<String, Loaded>>) -> Vec<mpsc::Sender<Command>> {
    tables.values().map(|table| table.commands.clone()).collect()
}

/// Notes something of a table; what was noted before. Where too many are remembered, one of the
/// others is forgotten.
fn remember<T>(of: &mut HashMap<String, T>, id: &str, what: T) -> Option<T> {
    if of.len() >= ASIDE
        && !of.contains_key(id)
        && let Some(other) = of.keys().next().cloned()
    {
        of.remove(&other);
    }
    of.insert(id.to_owned(), what)
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
