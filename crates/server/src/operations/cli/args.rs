//! Flags of `upcard serve`, their ranges and help texts.

use std::net::SocketAddr;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::builder::{BoolishValueParser, PossibleValuesParser, TypedValueParser};
use tracing::Level;
use upcard_identity::{Origin, Proxies, ProxyHeader};
use upcard_table::Timing;

use super::redaction::redacting;
use crate::operations::settings::{Forget, Settings, StoreAddress};
use crate::operations::tls::TlsFiles;

const WEEK: u64 = 7 * 24 * 3600;

/// Parser for an integer within a range, which errors name.
fn in_range<T: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        let number = number.and_then(|number| T::try_from(number).ok());
        number.ok_or_else(|| {
            format!("expected a whole number from {} to {}", range.start(), range.end())
        })
    }
}

const MAX_PROXIES: u8 = 16;

/// Parses a number of proxies, or a boolean word for one or none.
fn proxies(text: &str) -> Result<u8, String> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "t" | "yes" | "y" | "on" => Ok(1),
        "false" | "f" | "no" | "n" | "off" => Ok(0),
        number => number
            .parse()
            .ok()
            .filter(|number| *number <= MAX_PROXIES)
            .ok_or_else(|| format!("expected a number from 0 to {MAX_PROXIES}, yes or no")),
    }
}

/// Parser for the proxy header, listing both names in the help.
fn proxy_header() -> impl TypedValueParser<Value = ProxyHeader> {
    PossibleValuesParser::new(ProxyHeader::ALL.map(ProxyHeader::name)).map(|name| {
        // No other name is passed on.
        ProxyHeader::ALL.into_iter().find(|header| header.name() == name).unwrap_or_default()
    })
}

/// Parses the address of a server; removes a trailing slash.
fn address(text: &str) -> Result<String, String> {
    let text = text.trim_end_matches('/');
    match Origin::parse(text) {
        Some(_) => Ok(text.to_owned()),
        None => Err("expected http:// or https://, a host, an optional port and no path".into()),
    }
}

/// Returns `true` if this is a valid NATS address.
#[cfg(feature = "nodes")]
fn is_address(text: &str) -> bool {
    text.parse::<async_nats::ServerAddr>().is_ok()
}

/// Without NATS support any address passes; connecting fails instead.
#[cfg(not(feature = "nodes"))]
fn is_address(_: &str) -> bool {
    true
}

/// Parses one or several NATS addresses, separated by commas.
fn nats_servers(text: &str) -> Result<String, String> {
    let readable = |one: &str| !one.is_empty() && is_address(one);
    if text.split(',').all(readable) {
        Ok(text.to_owned())
    } else {
        // Avoid the word 'password' here: `without_passwords` would cut the line.
        Err("expected an address with nats:// or tls:// and a host".into())
    }
}

/// Parses the address of a collector. It should run on this machine or network, and forward over TLS.
fn collector(text: &str) -> Result<String, String> {
    match address(text) {
        Ok(address) if address.starts_with("http://") => Ok(address),
        _ => Err("expected http://, a host, an optional port and no path".into()),
    }
}

