//! One or two server processes, and their resource usage.

use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;

use crate::Failure;
use crate::http::{self, address_of, cookie_of};

/// Server processes, ended on drop.
pub(crate) struct Server {
    nodes: Vec<Child>,
    /// Address of the node that holds the tables.
    holder: SocketAddr,
    /// Address to which players connect.
    pub(crate) address: SocketAddr,
    /// Whether players use JSON.
    pub(crate) json: bool,
    _folder: TempDir,
}

/// Configuration of the servers.
pub(crate) struct Place<'a> {
    /// Address of a database; `None` for a temporary file.
    pub(crate) store: Option<&'a str>,
    /// NATS server of two nodes: one holds the tables, the other the connections.
    pub(crate) cluster: Option<&'a str>,
    /// Whether players use JSON.
    pub(crate) json: bool,
    /// Profiler that runs the server.
    pub(crate) under: Option<&'a str>,
}

/// Clock ticks per second in `/proc`, the same on all Linux systems.
const TICKS: f64 = 100.0;

impl Server {
    /// Starts the server and waits until it responds.
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
            // All requests of the benchmark come from one address, so it acts as a proxy.
            .args(["--proxy", "--absent-seconds", "600", "--connections", "100000"])
            .args(["--connections-per-address", "100000"])
            // Needed to measure what tables leave behind in memory.
            .args(["--idle-minutes", "0"])
            .args(["--store", store])
            .args(place.cluster.into_iter().flat_map(|url| ["--cluster", url]))
            .stdout(Stdio::piped())
            .spawn()?;
        let address = address_of(&mut child).ok_or("the server does not say where it is")?;
        Ok((child, address))
    }

    /// Sends a request; returns status, headers and body.
    pub(crate) async fn request(
        &self,
        method: &str,
        path: &str,
        headers: &str,
        body: &str,
    ) -> Result<(u16, String, String), Failure> {
        Ok(http::request(self.holder, method, path, headers, body).await?)
    }

    /// Opens a table; returns its id and the host's cookie.
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

    /// Reads a file in `/proc` for each process.
    fn proc(&self, file: &str) -> Result<Vec<String>, Failure> {
        let of = |node: &Child| std::fs::read_to_string(format!("/proc/{}/{file}", node.id()));
        Ok(self.nodes.iter().map(of).collect::<Result<_, _>>()?)
    }

    /// Returns the resident memory of all processes, in KiB.
    pub(crate) fn memory(&self) -> Result<f64, Failure> {
        let mut all = 0.0;
        for status in self.proc("status")? {
            let line = status.lines().find(|line| line.starts_with("VmRSS:")).ok_or("no VmRSS")?;
            let kib: f64 = line.split_whitespace().nth(1).ok_or("no VmRSS")?.parse()?;
            all += kib;
        }
        Ok(all)
    }

    /// Returns the CPU time used by all processes, in seconds.
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
            // It may have ended already. A profiler needs a signal to write its results.
            let _ = Command::new("kill").arg(node.id().to_string()).status();
            let _ = node.wait();
        }
    }
}
