//! Writer thread of the database. Pending changes are committed as a group, sharing one disk flush.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use rusqlite::{Connection, TransactionBehavior, params};
use rustc_hash::FxHashMap;
use tokio::sync::oneshot;

use super::file_monitor::FileMonitor;
use super::log::{self, Append, Position};
use super::reader;
use super::removal;
use super::states::{self, State, States};
use crate::days::{Clock, DayCounter, day, milliseconds};
use crate::error::StoreError;
use crate::health::SharedHealth;
use crate::store::{Change, RemovalStep};

pub(crate) type ReplySender = oneshot::Sender<Result<(), StoreError>>;

/// Result of a change. The change itself is returned too, so that its memory is freed on the thread that
/// allocated it, which is cheaper for the allocator.
pub(crate) type ChangeResult = (Result<(), StoreError>, Change);

/// Maximum number of changes in a commit.
const MAX_BATCH: usize = 1024;

/// Minimum number of changes in a commit for the next one to be delayed, …
const MIN_CHANGES_TO_DELAY: usize = 8;

/// … by this much per change, …
const COMMIT_DELAY_PER_CHANGE: Duration = Duration::from_micros(40);

/// … up to this limit. A commit costs as much as a dozen changes, so a delay lets more changes share it.
const MAX_COMMIT_DELAY: Duration = Duration::from_micros(1200);

/// Approximate maximum number of log rows to replay after a crash.
const MAX_BEHIND: i64 = 100_000;

/// Maximum number of tables whose rows are updated during a commit of changes, …
const MAX_CATCH_UP: usize = 64;

/// … and while idle.
const MAX_CATCH_UP_IDLE: usize = 1024;

/// Interval between checks of the file and the disk while idle.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);

/// Anything other than changes runs when the earlier changes are committed.
pub(crate) enum Request {
    Change { change: Change, answer: oneshot::Sender<ChangeResult> },
    Other(Box<dyn FnOnce(&mut Writer) + Send>),
    Close(ReplySender),
}

pub(crate) struct Writer {
    pub(super) db: Connection,
    days: DayCounter,
    clock: Clock,
    watch: FileMonitor,
    condition: SharedHealth,
    states: States,
    /// Next log row.
    next: i64,
    /// A transaction has failed; the state must be read from the file again.
    failed: bool,
    /// Time of the last check of the file and the disk.
    last_check: Option<Instant>,
    /// Delay of the next commit after its first change.
    commit_delay: Duration,
}

impl Writer {
    /// Creates a writer for a database whose next log row is `next`.
    pub(crate) fn new(
        db: Connection,
        next: i64,
        states: States,
        days: (DayCounter, Clock),
        watch: FileMonitor,
        condition: SharedHealth,
    ) -> Writer {
        let (days, clock) = days;
        let (failed, last_check, commit_delay) = (false, None, Duration::ZERO);
        Writer { db, days, clock, watch, condition, states, next, failed, last_check, commit_delay }
    }

    /// Runs until the store is closed or dropped, then closes the database; returns the caller to notify.
    pub(crate) fn run(
        mut self,
        queue: &Receiver<Request>,
        readers: Vec<JoinHandle<()>>,
    ) -> Option<ReplySender> {
        self.check();
        let closed = loop {
            let first = match queue.recv_timeout(CHECK_INTERVAL) {
                Ok(first) => first,
                Err(RecvTimeoutError::Timeout) => {
                    self.check();
                    // Failures show up in the health.
                    let _ = self.catch_up();
                    continue;
                }
                Err(RecvTimeoutError::Disconnected) => break None,
            };
            if !self.commit_delay.is_zero() {
                std::thread::sleep(self.commit_delay);
            }
            let mut changes = Vec::new();
            let mut closed = None;
            let mut next = Some(first);
            while let Some(request) = next.take() {
                match request {
                    Request::Change { change, answer } => {
                        changes.push((change, answer));
                        if changes.len() < MAX_BATCH {
                            next = queue.try_recv().ok();
                        }
                    }
                    // Earlier requests are finished first.
                    Request::Close(answer) => closed = Some(answer),
                    Request::Other(action) => {
                        self.commit(std::mem::take(&mut changes));
                        action(&mut self);
                    }
                }
            }
            self.commit(changes);
            if closed.is_some() {
                break closed;
            }
            if self.last_check.is_none_or(|at| at.elapsed() >= CHECK_INTERVAL) {
                self.check();
            }
        };
        // If this fails, the next startup does it.
        while let Ok(true) = self.catch_up() {}
        for reader in readers {
            // Callers have already received an error if a reader panicked.
            let _ = reader.join();
        }
        closed
    }

