//! The thread that writes to the database. Changes that wait at the same time are committed
//! together: one flush of the disk serves them all.

use std::collections::HashMap;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use rusqlite::{CachedStatement, Connection, OptionalExtension, TransactionBehavior, params};
use tokio::sync::oneshot;

use crate::days::{Clock, Days, day, milliseconds};
use crate::reader::{Read, sum};
use crate::watch::{Condition, Watch};
use crate::{Forgotten, StoreError, forget};

pub(crate) type Answer<T> = oneshot::Sender<Result<T, StoreError>>;

/// The most changes in one commit.
const GROUP: usize = 1024;

/// The most tables whose numbers are remembered.
const REMEMBERED: usize = 100_000;

/// How often the file and the disk are looked at while nothing is stored.
const LOOK: Duration = Duration::from_secs(1);

/// A question to the thread.
pub(crate) enum Ask {
    Change { change: Change, answer: Answer<()> },
    Keep { name: String, fresh: Vec<u8>, answer: Answer<Vec<u8>> },
    Forget { days: u32, answer: Answer<Forgotten> },
    Read(Read),
    Close { answer: Answer<()> },
}

/// A change of a table that has `expected` entries: `entries` follow the first `kept`.
pub(crate) struct Change {
    pub(crate) table: String,
    pub(crate) expected: u64,
    pub(crate) kept: u64,
    pub(crate) entries: Vec<String>,
}

/// What is remembered of a table.
#[derive(Clone, Copy)]
struct Known {
    row: i64,
    entries: u64,
    /// The day of the last use.
    day: i64,
}

/// What the thread holds.
pub(crate) struct Writer {
    db: Connection,
    days: Days,
    clock: Clock,
    watch: Watch,
    condition: Condition,
    known: HashMap<String, Known>,
    /// When the file and the disk were last looked at.
    looked: Option<Instant>,
}

impl Writer {
    pub(crate) fn new(
        db: Connection,
        days: Days,
        clock: Clock,
        watch: Watch,
        condition: Condition,
    ) -> Writer {
        Writer { db, days, clock, watch, condition, known: HashMap::new(), looked: None }
    }

    /// Works until the store is closed or dropped, and closes the database; who is to be told.
    pub(crate) fn run(
        mut self,
        queue: &Receiver<Ask>,
        readers: Vec<JoinHandle<()>>,
    ) -> Option<Answer<()>> {
        self.look();
        let closed = loop {
            let first = match queue.recv_timeout(LOOK) {
                Ok(first) => first,
                Err(RecvTimeoutError::Timeout) => {
                    self.look();
                    continue;
                }
                Err(RecvTimeoutError::Disconnected) => break None,
            };
            let mut changes = Vec::new();
            let mut closed = None;
            let mut next = Some(first);
            while let Some(ask) = next.take() {
                match ask {
                    Ask::Change { change, answer } => {
                        changes.push((change, answer));
                        if changes.len() < GROUP {
                            next = queue.try_recv().ok();
                        }
                    }
                    // What was asked before is done before.
                    Ask::Close { answer } => closed = Some(answer),
                    other => {
                        self.commit(std::mem::take(&mut changes));
                        self.answer(other);
                    }
                }
            }
            self.commit(changes);
            if closed.is_some() {
                break closed;
            }
            if self.looked.is_none_or(|at| at.elapsed() >= LOOK) {
                self.look();
            }
        };
        for reader in readers {
            // A panic there was told to whoever waited for the answer.
            let _ = reader.join();
        }
        closed
    }

    /// Looks at the file, the disk and the day. After a fault it tries whether writing works again.
    fn look(&mut self) {
        self.looked = Some(Instant::now());
        self.condition.set_free(self.watch.free());
        let today = day(milliseconds((self.clock)()));
        let failed = self.condition.health().fault.is_some();
        if failed || self.days.at(today).0 != self.days {
            // How that went is told by the condition.
            let _ = self.write(|work| work.days.save(work.db));
        } else if let Err(gone) = self.watch.look() {
            self.condition.end(Some(gone));
        }
    }

