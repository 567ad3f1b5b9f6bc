//! Nodes that share a database, and their leases on tables.
//!
//! A node is alive as long as it renews its row, by the database's clock. A table belongs to a node
//! under an epoch, and every change of the table's owner raises the epoch. Whoever writes names the
//! epoch of its lease, so that a node that has lost a table without noticing cannot write to it.

use std::time::Duration;

use deadpool_postgres::tokio_postgres::Row;

use super::fault::fault;
use super::{Database, in_time};
use crate::StoreError;

/// How long the rows of nodes that have died are kept.
const KEPT: &str = "1 day";

/// The leases of the nodes that share a database.
#[derive(Clone)]
pub struct Leases {
    database: Database,
}

/// A node that is alive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// Its number; a process that is started again gets another one.
    pub id: i64,
    /// Where the others reach it; the store does not look into it.
    pub address: String,
    /// Does it take no further tables?
    pub draining: bool,
    /// Does it reach the others?
    pub reachable: bool,
}

impl Node {
    fn from(row: &Row) -> Node {
        Node { id: row.get(0), address: row.get(1), draining: row.get(2), reachable: row.get(3) }
    }
}

/// What a renewal has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Renewed {
    /// The node was alive all the time: what it held it still holds.
    InTime,
    /// It was not: others may have taken tables meanwhile.
    Late,
    /// It is not known any more.
    Unknown,
}

/// The answer to a claim.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Claim {
    /// The table is the claimant's, under this epoch.
    Granted(u64),
    /// It belongs to a node that is alive.
    HeldBy(Node),
}

impl Leases {
    pub(super) fn new(database: Database) -> Leases {
        Leases { database }
    }

    /// Registers a node that counts as alive for this long.
    ///
    /// # Errors
    /// Where the database cannot be reached.
    pub async fn join(&self, address: &str, alive: Duration) -> Result<i64, StoreError> {
        in_time(async {
            let client = self.database.client().await?;
            let old = format!(
                "DELETE FROM nodes WHERE alive_until < clock_timestamp() - interval '{KEPT}'"
            );
            client.batch_execute(&old).await.map_err(fault)?;
            let insert = "INSERT INTO nodes (address, alive_until)
                          VALUES ($1, clock_timestamp() + make_interval(secs => $2)) RETURNING id";
            let row = client.query_one(insert, &[&address, &alive.as_secs_f64()]).await;
            Ok(row.map_err(fault)?.get(0))
        })
        .await
    }

    /// Keeps a node alive for this long from now.
    ///
    /// # Errors
    /// Where the database cannot be reached.
    pub async fn renew(&self, node: &Node, alive: Duration) -> Result<Renewed, StoreError> {
        in_time(async {
            let client = self.database.client().await?;
            let update = "UPDATE nodes n
                          SET alive_until = clock_timestamp() + make_interval(secs => $2),
                              draining = $3, reachable = $4
                          FROM (SELECT id, alive_until > clock_timestamp() AS alive
                                FROM nodes WHERE id = $1 FOR UPDATE) was
                          WHERE n.id = was.id RETURNING was.alive";
            let update = client.prepare_cached(update).await.map_err(fault)?;
            let secs = alive.as_secs_f64();
            let renewed = client
                .query_opt(&update, &[&node.id, &secs, &node.draining, &node.reachable])
                .await;
            Ok(match renewed.map_err(fault)?.map(|row| row.get(0)) {
                Some(true) => Renewed::InTime,
                Some(false) => Renewed::Late,
                None => Renewed::Unknown,
            })
        })
        .await
    }

    /// The nodes that are alive.
    ///
    /// # Errors
    /// Where the database cannot be reached.
    pub async fn nodes(&self) -> Result<Vec<Node>, StoreError> {
        in_time(async {
            let client = self.database.client().await?;
            let select = "SELECT id, address, draining, reachable FROM nodes
                          WHERE alive_until > clock_timestamp() ORDER BY id";
            let select = client.prepare_cached(select).await.map_err(fault)?;
            Ok(client.query(&select, &[]).await.map_err(fault)?.iter().map(Node::from).collect())
        })
        .await
    }

