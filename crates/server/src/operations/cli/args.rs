//! The flags of `upcard serve`, their ranges and their words.

use std::net::SocketAddr;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::builder::{BoolishValueParser, PossibleValuesParser, TypedValueParser};
use tracing::Level;
use upcard_identity::{Origin, Proxies, ProxyHeader};
use upcard_table::Timing;

use super::quiet::quiet;
use crate::operations::settings::{Forget, Settings, StoreAddress};
use crate::operations::tls::TlsFiles;

/// A week in seconds.
const WEEK: u64 = 7 * 24 * 3600;

/// Reads a whole number in a range; what is wrong names the range.
fn within<T: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        let number = number.and_then(|number| T::try_from(number).ok());
        number.ok_or_else(|| {
            format!("a whole number from {} to {} is wanted", range.start(), range.end())
        })
    }
}

/// The most proxies that can stand one behind another.
const PROXIES: u8 = 16;

/// Reads a number of proxies, or a word for one or none.
fn proxies(text: &str) -> Result<u8, String> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "t" | "yes" | "y" | "on" => Ok(1),
        "false" | "f" | "no" | "n" | "off" => Ok(0),
        number => number
            .parse()
            .ok()
            .filter(|number| *number <= PROXIES)
            .ok_or_else(|| format!("a number from 0 to {PROXIES}, yes or no is wanted")),
    }
}

/// Reads the name of a header, and names both in the help.
fn proxy_header() -> impl TypedValueParser<Value = ProxyHeader> {
    PossibleValuesParser::new(ProxyHeader::ALL.map(ProxyHeader::name))
        .try_map(|name| name.parse::<ProxyHeader>().map_err(Unreadable))
}

/// A value that cannot be read, and what is wanted.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Unreadable(String);

/// Reads the address of a server; a slash at its end is left out.
fn address(text: &str) -> Result<String, String> {
    let text = text.trim_end_matches('/');
    match Origin::parse(text) {
        Some(_) => Ok(text.to_owned()),
        None => {
            Err("http:// or https://, a host and perhaps a port are wanted, and no path".into())
        }
    }
}

/// Can this be the address of a message server?
#[cfg(feature = "nodes")]
fn is_address(text: &str) -> bool {
    text.parse::<async_nats::ServerAddr>().is_ok()
}

/// Nobody is here who could tell; it is refused when it is connected to.
#[cfg(not(feature = "nodes"))]
fn is_address(_: &str) -> bool {
    true
}

/// Reads the address of a message server, or several with commas between them.
fn message_server(text: &str) -> Result<String, String> {
    let readable = |one: &str| !one.is_empty() && is_address(one);
    if text.split(',').all(readable) {
        Ok(text.to_owned())
    } else {
        // A line with the word 'password' behind an address would be cut there (`without_passwords`).
        Err("an address that begins with nats:// or tls:// and has a host is wanted".into())
    }
}

/// Reads the address of a collector. It belongs on this machine, or in the same network, and passes on
/// what it gets over TLS.
fn collector(text: &str) -> Result<String, String> {
    match address(text) {
        Ok(address) if address.starts_with("http://") => Ok(address),
        _ => Err("http://, a host and perhaps a port are wanted, and no path".into()),
    }
}