/// Serve tables and the page
#[derive(clap::Args, Clone, Debug)]
pub struct ServeArgs {
    /// TOML file with settings named like these flags; flags and environment take precedence
    #[arg(long, env = "UPCARD_CONFIG", value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Address and port to listen on
    #[arg(long, env = "UPCARD_LISTEN", default_value = "127.0.0.1:8080")]
    pub listen: SocketAddr,
    /// SQLite file for the tables, or a PostgreSQL database such as postgres://user:password@host/database
    /// ('memory' keeps tables only while the server runs)
    #[arg(
        long, env = "UPCARD_STORE", default_value = "upcard.db", hide_env_values = true,
        value_parser = redacting(StoreAddress::from_str)
    )]
    pub store: StoreAddress,
    /// NATS server such as nats://user:password@host: run as one of several nodes that share the PostgreSQL
    /// database and communicate through NATS
    #[arg(
        long, env = "UPCARD_CLUSTER", value_name = "NATS", hide_env_values = true,
        value_parser = redacting(nats_servers)
    )]
    pub cluster: Option<String>,
    /// Public address of the server, such as https://cards.example.org, for links and QR codes (default:
    /// taken from each request)
    #[arg(long, env = "UPCARD_URL", value_parser = redacting(address))]
    pub url: Option<String>,
    /// Serve the page from this folder, for development
    #[arg(long, env = "UPCARD_PAGES")]
    pub pages: Option<PathBuf>,
    /// Also offer the games in this folder: house.toml is the game 'house'
    #[arg(long, env = "UPCARD_GAMES", value_name = "FOLDER")]
    pub games: Option<PathBuf>,
    /// Number of bots that think concurrently (default: one per core)
    #[arg(long, env = "UPCARD_BOT_THREADS", value_parser = in_range::<usize>(1..=1024))]
    pub bot_threads: Option<usize>,
    /// Thinking time of a searching bot per decision, in milliseconds
    #[arg(long, env = "UPCARD_BOT_BUDGET_MS", value_parser = in_range::<u64>(1..=60_000), default_value = "100")]
    pub bot_budget_ms: u64,
    /// Minimum delay of a bot's action in milliseconds, at any pace
    #[arg(long, env = "UPCARD_BOT_DELAY_LEAST_MS", value_parser = in_range::<u64>(0..=60_000), default_value = "300")]
    pub bot_delay_least_ms: u64,
    /// Maximum delay of a bot's action in milliseconds, at any pace, unless it is still thinking
    #[arg(long, env = "UPCARD_BOT_DELAY_MOST_MS", value_parser = in_range::<u64>(0..=60_000), default_value = "12000")]
    pub bot_delay_most_ms: u64,
    /// Seconds before a bot takes over for an absent player
    #[arg(long, env = "UPCARD_ABSENT_SECONDS", value_parser = in_range::<u64>(1..=WEEK), default_value = "30")]
    pub absent_seconds: u64,
    /// Seconds before a player who is present but does not act is reported to the table
    #[arg(long, env = "UPCARD_SILENT_SECONDS", value_parser = in_range::<u64>(1..=WEEK), default_value = "120")]
    pub silent_seconds: u64,
    /// Seconds before the next deal begins even if not everyone is ready
    #[arg(long, env = "UPCARD_NEXT_DEAL_SECONDS", value_parser = in_range::<u64>(1..=WEEK), default_value = "90")]
    pub next_deal_seconds: u64,
    /// Minutes before a table without visitors is unloaded from memory (it stays in the store)
    #[arg(long, env = "UPCARD_IDLE_MINUTES", value_parser = in_range::<u64>(0..=WEEK / 60), default_value = "10")]
    pub idle_minutes: u64,
    /// Days before a table without activity or visitors is removed from the store, or 'never'
    #[arg(long, env = "UPCARD_FORGET_DAYS", default_value = "180")]
    pub forget_days: Forget,
    /// Minimum free disk space of the store in MiB; below it no tables are opened, and /health reports it (0
    /// disables this)
    #[arg(long, env = "UPCARD_LEAST_FREE_MIB", value_parser = in_range::<u64>(0..=1 << 30), default_value = "64")]
    pub least_free_mib: u64,
    /// Storage limit per table in MiB; beyond it no new match begins, but a running one can be finished
    #[arg(long, env = "UPCARD_TABLE_MIB", value_parser = in_range::<u64>(1..=1024), default_value = "16")]
    pub table_mib: u64,
    /// Storage limit per person and day in MiB
    #[arg(long, env = "UPCARD_GUEST_MIB", value_parser = in_range::<u64>(1..=1 << 20), default_value = "32")]
    pub guest_mib: u64,
    /// Storage limit per address and day in MiB
    #[arg(long, env = "UPCARD_ADDRESS_MIB", value_parser = in_range::<u64>(1..=1 << 20), default_value = "512")]
    pub address_mib: u64,
    /// Maximum number of tables in memory
    #[arg(long, env = "UPCARD_TABLES", value_parser = in_range::<usize>(1..=10_000_000), default_value = "10000")]
    pub tables: usize,
    /// Maximum number of connections
    #[arg(long, env = "UPCARD_CONNECTIONS", value_parser = in_range::<usize>(1..=10_000_000), default_value = "20000")]
    pub connections: usize,
    /// Maximum number of connections per address (an IPv6 network of 64 bits counts as one)
    #[arg(long, env = "UPCARD_CONNECTIONS_PER_ADDRESS", value_parser = in_range::<usize>(1..=10_000_000), default_value = "200")]
    pub connections_per_address: usize,
    /// Timeout for the head of a request, and again for its body, in seconds
    #[arg(long, env = "UPCARD_REQUEST_SECONDS", value_parser = in_range::<u64>(1..=3600), default_value = "10")]
    pub request_seconds: u64,
    /// Seconds before a connection that accepts no data is closed
    #[arg(long, env = "UPCARD_WRITE_SECONDS", value_parser = in_range::<u64>(1..=3600), default_value = "10")]
    pub write_seconds: u64,
    /// Number of trusted proxies in front, 1 if no number is given: take client addresses from their header
    #[arg(
        long, env = "UPCARD_PROXY", value_name = "N", value_parser = proxies,
        num_args = 0..=1, default_value = "0", default_missing_value = "1"
    )]
    pub proxy: u8,
    /// Header in which the proxies name the client; no other is read
    #[arg(long, env = "UPCARD_PROXY_HEADER", value_parser = proxy_header(), default_value = "x-forwarded-for")]
    pub proxy_header: ProxyHeader,
    /// Serve TLS with the certificate in this PEM file, which is reloaded when it changes
    #[arg(long, env = "UPCARD_TLS_CERT", value_name = "FILE")]
    pub tls_cert: Option<PathBuf>,
    /// PEM file with the private key of the certificate
    #[arg(long, env = "UPCARD_TLS_KEY", value_name = "FILE")]
    pub tls_key: Option<PathBuf>,
    /// Socket for 'upcard admin', accessible only to the owner of the process ('none' for none; default: the
    /// SQLite file with '-admin' appended)
    #[arg(long, env = "UPCARD_ADMIN", value_name = "SOCKET")]
    pub admin: Option<String>,
    /// Do not serve metrics at /metrics
    #[arg(long, env = "UPCARD_HIDE_METRICS", value_parser = BoolishValueParser::new())]
    pub hide_metrics: bool,
    /// OpenTelemetry collector for traces over OTLP, such as http://127.0.0.1:4318
    #[arg(long, env = "UPCARD_TRACES", value_name = "COLLECTOR", value_parser = redacting(collector))]
    pub traces: Option<String>,
    /// Log level: error, warn, info, debug or trace
    #[arg(long, env = "UPCARD_LOG", default_value = "info")]
    pub log: Level,
    /// Log as JSON, one object per line
    #[arg(long, env = "UPCARD_LOG_JSON", value_parser = BoolishValueParser::new())]
    pub log_json: bool,
}

