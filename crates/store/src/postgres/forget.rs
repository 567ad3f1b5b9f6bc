//! Removing old tables, a few at a time.

use super::Database;
use super::fault::fault;
use crate::{Forgotten, StoreError};

/// The most tables that are removed at a time.
const TABLES: i64 = 100;

/// The most entries that are removed at a time.
const ENTRIES: i64 = 1000;

/// The day of a table that is being removed: it has no name that anybody knows any more.
const LEAVING: i64 = -1;

/// Removes a piece of what has not been used for `days` days. Several servers may do so at the same
/// time: each takes other tables.
pub(super) async fn piece(database: Database, days: u32) -> Result<Forgotten, StoreError> {
    let before = (database.count_days().await? - i64::from(days)).max(LEAVING);
    let mut client = database.client().await?;
    let work = client.transaction().await.map_err(fault)?;
    let select = "SELECT id FROM tables WHERE last_day <= $1 ORDER BY last_day LIMIT $2
                  FOR UPDATE SKIP LOCKED";
    let old = work.query(select, &[&before, &(TABLES + 1)]).await.map_err(fault)?;
    let mut done = Forgotten { tables: 0, more: old.len() as i64 > TABLES };
    let mut left = ENTRIES;
    for row in old.iter().take(TABLES as usize) {
        let id: i64 = row.get(0);
        let delete = "DELETE FROM entries WHERE of = $1 AND number IN
                      (SELECT number FROM entries WHERE of = $1 ORDER BY number DESC LIMIT $2)";
        let delete = work.prepare_cached(delete).await.map_err(fault)?;
        left -= work.execute(&delete, &[&id, &left]).await.map_err(fault)? as i64;
        if left == 0 {
            // There may be more of it. Until that is gone nobody finds the table: names have no
            // such sign.
            let leave = "UPDATE tables SET name = '-' || id, last_day = $2 WHERE id = $1";
            work.execute(leave, &[&id, &LEAVING]).await.map_err(fault)?;
            done.more = true;
            break;
        }
        let gone = work.prepare_cached("DELETE FROM tables WHERE id = $1").await.map_err(fault)?;
        work.execute(&gone, &[&id]).await.map_err(fault)?;
        done.tables += 1;
    }
    work.commit().await.map_err(fault)?;
    Ok(done)
}