    /// Does something in a transaction, which is on disk, in the file at its path, when this
    /// returns well.
    fn write<T>(
        &mut self,
        does: impl FnOnce(&mut Work<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.condition.begin();
        let written = self.try_write(does);
        if written.is_err() {
            // What is remembered may be of the transaction that failed.
            self.known.clear();
        }
        self.condition.end(written.as_ref().err().cloned());
        written
    }

    fn try_write<T>(
        &mut self,
        does: impl FnOnce(&mut Work<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.watch.look()?;
        let at = milliseconds((self.clock)());
        let (days, jump) = self.days.at(day(at));
        let db = self.db.transaction_with_behavior(TransactionBehavior::Immediate)?;
        if days != self.days {
            days.save(&db)?;
        }
        let done = does(&mut Work { db: &db, known: &mut self.known, at, days })?;
        db.commit()?;
        self.days = days;
        if let Some(jump) = jump {
            self.condition.set_jump(jump);
        }
        // What was written to a file that nobody finds any more is lost.
        self.watch.look()?;
        Ok(done)
    }

    /// Commits all changes at once, and answers when they are on disk.
    fn commit(&mut self, changes: Vec<(Change, Answer<()>)>) {
        if changes.is_empty() {
            return;
        }
        let results = self.write(|work| {
            let (mut results, mut ready) =
                (Vec::with_capacity(changes.len()), Ready::new(work.db)?);
            for (change, _) in &changes {
                results.push(work.change(change, &mut ready)?);
            }
            Ok(results)
        });
        match results {
            Ok(results) => {
                for ((_, answer), result) in changes.into_iter().zip(results) {
                    // An answer that nobody waits for any more is dropped.
                    let _ = answer.send(result);
                }
            }
            Err(error) => {
                for (_, answer) in changes {
                    let _ = answer.send(Err(error.clone()));
                }
            }
        }
    }

    fn answer(&mut self, ask: Ask) {
        match ask {
            Ask::Change { change, answer } => self.commit(vec![(change, answer)]),
            Ask::Keep { name, fresh, answer } => {
                let _ = answer.send(self.keep(&name, fresh));
            }
            Ask::Forget { days, answer } => {
                let _ = answer.send(self.write(|work| {
                    let before = work.days.counted - i64::from(days);
                    let (done, names) = forget::piece(work.db, before)?;
                    for name in names {
                        work.known.remove(&name);
                    }
                    Ok(done)
                }));
            }
            Ask::Read(read) => read(&mut self.db),
            Ask::Close { answer } => {
                let _ = answer.send(Ok(()));
            }
        }
    }

    fn keep(&mut self, name: &str, fresh: Vec<u8>) -> Result<Vec<u8>, StoreError> {
        let select = "SELECT bytes FROM kept WHERE name = ?1";
        let kept = self.db.query_row(select, [name], |row| row.get(0)).optional()?;
        if let Some(kept) = kept {
            return Ok(kept);
        }
        self.write(|work| {
            let insert = "INSERT INTO kept (name, bytes) VALUES (?1, ?2)";
            work.db.execute(insert, params![name, fresh])?;
            Ok(fresh)
        })
    }
}

/// A transaction that is being made.
struct Work<'a> {
    db: &'a Connection,
    known: &'a mut HashMap<String, Known>,
    /// Milliseconds since 1970.
    at: i64,
    days: Days,
}

/// The statements that every change needs.
struct Ready<'a> {
    insert: CachedStatement<'a>,
    update: CachedStatement<'a>,
}

impl<'a> Ready<'a> {
    fn new(db: &'a Connection) -> Result<Ready<'a>, StoreError> {
        let insert = "INSERT INTO entries (of, number, at, text, sum) VALUES (?1, ?2, ?3, ?4, ?5)";
        let update = "UPDATE tables SET entries = ?2, bytes = bytes + ?3 WHERE id = ?1";
        Ok(Ready { insert: db.prepare_cached(insert)?, update: db.prepare_cached(update)? })
    }
}

impl Work<'_> {
    /// Makes a change. The outer result is of the whole transaction.
    fn change(
        &mut self,
        change: &Change,
        ready: &mut Ready<'_>,
    ) -> Result<Result<(), StoreError>, StoreError> {
        let Change { table, expected, kept, entries } = change;
        if self.known.len() > REMEMBERED {
            self.known.clear();
        }
        let found = match self.known.get(table) {
            Some(found) => Some(*found),
            None => look_up(self.db, table)?,
        };
        let entries_found = found.map_or(0, |known| known.entries);
        if entries_found != *expected || kept > expected {
            return Ok(Err(StoreError::Conflict {
                table: table.clone(),
                expected: *expected,
                found: entries_found,
            }));
        }
        let today = self.days.counted;
        let row = match found {
            Some(found) => found.row,
            None => {
                let insert = "INSERT INTO tables (name, last_day) VALUES (?1, ?2)";
                self.db.prepare_cached(insert)?.execute(params![table, today])?;
                self.db.last_insert_rowid()
            }
        };
        let mut bytes = 0;
        if kept < expected {
            let gone = "SELECT coalesce(sum(octet_length(text)), 0) FROM entries
                        WHERE of = ?1 AND number > ?2";
            bytes -= self
                .db
                .prepare_cached(gone)?
                .query_row(params![row, kept], |sum| sum.get::<_, i64>(0))?;
            let delete = "DELETE FROM entries WHERE of = ?1 AND number > ?2";
            self.db.prepare_cached(delete)?.execute(params![row, kept])?;
        }
        for (number, text) in (kept + 1..).zip(entries) {
            let sum = sum(row, number, text);
            ready.insert.execute(params![row, number, self.at, text, sum])?;
            bytes += text.len() as i64;
        }
        let entries = kept + entries.len() as u64;
        ready.update.execute(params![row, entries, bytes])?;
        if kept < expected {
            // Those from before that had no sum may be among the replaced.
            let update = "UPDATE tables SET unsummed = min(unsummed, ?2) WHERE id = ?1";
            self.db.prepare_cached(update)?.execute(params![row, kept])?;
        }
        if found.is_some_and(|known| known.day != today) {
            // The index by day is touched once a day.
            let update = "UPDATE tables SET last_day = ?2 WHERE id = ?1";
            self.db.prepare_cached(update)?.execute([row, today])?;
        }
        let now = Known { row, entries, day: today };
        match self.known.get_mut(table) {
            Some(known) => *known = now,
            None => {
                self.known.insert(table.clone(), now);
            }
        }
        Ok(Ok(()))
    }
}

fn look_up(db: &Connection, table: &str) -> Result<Option<Known>, StoreError> {
    let select = "SELECT id, entries, last_day FROM tables WHERE name = ?1";
    let known = db
        .prepare_cached(select)?
        .query_row([table], |row| {
            Ok(Known { row: row.get(0)?, entries: row.get(1)?, day: row.get(2)? })
        })
        .optional()?;
    Ok(known)
}
