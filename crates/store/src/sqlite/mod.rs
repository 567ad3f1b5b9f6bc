//! SQLite: one file, with a writer thread and several reader threads.

mod backup;
mod file_monitor;
mod lock;
mod log;
mod reader;
mod removal;
mod schema;
mod states;
mod writer;

use std::io::ErrorKind;
use std::path::Path;
use std::sync::mpsc;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::SystemTime;

use rusqlite::{Connection, OpenFlags};
use tokio::sync::oneshot;

pub use self::backup::backup;
use self::file_monitor::FileMonitor;
use self::lock::Lock;
use self::reader::Read;
use self::states::States;
use self::writer::{Request, Writer};
use crate::days::{Clock, DayCounter, day, milliseconds};
use crate::error::StoreError;
use crate::health::SharedHealth;
use crate::store::{
    Change, Health, RemovalStep, Reply, Store, StoredEntry, UnusedStats, Version, reply_of,
};

/// Store in one SQLite file.
pub struct Sqlite {
    queues: Mutex<Queues>,
    thread: Mutex<Option<JoinHandle<()>>>,
    condition: SharedHealth,
    states: States,
}

/// Flags for opening: the name is a plain path, never a URI.
const OPEN_FLAGS: OpenFlags =
    OpenFlags::SQLITE_OPEN_READ_WRITE.union(OpenFlags::SQLITE_OPEN_NO_MUTEX);

/// Queues of the threads; `None` once the store is closed.
struct Queues {
    writes: Option<mpsc::Sender<Request>>,
    /// Also `None` if the writer thread does the reading: an in-memory database has only one connection.
    reads: Option<mpsc::Sender<Read>>,
}

impl Sqlite {
    /// Opens or creates the file; [`StoreError::InUse`] if another process serves it.
    pub fn open(path: &Path) -> Result<Sqlite, StoreError> {
        Sqlite::open_with_clock(path, Arc::new(SystemTime::now))
    }

    /// Like [`Sqlite::open`], with the caller's clock.
    pub fn open_with_clock(path: &Path, clock: Clock) -> Result<Sqlite, StoreError> {
        let own = lock::canonical_path(path)?;
        let opened = Lock::lock_name(&own).and_then(|lock| {
            // An existing file is kept.
            if let Err(error) = lock::create(&own)
                && error.kind() != ErrorKind::AlreadyExists
            {
                return Err(StoreError::Failed(error.to_string()));
            }
            let lock = lock.lock_file(&own)?;
            // An absolute path is never taken for a URI.
            let db = Connection::open_with_flags(&own, OPEN_FLAGS)?;
            Sqlite::with(db, Some((path, &own, lock)), clock)
        });
        opened.map_err(|error| match error {
            StoreError::Failed(_) | StoreError::Corrupt => failed(path, &error),
            other => other,
        })
    }

    /// Creates an in-memory store.
    pub fn in_memory() -> Result<Sqlite, StoreError> {
        Sqlite::with(Connection::open_in_memory()?, None, Arc::new(SystemTime::now))
    }

    fn with(
        mut db: Connection,
        file: Option<(&Path, &Path, Lock)>,
        clock: Clock,
    ) -> Result<Sqlite, StoreError> {
        schema::prepare(&mut db)?;
        let days = DayCounter::load(&db, day(milliseconds(clock())))?;
        let next = states::recover(&mut db)?;
        let states = States::default();
        let paths = file.as_ref().map(|(path, own, _)| (*path, *own));
        let watch = FileMonitor::new(paths);
        let (reads, readers) = paths.map(|(_, own)| reader::start(own)).transpose()?.unzip();
        let condition = SharedHealth::default();
        let days = (days, clock);
        let writer = Writer::new(db, next, states.clone(), days, watch, condition.clone());
        let lock = file.map(|(_, _, lock)| lock);
        let (writes, queue) = mpsc::channel();
        let thread = std::thread::Builder::new()
            .name("store".to_owned())
            .spawn(move || {
                let closed = writer.run(&queue, readers.unwrap_or_default());
                // Now another process may serve the file.
                if let Some(lock) = lock {
                    lock.release();
                }
                if let Some(answer) = closed {
                    let _ = answer.send(Ok(()));
                }
            })
            .map_err(|error| StoreError::Failed(error.to_string()))?;
        let queues = Mutex::new(Queues { writes: Some(writes), reads });
        Ok(Sqlite { queues, thread: Mutex::new(Some(thread)), condition, states })
    }

