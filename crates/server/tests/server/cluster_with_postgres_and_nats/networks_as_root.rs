//! Nodes in separate network namespaces, each with a link to the database, to the NATS server and to its
//! players. A link that is down drops everything silently.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU8, Ordering};

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream, UnixStream};

use super::cut_off;
use super::servers::{Lines, Nats, Nodes};
use crate::common::{Server, own_host_at, program_within, until};
use crate::postgres;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wire {
    Database = 0,
    Messages = 1,
    People = 2,
}

const WIRES: [Wire; 3] = [Wire::Database, Wire::Messages, Wire::People];

/// Network namespaces for a number of nodes, removed on drop.
pub(crate) struct Networks {
    names: Vec<String>,
    /// Two address bytes unique to this test.
    subnet: [u8; 2],
    /// Ports that forward to the database and the NATS server.
    ports: [u16; 2],
    database: String,
}

fn ip(arguments: &str) -> bool {
    let mut ip = Command::new("ip");
    let run = ip.args(arguments.split(' ')).stdout(Stdio::null()).stderr(Stdio::null()).status();
    run.is_ok_and(|status| status.success())
}

fn must(arguments: &str) {
    assert!(ip(arguments), "ip {arguments}");
}

impl Networks {
    /// Creates namespaces for this many nodes.
    pub(crate) async fn lay(number: usize, database: &postgres::Database, nats: &Nats) -> Networks {
        static GIVEN: AtomicU8 = AtomicU8::new(0);
        let given = GIVEN.fetch_add(1, Ordering::Relaxed);
        let [.., high, low] = std::process::id().to_be_bytes();
        // A rarely used part of the private address range.
        let subnet = [128 + (high ^ given) % 64, low];
        let names = (0..number).map(|node| format!("upcard-{}-{given}-{node}", std::process::id()));
        let mut networks =
            Networks { names: Vec::new(), subnet, ports: [0; 2], database: String::new() };
        for name in names {
            must(&format!("netns add {name}"));
            networks.names.push(name);
        }
        for node in 0..number {
            let name = &networks.names[node];
            must(&format!("-n {name} link set lo up"));
            for wire in WIRES {
                let (here, there) = (networks.device(node, wire), format!("wire{}", wire as u8));
                let [near, far] = networks.ends(node, wire);
                must(&format!("link add {here} type veth peer name {there} netns {name}"));
                must(&format!("addr add {near}/30 dev {here}"));
                must(&format!("-n {name} addr add {far}/30 dev {there}"));
                must(&format!("link set {here} up"));
                must(&format!("-n {name} link set {there} up"));
            }
        }
        let address = database.address();
        let (_, place) = address.split_once('@').unwrap();
        let (folder, name) = place.split_once('/').unwrap();
        let socket = Path::new(&folder.replace("%2F", "/")).join(".s.PGSQL.5432");
        networks.database = name.to_owned();
        let nats = nats.address;
        networks.ports = [
            pass_on(move || UnixStream::connect(socket.clone())).await,
            pass_on(move || TcpStream::connect(nats)).await,
        ];
        networks
    }

    /// Name of the device at this end of a link, at most fifteen characters.
    fn device(&self, node: usize, wire: Wire) -> String {
        let [high, low] = self.subnet;
        format!("up{high:02x}{low:02x}n{node}w{}", wire as u8)
    }

    /// Addresses of both ends of a link.
    fn ends(&self, node: usize, wire: Wire) -> [Ipv4Addr; 2] {
        let [high, low] = self.subnet;
        let first = (node * WIRES.len() + wire as usize) as u8 * 4;
        [1, 2].map(|end| Ipv4Addr::new(10, high, low, first + end))
    }

    /// Address of the database, as seen by a node.
    fn store(&self, node: usize) -> String {
        let [near, _] = self.ends(node, Wire::Database);
        format!("postgres://upcard@{near}:{}/{}", self.ports[0], self.database)
    }

    pub(crate) fn start(&self, node: usize, port: u16, socket: &Path) -> Server {
        let [_, far] = self.ends(node, Wire::People);
        let [near, _] = self.ends(node, Wire::Messages);
        let messages = format!("nats://{near}:{}", self.ports[1]);
        let flags = ["--cluster", &messages, "--admin", socket.to_str().unwrap()];
        let program = program_within(&["ip", "netns", "exec", &self.names[node]]);
        Server::run(program, SocketAddr::from((far, port)), self.store(node), &flags)
    }

    fn plug(&self, node: usize, wire: Wire, on: bool) {
        must(&format!("link set {} {}", self.device(node, wire), if on { "up" } else { "down" }));
    }
}

