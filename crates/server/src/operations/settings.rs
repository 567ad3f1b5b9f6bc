//! The settings of a server.

use std::fmt;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use upcard_identity::Proxies;
use upcard_table::Timing;

use crate::operations::tls::TlsFiles;

/// The settings of a server.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Address and port to listen on.
    pub listen: SocketAddr,
    /// Storage of the tables.
    pub store: StoreAddress,
    /// Public address, for links; `None` takes it from each request.
    pub url: Option<String>,
    /// Folder to serve the page from, instead of the embedded files.
    pub pages: Option<PathBuf>,
    /// Folder with additional games.
    pub games: Option<PathBuf>,
    /// Number of bots that may think concurrently.
    pub bot_threads: usize,
    /// Thinking time of a searching bot per decision.
    pub bot_budget: Duration,
    /// Timeouts and delays at the tables.
    pub timing: Timing,
    /// Time before a table without visitors is unloaded from memory.
    pub idle: Duration,
    /// When an unused table is removed from the store.
    pub forget: Forget,
    /// While people are at a table, it is marked as used in the store at least this often.
    pub touch_interval: Duration,
    /// Minimum free disk space, in bytes; below it no tables are opened.
    pub min_free: u64,
    /// Storage limit per table in bytes; beyond it no new match begins.
    pub table_quota: u64,
    /// Storage limit per guest and day, in bytes.
    pub guest_quota: u64,
    /// Storage limit per address and day, in bytes.
    pub address_quota: u64,
    /// Timeout of the shutdown.
    pub stop: Duration,
    /// Maximum number of tables in memory.
    pub tables: usize,
    /// Maximum number of connections.
    pub connections: usize,
    /// Maximum number of connections per address.
    pub connections_per_address: usize,
    /// Timeout for the head of a request, and again for its body.
    pub request_timeout: Duration,
    /// Timeout of a connection that accepts next to no data.
    pub write_timeout: Duration,
    /// Certificate and key, if the server itself terminates TLS.
    pub tls: Option<TlsFiles>,
    /// Socket for `upcard admin`; `None` for no socket.
    pub admin: Option<PathBuf>,
    /// Whether `/metrics` is disabled.
    pub hide_metrics: bool,
    /// Trusted proxies in front of the server.
    pub proxies: Proxies,
    /// NATS server that connects the nodes, perhaps with a password; `None` without a cluster.
    pub cluster: Option<String>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            listen: SocketAddr::from(([127, 0, 0, 1], 8080)),
            store: StoreAddress::File(PathBuf::from("upcard.db")),
            url: None,
            pages: None,
            games: None,
            bot_threads: std::thread::available_parallelism().map_or(1, usize::from),
            bot_budget: Duration::from_millis(100),
            timing: Timing::default(),
            idle: Duration::from_secs(600),
            forget: Forget::After(180),
            touch_interval: Duration::from_secs(3600),
            min_free: 64 << 20,
            table_quota: 16 << 20,
            guest_quota: 32 << 20,
            address_quota: 512 << 20,
            stop: Duration::from_secs(8),
            tables: 10_000,
            connections: 20_000,
            connections_per_address: 200,
            request_timeout: Duration::from_secs(10),
            write_timeout: Duration::from_secs(10),
            tls: None,
            admin: None,
            hide_metrics: false,
            proxies: Proxies::default(),
            cluster: None,
        }
    }
}

/// Storage of the tables.
#[derive(Clone, PartialEq, Eq)]
pub enum StoreAddress {
    /// In memory, while the server runs.
    Memory,
    /// In a SQLite file.
    File(PathBuf),
    /// In a PostgreSQL database, by its address, which may contain a password.
    Postgres(String),
}

impl fmt::Debug for StoreAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreAddress::Memory => f.write_str("Memory"),
            StoreAddress::File(path) => write!(f, "File({})", path.display()),
            // Debug output must not contain passwords.
            StoreAddress::Postgres(_) => f.write_str("Postgres(…)"),
        }
    }
}

