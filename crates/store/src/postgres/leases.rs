//! Nodes that share a database, and their leases on tables.
//!
//! A node shows that it is alive by a counter in its row. Another node that sees the counter unchanged for
//! two seconds of its own monotonic clock deletes the row for good; no wall clock matters, neither the
//! database's nor a machine's. A table belongs to the node whose id is in its row, as long as that node's row
//! exists. Every change of owner raises the table's epoch, and every write names the epoch of its lease, so a
//! node that has lost a table without noticing cannot write to it (fencing).

use std::time::{Duration, Instant};

use deadpool_postgres::tokio_postgres::Row;

use super::database::Database;
use crate::error::StoreError;
use crate::nodes::{Claim, FailureDetector, Node, RenewOutcome, Renewal};

/// Polling interval while a caller waits for the state of the nodes.
const POLL_INTERVAL: Duration = Duration::from_millis(200);

/// Leases of the nodes that share a database. Every request fails if the database cannot be reached.
#[derive(Clone)]
pub struct Leases(pub(super) Database);

/// Columns of a node; the table is aliased as `n`.
const NODE_COLUMNS: &str = "n.id, n.address, n.draining, n.reachable, n.counter,
                    (extract(epoch FROM n.alive_until) * 1000000)::bigint";

fn read(row: &Row) -> Node {
    let renewal = Renewal { counter: row.get(4), until: row.get(5) };
    let (id, address) = (row.get(0), row.get(1));
    Node { id, address, draining: row.get(2), reachable: row.get(3), renewal }
}

impl Leases {
    /// Registers a node. `alive` is its lease duration for older versions, which go by time.
    pub async fn join(&self, address: &str, alive: Duration) -> Result<i64, StoreError> {
        self.0
            .query(|client| async move {
                let insert = "INSERT INTO nodes (address, alive_until)
                          VALUES ($1, clock_timestamp() + make_interval(secs => $2)) RETURNING id";
                let row = client.query_one(insert, &[&address, &alive.as_secs_f64()]).await?;
                Ok(row.get(0))
            })
            .await
    }

    /// Increments a node's counter. `alive` extends its lease for older versions, which go by time.
    pub async fn renew(&self, node: &Node, alive: Duration) -> Result<RenewOutcome, StoreError> {
        self.0
            .query(|client| async move {
                let update = "UPDATE nodes n
                          SET counter = n.counter + 1,
                              alive_until = clock_timestamp() + make_interval(secs => $2),
                              draining = $3, reachable = $4
                          FROM (SELECT id, alive_until > clock_timestamp() AS alive
                                FROM nodes WHERE id = $1 FOR UPDATE) was
                          WHERE n.id = was.id RETURNING was.alive";
                let update = client.prepare_cached(update).await?;
                let secs = alive.as_secs_f64();
                let renewed = client
                    .query_opt(&update, &[&node.id, &secs, &node.draining, &node.reachable])
                    .await?;
                Ok(match renewed.map(|row| row.get(0)) {
                    Some(true) => RenewOutcome::InTime,
                    Some(false) => RenewOutcome::Late,
                    None => RenewOutcome::Unknown,
                })
            })
            .await
    }

    /// Returns all registered nodes; [`FailureDetector`] tells which of them are dead.
    pub async fn nodes(&self) -> Result<Vec<Node>, StoreError> {
        self.0
            .query(|client| async move {
                let select = format!("SELECT {NODE_COLUMNS} FROM nodes n ORDER BY n.id");
                let select = client.prepare_cached(&select).await?;
                Ok(client.query(&select, &[]).await?.iter().map(read).collect())
            })
            .await
    }

    /// Deletes the row of a dead node, unless it has renewed since. Its tables are free then, and the node
    /// notices at its next renewal.
    pub async fn end(&self, node: &Node) -> Result<bool, StoreError> {
        self.0
            .query(|client| async move {
                let delete = "DELETE FROM nodes WHERE id = $1 AND counter = $2
                          AND (extract(epoch FROM alive_until) * 1000000)::bigint = $3";
                let Renewal { counter, until } = node.renewal;
                Ok(client.execute(delete, &[&node.id, &counter, &until]).await? > 0)
            })
            .await
    }

