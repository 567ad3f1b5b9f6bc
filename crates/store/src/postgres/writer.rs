//! Writer tasks. Pending changes are batched into one statement, in one round trip. It checks the entry count
//! and the lease epoch of each table.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use deadpool_postgres::Client;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::sync::{Mutex, oneshot};
use tokio::task::JoinHandle;

use super::database::Database;
use crate::check::checksum;
use crate::error::StoreError;
use crate::store::Change;

/// Number of writers: while one batch is being committed, the next is being sent.
const WRITERS: usize = 2;

/// Maximum number of changes in a batch.
const MAX_BATCH: usize = 1024;

/// Delay before a retry when the database is unreachable.
const RETRY_DELAY: Duration = Duration::from_millis(200);

/// Statement that commits a batch of changes. `mark` identifies a change of a table.
const COMMIT_STATEMENT: &str = "
WITH asked AS (
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[],
                         $6::bigint[], $7::bigint[])
    WITH ORDINALITY AS a (name, lease, expected, kept, entries, bytes, mark, change)
), opened AS (
    INSERT INTO tables AS t (name, entries, bytes, last_day, mark)
    SELECT name, entries, bytes, $8, mark FROM asked WHERE expected = 0 AND kept = 0
    ON CONFLICT (name) DO UPDATE
        SET entries = excluded.entries, bytes = excluded.bytes, last_day = $8, mark = excluded.mark
        WHERE t.entries = 0
    RETURNING id, name, epoch
), changed AS (
    UPDATE tables t
    SET entries = a.kept + a.entries,
        bytes = t.bytes + a.bytes - CASE WHEN a.kept = a.expected THEN 0 ELSE
            (SELECT coalesce(sum(octet_length(e.body)), 0) FROM entries e
             WHERE e.of = t.id AND e.number > a.kept) END,
        last_day = $8,
        mark = a.mark
    FROM asked a
    WHERE a.expected > 0 AND a.kept <= a.expected AND t.name = a.name
        AND t.entries = a.expected AND t.epoch = coalesce(a.lease, t.epoch)
    RETURNING t.id, t.epoch, a.change, a.kept, a.expected
), done AS (
    SELECT o.id, o.epoch, a.change FROM opened o JOIN asked a USING (name)
    UNION ALL SELECT id, epoch, change FROM changed
), gone AS (
    DELETE FROM entries e USING changed c
    WHERE c.kept < c.expected AND e.of = c.id AND e.number > c.kept
    RETURNING 1
), added AS (
    INSERT INTO entries (of, number, body, sum, epoch)
    SELECT d.id, e.number, e.body, e.sum, d.epoch
    FROM unnest($9::bigint[], $10::bigint[], $11::bytea[], $12::bigint[])
        AS e (change, number, body, sum)
    JOIN done d USING (change)
    -- The entries that give way have gone before.
    WHERE (SELECT count(*) FROM gone) >= 0
)
SELECT d.id IS NOT NULL, t.entries, t.epoch
FROM asked a LEFT JOIN done d USING (change) LEFT JOIN tables t ON t.name = a.name
ORDER BY a.change";

pub(super) type ReplySender = oneshot::Sender<Result<(), StoreError>>;

pub(super) struct Request {
    change: Change,
    mark: i64,
    answer: ReplySender,
}

impl Request {
    pub(super) fn new(change: Change, answer: ReplySender) -> Request {
        Request { change, mark: mark(), answer }
    }

    fn answer(self, result: Result<(), StoreError>) {
        // The caller may have gone.
        let _ = self.answer.send(result);
    }
}

/// Returns a number that is unique with high probability: a counter with a random start.
fn mark() -> i64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    use std::hash::{BuildHasher, RandomState};
    if NEXT.load(Ordering::Relaxed) == 0 {
        let first = RandomState::new().hash_one(std::process::id()) | 1;
        let _ = NEXT.compare_exchange(0, first, Ordering::Relaxed, Ordering::Relaxed);
    }
    NEXT.fetch_add(1, Ordering::Relaxed) as i64
}

/// Starts the writers; they end when the queue is closed and empty.
pub(super) fn start(database: &Database, queue: UnboundedReceiver<Request>) -> Vec<JoinHandle<()>> {
    let queue = Arc::new(Mutex::new(queue));
    (0..WRITERS).map(|_| tokio::spawn(write(database.clone(), queue.clone()))).collect()
}

async fn write(database: Database, queue: Arc<Mutex<UnboundedReceiver<Request>>>) {
    loop {
        let mut batch = Vec::new();
        if queue.lock().await.recv_many(&mut batch, MAX_BATCH).await == 0 {
            return;
        }
        // At most one change per table in a statement.
        while !batch.is_empty() {
            let mut seen = HashSet::new();
            let (first, later): (Vec<_>, Vec<_>) =
                batch.into_iter().partition(|request| seen.insert(request.change.table.clone()));
            commit(&database, first).await;
            batch = later;
        }
    }
}