    /// Those of these tables, with the epochs of their leases, that the node still holds.
    ///
    /// # Errors
    /// Where the database cannot be reached.
    pub async fn still_held(
        &self,
        node: i64,
        tables: &[(String, u64)],
    ) -> Result<Vec<String>, StoreError> {
        in_time(async {
            let client = self.database.client().await?;
            let names: Vec<&str> = tables.iter().map(|(name, _)| name.as_str()).collect();
            let epochs: Vec<i64> = tables.iter().map(|(_, epoch)| *epoch as i64).collect();
            let select = "SELECT t.name FROM unnest($1::text[], $2::bigint[]) AS h (name, epoch)
                          JOIN tables t USING (name, epoch) WHERE t.node = $3";
            let rows = client.query(select, &[&names, &epochs, &node]).await.map_err(fault)?;
            Ok(rows.into_iter().map(|row| row.get(0)).collect())
        })
        .await
    }

    /// Gives a table to a node, unless it belongs to another one that is alive.
    ///
    /// # Errors
    /// [`StoreError::NoSuchTable`]; where the database cannot be reached.
    pub async fn claim(&self, table: &str, node: i64) -> Result<Claim, StoreError> {
        in_time(async {
            let client = self.database.client().await?;
            let update = "UPDATE tables t SET node = $2, epoch = t.epoch + 1
                          WHERE t.name = $1 AND (t.node IS NULL OR t.node = $2 OR NOT EXISTS
                              (SELECT 1 FROM nodes n
                               WHERE n.id = t.node AND n.alive_until > clock_timestamp()))
                          RETURNING t.epoch";
            let update = client.prepare_cached(update).await.map_err(fault)?;
            let select = "SELECT n.id, n.address, n.draining, n.reachable
                          FROM tables t LEFT JOIN nodes n ON n.id = t.node WHERE t.name = $1";
            let select = client.prepare_cached(select).await.map_err(fault)?;
            // The owner may die, or give the table up, between the two questions.
            loop {
                let granted = client.query_opt(&update, &[&table, &node]).await.map_err(fault)?;
                if let Some(row) = granted {
                    return Ok(Claim::Granted(row.get::<_, i64>(0) as u64));
                }
                match client.query_opt(&select, &[&table]).await.map_err(fault)? {
                    None => return Err(StoreError::NoSuchTable(table.to_owned())),
                    Some(row) if row.get::<_, Option<i64>>(0).is_some() => {
                        return Ok(Claim::HeldBy(Node::from(&row)));
                    }
                    Some(_) => {}
                }
            }
        })
        .await
    }

    /// Gives a table that a node holds to another one, or to nobody; false where it holds it no more.
    ///
    /// # Errors
    /// Where the database cannot be reached.
    pub async fn pass_on(
        &self,
        table: &str,
        node: i64,
        epoch: u64,
        to: Option<i64>,
    ) -> Result<bool, StoreError> {
        in_time(async {
            let client = self.database.client().await?;
            let update = "UPDATE tables SET node = $4, epoch = epoch + 1
                          WHERE name = $1 AND node = $2 AND epoch = $3";
            let update = client.prepare_cached(update).await.map_err(fault)?;
            let epoch = epoch as i64;
            let changed = client.execute(&update, &[&table, &node, &epoch, &to]).await;
            Ok(changed.map_err(fault)? > 0)
        })
        .await
    }

    /// Removes a node that ends: whatever it still holds is free.
    ///
    /// # Errors
    /// Where the database cannot be reached.
    pub async fn leave(&self, node: i64) -> Result<(), StoreError> {
        in_time(async {
            let client = self.database.client().await?;
            client.execute("DELETE FROM nodes WHERE id = $1", &[&node]).await.map_err(fault)?;
            Ok(())
        })
        .await
    }
}