    fn write<T: Send + 'static>(
        &self,
        write: impl FnOnce(&mut Writer) -> Result<T, StoreError> + Send + 'static,
    ) -> Reply<T> {
        let (answer, reply) = oneshot::channel();
        // The caller may have gone; likewise below.
        let write = Box::new(move |writer: &mut Writer| drop(answer.send(write(writer))));
        reply_of(self.send(Request::Other(write)), reply)
    }

    /// Sends a request to the writer thread; returns `false` if the store is closed.
    fn send(&self, request: Request) -> bool {
        let queues = self.queues.lock().unwrap_or_else(PoisonError::into_inner);
        queues.writes.as_ref().is_some_and(|writes| writes.send(request).is_ok())
    }

    fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&mut Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Reply<T> {
        let (answer, reply) = oneshot::channel();
        let read: Read = Box::new(move |db| drop(answer.send(read(db))));
        let queues = self.queues.lock().unwrap_or_else(PoisonError::into_inner);
        let sent = match (&queues.reads, &queues.writes) {
            (Some(reads), _) => reads.send(read).is_ok(),
            (None, Some(writes)) => {
                let read = Box::new(move |writer: &mut Writer| read(&mut writer.db));
                writes.send(Request::Other(read)).is_ok()
            }
            (None, None) => false,
        };
        reply_of(sent, reply)
    }
}

/// Adds the file's path to an error.
fn failed(path: &Path, error: &StoreError) -> StoreError {
    let path = path.display().to_string();
    let why = match error {
        StoreError::Failed(why) => why.clone(),
        other => other.to_string(),
    };
    // SQLite's own message may name the file already.
    StoreError::Failed(if why.contains(&path) { why } else { format!("{path}: {why}") })
}

impl Store for Sqlite {
    fn change(&self, change: Change) -> Reply<()> {
        let (answer, reply) = oneshot::channel();
        let sent = self.send(Request::Change { change, answer });
        reply_of(sent, async { reply.await.map(|(result, _)| result) })
    }

    fn dated_entries(&self, table: &str) -> Reply<Vec<StoredEntry>> {
        let (table, states) = (table.to_owned(), self.states.clone());
        self.read(move |db| reader::entries(db, &states, &table))
    }

    fn version(&self, table: &str) -> Reply<Version> {
        let (table, states) = (table.to_owned(), self.states.clone());
        self.read(move |db| reader::version(db, &states, &table))
    }

    fn get_or_insert(&self, name: &str, fresh: Vec<u8>) -> Reply<Vec<u8>> {
        let name = name.to_owned();
        self.write(move |writer| writer.get_or_insert(&name, fresh))
    }

    fn put(&self, kept: Vec<(String, Vec<u8>)>) -> Reply<()> {
        self.write(move |writer| writer.put(&kept))
    }

    fn get(&self, name: &str) -> Reply<Option<Vec<u8>>> {
        let name = name.to_owned();
        self.read(move |db| reader::get(db, &name))
    }

    fn table_names(&self, after: &str, most: u32) -> Reply<Vec<String>> {
        let after = after.to_owned();
        self.read(move |db| reader::table_names(db, &after, most))
    }

    fn count(&self) -> Reply<u64> {
        self.read(|db| reader::count(db))
    }

    fn unused_stats(&self, days: u32) -> Reply<UnusedStats> {
        self.read(move |db| reader::unused_stats(db, days))
    }

    fn remove_unused(&self, days: u32) -> Reply<RemovalStep> {
        self.write(move |writer| writer.remove_unused(days))
    }

    fn health(&self) -> Health {
        self.condition.health()
    }

    fn close(&self) -> Reply<()> {
        let (answer, reply) = oneshot::channel();
        let closed = reply_of(self.send(Request::Close(answer)), reply);
        let mut queues = self.queues.lock().unwrap_or_else(PoisonError::into_inner);
        *queues = Queues { writes: None, reads: None };
        // The response tells when the thread has finished; no join is needed.
        drop(self.thread.lock().unwrap_or_else(PoisonError::into_inner).take());
        closed
    }
}

impl Drop for Sqlite {
    /// Waits until all pending writes are on disk, unless the store was closed.
    fn drop(&mut self) {
        let queues = self.queues.get_mut().unwrap_or_else(PoisonError::into_inner);
        *queues = Queues { writes: None, reads: None };
        let thread = self.thread.get_mut().ok().and_then(Option::take);
        if let Some(thread) = thread {
            // If the writer panicked, all callers have already received an error.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn readers_do_not_delay_writes() {
        let folder = tempfile::tempdir().unwrap();
        let store = Sqlite::open(&folder.path().join("tables.db")).unwrap();
        store.append("birch", 0, vec![b"one".to_vec()]).await.unwrap();
        let (release, released) = mpsc::channel::<()>();
        let released = Arc::new(Mutex::new(released));
        let held: Vec<Reply<u64>> = (0..20)
            .map(|_| {
                let released = released.clone();
                store.read(move |db| {
                    // In a transaction that has started to read.
                    let work = db.transaction()?;
                    let count = reader::count(&work)?;
                    let _ = released.lock().map(|released| released.recv());
                    Ok(count)
                })
            })
            .collect();
        let waits = store.entries("birch");
        for number in 1..50 {
            store.append("birch", number, vec![b"more".to_vec()]).await.unwrap();
        }
        drop(release);
        for count in held {
            assert_eq!(count.await, Ok(1));
        }
        assert_eq!(waits.await.map(|bodies| bodies.len()), Ok(50));
    }
}