impl Drop for Networks {
    fn drop(&mut self) {
        // Removing a namespace removes its devices.
        for name in &self.names {
            ip(&format!("netns del {name}"));
        }
    }
}

/// Forwards connections; returns the listening port.
async fn pass_on<S, F>(connect: impl Fn() -> F + Send + 'static) -> u16
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    F: Future<Output = std::io::Result<S>> + Send + 'static,
{
    let listener = TcpListener::bind("0.0.0.0:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((mut near, _)) = listener.accept().await {
            let connecting = connect();
            tokio::spawn(async move {
                let Ok(mut far) = connecting.await else { return };
                // Either end may close at any time.
                let _ = tokio::io::copy_bidirectional(&mut near, &mut far).await;
            });
        }
    });
    port
}

/// Two NATS servers connected by a link.
pub(crate) struct Pair {
    networks: Networks,
    /// The remote server, in a namespace of its own.
    _far: Nats,
    port: u16,
}

impl Pair {
    /// Starts both: returns the local server, and the remote one with the link.
    pub(crate) async fn start(database: &postgres::Database, nats: &Nats) -> (Nats, Pair) {
        let networks = Networks::lay(1, database, nats).await;
        let [near, far] = networks.ends(0, Wire::Messages);
        let words = |words: String| words.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let here =
            words(format!("--cluster nats://{near}:6222 --cluster_name upcard --no_advertise"));
        let there = words(format!(
            "--cluster nats://{far}:6222 --cluster_name upcard --no_advertise --routes nats://{near}:6222"
        ));
        let here = Nats::by(&[], own_host_at(4222), here);
        let [_, far] = networks.ends(0, Wire::People);
        let address = SocketAddr::from((far, 4222));
        let within = ["ip", "netns", "exec", &networks.names[0]];
        let there = Nats::by(&within, address, there);
        let port = pass_on(move || TcpStream::connect(address)).await;
        (here, Pair { networks, _far: there, port })
    }

    /// Address of the remote server.
    pub(crate) fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }
}

/// Both NATS servers run, but messages do not pass between them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL and nats-server, and root"]
async fn an_isolated_node_hands_its_tables_over() {
    let nodes = Nodes::with(3, Lines::Pair).await;
    let networks = &nodes.pair.as_ref().unwrap().networks;
    let set_cut = |is_cut: bool| networks.plug(0, Wire::Messages, !is_cut);
    cut_off(&nodes, "a node that hears nobody", set_cut).await;
}

/// Cuts links of the first of three nodes while people play, checks the outcome, and restores them.
async fn pulled(wires: &[Wire], what: &str) {
    let nodes = Nodes::with(3, Lines::Own).await;
    let networks = nodes.networks.as_ref().unwrap();
    let mut crowd = nodes.crowd(9).await;
    let held = async |node| nodes.measured(node, "upcard_tables_held").await;
    until("it has no table", async || held(0).await > Some(0)).await;
    crowd.longest_pause();
    for wire in wires {
        networks.plug(0, *wire, false);
    }
    crowd.goes_on_after_fault(3).await;
    println!("{what}: longest pause {:.1} s", crowd.longest_pause().as_secs_f64());
    let all = Some(crowd.tables() as u64);
    if wires.contains(&Wire::People) {
        assert!(!nodes.is_ready(0).await, "nobody can ask it");
    } else {
        // The other nodes take its tables, and players are directed to them.
        until("the others do not have all", async || {
            held(1).await.zip(held(2).await).map(|(one, other)| one + other) == all
        })
        .await;
        assert!(!nodes.is_ready(0).await, "a node without {wires:?} is ready");
    }
    for wire in wires {
        networks.plug(0, *wire, true);
    }
    until("it does not come back", async || nodes.is_ready(0).await).await;
    crowd.goes_on_after_fault(3).await;
    let checked = nodes.finish(&mut crowd).await;
    println!("{what}: {} acknowledged actions, none lost", checked.acknowledged);
    assert!(checked.acknowledged > 20);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL and nats-server, and root"]
async fn a_node_without_database_loses_its_tables() {
    pulled(&[Wire::Database], "no way to the database").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL and nats-server, and root"]
async fn a_node_without_nats_hands_its_tables_over() {
    pulled(&[Wire::Messages], "no way to the message server").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL and nats-server, and root"]
async fn a_node_with_only_client_connections_loses_its_tables() {
    pulled(&[Wire::Database, Wire::Messages], "no way to database and message server").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL and nats-server, and root"]
async fn clients_reach_tables_of_an_unreachable_node_through_others() {
    pulled(&[Wire::People], "no way to the people").await;
}