    /// Checks the file, the disk and the date. After a failure, tests whether writing works again.
    fn check(&mut self) {
        self.last_check = Some(Instant::now());
        self.condition.set_free(self.watch.free_bytes());
        let today = day(milliseconds((self.clock)()));
        let failed = self.condition.health().fault.is_some();
        if failed || self.days.advance(today).0 != self.days {
            // Failures show up in the health.
            let _ = self.write(|work| work.days.save(work.db));
        } else if let Err(gone) = self.watch.check() {
            self.condition.end(Some(gone));
        }
    }

    /// Updates table rows that are behind the log; returns `true` if there may be more.
    fn catch_up(&mut self) -> Result<bool, StoreError> {
        if self.states.behind(i64::MAX, 1).0.is_empty() {
            return Ok(false);
        }
        self.write(|work| work.catch_up(i64::MAX, MAX_CATCH_UP_IDLE))?;
        Ok(true)
    }

    /// Runs a closure in a transaction; on success the transaction is on disk, in the file at its path.
    fn write<T>(
        &mut self,
        action: impl FnOnce(&mut Transaction<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.condition.begin();
        let written = self.try_write(action);
        self.failed |= written.is_err();
        self.condition.end(written.as_ref().err().cloned());
        written
    }

    fn try_write<T>(
        &mut self,
        action: impl FnOnce(&mut Transaction<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.watch.check()?;
        if self.failed {
            // After a disk failure it is unknown how much of the transaction was written.
            self.next = states::recover(&mut self.db)?;
            self.states.clear();
            self.failed = false;
        }
        let at = milliseconds((self.clock)());
        let (days, jump) = self.days.advance(day(at));
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
        let done = action(&mut work)?;
        let Transaction { changed, caught_up, next, .. } = work;
        db.commit()?;
        // Rows of a failed transaction do not exist; their ids are reused.
        self.next = next;
        self.states.commit(changed, caught_up);
        self.days = days;
        if let Some(jump) = jump {
            self.condition.set_jump(jump);
        }
        // Writes to a file that was removed or replaced are lost.
        self.watch.check()?;
        Ok(done)
    }

    /// Commits all changes in one transaction, and responds once they are on disk.
    fn commit(&mut self, changes: Vec<(Change, oneshot::Sender<ChangeResult>)>) {
        let delayed_changes =
            if changes.len() < MIN_CHANGES_TO_DELAY { 0 } else { changes.len() as u32 };
        self.commit_delay =
            COMMIT_DELAY_PER_CHANGE.saturating_mul(delayed_changes).min(MAX_COMMIT_DELAY);
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
            work.catch_up(work.next - MAX_BEHIND, MAX_CATCH_UP)?;
            Ok(results)
        });
        let results = results.unwrap_or_else(|error| vec![Err(error); changes.len()]);
        for ((change, answer), result) in changes.into_iter().zip(results) {
            // The caller may have gone.
            let _ = answer.send((result, change));
        }
    }

    pub(super) fn remove_unused(&mut self, days: u32) -> Result<RemovalStep, StoreError> {
        while self.catch_up()? {}
        self.write(|work| {
            let before = work.days.counted - i64::from(days);
            let (done, names) = removal::remove_batch(work.db, before)?;
            work.changed.extend(names.into_iter().map(|name| (name.into(), None)));
            Ok(done)
        })
    }

