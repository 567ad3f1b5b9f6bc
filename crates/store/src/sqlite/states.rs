//! In-memory state of recently written tables. The rows of tables in the file are updated lazily; until then
//! this state locates the end of each table in the log.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rusqlite::{Connection, OptionalExtension, Row, TransactionBehavior, params};
use rustc_hash::FxHashMap;

use crate::error::StoreError;

/// Capacity of the cache, not counting tables whose rows are behind.
const CACHE_SIZE: usize = 100_000;

/// State of a table in the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct State {
    pub(crate) row: i64,
    pub(crate) entries: u64,
    pub(crate) bytes: i64,
    /// Newest log row of the table; 0 if there is none.
    pub(crate) last: i64,
    pub(crate) day: i64,
    /// First log row that the table's row does not include.
    pub(crate) behind: Option<i64>,
}

#[derive(Default)]
struct CommittedStates {
    states: FxHashMap<Arc<str>, State>,
    /// Tables whose rows are behind, in the order in which they fell behind, each with its first missing row.
    behind: VecDeque<(i64, Arc<str>)>,
}

/// States of the tables, shared by writer and readers.
#[derive(Clone, Default)]
pub(crate) struct States(Arc<Mutex<CommittedStates>>);

impl States {
    fn lock(&self) -> MutexGuard<'_, CommittedStates> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the committed state of a table, if cached.
    pub(crate) fn get(&self, table: &str) -> Option<(Arc<str>, State)> {
        self.lock().states.get_key_value(table).map(|(name, state)| (name.clone(), *state))
    }

    /// Clears the cache; states are read from the file again.
    pub(crate) fn clear(&self) {
        *self.lock() = CommittedStates::default();
    }

    /// Applies a committed transaction: the changed states, and how many tables at the front of the `behind`
    /// queue it has brought up to date.
    pub(crate) fn commit(&self, changed: FxHashMap<Arc<str>, Option<State>>, caught_up: usize) {
        let mut known = self.lock();
        known.behind.drain(..caught_up);
        let mut behind = Vec::new();
        for (name, state) in changed {
            let Some(state) = state else {
                known.states.remove(&name);
                known.behind.retain(|(_, other)| *other != name);
                continue;
            };
            let had = known.states.insert(name.clone(), state);
            if let Some(first) = state.behind
                && had.and_then(|had| had.behind) != Some(first)
            {
                behind.push((first, name));
            }
        }
        behind.sort_unstable();
        known.behind.extend(behind);
        if known.states.len() > CACHE_SIZE + known.behind.len() {
            known.states.retain(|_, state| state.behind.is_some());
        }
    }

    /// Returns the first `most` tables that have been behind since before log row `before`, and the first
    /// missing row of the next table in the queue.
    pub(crate) fn behind(&self, before: i64, most: usize) -> (Vec<Arc<str>>, Option<i64>) {
        let known = self.lock();
        let first = known.behind.iter().take(most).take_while(|(first, _)| *first < before);
        let names: Vec<Arc<str>> = first.map(|(_, name)| name.clone()).collect();
        let next = known.behind.get(names.len()).map(|(first, _)| *first);
        (names, next)
    }
}

pub(crate) fn stored(db: &Connection, table: &str) -> Result<Option<State>, StoreError> {
    let select = "SELECT id, entries, bytes, last, last_day FROM tables WHERE name = ?1";
    Ok(db.prepare_cached(select)?.query_row([table], from_row).optional()?)
}

/// Converts a row with id, number of entries, bytes, last log row and last day.
fn from_row(row: &Row<'_>) -> rusqlite::Result<State> {
    Ok(State {
        row: row.get(0)?,
        entries: row.get(1)?,
        bytes: row.get(2)?,
        last: row.get(3)?,
        day: row.get(4)?,
        behind: None,
    })
}

/// Updates a table's row to match the log up to row `upto`.
pub(crate) fn save(db: &Connection, state: &State, upto: i64) -> Result<(), StoreError> {
    let update = "UPDATE tables SET entries = ?2, bytes = ?3, last = ?4, upto = ?5 WHERE id = ?1";
    db.prepare_cached(update)?.execute(params![
        state.row,
        state.entries,
        state.bytes,
        state.last,
        upto
    ])?;
    Ok(())
}

/// Replays the log rows beyond the tables' rows and updates these; returns the next free log row. This
/// completes the work of a process that was killed.
pub(crate) fn recover(db: &mut Connection) -> Result<i64, StoreError> {
    let work = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let (position, newest): (i64, i64) = work.query_row(
        "SELECT position, max(position, coalesce((SELECT max(id) FROM log), 0),
                              coalesce((SELECT max(upto) FROM tables), 0)) FROM marks",
        [],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    let mut found: FxHashMap<i64, Option<(State, i64)>> = FxHashMap::default();
    {
        let mut rows = work.prepare(
            "SELECT id, of, number, octet_length(body) FROM log WHERE id > ?1 ORDER BY id",
        )?;
        let mut rows = rows.query([position])?;
        while let Some(row) = rows.next()? {
            let (id, of, number): (i64, i64, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
            let known = match found.get_mut(&of) {
                Some(known) => known,
                None => found.entry(of).or_insert(by_row(&work, of)?),
            };
            // A number out of sequence is damage, which reading reports. A missing table has been removed.
            if let Some((state, upto)) = known
                && id > *upto
                && let Ok(number) = u64::try_from(number)
                && number > state.entries
            {
                state.entries = number;
                state.bytes += row.get::<_, i64>(3)?;
                state.last = id;
            }
        }
    }
    for (state, _) in found.values().flatten() {
        save(&work, state, newest)?;
    }
    work.execute("UPDATE marks SET position = ?1", [newest])?;
    work.commit()?;
    Ok(newest + 1)
}

fn by_row(db: &Connection, row: i64) -> Result<Option<(State, i64)>, StoreError> {
    let select = "SELECT id, entries, bytes, last, last_day, upto FROM tables WHERE id = ?1";
    let read = |row: &Row<'_>| Ok((from_row(row)?, row.get(5)?));
    Ok(db.prepare_cached(select)?.query_row([row], read).optional()?)
}
