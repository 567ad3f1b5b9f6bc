//! SQLite: one file, and one thread that owns it.

use std::path::Path;
use std::sync::Mutex;
use std::sync::mpsc;
use std::thread::JoinHandle;

use rusqlite::Connection;
use tokio::sync::oneshot;

use crate::schema;
use crate::writer::{self, Ask, Job};
use crate::{Reply, Store, StoreError};

/// A store in one SQLite file.
#[derive(Debug)]
pub struct Sqlite {
    jobs: Option<mpsc::Sender<Job>>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl Sqlite {
    /// Opens the file, or makes it.
    ///
    /// # Errors
    /// What is wrong with it; also where another process serves it.
    pub fn open(path: &Path) -> Result<Sqlite, StoreError> {
        Sqlite::with(Connection::open(path)?)
    }

    /// A store that is gone with the process.
    ///
    /// # Errors
    /// What the database says.
    pub fn in_memory() -> Result<Sqlite, StoreError> {
        Sqlite::with(Connection::open_in_memory()?)
    }

    fn with(mut db: Connection) -> Result<Sqlite, StoreError> {
        schema::prepare(&mut db)?;
        let (jobs, queue) = mpsc::channel();
        let thread = std::thread::Builder::new()
            .name("store".to_owned())
            .spawn(move || writer::run(db, &queue))
            .map_err(|error| StoreError::Failed(error.to_string()))?;
        Ok(Sqlite { jobs: Some(jobs), thread: Mutex::new(Some(thread)) })
    }

    fn ask<T: Send + 'static>(&self, ask: impl FnOnce(writer::Answer<T>) -> Ask) -> Reply<T> {
        let (answer, reply) = oneshot::channel();
        let sent = self.jobs.as_ref().map(|jobs| jobs.send(Job(ask(answer))));
        Box::pin(async move {
            match sent {
                Some(Ok(())) => reply.await.unwrap_or(Err(StoreError::Closed)),
                Some(Err(_)) | None => Err(StoreError::Closed),
            }
        })
    }
}

impl Store for Sqlite {
    fn append(&self, table: &str, expected: u64, entries: Vec<String>) -> Reply<()> {
        let table = table.to_owned();
        self.ask(|answer| Ask::Append { table, expected, entries, answer })
    }

    fn entries(&self, table: &str) -> Reply<Vec<String>> {
        let table = table.to_owned();
        self.ask(|answer| Ask::Entries { table, answer })
    }

    fn keep(&self, name: &str, fresh: Vec<u8>) -> Reply<Vec<u8>> {
        let name = name.to_owned();
        self.ask(|answer| Ask::Keep { name, fresh, answer })
    }

    fn count(&self) -> Reply<u64> {
        self.ask(|answer| Ask::Count { answer })
    }

    fn forget(&self, seconds: u64) -> Reply<u64> {
        self.ask(|answer| Ask::Forget { seconds, answer })
    }
}

impl Drop for Sqlite {
    /// Waits until everything that was asked is on disk.
    fn drop(&mut self) {
        self.jobs = None;
        let thread = self.thread.get_mut().ok().and_then(Option::take);
        if let Some(thread) = thread {
            // A panic of the writer has been told to everybody who waited for an answer.
            let _ = thread.join();
        }
    }
}
