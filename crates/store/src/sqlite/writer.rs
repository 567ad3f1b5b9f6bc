//! The thread that writes to the database. Changes that wait at the same time are committed
//! together: one flush of the disk serves them all.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};
use rustc_hash::FxHashMap;
use tokio::sync::oneshot;

use super::forget;
use super::log::{self, Append, Place};
use super::reader::Read;
use super::states::{self, State, States};
use super::watch::Watch;
use crate::condition::Condition;
use crate::days::{Clock, Days, day, milliseconds};
use crate::error::StoreError;
use crate::store::{Change, Forgotten};

pub(crate) type Answer<T> = oneshot::Sender<Result<T, StoreError>>;

/// What became of a change. The change goes back, too: its memory is freed where it came from, which
/// costs an allocator less than to move it from thread to thread.
pub(crate) type Done = (Result<(), StoreError>, Change);

/// The most changes in one commit.
const GROUP: usize = 1024;

/// Where a commit had this many changes, many tables are busy, …
const CROWD: usize = 8;

/// … and the next one is begun later, by this for each of those changes, …
const GATHER: Duration = Duration::from_micros(40);

/// … but no later than this: a commit costs as much as a dozen changes, and then more of them share it.
const GATHER_MOST: Duration = Duration::from_micros(1200);

/// The most rows of the log that are read again after a crash, about.
const BEHIND: i64 = 100_000;

/// The most tables whose rows are brought up to date in a commit of changes, …
const CATCH_UP: usize = 64;

/// … and when nothing else is to be done.
const CATCH_UP_IDLE: usize = 1024;

/// How often the file and the disk are looked at while nothing is stored.
const LOOK: Duration = Duration::from_secs(1);

/// A question to the thread.
pub(crate) enum Request {
    Change { change: Change, answer: oneshot::Sender<Done> },
    Keep { name: String, fresh: Vec<u8>, answer: Answer<Vec<u8>> },
    KeepInstead { kept: Vec<(String, Vec<u8>)>, answer: Answer<()> },
    Forget { days: u32, answer: Answer<Forgotten> },
    Read(Read),
    Close { answer: Answer<()> },
}

/// What the thread holds.
pub(crate) struct Writer {
    db: Connection,
    days: Days,
    clock: Clock,
    watch: Watch,
    condition: Condition,
    states: States,
    /// The next row of the log.
    next: i64,
    /// A transaction has failed; what the file holds is looked up again.
    failed: bool,
    /// When the file and the disk were last looked at.
    looked: Option<Instant>,
    /// How much later than its first change the next commit is begun.
    gather: Duration,
}

impl Writer {
    /// A writer to a database whose log goes on with the row `next`.
    pub(crate) fn new(
        db: Connection,
        next: i64,
        states: States,
        days: (Days, Clock),
        watch: Watch,
        condition: Condition,
    ) -> Writer {
        let (days, clock) = days;
        let (failed, looked, gather) = (false, None, Duration::ZERO);
        Writer { db, days, clock, watch, condition, states, next, failed, looked, gather }
    }

