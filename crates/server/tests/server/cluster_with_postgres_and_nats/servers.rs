//! What nodes share, and the nodes: a message server, a database and some servers, as processes.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use tempfile::TempDir;
use tokio::net::{TcpListener as Listener, TcpStream as Stream};
use tokio::sync::watch;

use super::networks_as_root::{Networks, Pair};
use crate::common::{Server, own_host, request};
use crate::postgres;

/// A NATS server; killed when it is dropped.
pub(crate) struct Nats {
    address: SocketAddr,
    child: Child,
    /// What it is given beyond its address.
    more: Vec<String>,
}

impl Nats {
    pub(crate) fn start() -> Nats {
        let mut address = own_host();
        address.set_port(4222);
        Nats::by(&[], address, Vec::new())
    }

    /// Starts one by a program that runs what it is given as its last arguments, with more of its own.
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

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    pub(crate) fn url(&self) -> String {
        format!("nats://{}", self.address)
    }

    /// Kills it and starts it again: what it had not passed on is lost.
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

/// A line to the message server that can be cut: nothing passes any more, and nobody is told.
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

    /// Cuts the line.
    pub(crate) fn cut(&self) {
        self.cut.send_replace(true);
    }

    /// Mends it; connections from before stay dead.
    pub(crate) fn mend(&self) {
        self.cut.send_replace(false);
    }
}

/// Waits until the line is cut, or is not; false when there is none any more.
async fn line(is_cut: &mut watch::Receiver<bool>, wanted: bool) -> bool {
    is_cut.wait_for(|cut| *cut == wanted).await.is_ok()
}

/// Passes on what comes until the line is cut. Both ends stay open then, silently.
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

/// A clock of the database's that a test sets: a function that stands before the system's own.
const CLOCK: &str = "
CREATE TABLE clock (ahead interval);
INSERT INTO clock VALUES ('0');
CREATE FUNCTION clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS
    'SELECT pg_catalog.clock_timestamp() + (SELECT ahead FROM public.clock)';
ALTER DATABASE cluster SET search_path = public, pg_catalog;";

/// Notes each change of a table's owner.
const GRANTS: &str = "
CREATE TABLE grants (of bigint, epoch bigint, node bigint,
                     at timestamptz DEFAULT pg_catalog.clock_timestamp(), PRIMARY KEY (of, epoch));
CREATE FUNCTION note_grant() RETURNS trigger AS
    'BEGIN INSERT INTO grants VALUES (NEW.id, NEW.epoch, NEW.node); RETURN NEW; END'
    LANGUAGE plpgsql;
CREATE TRIGGER note_grant AFTER UPDATE OF epoch ON tables FOR EACH ROW
    WHEN (NEW.epoch <> OLD.epoch) EXECUTE FUNCTION note_grant();";

/// No entry was written under an epoch after the next one, or by nobody, or out of order.
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

/// How nodes reach what they share.
enum Lines {
    Plain,
    /// The first one reaches the message server by a relay.
    Relayed,
    /// Each is in a network of its own.
    Own,
    /// The first one has a message server of its own, which speaks to that of the others over a line.
    Pair,
}

/// Nodes, and what they share.
pub(crate) struct Nodes {
    pub(crate) database: postgres::Database,
    pub(crate) nats: Nats,
    /// The first node's line to the message server, where that can be cut.
    pub(crate) relay: Option<Relay>,
    /// The nodes' own networks, where they have them.
    pub(crate) networks: Option<Networks>,
    /// The first node's message server, where there are two.
    pub(crate) pair: Option<Pair>,
    /// The program of some nodes, where it is another one than this.
    programs: Vec<Option<PathBuf>>,
    servers: Vec<Option<Server>>,
    folder: TempDir,
    /// Where they listen.
    pub(crate) addresses: Vec<SocketAddr>,
}

impl Nodes {
    pub(crate) async fn start(number: usize) -> Nodes {
        Nodes::run(vec![None; number], Lines::Plain).await
    }

