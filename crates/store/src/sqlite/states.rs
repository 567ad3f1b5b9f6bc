//! What is known of the tables that were written to of late. A table's row in the file is brought up
//! to date only now and then; until then this is where the end of its log is found.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};
use rustc_hash::FxHashMap;

use crate::error::StoreError;

/// The most tables that are remembered, beyond those whose rows are behind.
const REMEMBERED: usize = 100_000;

/// What the log holds of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct State {
    pub(crate) row: i64,
    pub(crate) entries: u64,
    pub(crate) bytes: i64,
    /// The table's newest row of the log; 0 where it has none.
    pub(crate) last: i64,
    /// The day of the last use.
    pub(crate) day: i64,
    /// The first row of the log that the table's row in the file knows nothing of.
    pub(crate) behind: Option<i64>,
}

/// The states that were committed.
#[derive(Default)]
struct Known {
    states: FxHashMap<Arc<str>, State>,
    /// The tables whose rows are behind, the one that has been so for longest first, each with the
    /// first row of the log that is missing.
    behind: VecDeque<(i64, Arc<str>)>,
}

/// The states of the tables, for the writer and the readers.
#[derive(Clone, Default)]
pub(crate) struct States(Arc<Mutex<Known>>);

impl States {
    fn lock(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The committed state of a table, where it is remembered.
    pub(crate) fn get(&self, table: &str) -> Option<(Arc<str>, State)> {
        self.lock().states.get_key_value(table).map(|(name, state)| (name.clone(), *state))
    }

    /// Forgets everything: the file is read again.
    pub(crate) fn clear(&self) {
        *self.lock() = Known::default();
    }

    /// Takes over what a transaction has changed and which of the tables that were behind, counted
    /// from the front, it has brought up to date.
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
        if known.states.len() > REMEMBERED + known.behind.len() {
            known.states.retain(|_, state| state.behind.is_some());
        }
    }

    /// The first `most` of the tables that are behind since before the row `before`, and the first
    /// missing row of the one after those.
    pub(crate) fn behind(&self, before: i64, most: usize) -> (Vec<Arc<str>>, Option<i64>) {
        let known = self.lock();
        let first = known.behind.iter().take(most).take_while(|(first, _)| *first < before);
        let names: Vec<Arc<str>> = first.map(|(_, name)| name.clone()).collect();
        let next = known.behind.get(names.len()).map(|(first, _)| *first);
        (names, next)
    }
}

/// The state of a table as its row in the file says.
pub(crate) fn stored(db: &Connection, table: &str) -> Result<Option<State>, StoreError> {
    let select = "SELECT id, entries, bytes, last, last_day FROM tables WHERE name = ?1";
    let state = db
        .prepare_cached(select)?
        .query_row([table], |row| {
            Ok(State {
                row: row.get(0)?,
                entries: row.get(1)?,
                bytes: row.get(2)?,
                last: row.get(3)?,
                day: row.get(4)?,
                behind: None,
            })
        })
        .optional()?;
    Ok(state)
}

/// Brings a table's row up to date with the log, which has rows up to `upto`.
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

/// Reads what the log holds beyond the tables' rows, and brings these up to date; the next free row
/// of the log. All that a killed program has left to do is done here.
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
            // A number that does not follow is damage: the table's reader finds it. A table that is
            // not there has been removed.
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
    let select = "SELECT entries, bytes, last, last_day, upto FROM tables WHERE id = ?1";
    let found = db
        .prepare_cached(select)?
        .query_row([row], |at| {
            let state = State {
                row,
                entries: at.get(0)?,
                bytes: at.get(1)?,
                last: at.get(2)?,
                day: at.get(3)?,
                behind: None,
            };
            Ok((state, at.get(4)?))
        })
        .optional()?;
    Ok(found)
}