/// Serve tables and the page
#[derive(clap::Args, Clone, Debug)]
pub struct ServeArgs {
    /// A TOML file with settings by the names of these flags; flags and environment go first
    #[arg(long, env = "UPCARD_CONFIG", value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Address and port to listen on
    #[arg(long, env = "UPCARD_LISTEN", default_value = "127.0.0.1:8080")]
    pub listen: SocketAddr,
    /// The SQLite file that keeps the tables, or a PostgreSQL database as in
    /// postgres://user:password@host/database ('memory' keeps them only while the server runs)
    #[arg(
        long, env = "UPCARD_STORE", default_value = "upcard.db", hide_env_values = true,
        value_parser = quiet(StoreAddress::from_str)
    )]
    pub store: StoreAddress,
    /// A NATS server as in nats://user:password@host: this is one of several nodes that share the
    /// PostgreSQL database and reach one another by it
    #[arg(
        long, env = "UPCARD_CLUSTER", value_name = "NATS", hide_env_values = true,
        value_parser = quiet(message_server)
    )]
    pub cluster: Option<String>,
    /// Address by which people reach the server, as in https://cards.example.org; it goes into
    /// links and QR codes (default: taken from each request)
    #[arg(long, env = "UPCARD_URL", value_parser = quiet(address))]
    pub url: Option<String>,
    /// Serve the page from this folder, for working on it
    #[arg(long, env = "UPCARD_PAGES")]
    pub pages: Option<PathBuf>,
    /// Offer the games in the files of this folder, too: house.toml is the game 'house'
    #[arg(long, env = "UPCARD_GAMES", value_name = "FOLDER")]
    pub games: Option<PathBuf>,
    /// Bots that think at the same time (default: one for each core)
    #[arg(long, env = "UPCARD_BOT_THREADS", value_parser = within::<usize>(1..=1024))]
    pub bot_threads: Option<usize>,
    /// Milliseconds that a searching bot may think about an answer
    #[arg(long, env = "UPCARD_BOT_BUDGET_MS", value_parser = within::<u64>(1..=60_000), default_value = "100")]
    pub bot_budget_ms: u64,
    /// Milliseconds after which a bot answers at the earliest, at whatever pace the host chooses
    #[arg(long, env = "UPCARD_BOT_DELAY_LEAST_MS", value_parser = within::<u64>(0..=60_000), default_value = "300")]
    pub bot_delay_least_ms: u64,
    /// Milliseconds after which a bot answers at the latest, at any pace, if it is not still thinking
    #[arg(long, env = "UPCARD_BOT_DELAY_MOST_MS", value_parser = within::<u64>(0..=60_000), default_value = "12000")]
    pub bot_delay_most_ms: u64,
    /// Seconds that an absent player is waited for before a bot covers the seat
    #[arg(long, env = "UPCARD_ABSENT_SECONDS", value_parser = within::<u64>(1..=WEEK), default_value = "30")]
    pub absent_seconds: u64,
    /// Seconds after which all are told that whoever is asked, and is there, is silent
    #[arg(long, env = "UPCARD_SILENT_SECONDS", value_parser = within::<u64>(1..=WEEK), default_value = "120")]
    pub silent_seconds: u64,
    /// Seconds after which the next deal begins even if not everybody is ready
    #[arg(long, env = "UPCARD_NEXT_DEAL_SECONDS", value_parser = within::<u64>(1..=WEEK), default_value = "90")]
    pub next_deal_seconds: u64,
    /// Minutes after which a table without visitors leaves the memory (it stays in the store)
    #[arg(long, env = "UPCARD_IDLE_MINUTES", value_parser = within::<u64>(0..=WEEK / 60), default_value = "10")]
    pub idle_minutes: u64,
    /// Days after which a table where nothing happened and nobody was is removed from the store, or 'never'
    #[arg(long, env = "UPCARD_FORGET_DAYS", default_value = "180")]
    pub forget_days: Forget,
    /// Mebibytes that are to stay free on the disk of the store: with fewer no table is opened, and
    /// /health says so (0 switches this off)
    #[arg(long, env = "UPCARD_LEAST_FREE_MIB", value_parser = within::<u64>(0..=1 << 30), default_value = "64")]
    pub least_free_mib: u64,
    /// Mebibytes that a table may store before it begins no further match; one that has begun may be
    /// finished
    #[arg(long, env = "UPCARD_TABLE_MIB", value_parser = within::<u64>(1..=1024), default_value = "16")]
    pub table_mib: u64,
    /// Mebibytes that one person may store in a day
    #[arg(long, env = "UPCARD_GUEST_MIB", value_parser = within::<u64>(1..=1 << 20), default_value = "32")]
    pub guest_mib: u64,
    /// Mebibytes that all who come from one address may store in a day
    #[arg(long, env = "UPCARD_ADDRESS_MIB", value_parser = within::<u64>(1..=1 << 20), default_value = "512")]
    pub address_mib: u64,
    /// Most tables in memory
    #[arg(long, env = "UPCARD_TABLES", value_parser = within::<usize>(1..=10_000_000), default_value = "10000")]
    pub tables: usize,
    /// Most connections of every kind
    #[arg(long, env = "UPCARD_CONNECTIONS", value_parser = within::<usize>(1..=10_000_000), default_value = "20000")]
    pub connections: usize,
    /// Most connections of every kind from one address (an IPv6 network of 64 bits counts as one)
    #[arg(long, env = "UPCARD_CONNECTIONS_PER_ADDRESS", value_parser = within::<usize>(1..=10_000_000), default_value = "200")]
    pub connections_per_address: usize,
    /// Seconds that the head of a request may take, and its body again
    #[arg(long, env = "UPCARD_REQUEST_SECONDS", value_parser = within::<u64>(1..=3600), default_value = "10")]
    pub request_seconds: u64,
    /// Seconds after which a connection that takes nothing is cut
    #[arg(long, env = "UPCARD_WRITE_SECONDS", value_parser = within::<u64>(1..=3600), default_value = "10")]
    pub write_seconds: u64,
    /// How many trusted proxies stand in front, one where no number is given: take people's
    /// addresses from what they write
    #[arg(
        long, env = "UPCARD_PROXY", value_name = "N", value_parser = proxies,
        num_args = 0..=1, default_value = "0", default_missing_value = "1"
    )]
    pub proxy: u8,
    /// The header in which the proxies write them; no other is read
    #[arg(long, env = "UPCARD_PROXY_HEADER", value_parser = proxy_header(), default_value = "x-forwarded-for")]
    pub proxy_header: ProxyHeader,
    /// Do TLS by itself with the certificate in this PEM file, which is read again when it changes
    #[arg(long, env = "UPCARD_TLS_CERT", value_name = "FILE")]
    pub tls_cert: Option<PathBuf>,
    /// The PEM file of the certificate's private key
    #[arg(long, env = "UPCARD_TLS_KEY", value_name = "FILE")]
    pub tls_key: Option<PathBuf>,
    /// The socket for 'upcard admin', which only the owner of the process can open ('none' for none;
    /// default: beside the SQLite file, with '-admin' behind its name)
    #[arg(long, env = "UPCARD_ADMIN", value_name = "SOCKET")]
    pub admin: Option<String>,
    /// Show no metrics at /metrics
    #[arg(long, env = "UPCARD_HIDE_METRICS", value_parser = BoolishValueParser::new())]
    pub hide_metrics: bool,
    /// An OpenTelemetry collector as in http://127.0.0.1:4318, to which traces are sent by OTLP
    #[arg(long, env = "UPCARD_TRACES", value_name = "COLLECTOR", value_parser = quiet(collector))]
    pub traces: Option<String>,
    /// What is logged: error, warn, info, debug or trace
    #[arg(long, env = "UPCARD_LOG", default_value = "info")]
    pub log: Level,
    /// Log as JSON, one object a line
    #[arg(long, env = "UPCARD_LOG_JSON", value_parser = BoolishValueParser::new())]
    pub log_json: bool,
}

