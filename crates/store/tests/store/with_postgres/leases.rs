//! Nodes that share a database: ownership of tables, and failure detection.

use std::time::Duration;

use upcard_store::{Change, Claim, Leases, Node, RenewOutcome, Renewal, Store, StoreError};

use crate::common::texts;
use crate::server::{CLOCK, Server};

const LONG: Duration = Duration::from_secs(600);

fn node(id: i64, address: &str) -> Node {
    let renewal = Renewal::default();
    Node { id, address: address.into(), draining: false, reachable: true, renewal }
}

async fn now(leases: &Leases, id: i64) -> Option<Node> {
    leases.nodes().await.unwrap().into_iter().find(|node| node.id == id)
}

#[tokio::test]
#[ignore = "needs PostgreSQL"]
async fn a_lease_is_exclusive_and_ends_with_its_row() {
    let database = Server::shared().database("leases").await;
    let store = database.open().await;
    let leases = store.leases();
    let ann = node(leases.join("ann", LONG).await.unwrap(), "ann");
    let bo = node(leases.join("bo", LONG).await.unwrap(), "bo");
    let names: Vec<String> =
        leases.nodes().await.unwrap().into_iter().map(|node| node.address).collect();
    assert_eq!(names, ["ann", "bo"]);
    let missing = StoreError::NoSuchTable("table".into());
    assert_eq!(leases.claim("table", ann.id).await, Err(missing));
    store.append("table", 0, texts(0..1)).await.unwrap();
    let add = |epoch, expected| {
        let entries = texts(expected..expected + 1);
        let expected = u64::from(expected);
        let (table, epoch) = ("table".into(), Some(epoch));
        store.change(Change { table, expected, kept: expected, entries, epoch })
    };
    assert_eq!(leases.claim("table", ann.id).await, Ok(Claim::Granted(1)));
    let held_by = async |node: &Node| Ok(Claim::HeldBy(now(&leases, node.id).await.unwrap()));
    assert_eq!(leases.claim("table", bo.id).await, held_by(&ann).await);
    assert_eq!(add(1, 1).await, Ok(()));
    // A node whose row was deleted loses the table to the next claimant, and can no longer write then. A node
    // that has renewed since it was observed is not deleted.
    let before = now(&leases, ann.id).await.unwrap();
    assert_eq!(leases.renew(&ann, LONG).await, Ok(RenewOutcome::InTime));
    assert_eq!(leases.end(&before).await, Ok(false));
    assert_eq!(leases.claim("table", bo.id).await, held_by(&ann).await);
    assert_eq!(leases.end(&now(&leases, ann.id).await.unwrap()).await, Ok(true));
    assert_eq!(add(1, 2).await, Ok(()), "as long as nobody has asked it may");
    assert_eq!(leases.claim("table", bo.id).await, Ok(Claim::Granted(2)));
    let fenced = StoreError::Fenced { table: "table".into(), epoch: 1, found: 2 };
    assert_eq!(add(1, 3).await, Err(fenced));
    assert_eq!(leases.renew(&ann, LONG).await, Ok(RenewOutcome::Unknown));
    let ann = node(leases.join("ann", LONG).await.unwrap(), "ann");
    assert_eq!(leases.still_held(ann.id, &[("table".into(), 1)]).await, Ok(Vec::new()));
    let held = ["table".to_owned()].to_vec();
    assert_eq!(leases.still_held(bo.id, &[("table".into(), 2)]).await, Ok(held));
    // Handed over, and released.
    assert_eq!(leases.pass_on("table", ann.id, 1, None).await, Ok(false));
    assert_eq!(leases.pass_on("table", bo.id, 2, Some(ann.id)).await, Ok(true));
    assert!(matches!(add(2, 3).await, Err(StoreError::Fenced { found: 3, .. })));
    assert_eq!(leases.claim("table", bo.id).await, held_by(&ann).await);
    assert_eq!(leases.claim("table", ann.id).await, Ok(Claim::Granted(4)));
    assert_eq!(add(4, 3).await, Ok(()));
    // A node that leaves releases its tables.
    leases.leave(ann.id).await.unwrap();
    assert_eq!(leases.renew(&ann, LONG).await, Ok(RenewOutcome::Unknown));
    assert_eq!(leases.claim("table", bo.id).await, Ok(Claim::Granted(5)));
    assert_eq!(store.entries("table").await, Ok(texts(0..4)));
}