impl StoreAddress {
    /// Returns the file that can be backed up, or why there is none and what to do instead.
    pub(crate) fn backup_source(&self) -> Result<&Path, &'static str> {
        match self {
            StoreAddress::File(path) => Ok(path),
            StoreAddress::Memory => Err("the tables are only in memory"),
            StoreAddress::Postgres(_) => {
                Err("the tables are in PostgreSQL: back them up with its own tools (pg_dump)")
            }
        }
    }
}

/// Hint about valid stores, for error messages.
const STORE_HINT: &str = "give the path of a SQLite file, postgres://… or 'memory'";

/// Returns the scheme of an address that is not a path. A single letter is a drive.
fn scheme(text: &str) -> Option<&str> {
    let (scheme, _) = text.split_once(':')?;
    let letter = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
    (scheme.len() > 1 && scheme.chars().all(letter)).then_some(scheme)
}

/// Errors omit the address, as it may contain a password.
impl FromStr for StoreAddress {
    type Err = String;

    fn from_str(text: &str) -> Result<StoreAddress, String> {
        if text.trim().is_empty() {
            return Err(format!("it is empty; {STORE_HINT}"));
        }
        match scheme(text) {
            None if text == "memory" => Ok(StoreAddress::Memory),
            // Otherwise the driver's key-value syntax would become a file with a password in its name.
            None if text.contains("password=") => {
                Err(format!("it has a password but is not a database address; {STORE_HINT}"))
            }
            None => Ok(StoreAddress::File(PathBuf::from(text))),
            Some("postgres" | "postgresql") if text.contains("://") => {
                Ok(StoreAddress::Postgres(text.to_owned()))
            }
            Some(kind) => Err(format!(
                "unknown kind of store '{kind}:'; {STORE_HINT} (./ before a path with a colon)"
            )),
        }
    }
}

/// When an unused table is removed from the store.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Forget {
    /// Never.
    Never,
    /// After this many days without activity: 1 to [`Forget::MAX_DAYS`].
    After(u32),
}

impl Forget {
    /// Maximum number of days.
    pub const MAX_DAYS: u32 = 36_500;
}

impl FromStr for Forget {
    type Err = String;

    fn from_str(text: &str) -> Result<Forget, String> {
        let most = Forget::MAX_DAYS;
        match text.parse() {
            _ if text == "never" => Ok(Forget::Never),
            Ok(0) => Err("0 would remove every table; use 'never' to remove none".to_owned()),
            Ok(days) if days <= most => Ok(Forget::After(days)),
            _ => Err(format!("expected a whole number of days from 1 to {most}, or 'never'")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn store_addresses_are_parsed_strictly() {
        for path in ["upcard.db", "./file:x.db", "/var/lib/up card.db", "a/b:c.db", r"C:\upcard.db"]
        {
            assert_eq!(path.parse(), Ok(StoreAddress::File(PathBuf::from(path))), "{path}");
        }
        assert_eq!("memory".parse(), Ok(StoreAddress::Memory));
        let database = "postgres://ann:secret-word@db/cards";
        let read: StoreAddress = database.parse().unwrap();
        assert_eq!(read, StoreAddress::Postgres(database.to_owned()));
        assert!(!format!("{read:?}").contains("secret-word"));
        for (wrong, why) in [
            ("", "it is empty"),
            (" ", "it is empty"),
            ("file:x.db", "unknown kind of store 'file:'"),
            ("file:x.db?mode=memory", "'file:'"),
            ("sqlite://x.db", "'sqlite:'"),
            ("mysql://ann:secret-word@db/cards", "'mysql:'"),
            ("postgres:/ann:secret-word@db/cards", "'postgres:'"),
            ("host=db user=ann password=secret-word", "it has a password"),
        ] {
            let error = StoreAddress::from_str(wrong).unwrap_err();
            assert!(error.contains(why) && error.contains("give the path of"), "{wrong}: {error}");
            assert!(!error.contains("secret-word"), "{error}");
        }
    }
}
