//! The server as a process or two, and what the system says of them.

use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;

use crate::Failure;
use crate::http::{self, address_of, cookie_of};

/// Server processes; ended when this is dropped.
pub(crate) struct Server {
    nodes: Vec<Child>,
    /// Where tables are opened: the node that has them.
    holder: SocketAddr,
    /// Where people connect.
    pub(crate) address: SocketAddr,
    /// Do people speak JSON?
    pub(crate) json: bool,
    _folder: TempDir,
}

/// Where tables are kept, and how many nodes there are.
pub(crate) struct Place<'a> {
    /// An address of a database; a file of its own where there is none.
    pub(crate) store: Option<&'a str>,
    /// The message server of two nodes: one has the tables, the other one the connections.
    pub(crate) cluster: Option<&'a str>,
    /// People speak JSON instead of bytes.
    pub(crate) json: bool,
    /// A program that runs the server and looks on.
    pub(crate) under: Option<&'a str>,
}

/// Clock ticks a second in `/proc`, on every Linux there is.
const TICKS: f64 = 100.0;

impl Server {
    /// Starts one, and waits until it answers.
    pub(crate) async fn start(place: &Place<'_>) -> Result<Server, Failure> {
        let folder = tempfile::Builder::new().prefix("upcard-load-").tempdir()?;
        let file = folder.path().join("load.db").display().to_string();
        let store = place.store.unwrap_or(&file);
        let (child, holder) = Server::node(store, place)?;
        let json = place.json;
        let mut server =
            Server { nodes: vec![child], holder, address: holder, json, _folder: folder };
        if place.cluster.is_some() {
            let (child, address) = Server::node(store, place)?;
            server.nodes.push(child);
            server.address = address;
        }
        for _ in 0..200 {
            if let Ok((200, _, _)) = server.request("GET", "/health", "", "").await {
                return Ok(server);
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Err("the server does not start".into())
    }

    fn node(store: &str, place: &Place<'_>) -> Result<(Child, SocketAddr), Failure> {
        let program = place.under.into_iter().flat_map(str::split_whitespace);
        let mut program = program.chain([env!("CARGO_BIN_EXE_upcard-server")]);
        let mut child = Command::new(program.next().ok_or("no program")?)
            .args(program)
            .args(["--listen", "127.0.0.1:0", "--log", "error"])
            // A bench asks from one address for what many ask for: it is taken for a proxy.
            .args(["--proxy", "--absent-seconds", "600", "--connections", "100000"])
            .args(["--connections-per-address", "100000"])
            // What tables leave behind is measured, too.
            .args(["--idle-minutes", "0"])
            .args(["--store", store])
            .args(place.cluster.into_iter().flat_map(|url| ["--cluster", url]))
            .stdout(Stdio::piped())
            .spawn()?;
        let address = address_of(&mut child).ok_or("the server does not say where it is")?;
        Ok((child, address))
    }

    /// One request: status, headers, body.
    pub(crate) async fn request(
        &self,
        method: &str,
        path: &str,
        headers: &str,
        body: &str,
    ) -> Result<(u16, String, String), Failure> {
        Ok(http::request(self.holder, method, path, headers, body).await?)
    }

    /// Opens a table; its id and the host's cookie.
    pub(crate) async fn open(&self, number: usize) -> Result<(String, String), Failure> {
        let body = r#"{"game":"contract-rummy","seats":["person","person",
            "person","person"]}"#;
        let from = format!("x-forwarded-for: 10.0.{}.{}\r\n", number / 250, number % 250);
        let (status, head, body) = self.request("POST", "/api/tables", &from, body).await?;
        if status != 201 {
            return Err(format!("no table: {status} {body}").into());
        }
        let id = body.split('"').nth(3).ok_or("no id")?.to_owned();
        Ok((id, cookie_of(&head).ok_or("no cookie")?))
    }

    /// Waits until no table is in memory any more.
    pub(crate) async fn empty(&self) -> Result<(), Failure> {
        loop {
            let (_, _, metrics) = self.request("GET", "/metrics", "", "").await?;
            if metrics.lines().any(|line| line == "upcard_rooms 0") {
                return Ok(());
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    /// What the system says of each process.
    fn proc(&self, file: &str) -> Result<Vec<String>, Failure> {
        let of = |node: &Child| std::fs::read_to_string(format!("/proc/{}/{file}", node.id()));
        Ok(self.nodes.iter().map(of).collect::<Result<_, _>>()?)
    }

    /// Memory that the processes hold, in KiB.
    pub(crate) fn memory(&self) -> Result<f64, Failure> {
        let mut all = 0.0;
        for status in self.proc("status")? {
            let line = status.lines().find(|line| line.starts_with("VmRSS:")).ok_or("no VmRSS")?;
            let kib: f64 = line.split_whitespace().nth(1).ok_or("no VmRSS")?.parse()?;
            all += kib;
        }
        Ok(all)
    }

    /// Seconds of a core that they have used.
    pub(crate) fn cpu(&self) -> Result<f64, Failure> {
        let mut all = 0;
        for stat in self.proc("stat")? {
            let (_, fields) = stat.rsplit_once(')').ok_or("no times")?;
            let times = fields.split_whitespace().skip(11).take(2);
            let ticks: Result<Vec<u64>, _> = times.map(str::parse).collect();
            all += ticks?.iter().sum::<u64>();
        }
        Ok(all as f64 / TICKS)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        for node in &mut self.nodes {
            // It may have ended by itself. Whoever looks on has something to write down.
            let _ = Command::new("kill").arg(node.id().to_string()).status();
            let _ = node.wait();
        }
    }
}