/// Whatever the database's clock says, a node that renews is alive and one that does not is dead.
#[tokio::test]
#[ignore = "needs PostgreSQL"]
async fn the_database_clock_does_not_matter() {
    let server = Server::shared();
    for (number, ahead) in ["-2 minutes", "10 minutes", "-1 year"].into_iter().enumerate() {
        let database = server.database(&format!("clock{number}")).await;
        database.sql(CLOCK);
        let store = database.open().await;
        let leases = store.leases();
        let ann = node(leases.join("ann", Duration::from_secs(2)).await.unwrap(), "ann");
        let bo = node(leases.join("bo", Duration::from_secs(2)).await.unwrap(), "bo");
        store.append("table", 0, texts(0..1)).await.unwrap();
        assert_eq!(leases.claim("table", ann.id).await, Ok(Claim::Granted(1)));
        database.sql(&format!("UPDATE clock SET ahead = '{ahead}'"));
        let (moving, moves) = (leases.clone(), bo.clone());
        let moving = tokio::spawn(async move {
            while moving.renew(&moves, Duration::from_secs(2)).await.is_ok() {
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        });
        assert!(matches!(leases.claim("table", bo.id).await, Ok(Claim::HeldBy(_))), "{ahead}");
        let alive = leases.alive().await.unwrap();
        assert_eq!(alive.iter().map(|node| node.id).collect::<Vec<_>>(), [bo.id], "{ahead}");
        assert_eq!(leases.claim("table", bo.id).await, Ok(Claim::Granted(2)), "{ahead}");
        assert_eq!(leases.renew(&ann, Duration::from_secs(2)).await, Ok(RenewOutcome::Unknown));
        moving.abort();
    }
}

/// Renewal statement of schema 2.
const OLD_RENEWAL: &str = "
UPDATE nodes n
SET alive_until = clock_timestamp() + make_interval(secs => 2), draining = false, reachable = true
FROM (SELECT id, alive_until > clock_timestamp() AS alive FROM nodes WHERE id = 2 FOR UPDATE) was
WHERE n.id = was.id";

/// A node of an older version keeps working in a migrated database: newer nodes see its renewals, and it sees
/// theirs.
#[tokio::test]
#[ignore = "needs PostgreSQL"]
async fn a_node_of_an_older_version_is_seen_as_alive() {
    let database = Server::shared().database("before").await;
    database.sql(include_str!("../postgres-2.sql"));
    database.sql(
        "INSERT INTO nodes (address, alive_until)
         VALUES ('old', clock_timestamp() + make_interval(secs => 2));
         UPDATE tables SET node = 2, epoch = epoch + 1 WHERE name = 'maple'",
    );
    let store = database.open().await;
    let leases = store.leases();
    let (done, mut is_done) = tokio::sync::oneshot::channel::<()>();
    let old = std::thread::spawn(move || {
        while is_done.try_recv().is_err() {
            database.sql(OLD_RENEWAL);
            std::thread::sleep(Duration::from_millis(200));
        }
        database
    });
    // The row of the dead node is deleted and its tables are free; the old node's are not.
    let alive = leases.alive().await.unwrap();
    assert_eq!(alive.iter().map(|node| node.id).collect::<Vec<_>>(), [2]);
    let new = node(leases.join("new", Duration::from_secs(2)).await.unwrap(), "new");
    assert_eq!(leases.claim("birch", new.id).await, Ok(Claim::Granted(4)));
    assert!(matches!(leases.claim("maple", new.id).await, Ok(Claim::HeldBy(Node { id: 2, .. }))));
    // By the old node's rule the new one is alive as long as it renews.
    assert_eq!(leases.renew(&new, LONG).await, Ok(RenewOutcome::InTime));
    done.send(()).unwrap();
    let database = old.join().unwrap();
    database.sql(&format!(
        "DO $$ BEGIN ASSERT (SELECT alive_until > clock_timestamp() FROM nodes WHERE id = {});
         END $$",
        new.id
    ));
    // The old node takes a table from the new one, which renewed too late by the old rule. The new one
    // notices.
    database.sql(&format!(
        "UPDATE nodes SET alive_until = '2001-01-01' WHERE id = {};
         UPDATE tables SET node = 2, epoch = epoch + 1 WHERE name = 'birch'",
        new.id
    ));
    assert_eq!(leases.renew(&new, LONG).await, Ok(RenewOutcome::Late));
    assert_eq!(leases.still_held(new.id, &[("birch".into(), 4)]).await, Ok(Vec::new()));
    // Once it stops renewing, it is dead.
    leases.leave(new.id).await.unwrap();
    assert_eq!(leases.alive().await, Ok(Vec::new()));
    assert!(matches!(leases.claim("maple", new.id).await, Ok(Claim::Granted(_))));
}
