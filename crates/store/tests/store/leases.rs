//! Nodes that share a database: whose a table is.

use std::time::Duration;

use upcard_store::{Change, Claim, Node, Renewed, Store, StoreError};

use crate::common::texts;
use crate::server::Server;

const LONG: Duration = Duration::from_secs(600);

fn node(id: i64, address: &str) -> Node {
    Node { id, address: address.into(), draining: false, reachable: true }
}

#[tokio::test]
async fn a_lease_is_one_nodes_and_ends_with_its_time() {
    let Some(server) = Server::shared() else { return };
    let database = server.database("leases").await;
    let store = database.open().await;
    let leases = store.leases();
    let ann = node(leases.join("ann", LONG).await.unwrap(), "ann");
    let bo = node(leases.join("bo", LONG).await.unwrap(), "bo");
    assert_eq!(leases.nodes().await.unwrap(), [ann.clone(), bo.clone()]);
    let missing = StoreError::NoSuchTable("table".into());
    assert_eq!(leases.claim("table", ann.id).await, Err(missing));
    store.append("table", 0, texts(0..1)).await.unwrap();
    let add = |epoch, expected| {
        let entries = texts(expected..expected + 1);
        let expected = u64::from(expected);
        store.change(Change {
            table: "table".into(),
            expected,
            kept: expected,
            entries,
            epoch: Some(epoch),
        })
    };
    assert_eq!(leases.claim("table", ann.id).await, Ok(Claim::Granted(1)));
    assert_eq!(leases.claim("table", bo.id).await, Ok(Claim::HeldBy(ann.clone())));
    assert_eq!(add(1, 1).await, Ok(()));
    // Whose time is over has lost the table to whoever asks first, and cannot write any more.
    assert_eq!(leases.renew(&ann, Duration::ZERO).await, Ok(Renewed::InTime));
    assert_eq!(leases.nodes().await.as_deref(), Ok([&bo].map(Node::clone).as_slice()));
    assert_eq!(add(1, 2).await, Ok(()), "as long as nobody has asked it may");
    assert_eq!(leases.claim("table", bo.id).await, Ok(Claim::Granted(2)));
    let fenced = StoreError::Fenced { table: "table".into(), epoch: 1, found: 2 };
    assert_eq!(add(1, 3).await, Err(fenced));
    assert_eq!(leases.renew(&ann, LONG).await, Ok(Renewed::Late));
    assert_eq!(leases.renew(&ann, LONG).await, Ok(Renewed::InTime));
    assert_eq!(leases.still_held(ann.id, &[("table".into(), 1)]).await, Ok(Vec::new()));
    let held = ["table".to_owned()].to_vec();
    assert_eq!(leases.still_held(bo.id, &[("table".into(), 2)]).await, Ok(held));
    // Handed over, and given up.
    assert_eq!(leases.pass_on("table", ann.id, 1, None).await, Ok(false));
    assert_eq!(leases.pass_on("table", bo.id, 2, Some(ann.id)).await, Ok(true));
    assert!(matches!(add(2, 3).await, Err(StoreError::Fenced { found: 3, .. })));
    assert_eq!(leases.claim("table", bo.id).await, Ok(Claim::HeldBy(ann.clone())));
    assert_eq!(leases.claim("table", ann.id).await, Ok(Claim::Granted(4)));
    assert_eq!(add(4, 3).await, Ok(()));
    // A node that ends leaves its tables to all.
    leases.leave(ann.id).await.unwrap();
    assert_eq!(leases.renew(&ann, LONG).await, Ok(Renewed::Unknown));
    assert_eq!(leases.claim("table", bo.id).await, Ok(Claim::Granted(5)));
    assert_eq!(store.entries("table").await, Ok(texts(0..4)));
}
