//! Removing old tables, a few at a time.

use rusqlite::{Connection, params};

use crate::{Forgotten, StoreError};

/// The most tables that are removed at a time.
const TABLES: i64 = 100;

/// The most entries that are removed at a time.
const ENTRIES: usize = 1000;

/// The day of a table that is being removed: it has no name that anybody knows any more.
const LEAVING: i64 = -1;

/// Removes a piece of what has not been used since the day `before`, in a transaction; the names of
/// the tables that can no longer be found.
pub(crate) fn piece(
    work: &Connection,
    before: i64,
) -> Result<(Forgotten, Vec<String>), StoreError> {
    let old: Vec<(i64, String)> = work
        .prepare_cached(
            "SELECT id, name FROM tables WHERE last_day <= ?1 ORDER BY last_day LIMIT ?2",
        )?
        .query_map([before.max(LEAVING), TABLES + 1], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<Result<_, _>>()?;
    let mut done = Forgotten { tables: 0, more: old.len() as i64 > TABLES };
    let mut names = Vec::new();
    let mut left = ENTRIES;
    for (id, name) in old.into_iter().take(TABLES as usize) {
        left -= work
            .prepare_cached(
                "DELETE FROM entries WHERE id IN
                 (SELECT id FROM entries WHERE of = ?1 ORDER BY number DESC LIMIT ?2)",
            )?
            .execute(params![id, left])?;
        names.push(name);
        if left == 0 {
            // There may be more of it. Until that is gone nobody finds the table: names have no
            // such sign.
            work.prepare_cached("UPDATE tables SET name = '-' || id, last_day = ?2 WHERE id = ?1")?
                .execute([id, LEAVING])?;
            done.more = true;
            break;
        }
        work.prepare_cached("DELETE FROM tables WHERE id = ?1")?.execute([id])?;
        done.tables += 1;
    }
    Ok((done, names))
}
