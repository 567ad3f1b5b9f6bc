//! Two versions in one cluster: a rolling upgrade, while people play and nodes of both versions are killed
//! and suspended.

use std::path::PathBuf;
use std::time::Duration;

use super::servers::{Lines, Nodes};
use crate::common::until;
use crate::people::Crowd;

/// Environment variable with the path of an earlier version's server.
const OLDER: &str = "UPCARD_OLDER_SERVER";

/// How long a node is suspended: longer than any lease.
const HANG: Duration = Duration::from_secs(6);

async fn all_go_on(crowd: &Crowd, what: &str) {
    crowd.goes_on_after_fault(2).await;
    println!("{what}: longest pause {:.1} s", crowd.longest_pause().as_secs_f64());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL, nats-server and a program of an earlier version"]
async fn nodes_of_an_earlier_version_and_of_this_one_share_tables() {
    let older = std::env::var_os(OLDER).map(PathBuf::from);
    let older = older.expect("UPCARD_OLDER_SERVER names a program of an earlier version");
    let mut nodes = Nodes::run(vec![Some(older); 3], Lines::Plain).await;
    let mut crowd = Crowd::gather(nodes.addresses.clone(), 12).await;
    all_go_on(&crowd, "three nodes of the earlier version").await;
    // The first node is upgraded, and migrates the database.
    nodes.stop(0);
    nodes.upgrade(0);
    all_go_on(&crowd, "one node of this version").await;
    // Tables are handed over to it, too.
    let held = async |node| nodes.measured(node, "upcard_tables_held").await;
    nodes.admin(1, "POST", "/drain");
    until("a node keeps its tables", async || held(1).await == Some(0)).await;
    nodes.admin(1, "DELETE", "/drain");
    until("a node of this version gets none", async || held(0).await > Some(0)).await;
    all_go_on(&crowd, "a node of the earlier version drained").await;
    // Each version detects that a node of the other one is dead or suspended.
    nodes.kill(0);
    all_go_on(&crowd, "that one killed").await;
    nodes.again(0);
    all_go_on(&crowd, "and there again").await;
    for (node, which) in [(1, "the earlier"), (0, "this")] {
        nodes.node(node).signal("STOP");
        all_go_on(&crowd, &format!("a node of {which} version hangs")).await;
        tokio::time::sleep(HANG).await;
        nodes.node(node).signal("CONT");
        until("it does not wake up", async || nodes.is_ready(node).await).await;
        all_go_on(&crowd, "and wakes up").await;
    }
    nodes.kill(1);
    all_go_on(&crowd, "a node of the earlier version killed").await;
    nodes.upgrade(1);
    all_go_on(&crowd, "and one of this version in its place").await;
    nodes.stop(2);
    nodes.upgrade(2);
    all_go_on(&crowd, "all nodes of this version").await;
    let checked = nodes.finish(&mut crowd).await;
    println!("{} acknowledged actions checked, none lost", checked.acknowledged);
    assert!(checked.acknowledged > 100);
}
