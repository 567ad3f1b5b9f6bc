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
    /// Where it listens.
    pub listen: SocketAddr,
    /// Where the tables are kept.
    pub store: StoreAddress,
    /// The address by which people reach it, for links; none takes it from each request.
    pub url: Option<String>,
    /// A folder from which the page is served instead of the files inside the program.
    pub pages: Option<PathBuf>,
    /// A folder with games in files, which are offered beside those of the project.
    pub games: Option<PathBuf>,
    /// Bots that may think at the same time.
    pub bot_threads: usize,
    /// How long a bot that searches may think about one answer.
    pub bot_budget: Duration,
    /// How long the tables wait.
    pub timing: Timing,
    /// A table without visitors leaves the memory after this.
    pub idle: Duration,
    /// When a table that nothing happens at is removed.
    pub forget: Forget,
    /// Where nothing was stored of a table for this long, the store is told that somebody is there.
    pub presence: Duration,
    /// Bytes that are to stay free where the store is: with fewer no table is opened.
    pub least_free: u64,
    /// Bytes that a table may store before it begins no further match.
    pub table_quota: u64,
    /// Bytes that a guest may store in a day.
    pub guest_quota: u64,
    /// Bytes that all who come from one address may store in a day.
    pub address_quota: u64,
    /// How long a stop may take, whatever hangs.
    pub stop: Duration,
    /// The most tables in memory.
    pub tables: usize,
    /// The most connections.
    pub connections: usize,
    /// The most connections from one address.
    pub connections_per_address: usize,
    /// How long the head of a request may take, and its body again.
    pub request_time: Duration,
    /// A connection that takes next to nothing of what is written to it is cut after this.
    pub write_time: Duration,
    /// Certificate and key, where the server does TLS by itself.
    pub tls: Option<TlsFiles>,
    /// The socket for `upcard admin`; none where there is to be none.
    pub admin: Option<PathBuf>,
    /// Are there no metrics at `/metrics`?
    pub hide_metrics: bool,
    /// The trusted proxies in front.
    pub proxies: Proxies,
    /// The message server by which this node reaches others on the same database; none where it is
    /// alone. It may hold a password.
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
            presence: Duration::from_secs(3600),
            least_free: 64 << 20,
            table_quota: 16 << 20,
            guest_quota: 32 << 20,
            address_quota: 512 << 20,
            stop: Duration::from_secs(8),
            tables: 10_000,
            connections: 20_000,
            connections_per_address: 200,
            request_time: Duration::from_secs(10),
            write_time: Duration::from_secs(10),
            tls: None,
            admin: None,
            hide_metrics: false,
            proxies: Proxies::default(),
            cluster: None,
        }
    }
}

/// Where tables are kept.
#[derive(Clone, PartialEq, Eq)]
pub enum StoreAddress {
    /// In memory, as long as the server runs.
    Memory,
    /// In a SQLite file.
    File(PathBuf),
    /// In a PostgreSQL database; its address, which may hold a password.
    Postgres(String),
}

impl fmt::Debug for StoreAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreAddress::Memory => f.write_str("Memory"),
            StoreAddress::File(path) => write!(f, "File({})", path.display()),
            // Nothing that shows settings may show a password.
            StoreAddress::Postgres(_) => f.write_str("Postgres(…)"),
        }
    }
}

impl StoreAddress {
    /// The file that can be copied while it is served; why there is none, and what to do instead.
    pub(crate) fn to_copy(&self) -> Result<&Path, &'static str> {
        match self {
            StoreAddress::File(path) => Ok(path),
            StoreAddress::Memory => Err("the tables are kept in memory alone"),
            StoreAddress::Postgres(_) => {
                Err("the tables are kept in PostgreSQL, whose own tools copy them (pg_dump)")
            }
        }
    }
}

/// What stores there are, for whoever has named another.
const STORES: &str = "give the path of a SQLite file, postgres://… or 'memory'";

/// What an address begins with that is no path: a word and a colon. A single letter is a drive.
fn scheme(text: &str) -> Option<&str> {
    let (scheme, _) = text.split_once(':')?;
    let letter = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
    (scheme.len() > 1 && scheme.chars().all(letter)).then_some(scheme)
}

/// What is wrong is said without the address: a password may stand in it.
impl FromStr for StoreAddress {
    type Err = String;

    fn from_str(text: &str) -> Result<StoreAddress, String> {
        if text.trim().is_empty() {
            return Err(format!("it is empty; {STORES}"));
        }
        match scheme(text) {
            None if text == "memory" => Ok(StoreAddress::Memory),
            // The driver's other way to name a database would be a file with a password in its name.
            None if text.contains("password=") => {
                Err(format!("it holds a password and is no address of a database; {STORES}"))
            }
            None => Ok(StoreAddress::File(PathBuf::from(text))),
            Some("postgres" | "postgresql") if text.contains("://") => {
                Ok(StoreAddress::Postgres(text.to_owned()))
            }
            Some(kind) => Err(format!(
                "a store of the kind '{kind}:' is not known; {STORES} (./ before a path with a colon)"
            )),
        }
    }
}

/// When a table is removed from the store.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Forget {
    /// Never.
    Never,
    /// When nothing has happened at it for this many days: 1 to [`Forget::MOST`].
    After(u32),
}

impl Forget {
    /// The most days.
    pub const MOST: u32 = 36_500;
}

impl FromStr for Forget {
    type Err = String;

    fn from_str(text: &str) -> Result<Forget, String> {
        let most = Forget::MOST;
        match text.parse() {
            _ if text == "never" => Ok(Forget::Never),
            Ok(0) => Err("0 would remove every table; say 'never' to remove none".to_owned()),
            Ok(days) if days <= most => Ok(Forget::After(days)),
            _ => Err(format!("a whole number of days from 1 to {most}, or 'never', is wanted")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_store_is_a_path_a_database_or_memory_and_nothing_else() {
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
            ("file:x.db", "a store of the kind 'file:' is not known"),
            ("file:x.db?mode=memory", "'file:'"),
            ("sqlite://x.db", "'sqlite:'"),
            ("mysql://ann:secret-word@db/cards", "'mysql:'"),
            ("postgres:/ann:secret-word@db/cards", "'postgres:'"),
            ("host=db user=ann password=secret-word", "it holds a password"),
        ] {
            let error = StoreAddress::from_str(wrong).unwrap_err();
            assert!(error.contains(why) && error.contains("give the path of"), "{wrong}: {error}");
            assert!(!error.contains("secret-word"), "{error}");
        }
    }
}
