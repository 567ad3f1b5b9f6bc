//! What whoever runs a server can set.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use upcard_table::Timing;

/// The settings of a server.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where it listens.
    pub listen: SocketAddr,
    /// The SQLite file; none keeps everything in memory.
    pub store: Option<PathBuf>,
    /// The address by which people reach it, for links; none takes it from each request.
    pub url: Option<String>,
    /// A folder from which the page is served instead of the files inside the program.
    pub pages: Option<PathBuf>,
    /// Bots that may think at the same time.
    pub bot_threads: usize,
    /// How long a bot that searches may think about one answer.
    pub bot_budget: Duration,
    /// How long the tables wait.
    pub timing: Timing,
    /// A table without visitors leaves the memory after so long.
    pub idle: Duration,
    /// A table that nothing happened at for so long is removed.
    pub forget: Duration,
    /// The most tables in memory.
    pub tables: usize,
    /// The most connections.
    pub connections: usize,
    /// The most connections from one address.
    pub connections_per_address: usize,
    /// Is the address of a request in `X-Forwarded-For`, written by a proxy in front?
    pub proxy: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            listen: SocketAddr::from(([127, 0, 0, 1], 8080)),
            store: Some(PathBuf::from("upcard.db")),
            url: None,
            pages: None,
            bot_threads: std::thread::available_parallelism().map_or(1, usize::from),
            bot_budget: Duration::from_millis(100),
            timing: Timing::default(),
            idle: Duration::from_secs(600),
            forget: Duration::from_secs(180 * 24 * 3600),
            tables: 10_000,
            connections: 20_000,
            connections_per_address: 200,
            proxy: false,
        }
    }
}