/// Commits all changes of a batch and sends the results. Retries while the database is unreachable.
async fn commit(database: &Database, mut batch: Vec<Request>) {
    database.condition.begin();
    // Whether this is a retry after an attempt with unknown outcome.
    let mut is_retry = false;
    while !batch.is_empty() {
        match database.query(|client| attempt(database, client, &batch, is_retry)).await {
            Ok(results) => {
                database.condition.end(None);
                for (request, result) in batch.drain(..).zip(results) {
                    request.answer(result);
                }
            }
            Err(error @ StoreError::Unreachable(_)) => {
                database.condition.set_unreachable(error);
                is_retry = true;
                tokio::time::sleep(RETRY_DELAY).await;
                batch.retain(|request| !request.answer.is_closed());
            }
            Err(error) => {
                database.condition.end(Some(error.clone()));
                for request in batch.drain(..) {
                    request.answer(Err(error.clone()));
                }
            }
        }
    }
}

async fn attempt(
    database: &Database,
    client: Client,
    batch: &[Request],
    is_retry: bool,
) -> Result<Vec<Result<(), StoreError>>, StoreError> {
    // If this future is dropped, the connection returns to the pool; the next query on it waits for the
    // server to finish this one.
    let mut results = change(database, &client, batch).await?;
    if is_retry && results.iter().any(Result::is_err) {
        // Changes that the earlier attempt committed are rejected this time.
        let last_marks = last_marks(&client, batch).await?;
        for (request, result) in batch.iter().zip(&mut results) {
            if last_marks.get(request.change.table.as_str()) == Some(&request.mark) {
                *result = Ok(());
            }
        }
    }
    Ok(results)
}

/// Returns the marks of these tables' last changes.
async fn last_marks(
    client: &Client,
    batch: &[Request],
) -> Result<HashMap<String, i64>, StoreError> {
    let names: Vec<&str> = batch.iter().map(|request| request.change.table.as_str()).collect();
    let select = "SELECT name, mark FROM tables WHERE name = ANY ($1)";
    let rows = client.query(select, &[&names]).await?;
    Ok(rows.into_iter().map(|row| (row.get(0), row.get(1))).collect())
}

async fn change(
    database: &Database,
    client: &Client,
    batch: &[Request],
) -> Result<Vec<Result<(), StoreError>>, StoreError> {
    fn column<T>(batch: &[Request], of: impl Fn(&Request) -> T) -> Vec<T> {
        batch.iter().map(of).collect()
    }
    let names: Vec<&str> = batch.iter().map(|r| r.change.table.as_str()).collect();
    let epochs = column(batch, |r| r.change.epoch.map(|epoch| epoch as i64));
    let expected = column(batch, |r| r.change.expected as i64);
    let kept = column(batch, |r| r.change.kept as i64);
    let entries = column(batch, |r| r.change.entries.len() as i64);
    let bytes = column(batch, |r| r.change.entries.iter().map(|b| b.len() as i64).sum::<i64>());
    let marks = column(batch, |r| r.mark);
    let (mut of, mut numbers, mut bodies, mut sums) = (vec![], vec![], vec![], vec![]);
    for (place, Request { change, .. }) in (1i64..).zip(batch) {
        for (number, body) in (change.kept + 1..).zip(&change.entries) {
            of.push(place);
            numbers.push(number as i64);
            bodies.push(body.as_slice());
            sums.push(i64::from(checksum(change.table.as_bytes(), number, body)));
        }
    }
    let today = database.today();
    let statement = client.prepare_cached(COMMIT_STATEMENT).await?;
    let rows = client
        .query(
            &statement,
            &[
                &names, &epochs, &expected, &kept, &entries, &bytes, &marks, &today, &of, &numbers,
                &bodies, &sums,
            ],
        )
        .await?;
    let results = batch.iter().zip(&rows).map(|(request, row)| {
        let Change { table, expected, epoch, .. } = &request.change;
        if row.get(0) {
            return Ok(());
        }
        let found = row.get::<_, Option<i64>>(2).map(|found| found as u64);
        if let (Some(epoch), Some(found)) = (*epoch, found)
            && epoch != found
        {
            return Err(StoreError::Fenced { table: table.clone(), epoch, found });
        }
        let found = row.get::<_, Option<i64>>(1).map_or(0, |found| found as u64);
        Err(StoreError::Conflict { table: table.clone(), expected: *expected, found })
    });
    Ok(results.collect())
}
