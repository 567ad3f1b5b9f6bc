//! Nodes that share a database, and their leases on tables.
//!
//! A node shows that it lives by a counter in its row. Whoever sees it stand still for two seconds of a
//! steady clock of its own ends the row for good: no clock that can be set decides anything, the
//! database's as little as a machine's. A table belongs to the node whose row it names, as long as that row
//! is there, under an epoch, and every change of the table's owner raises the epoch. Whoever writes names
//! the epoch of its lease, so that a node that has lost a table without noticing cannot write to it.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use deadpool_postgres::tokio_postgres::Row;

use super::database::Database;
use crate::error::StoreError;

/// A node whose counter has stood still for this long is dead.
pub const STILL: Duration = Duration::from_secs(2);

/// Between two looks at the counters there is no more than this, or the watch begins anew: who could not
/// look, since the database was not there or since it slept itself, has not seen anything stand still.
const GAP: Duration = Duration::from_secs(1);

/// How often it is looked while somebody waits for what the nodes are.
const LOOK: Duration = Duration::from_millis(200);

/// The leases of the nodes that share a database.
#[derive(Clone)]
pub struct Leases(Database);

/// What a node changes with each renewal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sign {
    counter: i64,
    /// Microseconds, by a clock that means nothing: programs from before change this alone.
    until: i64,
}

/// A node that has a row.
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
    /// What it changed when it was alive last.
    pub sign: Sign,
}

/// The columns of a node, of a row that is named `n`.
const NODE: &str = "n.id, n.address, n.draining, n.reachable, n.counter,
                    (extract(epoch FROM n.alive_until) * 1000000)::bigint";

impl Node {
    fn from(row: &Row) -> Node {
        let sign = Sign { counter: row.get(4), until: row.get(5) };
        let (id, address) = (row.get(0), row.get(1));
        Node { id, address, draining: row.get(2), reachable: row.get(3), sign }
    }
}

/// Watches the nodes by a steady clock: which of them stand still?
#[derive(Default)]
pub struct Watch {
    seen: HashMap<i64, Seen>,
}

/// A node that was seen.
struct Seen {
    sign: Sign,
    /// Since when the sign is known to be this one.
    since: Instant,
    /// When it was last looked at.
    looked: Instant,
    /// Has it changed since the first look?
    moved: bool,
}

impl Watch {
    /// Looks at the nodes as they were at some moment between these two; those that are dead.
    pub fn look<'a>(
        &mut self,
        nodes: &'a [Node],
        asked: Instant,
        answered: Instant,
    ) -> Vec<&'a Node> {
        self.seen.retain(|id, _| nodes.iter().any(|node| node.id == *id));
        let still = |node: &&Node| {
            let first = Seen { sign: node.sign, since: answered, looked: answered, moved: false };
            let seen = self.seen.entry(node.id).or_insert(first);
            if seen.sign != node.sign {
                *seen = Seen { sign: node.sign, since: answered, looked: answered, moved: true };
            } else if asked.saturating_duration_since(seen.looked) > GAP {
                seen.since = answered;
            }
            seen.looked = answered;
            asked.saturating_duration_since(seen.since) >= STILL
        };
        nodes.iter().filter(still).collect()
    }

    /// Has each of these nodes changed since it was first seen?
    fn all_moved(&self, nodes: &[Node]) -> bool {
        nodes.iter().all(|node| self.seen.get(&node.id).is_some_and(|seen| seen.moved))
    }
}

/// What a renewal has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Renewed {
    /// The row is there: what the node held it still holds.
    InTime,
    /// It is there, but by the database's clock it is old: programs from before may have taken tables
    /// meanwhile.
    Late,
    /// It was ended, and all tables are free.
    Unknown,
}

/// The answer to a claim.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Claim {
    /// The table is the claimant's, under this epoch.
    Granted(u64),
    /// It belongs to a node whose row is there.
    HeldBy(Node),
}

impl Leases {
    pub(super) fn new(database: Database) -> Leases {
        Leases(database)
    }

    /// Registers a node. For programs from before it is alive for this long.
    ///
    /// # Errors
    /// Where the database cannot be reached.
    pub async fn join(&self, address: &str, alive: Duration) -> Result<i64, StoreError> {
        self.0
            .ask(|client| async move {
                let insert = "INSERT INTO nodes (address, alive_until)
                          VALUES ($1, clock_timestamp() + make_interval(secs => $2)) RETURNING id";
                let row = client.query_one(insert, &[&address, &alive.as_secs_f64()]).await?;
                Ok(row.get(0))
            })
            .await
    }