impl ServeArgs {
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

    /// Checks that the settings are consistent; the error names the conflict.
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
                found.map(|found| (!found.is_dir()).then(|| "this is not a folder".to_owned()));
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

    /// Converts the arguments to settings.
    #[must_use]
    pub fn settings(&self) -> Settings {
        let defaults = Settings::default();
        let tls_files = self.tls_cert.clone().zip(self.tls_key.clone());
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
                min_bot_delay: self.bot_delay_least_ms,
                max_bot_delay: self.bot_delay_most_ms,
                ..Timing::default()
            },
            idle: Duration::from_secs(self.idle_minutes * 60),
            forget: self.forget_days,
            min_free: self.least_free_mib << 20,
            table_quota: self.table_mib << 20,
            guest_quota: self.guest_mib << 20,
            address_quota: self.address_mib << 20,
            tables: self.tables,
            connections: self.connections,
            connections_per_address: self.connections_per_address,
            request_timeout: Duration::from_secs(self.request_seconds),
            write_timeout: Duration::from_secs(self.write_seconds),
            tls: tls_files.map(|(cert, key)| TlsFiles { cert, key }),
            admin: self.socket(),
            hide_metrics: self.hide_metrics,
            cluster: self.cluster.clone(),
            proxies: Proxies { number: self.proxy, header: self.proxy_header },
            ..defaults
        }
    }
}
