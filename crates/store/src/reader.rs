//! Reading: threads with connections of their own, which never hold up what is being stored.

use std::path::Path;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

use rusqlite::{Connection, OpenFlags, OptionalExtension};

use crate::{Damage, StoreError, Unused, schema};

/// How many read at the same time.
const READERS: usize = 4;

/// Something that is done with a connection on a thread for it.
pub(crate) type Read = Box<dyn FnOnce(&mut Connection) + Send>;

/// Starts the threads that read a file; they end when the way to them is dropped.
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

/// The sum by which a changed entry is noticed.
pub(crate) fn sum(of: i64, number: u64, text: &str) -> u32 {
    let mut sum = crc32fast::Hasher::new();
    sum.update(&of.to_le_bytes());
    sum.update(&number.to_le_bytes());
    sum.update(text.as_bytes());
    sum.finalize()
}

/// All entries of a table, each checked.
pub(crate) fn entries(db: &mut Connection, table: &str) -> Result<Vec<String>, StoreError> {
    // One transaction, so that the number of entries and the entries are of the same moment.
    let work = db.transaction()?;
    let found = work
        .prepare_cached("SELECT id, entries, unsummed FROM tables WHERE name = ?1")?
        .query_row([table], |row| {
            Ok((row.get::<_, i64>(0)?, row.get::<_, u64>(1)?, row.get::<_, u64>(2)?))
        })
        .optional()?;
    let (of, known, unsummed) = found.ok_or_else(|| StoreError::NoSuchTable(table.to_owned()))?;
    let damaged = |damage| StoreError::Damaged { table: table.to_owned(), damage };
    let mut texts = Vec::new();
    {
        let mut select = work.prepare_cached(
            "SELECT number, text, sum FROM entries WHERE of = ?1 ORDER BY number",
        )?;
        let mut rows = select.query([of])?;
        let mut expected = 1;
        while let Some(row) = rows.next()? {
            let (found, text): (u64, String) = (row.get(0)?, row.get(1)?);
            if found > known {
                return Err(damaged(Damage::Beyond { found, known }));
            }
            if found != expected {
                return Err(damaged(Damage::Gap { expected, found }));
            }
            let fits = match row.get::<_, Option<u32>>(2)? {
                Some(written) => written == sum(of, found, &text),
                None => found <= unsummed,
            };
            if !fits {
                return Err(damaged(Damage::Changed { entry: found }));
            }
            texts.push(text);
            expected += 1;
        }
        if expected <= known {
            return Err(damaged(Damage::Tail { last: expected - 1, known }));
        }
    }
    Ok(texts)
}

pub(crate) fn count(db: &Connection) -> Result<u64, StoreError> {
    let select = "SELECT count(*) FROM tables WHERE last_day >= 0";
    Ok(db.query_row(select, [], |row| row.get(0))?)
}

/// The tables that have not been used for so many days.
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
