//! Reading: threads with connections of their own, which never hold up what is being stored.

use std::path::Path;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

use rusqlite::{Connection, OpenFlags, OptionalExtension};

use super::log::Extent;
use super::schema;
use super::states::{State, States};
use crate::error::{Damage, StoreError};
use crate::store::{Stored, Unused, Version};

/// How many read at the same time.
const READERS: usize = 4;

/// How often a table is read again that was changed meanwhile.
const TRIES: u32 = 5;

/// Something that is done with a connection on a thread for it.
pub(crate) type Read = Box<dyn FnOnce(&mut Connection) + Send>;

/// Starts the threads that read a file; they end when the sender is dropped.
pub(crate) fn start(path: &Path) -> Result<(Sender<Read>, Vec<JoinHandle<()>>), StoreError> {
    let (reads, queue) = mpsc::channel();
    let queue = Arc::new(Mutex::new(queue));
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut threads = Vec::with_capacity(READERS);
    for _ in 0..READERS {
        let db = Connection::open_with_flags(path, flags)?;
        db.busy_timeout(schema::BUSY)?;
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
    loop {
        let next = queue.lock().map(|queue| queue.recv());
        match next {
            Ok(Ok(read)) => read(&mut db),
            Ok(Err(_)) | Err(_) => return,
        }
    }
}

/// All entries of a table, each checked.
pub(crate) fn entries(
    db: &mut Connection,
    states: &States,
    table: &str,
) -> Result<Vec<Stored>, StoreError> {
    let mut tries = 0;
    loop {
        // What is known was committed before this transaction begins, so that the transaction sees
        // it; it may also see that some of it has been replaced since.
        let known = || states.get(table).map(|(_, state)| state);
        let state = known();
        let work = db.transaction()?;
        let read = match extent(&work, state, table)?.read(&work) {
            Err(StoreError::Corrupt) => Ok(Err(Damage::Unreadable)),
            other => other,
        };
        match read? {
            Ok(all) => return Ok(all),
            Err(_) if known() != state && tries < TRIES => tries += 1,
            Err(damage) => {
                return Err(StoreError::Damaged { table: table.to_owned(), damage });
            }
        }
    }
}

/// What is to be read of a table: as its row says, or where that is behind, as is known.
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

/// Which version of a table is stored. The number of its newest row of the log is no other change's.
pub(crate) fn version(
    db: &Connection,
    states: &States,
    table: &str,
) -> Result<Version, StoreError> {
    let Extent { entries, last, .. } =
        extent(db, states.get(table).map(|(_, state)| state), table)?;
    Ok(Version { entries, mark: last })
}

pub(crate) fn kept(db: &Connection, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
    let select = "SELECT bytes FROM kept WHERE name = ?1";
    Ok(db.query_row(select, [name], |row| row.get(0)).optional()?)
}

/// The names of the tables after this one.
pub(crate) fn names(db: &Connection, after: &str, most: u32) -> Result<Vec<String>, StoreError> {
    let select = "SELECT name FROM tables WHERE name > ?1 AND last_day >= 0 ORDER BY name LIMIT ?2";
    let mut select = db.prepare_cached(select)?;
    let names = select.query_map(rusqlite::params![after, most], |row| row.get(0))?;
    Ok(names.collect::<Result<_, _>>()?)
}

pub(crate) fn count(db: &Connection) -> Result<u64, StoreError> {
    let select = "SELECT count(*) FROM tables WHERE last_day >= 0";
    Ok(db.query_row(select, [], |row| row.get(0))?)
}

/// The tables that have not been used for `days` days.
pub(crate) fn unused(db: &Connection, days: u32) -> Result<Unused, StoreError> {
    let select = "SELECT count(*), coalesce(sum(bytes), 0), counted - max(last_day),
                  counted - min(last_day)
                  FROM tables, days WHERE last_day >= 0 AND last_day <= counted - ?1";
    Ok(db.query_row(select, [days], |row| {
        Ok(Unused {
            tables: row.get(0)?,
            bytes: row.get(1)?,
            least: row.get::<_, Option<u64>>(2)?.unwrap_or(0),
            most: row.get::<_, Option<u64>>(3)?.unwrap_or(0),
        })
    })?)
}
