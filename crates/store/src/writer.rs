//! The thread that owns the database. Appends that wait at the same time are committed together:
//! one flush of the disk serves them all.

use std::collections::HashMap;
use std::sync::mpsc::Receiver;
use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, OptionalExtension, params};
use tokio::sync::oneshot;

use crate::StoreError;

pub(crate) type Answer<T> = oneshot::Sender<Result<T, StoreError>>;

/// The most appends in one commit.
const GROUP: usize = 1024;

/// The most tables whose numbers are remembered.
const REMEMBERED: usize = 100_000;

/// A question to the thread.
#[derive(Debug)]
pub(crate) struct Job(pub(crate) Ask);

#[derive(Debug)]
pub(crate) enum Ask {
    Append { table: String, expected: u64, entries: Vec<String>, answer: Answer<()> },
    Entries { table: String, answer: Answer<Vec<String>> },
    Keep { name: String, fresh: Vec<u8>, answer: Answer<Vec<u8>> },
    Count { answer: Answer<u64> },
    Forget { seconds: u64, answer: Answer<u64> },
}

/// The row of a table and the number of its entries.
#[derive(Clone, Copy)]
struct Known {
    row: i64,
    entries: u64,
}

struct Writer {
    db: Connection,
    known: HashMap<String, Known>,
}

pub(crate) fn run(db: Connection, queue: &Receiver<Job>) {
    let mut writer = Writer { db, known: HashMap::new() };
    // An answer that nobody waits for any more is dropped.
    while let Ok(Job(first)) = queue.recv() {
        let mut appends = Vec::new();
        let mut next = Some(first);
        while let Some(ask) = next.take() {
            match ask {
                Ask::Append { table, expected, entries, answer } => {
                    appends.push((table, expected, entries, answer));
                    if appends.len() < GROUP {
                        next = queue.try_recv().ok().map(|Job(ask)| ask);
                    }
                }
                // What was asked before is done before.
                other => {
                    writer.commit(std::mem::take(&mut appends));
                    writer.answer(other);
                }
            }
        }
        writer.commit(appends);
    }
}

type Append = (String, u64, Vec<String>, Answer<()>);

impl Writer {
    /// Commits all appends at once, and answers when they are on disk.
    fn commit(&mut self, appends: Vec<Append>) {
        if appends.is_empty() {
            return;
        }
        let mut results = Vec::with_capacity(appends.len());
        match self.try_commit(&appends, &mut results) {
            Ok(()) => {
                for ((.., answer), result) in appends.into_iter().zip(results) {
                    let _ = answer.send(result);
                }
            }
            Err(error) => {
                // What is remembered may be of the commit that failed.
                self.known.clear();
                for (.., answer) in appends {
                    let _ = answer.send(Err(error.clone()));
                }
            }
        }
    }

    fn try_commit(
        &mut self,
        appends: &[Append],
        results: &mut Vec<Result<(), StoreError>>,
    ) -> Result<(), StoreError> {
        let at = now();
        if self.known.len() > REMEMBERED {
            self.known.clear();
        }
        let known = &mut self.known;
        let work = self.db.transaction()?;
        for (table, expected, entries, _) in appends {
            let found = match known.get(table) {
                Some(found) => Some(*found),
                None => look_up(&work, table)?,
            };
            let entries_found = found.map_or(0, |k| k.entries);
            if entries_found != *expected {
                results.push(Err(StoreError::Conflict {
                    table: table.clone(),
                    expected: *expected,
                    found: entries_found,
                }));
                continue;
            }
            let row = match found {
                Some(found) => found.row,
                None => {
                    work.prepare_cached("INSERT INTO tables (name) VALUES (?1)")?
                        .execute([table])?;
                    work.last_insert_rowid()
                }
            };
            let mut insert = work.prepare_cached(
                "INSERT INTO entries (of, number, at, text) VALUES (?1, ?2, ?3, ?4)",
            )?;
            for (number, text) in (entries_found + 1..).zip(entries) {
                insert.execute(params![row, number as i64, at, text])?;
            }
            let entries = entries_found + entries.len() as u64;
            known.insert(table.clone(), Known { row, entries });
            results.push(Ok(()));
        }
        work.commit()?;
        Ok(())
    }

    fn answer(&mut self, ask: Ask) {
        match ask {
            Ask::Append { table, expected, entries, answer } => {
                self.commit(vec![(table, expected, entries, answer)]);
            }
            Ask::Entries { table, answer } => {
                let _ = answer.send(self.entries(&table));
            }
            Ask::Keep { name, fresh, answer } => {
                let _ = answer.send(self.keep(&name, fresh));
            }
            Ask::Count { answer } => {
                let count = self.db.query_row("SELECT count(*) FROM tables", [], |row| row.get(0));
                let _ = answer.send(count.map(|n: i64| n as u64).map_err(StoreError::from));
            }
            Ask::Forget { seconds, answer } => {
                let _ = answer.send(self.forget(seconds));
            }
        }
    }

    fn entries(&self, table: &str) -> Result<Vec<String>, StoreError> {
        let found = look_up(&self.db, table)?;
        let known = found.ok_or_else(|| StoreError::NoSuchTable(table.to_owned()))?;
        let mut select =
            self.db.prepare_cached("SELECT text FROM entries WHERE of = ?1 ORDER BY number")?;
        let rows = select.query_map([known.row], |row| row.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    fn keep(&self, name: &str, fresh: Vec<u8>) -> Result<Vec<u8>, StoreError> {
        let kept = self
            .db
            .query_row("SELECT bytes FROM kept WHERE name = ?1", [name], |row| row.get(0))
            .optional()?;
        if let Some(kept) = kept {
            return Ok(kept);
        }
        self.db.execute("INSERT INTO kept (name, bytes) VALUES (?1, ?2)", params![name, fresh])?;
        Ok(fresh)
    }

    fn forget(&mut self, seconds: u64) -> Result<u64, StoreError> {
        let before = now().saturating_sub(i64::try_from(seconds).unwrap_or(i64::MAX / 2) * 1000);
        self.known.clear();
        let work = self.db.transaction()?;
        let mut old: Vec<i64> = Vec::new();
        {
            let mut select =
                work.prepare("SELECT of FROM entries GROUP BY of HAVING max(at) < ?1")?;
            for row in select.query_map([before], |row| row.get(0))? {
                old.push(row?);
            }
        }
        for row in &old {
            work.execute("DELETE FROM entries WHERE of = ?1", [row])?;
            work.execute("DELETE FROM tables WHERE id = ?1", [row])?;
        }
        work.commit()?;
        Ok(old.len() as u64)
    }
}

fn look_up(db: &Connection, table: &str) -> Result<Option<Known>, StoreError> {
    let mut select = db.prepare_cached(
        "SELECT id, (SELECT coalesce(max(number), 0) FROM entries WHERE of = tables.id)
         FROM tables WHERE name = ?1",
    )?;
    let known = select
        .query_row([table], |row| {
            Ok(Known { row: row.get(0)?, entries: row.get::<_, i64>(1)? as u64 })
        })
        .optional()?;
    Ok(known)
}

/// Milliseconds since 1970, for the age of tables only.
fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
