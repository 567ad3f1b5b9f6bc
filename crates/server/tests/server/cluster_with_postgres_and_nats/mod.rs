//! Clusters of several nodes on one database, with players at all of them, under injected faults.

mod networks_as_root;
mod secrecy;
mod servers;
mod versions;

use std::time::{Duration, Instant};

use rand_chacha::ChaCha12Rng;
use rand_core::SeedableRng;
use upcard_engine::chance::below;

use crate::common::{Server, own_host_at, random_seed, until};
use crate::people::Crowd;
use crate::postgres;
use crate::settings::refused;

use self::servers::Lines;
pub(crate) use self::servers::Nodes;

/// One of two nodes is killed: its tables continue at the other one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL and nats-server"]
async fn tables_of_a_killed_node_continue_on_another() {
    let mut nodes = Nodes::start(2).await;
    let mut crowd = nodes.crowd(6).await;
    // Which node each player uses is random.
    let fronted = async || {
        let of = async |node| nodes.measured(node, "upcard_links_out").await.unwrap_or(0);
        of(0).await + of(1).await > 0
    };
    until("nobody plays over another node", fronted).await;
    crowd.longest_pause();
    nodes.kill(0);
    let began = Instant::now();
    crowd.goes_on_after_fault(2).await;
    println!("all go on after {:.1} s", began.elapsed().as_secs_f64());
    until("it holds all", async || nodes.measured(1, "upcard_tables_held").await == Some(6)).await;
    nodes.again(0);
    until("a node that comes back is ready", async || nodes.is_ready(0).await).await;
    let checked = nodes.finish(&mut crowd).await;
    assert!(checked.acknowledged > 20);
    let longest = crowd.longest_pause();
    println!("{} acknowledged actions checked, longest pause {longest:?}", checked.acknowledged);
    assert!(longest < Duration::from_secs(60));
}

