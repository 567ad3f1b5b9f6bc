//! Removal of old tables in small steps.

use deadpool_postgres::Client;

use crate::days::{MAX_ENTRIES_PER_STEP, MAX_TABLES_PER_STEP, REMOVED_DAY};
use crate::error::StoreError;
use crate::store::RemovalStep;

/// Removes a batch of tables not used since the day `before`. Safe to run on several servers at once: each
/// locks different tables.
pub(super) async fn remove_batch(
    mut client: Client,
    before: i64,
) -> Result<RemovalStep, StoreError> {
    let work = client.transaction().await?;
    let select = "SELECT id FROM tables WHERE last_day <= $1 ORDER BY last_day LIMIT $2
                  FOR UPDATE SKIP LOCKED";
    let old =
        work.query(select, &[&before.max(REMOVED_DAY), &(MAX_TABLES_PER_STEP as i64 + 1)]).await?;
    let mut done = RemovalStep { tables: 0, more: old.len() > MAX_TABLES_PER_STEP };
    let mut left = MAX_ENTRIES_PER_STEP as i64;
    for row in old.iter().take(MAX_TABLES_PER_STEP) {
        let id: i64 = row.get(0);
        let delete = "DELETE FROM entries WHERE of = $1 AND number IN
                      (SELECT number FROM entries WHERE of = $1 ORDER BY number DESC LIMIT $2)";
        let delete = work.prepare_cached(delete).await?;
        left -= work.execute(&delete, &[&id, &left]).await? as i64;
        if left == 0 {
            // The new name hides the table until any other entries are gone: names never contain `-`.
            let leave = "UPDATE tables SET name = '-' || id, last_day = $2 WHERE id = $1";
            work.execute(leave, &[&id, &REMOVED_DAY]).await?;
            done.more = true;
            break;
        }
        let gone = work.prepare_cached("DELETE FROM tables WHERE id = $1").await?;
        work.execute(&gone, &[&id]).await?;
        done.tables += 1;
    }
    work.commit().await?;
    Ok(done)
}
