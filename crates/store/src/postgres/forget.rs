//! Removing old tables, a few at a time.

use deadpool_postgres::Client;

use crate::days::{ENTRIES_AT_ONCE, LEAVING, TABLES_AT_ONCE};
use crate::error::StoreError;
use crate::store::Forgotten;

/// Removes a piece of what has not been used since the day `before`. Several servers may do so at the
/// same time: each takes other tables.
pub(super) async fn piece(mut client: Client, before: i64) -> Result<Forgotten, StoreError> {
    let work = client.transaction().await?;
    let select = "SELECT id FROM tables WHERE last_day <= $1 ORDER BY last_day LIMIT $2
                  FOR UPDATE SKIP LOCKED";
    let old = work.query(select, &[&before.max(LEAVING), &(TABLES_AT_ONCE as i64 + 1)]).await?;
    let mut done = Forgotten { tables: 0, more: old.len() > TABLES_AT_ONCE };
    let mut left = ENTRIES_AT_ONCE as i64;
    for row in old.iter().take(TABLES_AT_ONCE) {
        let id: i64 = row.get(0);
        let delete = "DELETE FROM entries WHERE of = $1 AND number IN
                      (SELECT number FROM entries WHERE of = $1 ORDER BY number DESC LIMIT $2)";
        let delete = work.prepare_cached(delete).await?;
        left -= work.execute(&delete, &[&id, &left]).await? as i64;
        if left == 0 {
            // There may be more of it. Until that is gone nobody finds the table: names have no
            // such sign.
            let leave = "UPDATE tables SET name = '-' || id, last_day = $2 WHERE id = $1";
            work.execute(leave, &[&id, &LEAVING]).await?;
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