    /// Works until the store is closed or dropped, and closes the database; who waits for that.
    pub(crate) fn run(
        mut self,
        queue: &Receiver<Request>,
        readers: Vec<JoinHandle<()>>,
    ) -> Option<Answer<()>> {
        self.look();
        let closed = loop {
            let first = match queue.recv_timeout(LOOK) {
                Ok(first) => first,
                Err(RecvTimeoutError::Timeout) => {
                    self.look();
                    // The condition shows how that went.
                    let _ = self.catch_up();
                    continue;
                }
                Err(RecvTimeoutError::Disconnected) => break None,
            };
            if !self.gather.is_zero() {
                std::thread::sleep(self.gather);
            }
            let mut changes = Vec::new();
            let mut closed = None;
            let mut next = Some(first);
            while let Some(request) = next.take() {
                match request {
                    Request::Change { change, answer } => {
                        changes.push((change, answer));
                        if changes.len() < GROUP {
                            next = queue.try_recv().ok();
                        }
                    }
                    // What was asked before is done before.
                    Request::Close { answer } => closed = Some(answer),
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
        // The next start does it where this cannot.
        while let Ok(true) = self.catch_up() {}
        for reader in readers {
            // Whoever waited for the answer was told of a panic.
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
            // The condition shows how that went.
            let _ = self.write(|work| work.days.save(work.db));
        } else if let Err(gone) = self.watch.look() {
            self.condition.end(Some(gone));
        }
    }

    /// Brings rows of tables up to date with the log; true where there are more that are behind.
    fn catch_up(&mut self) -> Result<bool, StoreError> {
        if self.states.behind(i64::MAX, 1).0.is_empty() {
            return Ok(false);
        }
        self.write(|work| work.catch_up(i64::MAX, CATCH_UP_IDLE))?;
        Ok(true)
    }

    /// Does something in a transaction, which is on disk, in the file at its path, when this
    /// returns well.
    fn write<T>(
        &mut self,
        does: impl FnOnce(&mut Transaction<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.condition.begin();
        let written = self.try_write(does);
        self.failed |= written.is_err();
        self.condition.end(written.as_ref().err().cloned());
        written
    }

    fn try_write<T>(
        &mut self,
        does: impl FnOnce(&mut Transaction<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.watch.look()?;
        if self.failed {
            // Where the disk failed it is not known what of the transaction is there.
            self.next = states::recover(&mut self.db)?;
            self.states.clear();
            self.failed = false;
        }
        let at = milliseconds((self.clock)());
        let (days, jump) = self.days.at(day(at));
        let db = self.db.transaction_with_behavior(TransactionBehavior::Immediate)?;
        if days != self.days {
            days.save(&db)?;
        }
        let mut work = Transaction {
            db: &db,
            states: &self.states,
            changed: FxHashMap::default(),
            caught_up: 0,
            next: self.next,
            at,
            days,
        };
        let done = does(&mut work)?;
        let Transaction { changed, caught_up, next, .. } = work;
        db.commit()?;
        // Rows of a transaction that failed are not there; their numbers are used again.
        self.next = next;
        self.states.commit(changed, caught_up);
        self.days = days;
        if let Some(jump) = jump {
            self.condition.set_jump(jump);
        }
        // What was written to a file that nobody finds any more is lost.
        self.watch.look()?;
        Ok(done)
    }

    /// Commits all changes at once, and answers when they are on disk.
    fn commit(&mut self, changes: Vec<(Change, oneshot::Sender<Done>)>) {
        let crowd = if changes.len() < CROWD { 0 } else { changes.len() as u32 };
        self.gather = GATHER.saturating_mul(crowd).min(GATHER_MOST);
        if changes.is_empty() {
            return;
        }
        let results = self.write(|work| {
            let mut results = Vec::with_capacity(changes.len());
            work.changed.reserve(changes.len());
            let mut append = Append::new(work.db)?;
            for (change, _) in &changes {
                results.push(work.change(change, &mut append)?);
            }
            work.catch_up(work.next - BEHIND, CATCH_UP)?;
            Ok(results)
        });
        match results {
            Ok(results) => {
                for ((change, answer), result) in changes.into_iter().zip(results) {
                    // An answer that nobody waits for any more is dropped.
                    let _ = answer.send((result, change));
                }
            }
            Err(error) => {
                for (change, answer) in changes {
                    let _ = answer.send((Err(error.clone()), change));
                }
            }
        }
    }

    fn answer(&mut self, request: Request) {
        match request {
            Request::Change { change, answer } => self.commit(vec![(change, answer)]),
            Request::Keep { name, fresh, answer } => {
                let _ = answer.send(self.keep(&name, fresh));
            }
            Request::KeepInstead { kept, answer } => {
                let _ = answer.send(self.keep_instead(&kept));
            }
            Request::Forget { days, answer } => {
                let _ = answer.send(self.forget(days));
            }
            Request::Read(read) => read(&mut self.db),
            Request::Close { answer } => {
                let _ = answer.send(Ok(()));
            }
        }
    }

    fn forget(&mut self, days: u32) -> Result<Forgotten, StoreError> {
        while self.catch_up()? {}
        self.write(|work| {
            let before = work.days.counted - i64::from(days);
            let (done, names) = forget::piece(work.db, before)?;
            work.changed.extend(names.into_iter().map(|name| (name.into(), None)));
            Ok(done)
        })
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

    fn keep_instead(&mut self, kept: &[(String, Vec<u8>)]) -> Result<(), StoreError> {
        self.write(|work| {
            let insert = "INSERT OR REPLACE INTO kept (name, bytes) VALUES (?1, ?2)";
            for (name, bytes) in kept {
                work.db.execute(insert, params![name, bytes])?;
            }
            Ok(())
        })
    }
}

/// A transaction that is being made.
struct Transaction<'a> {
    db: &'a Connection,
    /// The states before this transaction, …
    states: &'a States,
    /// … and those that it changes; none for a table that is removed.
    changed: FxHashMap<Arc<str>, Option<State>>,
    /// How many tables it has brought up to date of those that were behind.
    caught_up: usize,
    /// The next row of the log.
    next: i64,
    /// Milliseconds since 1970.
    at: i64,
    days: Days,
}

impl Transaction<'_> {
    /// The state of a table and its name, which is there only once.
    fn state(&self, table: &str) -> Result<(Arc<str>, Option<State>), StoreError> {
        if let Some((name, state)) = self.changed.get_key_value(table) {
            return Ok((name.clone(), *state));
        }
        match self.states.get(table) {
            Some((name, state)) => Ok((name, Some(state))),
            None => Ok((table.into(), states::stored(self.db, table)?)),
        }
    }

    /// Makes a change. The outer result is of the whole transaction.
    fn change(
        &mut self,
        change: &Change,
        append: &mut Append<'_>,
    ) -> Result<Result<(), StoreError>, StoreError> {
        let Change { table, expected, kept, entries, epoch: _ } = change;
        let (name, found) = self.state(table)?;
        let entries_found = found.map_or(0, |state| state.entries);
        if entries_found != *expected || kept > expected {
            return Ok(Err(StoreError::Conflict {
                table: table.clone(),
                expected: *expected,
                found: entries_found,
            }));
        }
        let today = self.days.counted;
        let mut state = match found {
            Some(state) => state,
            None => self.open(table)?,
        };
        if kept < expected {
            self.cut(&mut state, *kept)?;
        }
        let first = self.next;
        for (number, body) in (kept + 1..).zip(entries) {
            let place = Place { of: state.row, number, before: state.last };
            append.add(self.next, place, self.at, body)?;
            state.last = self.next;
            state.bytes += body.len() as i64;
            self.next += 1;
        }
        state.entries = kept + entries.len() as u64;
        if kept < expected {
            // The log does not say what was taken away.
            states::save(self.db, &state, self.next - 1)?;
            // Those from before that had no sum may be among the replaced.
            let update = "UPDATE tables SET unsummed = min(unsummed, ?2) WHERE id = ?1";
            self.db.prepare_cached(update)?.execute(params![state.row, kept])?;
        } else if self.next > first {
            state.behind = state.behind.or(Some(first));
        }
        if state.day != today {
            // The index by day is touched once a day.
            let update = "UPDATE tables SET last_day = ?2 WHERE id = ?1";
            self.db.prepare_cached(update)?.execute([state.row, today])?;
            state.day = today;
        }
        self.changed.insert(name, Some(state));
        Ok(Ok(()))
    }

    fn open(&self, table: &str) -> Result<State, StoreError> {
        let insert = "INSERT INTO tables (name, last_day, upto) VALUES (?1, ?2, ?3)";
        let day = self.days.counted;
        self.db.prepare_cached(insert)?.execute(params![table, day, self.next - 1])?;
        let row = self.db.last_insert_rowid();
        Ok(State { row, entries: 0, bytes: 0, last: 0, day, behind: None })
    }

    /// Takes away all but the first `kept` entries of a table.
    fn cut(&self, state: &mut State, kept: u64) -> Result<(), StoreError> {
        let mut number = state.entries;
        while number > kept {
            let removed = log::remove(self.db, state.row, state.last)?;
            let Some(removed) = removed.filter(|removed| removed.number == number) else {
                return Err(StoreError::Failed(format!(
                    "entry {number} is not where it should be"
                )));
            };
            state.last = removed.before;
            state.bytes -= removed.bytes;
            number -= 1;
        }
        Ok(())
    }

    /// Brings the rows of tables up to date that are behind since before the row `before` of the
    /// log, `most` of them.
    fn catch_up(&mut self, before: i64, most: usize) -> Result<(), StoreError> {
        let (names, next) = self.states.behind(before, most);
        if names.is_empty() {
            return Ok(());
        }
        let upto = self.next - 1;
        for name in &names {
            if let (name, Some(mut state)) = self.state(name)? {
                states::save(self.db, &state, upto)?;
                state.behind = None;
                self.changed.insert(name, Some(state));
            }
        }
        // What this transaction has added to tables that were up to date is behind, too.
        let added = self.changed.values().flatten().filter_map(|state| state.behind);
        let position = next.into_iter().chain(added).min().map_or(upto, |first| first - 1);
        let update = "UPDATE marks SET position = ?1";
        self.db.prepare_cached(update)?.execute([position])?;
        self.caught_up = names.len();
        Ok(())
    }
}