impl ServeArgs {
    /// Where the socket for `upcard admin` is.
    fn socket(&self) -> Option<PathBuf> {
        match self.admin.as_deref() {
            Some("none") => None,
            Some(path) => Some(PathBuf::from(path)),
            None => match &self.store {
                StoreAddress::File(path) => {
                    let mut name = path.clone().into_os_string();
                    name.push("-admin");
                    Some(PathBuf::from(name))
                }
                StoreAddress::Memory | StoreAddress::Postgres(_) => None,
            },
        }
    }

    /// Do the settings go together?
    ///
    /// # Errors
    /// What is missing.
    pub(crate) fn check(&self) -> Result<(), String> {
        if self.cluster.is_some() && !matches!(self.store, StoreAddress::Postgres(_)) {
            return Err("--cluster needs a --store that nodes can share: postgres://…".to_owned());
        }
        let (least, most) = (self.bot_delay_least_ms, self.bot_delay_most_ms);
        if least > most {
            return Err(format!(
                "--bot-delay-least-ms {least} is above --bot-delay-most-ms {most}"
            ));
        }
        if let Some(folder) = &self.pages {
            let found = std::fs::metadata(folder);
            let wrong =
                found.map(|found| (!found.is_dir()).then(|| "this is no folder".to_owned()));
            if let Some(why) = wrong.unwrap_or_else(|error| Some(error.to_string())) {
                return Err(format!("--pages {}: {why}", folder.display()));
            }
        }
        match (&self.tls_cert, &self.tls_key) {
            (Some(_), None) => Err("--tls-cert needs --tls-key".to_owned()),
            (None, Some(_)) => Err("--tls-key needs --tls-cert".to_owned()),
            _ => Ok(()),
        }
    }

    /// The settings that these arguments ask for.
    #[must_use]
    pub fn settings(&self) -> Settings {
        let defaults = Settings::default();
        Settings {
            listen: self.listen,
            store: self.store.clone(),
            url: self.url.clone(),
            pages: self.pages.clone(),
            games: self.games.clone(),
            bot_threads: self.bot_threads.unwrap_or(defaults.bot_threads),
            bot_budget: Duration::from_millis(self.bot_budget_ms),
            timing: Timing {
                absent: self.absent_seconds * 1000,
                silent: self.silent_seconds * 1000,
                next_deal: self.next_deal_seconds * 1000,
                bot_least: self.bot_delay_least_ms,
                bot_most: self.bot_delay_most_ms,
                ..Timing::default()
            },
            idle: Duration::from_secs(self.idle_minutes * 60),
            forget: self.forget_days,
            presence: defaults.presence,
            least_free: self.least_free_mib << 20,
            table_quota: self.table_mib << 20,
            guest_quota: self.guest_mib << 20,
            address_quota: self.address_mib << 20,
            stop: defaults.stop,
            tables: self.tables,
            connections: self.connections,
            connections_per_address: self.connections_per_address,
            request_time: Duration::from_secs(self.request_seconds),
            write_time: Duration::from_secs(self.write_seconds),
            tls: self
                .tls_cert
                .clone()
                .zip(self.tls_key.clone())
                .map(|(cert, key)| TlsFiles { cert, key }),
            admin: self.socket(),
            hide_metrics: self.hide_metrics,
            cluster: self.cluster.clone(),
            proxies: Proxies { number: self.proxy, header: self.proxy_header },
        }
    }
}