    /// The same by programs of the caller's, where one is named.
    pub(crate) async fn of(programs: Vec<Option<PathBuf>>) -> Nodes {
        Nodes::run(programs, Lines::Plain).await
    }

    /// The same, each in a network of its own.
    pub(crate) async fn in_networks(number: usize) -> Nodes {
        Nodes::run(vec![None; number], Lines::Own).await
    }

    /// The same with two message servers, of which the first node has one and the others have the other.
    pub(crate) async fn with_pair(number: usize) -> Nodes {
        Nodes::run(vec![None; number], Lines::Pair).await
    }

    /// The same with a relay between the first node and the message server.
    pub(crate) async fn with_relay(number: usize) -> Nodes {
        Nodes::run(vec![None; number], Lines::Relayed).await
    }

    async fn run(programs: Vec<Option<PathBuf>>, lines: Lines) -> Nodes {
        let mut nats = Nats::start();
        let database = Arc::new(postgres::Server::start()).database("cluster").await;
        database.sql(CLOCK);
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
            let server = nodes.server(node, own_host()).await;
            nodes.addresses.push(server.address);
            nodes.servers.push(Some(server));
        }
        nodes.database.sql(GRANTS);
        nodes
    }

    async fn server(&self, node: usize, address: SocketAddr) -> Server {
        let url = match &self.relay {
            Some(relay) if node == 0 => format!("nats://{}", relay.address),
            _ if node == 0
                && let Some(pair) = &self.pair =>
            {
                pair.url()
            }
            _ => self.nats.url(),
        };
        let socket = self.socket(node);
        if let Some(networks) = &self.networks {
            return networks.start(node, address.port(), &socket);
        }
        let flags = ["--cluster", &url, "--admin", socket.to_str().unwrap()];
        if let Some(program) = &self.programs[node] {
            return Server::of(program, address, Path::new(&self.database.address()), &flags);
        }
        Server::at(address, Path::new(&self.database.address()), &flags).await
    }

    pub(crate) fn node(&self, node: usize) -> &Server {
        self.servers[node].as_ref().unwrap()
    }

    pub(crate) fn kill(&mut self, node: usize) {
        self.servers[node].take().unwrap().kill();
    }

    /// Tells a node to end, and waits until it has.
    pub(crate) fn stop(&mut self, node: usize) {
        assert!(self.servers[node].take().unwrap().stop(), "a node ends without loss");
    }

    /// Sets the database's clock ahead of this machine's, or behind.
    pub(crate) fn set_clock(&self, ahead: &str) {
        self.database.sql(&format!("UPDATE clock SET ahead = '{ahead}'"));
    }

    /// A node is started by this program from now on; none is the one that is tested.
    pub(crate) fn set_program(&mut self, node: usize, program: Option<PathBuf>) {
        self.programs[node] = program;
    }

    /// Starts one that has ended.
    pub(crate) async fn again(&mut self, node: usize) {
        self.servers[node] = Some(self.server(node, self.addresses[node]).await);
    }

    /// A number that a node measures.
    pub(crate) async fn measured(&self, node: usize, name: &str) -> Option<u64> {
        let answer = request(self.addresses[node], "GET", "/metrics", "", "");
        let answer = tokio::time::timeout(Duration::from_secs(2), answer).await.ok()?.ok()?;
        let line = answer.2.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '))?;
        line.trim().parse().ok()
    }

    fn socket(&self, node: usize) -> PathBuf {
        self.folder.path().join(format!("{node}-admin"))
    }

    /// Asks a node for something over its admin socket, as `upcard admin` does; the answer.
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
        let answer = request(self.addresses[node], "GET", "/ready", "", "");
        let answer = tokio::time::timeout(Duration::from_secs(2), answer).await;
        matches!(answer, Ok(Ok((200, _, _))))
    }

    /// Checks by the epochs in the log that no table was two nodes' at once.
    pub(crate) fn check_owners(&self) {
        self.database.sql(ONE_OWNER);
    }
}

impl Drop for Nodes {
    fn drop(&mut self) {
        self.servers.clear();
    }
}