    /// Returns the nodes that are alive. Observes all registered nodes until each has renewed or is dead, and
    /// deletes the dead ones.
    pub async fn alive(&self) -> Result<Vec<Node>, StoreError> {
        let mut detector = FailureDetector::default();
        loop {
            let asked = Instant::now();
            let nodes = self.nodes().await?;
            for dead in detector.observe(&nodes, asked, Instant::now()) {
                self.end(dead).await?;
            }
            if detector.have_all_changed(&nodes) {
                return Ok(nodes);
            }
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }

    /// Returns those of these tables (with the epochs of their leases) that the node still holds.
    pub async fn still_held(
        &self,
        node: i64,
        tables: &[(String, u64)],
    ) -> Result<Vec<String>, StoreError> {
        self.0
            .query(|client| async move {
                let names: Vec<&str> = tables.iter().map(|(name, _)| name.as_str()).collect();
                let epochs: Vec<i64> = tables.iter().map(|(_, epoch)| *epoch as i64).collect();
                let select =
                    "SELECT t.name FROM unnest($1::text[], $2::bigint[]) AS h (name, epoch)
                          JOIN tables t USING (name, epoch) WHERE t.node = $3";
                let rows = client.query(select, &[&names, &epochs, &node]).await?;
                Ok(rows.into_iter().map(|row| row.get(0)).collect())
            })
            .await
    }

    /// Assigns a table to a node, unless another node holds it.
    ///
    /// # Errors
    /// [`StoreError::NoSuchTable`].
    pub async fn claim(&self, table: &str, node: i64) -> Result<Claim, StoreError> {
        self.0.query(|client| async move {
            let update = "UPDATE tables t SET node = $2, epoch = t.epoch + 1
                          WHERE t.name = $1 AND (t.node IS NULL OR t.node = $2 OR NOT EXISTS
                              (SELECT 1 FROM nodes n WHERE n.id = t.node))
                          RETURNING t.epoch";
            let update = client.prepare_cached(update).await?;
            let select = format!(
                "SELECT {NODE_COLUMNS} FROM tables t LEFT JOIN nodes n ON n.id = t.node WHERE t.name = $1"
            );
            let select = client.prepare_cached(&select).await?;
            // Between the two queries the owner may be deleted or release the table.
            loop {
                let granted = client.query_opt(&update, &[&table, &node]).await?;
                if let Some(row) = granted {
                    return Ok(Claim::Granted(row.get::<_, i64>(0) as u64));
                }
                match client.query_opt(&select, &[&table]).await? {
                    None => return Err(StoreError::NoSuchTable(table.to_owned())),
                    Some(row) if row.get::<_, Option<i64>>(0).is_some() => {
                        return Ok(Claim::HeldBy(read(&row)));
                    }
                    Some(_) => {}
                }
            }
        })
        .await
    }

    /// Hands a table over to another node, or releases it; returns `false` if the node no longer holds it.
    pub async fn pass_on(
        &self,
        table: &str,
        node: i64,
        epoch: u64,
        to: Option<i64>,
    ) -> Result<bool, StoreError> {
        self.0
            .query(|client| async move {
                let update = "UPDATE tables SET node = $4, epoch = epoch + 1
                          WHERE name = $1 AND node = $2 AND epoch = $3";
                let update = client.prepare_cached(update).await?;
                let epoch = epoch as i64;
                Ok(client.execute(&update, &[&table, &node, &epoch, &to]).await? > 0)
            })
            .await
    }

    /// Unregisters a node that shuts down, which releases its tables.
    pub async fn leave(&self, node: i64) -> Result<(), StoreError> {
        self.0
            .query(|client| async move {
                client.execute("DELETE FROM nodes WHERE id = $1", &[&node]).await?;
                Ok(())
            })
            .await
    }
}
