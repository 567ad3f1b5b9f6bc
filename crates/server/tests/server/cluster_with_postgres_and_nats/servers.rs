//! Processes of a cluster: NATS server, database and nodes.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use tempfile::TempDir;
use tokio::net::{TcpListener as Listener, TcpStream as Stream};
use tokio::sync::watch;

use super::networks_as_root::{Networks, Pair};
use crate::common::{
    Server, answers_ready, command, own_host, own_host_at, program, request, until,
};
use crate::people::{Checked, Crowd};
use crate::postgres;

/// NATS server, killed on drop.
pub(crate) struct Nats {
    pub(crate) address: SocketAddr,
    child: Child,
    /// Additional arguments.
    more: Vec<String>,
}

impl Nats {
    pub(crate) fn start() -> Nats {
        Nats::by(&[], own_host_at(4222), Vec::new())
    }

    /// Starts one through a wrapper program, with additional arguments.
    pub(crate) fn by(wrapper: &[&str], address: SocketAddr, more: Vec<String>) -> Nats {
        let child = Nats::run(wrapper, address, &more).expect("nats-server is not installed");
        Nats { address, child, more }
    }

    fn run(wrapper: &[&str], address: SocketAddr, more: &[String]) -> std::io::Result<Child> {
        let words = [wrapper, &["nats-server"]].concat();
        let child = Command::new(words[0])
            .args(&words[1..])
            .args(["-a", &address.ip().to_string(), "-p", &address.port().to_string()])
            .args(more)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        let began = Instant::now();
        while TcpStream::connect(address).is_err() {
            assert!(began.elapsed() < Duration::from_secs(30), "NATS does not start");
            std::thread::sleep(Duration::from_millis(20));
        }
        Ok(child)
    }

    pub(crate) fn url(&self) -> String {
        format!("nats://{}", self.address)
    }

    /// Kills and restarts it; undelivered messages are lost.
    pub(crate) fn restart(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        self.child = Nats::run(&[], self.address, &self.more).unwrap();
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Relay to the NATS server that can be cut: connections stay open but pass nothing.
pub(crate) struct Relay {
    address: SocketAddr,
    cut: watch::Sender<bool>,
}

impl Relay {
    async fn to(server: SocketAddr) -> Relay {
        let listener = Listener::bind(own_host()).await.unwrap();
        let address = listener.local_addr().unwrap();
        let (cut, is_cut) = watch::channel(false);
        tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                tokio::spawn(relay(stream, server, is_cut.clone()));
            }
        });
        Relay { address, cut }
    }

    /// Cuts or restores the relay; existing connections stay dead.
    pub(crate) fn set_cut(&self, is_cut: bool) {
        self.cut.send_replace(is_cut);
    }
}

/// Waits until the relay is cut or restored; `false` if it is gone.
async fn line(is_cut: &mut watch::Receiver<bool>, wanted: bool) -> bool {
    is_cut.wait_for(|cut| *cut == wanted).await.is_ok()
}

/// Relays a connection until the relay is cut. Both ends then stay open, silently.
async fn relay(mut near: Stream, server: SocketAddr, mut is_cut: watch::Receiver<bool>) {
    if !line(&mut is_cut, false).await {
        return;
    }
    let Ok(mut far) = Stream::connect(server).await else { return };
    tokio::select! {
        // Either end may close at any time.
        _ = tokio::io::copy_bidirectional(&mut near, &mut far) => {}
        true = line(&mut is_cut, true) => {
            line(&mut is_cut, false).await;
        }
    }
}

/// Logs each change of a table's owner.
const GRANTS: &str = "
CREATE TABLE grants (of bigint, epoch bigint, node bigint,
                     at timestamptz DEFAULT pg_catalog.clock_timestamp(), PRIMARY KEY (of, epoch));
CREATE FUNCTION note_grant() RETURNS trigger AS
    'BEGIN INSERT INTO grants VALUES (NEW.id, NEW.epoch, NEW.node); RETURN NEW; END'
    LANGUAGE plpgsql;
CREATE TRIGGER note_grant AFTER UPDATE OF epoch ON tables FOR EACH ROW
    WHEN (NEW.epoch <> OLD.epoch) EXECUTE FUNCTION note_grant();";

/// Checks that no entry was written under an expired epoch, without an owner, or out of order.
const ONE_OWNER: &str = "
DO $$ BEGIN
    IF EXISTS (SELECT 1 FROM entries e JOIN grants g ON g.of = e.of AND g.epoch = e.epoch + 1
               WHERE e.at > g.at) THEN
        RAISE EXCEPTION 'a table was written to under an epoch that was over';
    END IF;
    IF EXISTS (SELECT 1 FROM (SELECT epoch < lag(epoch) OVER (PARTITION BY of ORDER BY number)
               AS back FROM entries) AS row WHERE back) THEN
        RAISE EXCEPTION 'the epochs of a table go back';
    END IF;
    IF EXISTS (SELECT 1 FROM entries e JOIN grants g USING (of, epoch) WHERE g.node IS NULL) THEN
        RAISE EXCEPTION 'a table was written to that nobody had';
    END IF;
END $$";

/// Network between the nodes and shared services.
pub(crate) enum Lines {
    Plain,
    /// The first node is connected to NATS through a relay.
    Relayed,
    /// Each node is in its own namespace.
    Own,
    /// The first node has its own NATS server, which is connected to the others' by a link.
    Pair,
}