    /// Moves a node's counter. For programs from before it is alive for this long from now.
    ///
    /// # Errors
    /// Where the database cannot be reached.
    pub async fn renew(&self, node: &Node, alive: Duration) -> Result<Renewed, StoreError> {
        self.0
            .ask(|client| async move {
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
                    Some(true) => Renewed::InTime,
                    Some(false) => Renewed::Late,
                    None => Renewed::Unknown,
                })
            })
            .await
    }

    /// The nodes that have a row; [`Watch`] says which of them are dead.
    ///
    /// # Errors
    /// Where the database cannot be reached.
    pub async fn nodes(&self) -> Result<Vec<Node>, StoreError> {
        self.0
            .ask(|client| async move {
                let select = format!("SELECT {NODE} FROM nodes n ORDER BY n.id");
                let select = client.prepare_cached(&select).await?;
                Ok(client.query(&select, &[]).await?.iter().map(Node::from).collect())
            })
            .await
    }

    /// Ends the row of a node that is dead, unless it has moved since: from now on its tables are free, and
    /// it finds so if it wakes up.
    ///
    /// # Errors
    /// Where the database cannot be reached.
    pub async fn end(&self, node: &Node) -> Result<bool, StoreError> {
        self.0
            .ask(|client| async move {
                let delete = "DELETE FROM nodes WHERE id = $1 AND counter = $2
                          AND (extract(epoch FROM alive_until) * 1000000)::bigint = $3";
                let Sign { counter, until } = node.sign;
                Ok(client.execute(delete, &[&node.id, &counter, &until]).await? > 0)
            })
            .await
    }

    /// The nodes that are alive. Where some have a row it is watched whether they move, until each has or
    /// is dead; the dead are ended.
    ///
    /// # Errors
    /// Where the database cannot be reached.
    pub async fn alive(&self) -> Result<Vec<Node>, StoreError> {
        let mut watch = Watch::default();
        loop {
            let asked = Instant::now();
            let nodes = self.nodes().await?;
            for dead in watch.look(&nodes, asked, Instant::now()) {
                self.end(dead).await?;
            }
            if watch.all_moved(&nodes) {
                return Ok(nodes);
            }
            tokio::time::sleep(LOOK).await;
        }
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
        self.0
            .ask(|client| async move {
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

    /// Gives a table to a node, unless it belongs to another one.
    ///
    /// # Errors
    /// [`StoreError::NoSuchTable`]; where the database cannot be reached.
    pub async fn claim(&self, table: &str, node: i64) -> Result<Claim, StoreError> {
        self.0.ask(|client| async move {
            let update = "UPDATE tables t SET node = $2, epoch = t.epoch + 1
                          WHERE t.name = $1 AND (t.node IS NULL OR t.node = $2 OR NOT EXISTS
                              (SELECT 1 FROM nodes n WHERE n.id = t.node))
                          RETURNING t.epoch";
            let update = client.prepare_cached(update).await?;
            let select = format!(
                "SELECT {NODE} FROM tables t LEFT JOIN nodes n ON n.id = t.node WHERE t.name = $1"
            );
            let select = client.prepare_cached(&select).await?;
            // The owner may be ended, or give the table up, between the two questions.
            loop {
                let granted = client.query_opt(&update, &[&table, &node]).await?;
                if let Some(row) = granted {
                    return Ok(Claim::Granted(row.get::<_, i64>(0) as u64));
                }
                match client.query_opt(&select, &[&table]).await? {
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
        self.0
            .ask(|client| async move {
                let update = "UPDATE tables SET node = $4, epoch = epoch + 1
                          WHERE name = $1 AND node = $2 AND epoch = $3";
                let update = client.prepare_cached(update).await?;
                let epoch = epoch as i64;
                Ok(client.execute(&update, &[&table, &node, &epoch, &to]).await? > 0)
            })
            .await
    }

    /// Removes a node that ends: whatever it still holds is free.
    ///
    /// # Errors
    /// Where the database cannot be reached.
    pub async fn leave(&self, node: i64) -> Result<(), StoreError> {
        self.0
            .ask(|client| async move {
                client.execute("DELETE FROM nodes WHERE id = $1", &[&node]).await?;
                Ok(())
            })
            .await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(id: i64, counter: i64) -> Node {
        let sign = Sign { counter, until: 0 };
        Node { id, address: String::new(), draining: false, reachable: true, sign }
    }

    /// The looks are told in milliseconds: when it was asked, and what was seen.
    fn dead(looks: &[(u64, &[Node])]) -> Vec<Vec<i64>> {
        let (begin, mut watch) = (Instant::now(), Watch::default());
        let at = |ms: u64| begin + Duration::from_millis(ms);
        let look = |(asked, nodes): &(u64, &[Node])| {
            watch.look(nodes, at(*asked), at(asked + 10)).iter().map(|node| node.id).collect()
        };
        looks.iter().map(look).collect()
    }

    #[test]
    fn a_node_is_dead_when_it_was_seen_to_stand_still_for_two_seconds() {
        let (ann, bo) = (node(1, 7), node(2, 3));
        let both = [ann.clone(), bo.clone()];
        let moved = [node(1, 8), bo.clone()];
        // One that moves lives; one that does not is dead after two seconds, and not before.
        let looks: Vec<(u64, &[Node])> = vec![
            (0, &both),
            (800, &both),
            (1600, &moved),
            (2000, &moved),
            (2010, &moved),
            (2800, &moved),
            (3609, &moved),
            (3610, &moved),
        ];
        let found = dead(&looks);
        let none: Vec<i64> = Vec::new();
        assert_eq!(found[..4], [none.clone(), none.clone(), none.clone(), none.clone()]);
        assert_eq!(found[4..], [vec![2], vec![2], vec![2], vec![1, 2]]);
        // Programs from before change the other half of the sign.
        let mut until = bo.clone();
        until.sign.until = 1;
        let later = [ann.clone(), until];
        assert_eq!(dead(&[(0, &both), (900, &both), (1800, &later), (2200, &later)])[3], [1]);
    }

    #[test]
    fn who_could_not_look_has_seen_nothing_stand_still() {
        let both = [node(1, 7), node(2, 3)];
        let looks: Vec<(u64, &[Node])> = vec![
            (0, &both),
            (900, &both),
            (9_000, &both),
            (9_900, &both),
            (10_800, &both),
            (11_020, &both),
        ];
        let found = dead(&looks);
        assert!(found[..5].iter().all(Vec::is_empty), "{found:?}");
        assert_eq!(found[5], [1, 2]);
        // A row that goes and comes back begins anew.
        let one = [node(1, 7)];
        let found = dead(&[(0, &both), (900, &one), (1_800, &both), (2_500, &both)]);
        assert_eq!(found[3], [1]);
    }
}