/// Whatever the database's clock does, the tables of a dead node continue elsewhere, and those of a live node
/// stay.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL and nats-server"]
async fn leases_do_not_depend_on_the_database_clock() {
    let mut nodes = Nodes::start(2).await;
    let mut crowd = nodes.crowd(6).await;
    crowd.longest_pause();
    nodes.kill(0);
    nodes.set_clock("-2 minutes");
    crowd.goes_on_after_fault(3).await;
    println!("a clock set back: longest pause {:.1} s", crowd.longest_pause().as_secs_f64());
    nodes.again(0);
    for ahead in ["10 minutes", "-1 year", "0"] {
        nodes.set_clock(ahead);
        crowd.goes_on_after_fault(6).await;
    }
    for node in 0..2 {
        assert_eq!(nodes.measured(node, "upcard_tables_lost_total").await, Some(0));
    }
    assert!(nodes.finish(&mut crowd).await.acknowledged > 20);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL and nats-server"]
async fn a_standalone_server_rejects_a_shared_database() {
    let mut nodes = Nodes::start(1).await;
    let address = nodes.database.address();
    let (_, error) = refused(&["--store", &address]);
    assert!(
        error.contains("nodes share this database (1 at present): give their NATS server"),
        "{error}"
    );
    // A single node works like a standalone server.
    nodes.crowd(1).await;
    // When all nodes have stopped, a standalone server may use the database.
    nodes.stop(0);
    assert!(Server::start(&address).stop());
    nodes.check_owners();
}

#[tokio::test]
#[ignore = "needs PostgreSQL and nats-server"]
async fn an_unusable_nats_server_is_reported() {
    let (_, error) = refused(&["--store", "memory", "--cluster", "nats://127.0.0.1:1"]);
    assert!(error.contains("--cluster needs a --store that nodes can share"), "{error}");
    let database = postgres::Server::shared().database("refused").await;
    let url = format!("nats://ann:secret-word@{}", own_host_at(4222));
    let (_, error) = refused(&["--store", &database.address(), "--cluster", &url]);
    assert!(error.contains("NATS: "), "{error}");
    assert!(!error.contains("secret-word"), "{error}");
}

/// Number of tables during the faults.
const TABLES: usize = 60;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fault {
    /// A node is killed and restarted.
    Kill,
    /// A node is suspended for 20 s and resumed.
    Hang,
    /// The NATS server is killed and restarted.
    Messages,
    /// The database crashes and is restarted.
    Database,
    /// A node is drained, stopped and replaced.
    Drain,
}

const FAULTS: [Fault; 10] = [
    Fault::Kill,
    Fault::Kill,
    Fault::Kill,
    Fault::Hang,
    Fault::Hang,
    Fault::Messages,
    Fault::Database,
    Fault::Database,
    Fault::Drain,
    Fault::Drain,
];

/// How long a node is suspended.
const HANG: Duration = Duration::from_secs(20);

/// Injects a fault; returns when all tables have continued and all nodes are back.
async fn break_and_mend(nodes: &mut Nodes, crowd: &Crowd, fault: Fault, node: usize) {
    let began = Instant::now();
    let all_go_on = async || {
        crowd.fault();
        let what = format!("after {fault:?} of node {node} a table does not go on");
        until(&what, async || crowd.going_on(2) == crowd.tables()).await;
    };
    let held = nodes.measured(node, "upcard_tables_held").await.unwrap_or(0);
    match fault {
        Fault::Kill => {
            nodes.kill(node);
            all_go_on().await;
            nodes.again(node);
        }
        Fault::Hang => {
            nodes.node(node).signal("STOP");
            all_go_on().await;
            tokio::time::sleep(HANG.saturating_sub(began.elapsed())).await;
            nodes.node(node).signal("CONT");
            // It resumes believing that it still holds its tables, and must notice that it does not.
            let lost =
                async || nodes.measured(node, "upcard_tables_lost_total").await >= Some(held);
            until("a woken node does not let go of its tables", lost).await;
        }
        Fault::Messages => {
            nodes.nats.restart();
            all_go_on().await;
        }
        Fault::Database => {
            nodes.database.server.crash();
            nodes.database.server.start_again();
            all_go_on().await;
        }
        Fault::Drain => {
            // From now on it gets neither new players nor tables.
            nodes.admin(node, "POST", "/drain");
            assert!(!nodes.is_ready(node).await, "a node that is being drained is ready");
            let drained = async || nodes.measured(node, "upcard_tables_held").await == Some(0);
            until("a node does not hand its tables over", drained).await;
            all_go_on().await;
            assert!(!nodes.is_ready(node).await, "a node that was drained is ready");
            nodes.stop(node);
            all_go_on().await;
            nodes.again(node);
        }
    }
    for node in 0..nodes.addresses.len() {
        until("a node is ready", async || nodes.is_ready(node).await).await;
    }
}

/// A node that alone loses the NATS server, without any notification, hands its tables over. It accepts
/// tables again when reconnected.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL and nats-server"]
async fn a_node_cut_off_from_nats_hands_its_tables_over() {
    let nodes = Nodes::with(3, Lines::Relayed).await;
    let relay = nodes.relay.as_ref().unwrap();
    cut_off(&nodes, "a node cut off", |is_cut| relay.set_cut(is_cut)).await;
}

/// Cuts the first node off from the others' messages while people play: it hands its tables over. Reconnects
/// it: it accepts tables again.
async fn cut_off(nodes: &Nodes, what: &str, set_cut: impl Fn(bool)) {
    let mut crowd = nodes.crowd(9).await;
    let held = async || nodes.measured(0, "upcard_tables_held").await;
    until("it has no table", async || held().await > Some(0)).await;
    crowd.longest_pause();
    set_cut(true);
    crowd.fault();
    until("it keeps its tables", async || held().await == Some(0)).await;
    assert!(!nodes.is_ready(0).await, "{what} is ready");
    crowd.goes_on(3).await;
    println!("{what}: longest pause {:.1} s", crowd.longest_pause().as_secs_f64());
    set_cut(false);
    until("it does not come back", async || nodes.is_ready(0).await).await;
    crowd.goes_on_after_fault(3).await;
    assert!(nodes.finish(&mut crowd).await.acknowledged > 20);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL and nats-server"]
async fn sixty_tables_survive_ten_faults_of_three_nodes() {
    let mut nodes = Nodes::start(3).await;
    let mut crowd = nodes.crowd(TABLES).await;
    let began = Instant::now();
    crowd.longest_pause();
    let mut rng = ChaCha12Rng::seed_from_u64(random_seed());
    let mut faults = FAULTS.to_vec();
    let mut longest = Duration::ZERO;
    while !faults.is_empty() {
        let fault = faults.swap_remove(below(&mut rng, faults.len() as u32) as usize);
        let node = below(&mut rng, nodes.addresses.len() as u32) as usize;
        break_and_mend(&mut nodes, &crowd, fault, node).await;
        let pause = crowd.longest_pause();
        println!("{fault:?} of node {node}: longest pause {:.1} s", pause.as_secs_f64());
        longest = longest.max(pause);
    }
    let checked = nodes.finish(&mut crowd).await;
    println!(
        "{} faults, 3 nodes, {TABLES} tables, {} s: {} acknowledged actions checked, {} stored, none \
         lost, none doubled, no table with two owners; longest pause {:.1} s",
        FAULTS.len(),
        began.elapsed().as_secs(),
        checked.acknowledged,
        checked.stored,
        longest.as_secs_f64()
    );
    assert!(checked.acknowledged > 500);
}