    pub(super) fn get_or_insert(
        &mut self,
        name: &str,
        fresh: Vec<u8>,
    ) -> Result<Vec<u8>, StoreError> {
        if let Some(kept) = reader::get(&self.db, name)? {
            return Ok(kept);
        }
        self.write(|work| {
            let insert = "INSERT INTO kept (name, bytes) VALUES (?1, ?2)";
            work.db.execute(insert, params![name, fresh])?;
            Ok(fresh)
        })
    }

    pub(super) fn put(&mut self, kept: &[(String, Vec<u8>)]) -> Result<(), StoreError> {
        self.write(|work| {
            let insert = "INSERT OR REPLACE INTO kept (name, bytes) VALUES (?1, ?2)";
            for (name, bytes) in kept {
                work.db.execute(insert, params![name, bytes])?;
            }
            Ok(())
        })
    }
}

struct Transaction<'a> {
    db: &'a Connection,
    /// States before this transaction, …
    states: &'a States,
    /// … and states changed by it; `None` for a removed table.
    changed: FxHashMap<Arc<str>, Option<State>>,
    /// How many tables at the front of the `behind` queue it has brought up to date.
    caught_up: usize,
    next: i64,
    /// Milliseconds since 1970.
    at: i64,
    days: DayCounter,
}

impl Transaction<'_> {
    fn state(&self, table: &str) -> Result<(Arc<str>, Option<State>), StoreError> {
        if let Some((name, state)) = self.changed.get_key_value(table) {
            return Ok((name.clone(), *state));
        }
        match self.states.get(table) {
            Some((name, state)) => Ok((name, Some(state))),
            None => Ok((table.into(), states::stored(self.db, table)?)),
        }
    }

    /// Applies a change. The outer result concerns the whole transaction.
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
        let mut state = found.map_or_else(|| self.open(table), Ok)?;
        if kept < expected {
            self.truncate(&mut state, *kept)?;
        }
        let first = self.next;
        for (number, body) in (kept + 1..).zip(entries) {
            let position = Position { of: state.row, number, before: state.last };
            append.add(self.next, position, self.at, body)?;
            state.last = self.next;
            state.bytes += body.len() as i64;
            self.next += 1;
        }
        state.entries = kept + entries.len() as u64;
        if kept < expected {
            // The log does not record removals.
            states::save(self.db, &state, self.next - 1)?;
            // Old entries without checksums may be among those replaced.
            let update = "UPDATE tables SET unsummed = min(unsummed, ?2) WHERE id = ?1";
            self.db.prepare_cached(update)?.execute(params![state.row, kept])?;
        } else if self.next > first {
            state.behind = state.behind.or(Some(first));
        }
        if state.day != today {
            // The index by day is updated at most once a day.
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

    /// Removes all but the first `kept` entries of a table.
    fn truncate(&self, state: &mut State, kept: u64) -> Result<(), StoreError> {
        let mut number = state.entries;
        while number > kept {
            let removed = log::remove(self.db, state.row, state.last)?;
            let Some(removed) = removed.filter(|removed| removed.number == number) else {
                return Err(StoreError::Failed(format!("entry {number} is in the wrong place")));
            };
            state.last = removed.before;
            state.bytes -= removed.bytes;
            number -= 1;
        }
        Ok(())
    }

    /// Updates up to `most` table rows that have been behind since before log row `before`.
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
        // Tables that this transaction appended to are behind as well.
        let added = self.changed.values().flatten().filter_map(|state| state.behind);
        let position = next.into_iter().chain(added).min().map_or(upto, |first| first - 1);
        let update = "UPDATE marks SET position = ?1";
        self.db.prepare_cached(update)?.execute([position])?;
        self.caught_up = names.len();
        Ok(())
    }
}
