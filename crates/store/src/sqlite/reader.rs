//! Reads: threads with their own connections, which never delay writes.

use std::path::Path;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

use rusqlite::{Connection, OpenFlags, OptionalExtension};

use super::log::Extent;
use super::schema;
use super::states::{State, States};
use crate::error::{Damage, StoreError};
use crate::store::{StoredEntry, UnusedStats, Version};

const READER_THREADS: usize = 4;

/// Retries if a table changes while it is being read.
const RETRIES: u32 = 5;

/// A job for a reader thread's connection.
pub(crate) type Read = Box<dyn FnOnce(&mut Connection) + Send>;

/// Starts the reader threads of a file; they end when the sender is dropped.
pub(crate) fn start(path: &Path) -> Result<(Sender<Read>, Vec<JoinHandle<()>>), StoreError> {
    let (reads, queue) = mpsc::channel();
    let queue = Arc::new(Mutex::new(queue));
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut threads = Vec::with_capacity(READER_THREADS);
    for _ in 0..READER_THREADS {
        let db = Connection::open_with_flags(path, flags)?;
        db.busy_timeout(schema::BUSY_TIMEOUT)?;
        let queue = queue.clone();
        let thread = std::thread::Builder::new()
            .name("store reader".to_owned())
            .spawn(move || run(db, &queue))
            .map_err(|error| StoreError::Failed(error.to_string()))?;
        threads.push(thread);
    }
    Ok((reads, threads))
}

fn run(mut db: Connection, queue: &Mutex<Receiver<Read>>) {
    let next = || queue.lock().ok()?.recv().ok();
    while let Some(read) = next() {
        read(&mut db);
    }
}

/// Reads and checks all entries of a table.
pub(crate) fn entries(
    db: &mut Connection,
    states: &States,
    table: &str,
) -> Result<Vec<StoredEntry>, StoreError> {
    let mut tries = 0;
    loop {
        // The known state was committed before this transaction starts, so the transaction sees it; some of
        // it may have been replaced since.
        let known = || states.get(table).map(|(_, state)| state);
        let state = known();
        let work = db.transaction()?;
        let read = match extent(&work, state, table)?.read(&work) {
            Err(StoreError::Corrupt) => Ok(Err(Damage::Unreadable)),
            other => other,
        };
        match read? {
            Ok(all) => return Ok(all),
            Err(_) if known() != state && tries < RETRIES => tries += 1,
            Err(damage) => {
                return Err(StoreError::Damaged { table: table.to_owned(), damage });
            }
        }
    }
}

/// Returns the extent of a table: from its row, or from the known state if the row is behind.
fn extent(db: &Connection, known: Option<State>, table: &str) -> Result<Extent, StoreError> {
    let found = db
        .prepare_cached("SELECT id, entries, last, unsummed FROM tables WHERE name = ?1")?
        .query_row([table], |row| {
            let (of, entries, last) = (row.get(0)?, row.get(1)?, row.get(2)?);
            Ok(Extent { of, entries, last, unsummed: row.get(3)? })
        })
        .optional()?;
    let mut extent = found.ok_or_else(|| StoreError::NoSuchTable(table.to_owned()))?;
    if let Some(state) = known.filter(|state| state.row == extent.of) {
        (extent.entries, extent.last) = (state.entries, state.last);
    }
    Ok(extent)
}

/// Returns the stored version of a table. The id of its newest log row is unique to one change.
pub(crate) fn version(
    db: &Connection,
    states: &States,
    table: &str,
) -> Result<Version, StoreError> {
    let Extent { entries, last, .. } =
        extent(db, states.get(table).map(|(_, state)| state), table)?;
    Ok(Version { entries, mark: last })
}

pub(crate) fn get(db: &Connection, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
    let select = "SELECT bytes FROM kept WHERE name = ?1";
    Ok(db.query_row(select, [name], |row| row.get(0)).optional()?)
}

pub(crate) fn table_names(
    db: &Connection,
    after: &str,
    most: u32,
) -> Result<Vec<String>, StoreError> {
    let select = "SELECT name FROM tables WHERE name > ?1 AND last_day >= 0 ORDER BY name LIMIT ?2";
    let mut select = db.prepare_cached(select)?;
    let names = select.query_map(rusqlite::params![after, most], |row| row.get(0))?;
    Ok(names.collect::<Result<_, _>>()?)
}

pub(crate) fn count(db: &Connection) -> Result<u64, StoreError> {
    let select = "SELECT count(*) FROM tables WHERE last_day >= 0";
    Ok(db.query_row(select, [], |row| row.get(0))?)
}

/// Returns statistics of the tables not used for `days` days.
pub(crate) fn unused_stats(db: &Connection, days: u32) -> Result<UnusedStats, StoreError> {
    let select = "SELECT count(*), coalesce(sum(bytes), 0), counted - max(last_day),
                  counted - min(last_day)
                  FROM tables, days WHERE last_day >= 0 AND last_day <= counted - ?1";
    Ok(db.query_row(select, [days], |row| {
        Ok(UnusedStats {
            tables: row.get(0)?,
            bytes: row.get(1)?,
            least: row.get::<_, Option<u64>>(2)?.unwrap_or(0),
            most: row.get::<_, Option<u64>>(3)?.unwrap_or(0),
        })
    })?)
}
