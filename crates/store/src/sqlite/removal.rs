//! Removal of old tables in small steps.

use rusqlite::{Connection, OptionalExtension, params};

use super::log;
use crate::days::{MAX_ENTRIES_PER_STEP, MAX_TABLES_PER_STEP, REMOVED_DAY};
use crate::error::StoreError;
use crate::store::RemovalStep;

/// Removes a batch of tables not used since the day `before`, within a transaction; also returns the names of
/// tables that can no longer be found. The tables' rows must be up to date with the log.
pub(crate) fn remove_batch(
    work: &Connection,
    before: i64,
) -> Result<(RemovalStep, Vec<String>), StoreError> {
    let old: Vec<(i64, String, i64)> = work
        .prepare_cached(
            "SELECT id, name, last FROM tables WHERE last_day <= ?1 ORDER BY last_day LIMIT ?2",
        )?
        .query_map(params![before.max(REMOVED_DAY), MAX_TABLES_PER_STEP + 1], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?))
        })?
        .collect::<Result<_, _>>()?;
    let mut done = RemovalStep { tables: 0, more: old.len() > MAX_TABLES_PER_STEP };
    let mut names = Vec::new();
    let mut left = MAX_ENTRIES_PER_STEP;
    for (id, name, mut last) in old.into_iter().take(MAX_TABLES_PER_STEP) {
        names.push(name);
        while left > 0 && last != 0 {
            match log::remove(work, id, last)? {
                Some(removed) => last = removed.before,
                // The chain is broken; find the remaining entries without it.
                None => {
                    let rest = "SELECT id FROM log WHERE of = ?1 ORDER BY id DESC LIMIT 1";
                    let found = work.prepare_cached(rest)?.query_row([id], |row| row.get(0));
                    last = found.optional()?.unwrap_or(0);
                }
            }
            left -= 1;
        }
        if last != 0 {
            // The new name hides the table until its other entries are gone: names never contain `-`.
            let leave =
                "UPDATE tables SET name = '-' || id, last_day = ?2, last = ?3 WHERE id = ?1";
            work.prepare_cached(leave)?.execute(params![id, REMOVED_DAY, last])?;
            done.more = true;
            break;
        }
        work.prepare_cached("DELETE FROM tables WHERE id = ?1")?.execute([id])?;
        done.tables += 1;
        if left == 0 {
            done.more = true;
            break;
        }
    }
    Ok((done, names))
}