/// A cluster with its shared services.
pub(crate) struct Nodes {
    pub(crate) database: postgres::Database,
    pub(crate) nats: Nats,
    /// Relay of the first node to NATS, if any.
    pub(crate) relay: Option<Relay>,
    /// Network namespaces of the nodes, if any.
    pub(crate) networks: Option<Networks>,
    /// NATS server of the first node, if there are two.
    pub(crate) pair: Option<Pair>,
    /// Executable of each node, if different from the tested one.
    programs: Vec<Option<PathBuf>>,
    servers: Vec<Option<Server>>,
    folder: TempDir,
    pub(crate) addresses: Vec<SocketAddr>,
}

impl Nodes {
    pub(crate) async fn start(number: usize) -> Nodes {
        Nodes::with(number, Lines::Plain).await
    }

    /// Starts nodes in this network.
    pub(crate) async fn with(number: usize, lines: Lines) -> Nodes {
        Nodes::run(vec![None; number], lines).await
    }

    /// Starts nodes with other executables, where given.
    pub(crate) async fn run(programs: Vec<Option<PathBuf>>, lines: Lines) -> Nodes {
        let mut nats = Nats::start();
        let database = Arc::new(postgres::Server::start()).database("cluster").await;
        database.sql(postgres::CLOCK);
        let number = programs.len();
        let (mut relay, mut networks, mut pair) = (None, None, None);
        match lines {
            Lines::Plain => {}
            Lines::Relayed => relay = Some(Relay::to(nats.address).await),
            Lines::Own => networks = Some(Networks::lay(number, &database, &nats).await),
            Lines::Pair => {
                let (near, there) = Pair::start(&database, &nats).await;
                (nats, pair) = (near, Some(there));
            }
        }
        let folder = tempfile::Builder::new().prefix("upcard-nodes-").tempdir().unwrap();
        let (servers, addresses) = (Vec::new(), Vec::new());
        let mut nodes =
            Nodes { database, nats, relay, networks, pair, programs, servers, folder, addresses };
        for node in 0..number {
            let server = nodes.server(node, own_host());
            nodes.addresses.push(server.address);
            nodes.servers.push(Some(server));
        }
        nodes.database.sql(GRANTS);
        nodes
    }

    fn server(&self, node: usize, address: SocketAddr) -> Server {
        let url = match (&self.relay, &self.pair) {
            (Some(relay), _) if node == 0 => format!("nats://{}", relay.address),
            (_, Some(pair)) if node == 0 => pair.url(),
            _ => self.nats.url(),
        };
        let socket = self.socket(node);
        if let Some(networks) = &self.networks {
            return networks.start(node, address.port(), &socket);
        }
        let flags = ["--cluster", &url, "--admin", socket.to_str().unwrap()];
        let program = self.programs[node].as_ref().map_or_else(program, command);
        Server::run(program, address, self.database.address(), &flags)
    }

    pub(crate) fn node(&self, node: usize) -> &Server {
        self.servers[node].as_ref().unwrap()
    }

    pub(crate) fn kill(&mut self, node: usize) {
        self.servers[node].take().unwrap().kill();
    }

    /// Stops a node and waits for its exit.
    pub(crate) fn stop(&mut self, node: usize) {
        assert!(self.servers[node].take().unwrap().stop(), "a node ends without loss");
    }

    /// Sets the offset of the database's clock.
    pub(crate) fn set_clock(&self, ahead: &str) {
        self.database.sql(&format!("UPDATE clock SET ahead = '{ahead}'"));
    }

    /// Restarts a node that has ended, with the tested executable.
    pub(crate) fn upgrade(&mut self, node: usize) {
        self.programs[node] = None;
        self.again(node);
    }

    /// Restarts a node that has ended.
    pub(crate) fn again(&mut self, node: usize) {
        self.servers[node] = Some(self.server(node, self.addresses[node]));
    }

    /// Reads a metric of a node.
    pub(crate) async fn measured(&self, node: usize, name: &str) -> Option<u64> {
        let answer = request(self.addresses[node], "GET", "/metrics", "", "");
        let answer = tokio::time::timeout(Duration::from_secs(2), answer).await.ok()?.ok()?;
        let line = answer.2.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '))?;
        line.trim().parse().ok()
    }

    fn socket(&self, node: usize) -> PathBuf {
        self.folder.path().join(format!("{node}-admin"))
    }

    /// Sends a request to a node's admin socket, as `upcard admin` does; returns the response.
    pub(crate) fn admin(&self, node: usize, method: &str, path: &str) -> String {
        let mut stream = UnixStream::connect(self.socket(node)).unwrap();
        let head = "host: node\r\nconnection: close\r\ncontent-length: 0\r\n\r\n";
        write!(stream, "{method} {path} HTTP/1.1\r\n{head}").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        answer
    }

    pub(crate) async fn is_ready(&self, node: usize) -> bool {
        answers_ready(self.addresses[node], Duration::from_secs(2)).await
    }

    /// Lets people play at tables of all nodes; returns when every table has begun.
    pub(crate) async fn crowd(&self, tables: usize) -> Crowd {
        let crowd = Crowd::gather(self.addresses.clone(), tables).await;
        until("a table does not begin", async || crowd.going_on(3) == tables).await;
        crowd
    }

    /// Stops playing; checks what was acknowledged, and the owners.
    pub(crate) async fn finish(&self, crowd: &mut Crowd) -> Checked {
        let seen = crowd.end().await;
        let checked = crowd.check(&self.database.open().await, &seen).await;
        self.check_owners();
        checked
    }

    /// Checks by the epochs in the log that no table had two owners at once.
    pub(crate) fn check_owners(&self) {
        self.database.sql(ONE_OWNER);
    }
}

impl Drop for Nodes {
    fn drop(&mut self) {
        self.servers.clear();
    }
}
