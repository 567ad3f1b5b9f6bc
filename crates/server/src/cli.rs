//! `upcard serve`: flags, environment and defaults.

use std::io::IsTerminal;
use std::net::SocketAddr;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::builder::{BoolishValueParser, PossibleValuesParser, TypedValueParser};
use tracing::Level;
use upcard_identity::{Origin, Proxies, ProxyHeader};
use upcard_table::Timing;

use crate::settings::{Forget, Settings};

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

/// Serve tables and the page
#[derive(clap::Args, Clone, Debug)]
pub struct ServeArgs {
    /// Address and port to listen on
    #[arg(long, env = "UPCARD_LISTEN", default_value = "127.0.0.1:8080")]
    pub listen: SocketAddr,
    /// The SQLite file that keeps the tables ('memory' keeps them only while the server runs)
    #[arg(long, env = "UPCARD_STORE", default_value = "upcard.db")]
    pub store: String,
    /// Address by which people reach the server, as in https://cards.example.org; it goes into
    /// links and QR codes (default: taken from each request)
    #[arg(long, env = "UPCARD_URL", value_parser = address)]
    pub url: Option<String>,
    /// Serve the page from this folder, for working on it
    #[arg(long, env = "UPCARD_PAGES")]
    pub pages: Option<PathBuf>,
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
    #[arg(long, env = "UPCARD_BOT_DELAY_MOST_MS", value_parser = within::<u64>(0..=60_000), default_value = "6000")]
    pub bot_delay_most_ms: u64,
    /// Seconds that an absent player is waited for before a bot covers the seat
    #[arg(long, env = "UPCARD_ABSENT_SECONDS", value_parser = within::<u64>(1..=WEEK), default_value = "30")]
    pub absent_seconds: u64,
    /// Seconds after which the next deal begins even if not everybody is ready
    #[arg(long, env = "UPCARD_NEXT_DEAL_SECONDS", value_parser = within::<u64>(1..=WEEK), default_value = "90")]
    pub next_deal_seconds: u64,
    /// Minutes after which a table without visitors leaves the memory (it stays in the store)
    #[arg(long, env = "UPCARD_IDLE_MINUTES", value_parser = within::<u64>(0..=WEEK / 60), default_value = "10")]
    pub idle_minutes: u64,
    /// Days after which a table that nothing happened at is removed from the store, or 'never'
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
    /// What is logged: error, warn, info, debug or trace
    #[arg(long, env = "UPCARD_LOG", default_value = "info")]
    pub log: Level,
    /// Log as JSON, one object a line
    #[arg(long, env = "UPCARD_LOG_JSON", value_parser = BoolishValueParser::new())]
    pub log_json: bool,
}

impl ServeArgs {
    /// The settings that these arguments ask for.
    #[must_use]
    pub fn settings(&self) -> Settings {
        let defaults = Settings::default();
        Settings {
            listen: self.listen,
            store: (self.store != "memory").then(|| PathBuf::from(&self.store)),
            url: self.url.clone(),
            pages: self.pages.clone(),
            bot_threads: self.bot_threads.unwrap_or(defaults.bot_threads),
            bot_budget: Duration::from_millis(self.bot_budget_ms),
            timing: Timing {
                absent: self.absent_seconds * 1000,
                next_deal: self.next_deal_seconds * 1000,
                bot_least: self.bot_delay_least_ms,
                bot_most: self.bot_delay_most_ms,
                ..Timing::default()
            },
            idle: Duration::from_secs(self.idle_minutes * 60),
            forget: self.forget_days,
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
            proxies: Proxies { number: self.proxy, header: self.proxy_header },
        }
    }
}

/// Serves until it is told to stop (Ctrl-C or SIGTERM).
#[must_use]
pub fn run(args: &ServeArgs) -> ExitCode {
    let log = tracing_subscriber::fmt()
        .with_max_level(args.log)
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr);
    // A second subscriber in one process is refused; the first one goes on.
    let _ = if args.log_json { log.json().try_init() } else { log.try_init() };
    std::panic::set_hook(Box::new(log_panic));
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            tracing::error!(%error, "the server cannot run");
            return ExitCode::FAILURE;
        }
    };
    let (stop, stopped) = tokio::sync::oneshot::channel();
    runtime.spawn(signals(stop));
    let done = runtime.block_on(crate::serve(args.settings(), async {
        if stopped.await.is_err() {
            // No signal can come: it is served until the process is killed.
            std::future::pending::<()>().await;
        }
    }));
    // What hangs does not hold up the end.
    runtime.shutdown_background();
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tracing::error!(%error, "the server cannot run");
            ExitCode::FAILURE
        }
    }
}

/// Logs a panic by its place. A message that was put together may hold cards, a fixed one does not.
fn log_panic(panic: &std::panic::PanicHookInfo<'_>) {
    let place = panic.location().map(ToString::to_string);
    let message = panic.payload().downcast_ref::<&'static str>();
    tracing::error!(place, message, "panic");
}

/// The exit code after a second signal, as shells have it for an interrupted program.
const INTERRUPTED: i32 = 130;

/// Waits for Ctrl-C, or SIGTERM where there is one: the first begins the stop, the second ends the
/// process at once.
async fn signals(stop: tokio::sync::oneshot::Sender<()>) {
    let Ok(mut signals) = Signals::listen() else {
        tracing::error!("signals cannot be listened to");
        return;
    };
    signals.next().await;
    // Where nobody waits any more, the server has ended.
    let _ = stop.send(());
    signals.next().await;
    tracing::warn!("told to stop again: ending at once");
    std::process::exit(INTERRUPTED);
}

#[cfg(unix)]
struct Signals {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    fn listen() -> std::io::Result<Signals> {
        use tokio::signal::unix::{SignalKind, signal};
        let interrupt = signal(SignalKind::interrupt())?;
        Ok(Signals { interrupt, terminate: signal(SignalKind::terminate())? })
    }

    async fn next(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}

#[cfg(not(unix))]
struct Signals(tokio::signal::windows::CtrlC);

#[cfg(not(unix))]
impl Signals {
    fn listen() -> std::io::Result<Signals> {
        Ok(Signals(tokio::signal::windows::ctrl_c()?))
    }

    async fn next(&mut self) {
        self.0.recv().await;
    }
}

#[cfg(test)]
mod ranges {
    use clap::{CommandFactory, Parser};

    use super::*;

    #[derive(Parser)]
    struct Program {
        #[command(flatten)]
        serve: ServeArgs,
    }

    fn read(flag: &str, value: &str) -> Result<ServeArgs, String> {
        let read = Program::try_parse_from(["serve", &format!("{flag}={value}")]);
        read.map(|program| program.serve).map_err(|error| error.to_string())
    }

    /// Every flag with a number, with the least and the most that it takes.
    const NUMBERS: [(&str, &str, &str); 18] = [
        ("--bot-threads", "1", "1024"),
        ("--bot-budget-ms", "1", "60000"),
        ("--bot-delay-least-ms", "0", "60000"),
        ("--bot-delay-most-ms", "0", "60000"),
        ("--absent-seconds", "1", "604800"),
        ("--next-deal-seconds", "1", "604800"),
        ("--idle-minutes", "0", "10080"),
        ("--forget-days", "1", "36500"),
        ("--least-free-mib", "0", "1073741824"),
        ("--table-mib", "1", "1024"),
        ("--guest-mib", "1", "1048576"),
        ("--address-mib", "1", "1048576"),
        ("--tables", "1", "10000000"),
        ("--connections", "1", "10000000"),
        ("--connections-per-address", "1", "10000000"),
        ("--request-seconds", "1", "3600"),
        ("--write-seconds", "1", "3600"),
        ("--proxy", "0", "16"),
    ];

    #[test]
    fn numbers_have_ranges_and_an_error_names_flag_and_range() {
        for (flag, least, most) in NUMBERS {
            for fine in [least, most] {
                let settings = read(flag, fine).unwrap().settings();
                // What is made of it does not overflow.
                let _ = std::time::Instant::now() + settings.idle + settings.bot_budget;
            }
            let above = most.parse::<u64>().unwrap() + 1;
            let (above, most64) = (above.to_string(), u64::MAX.to_string());
            let wrong =
                [&above, &most64, "99999999999999999999999", "-1", "1.5", "", "many", "1e3"];
            for wrong in wrong {
                let error = read(flag, wrong).unwrap_err();
                assert!(error.contains(flag), "{flag}={wrong}: {error}");
                let range = format!("from {} to {most}", if least == "0" { "0" } else { "1" });
                assert!(error.contains(&range) || wrong.is_empty(), "{flag}={wrong}: {error}");
            }
            if least == "1" {
                assert!(read(flag, "0").unwrap_err().contains(flag));
            }
        }
    }

    #[test]
    fn every_flag_with_a_number_is_listed_here() {
        for flag in Program::command().get_arguments() {
            let Some(default) = flag.get_default_values().first().and_then(|d| d.to_str()) else {
                continue;
            };
            let name = format!("--{}", flag.get_long().unwrap_or_default());
            let listed = NUMBERS.iter().any(|(flag, ..)| *flag == name);
            assert!(listed || default.parse::<u64>().is_err(), "{name} has no range");
        }
    }

    #[test]
    fn never_is_a_word_and_no_days_are_refused() {
        assert_eq!(read("--forget-days", "never").unwrap().forget_days, Forget::Never);
        assert_eq!(read("--forget-days", "1").unwrap().forget_days, Forget::After(1));
        let error = read("--forget-days", "0").unwrap_err();
        assert!(
            error.contains("0 would remove every table; say 'never' to remove none"),
            "{error}"
        );
        assert!(error.contains("--forget-days"), "{error}");
    }
}

#[cfg(test)]
mod words {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Program {
        #[command(flatten)]
        serve: ServeArgs,
    }

    fn read(flags: &[&str]) -> Result<ServeArgs, String> {
        let flags = std::iter::once("serve").chain(flags.iter().copied());
        Program::try_parse_from(flags).map(|p| p.serve).map_err(|error| error.to_string())
    }

    #[test]
    fn every_flag_is_in_the_page_for_hosts() {
        let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/operations.md");
        let page = std::fs::read_to_string(page).unwrap();
        for flag in <Program as clap::CommandFactory>::command().get_arguments() {
            let Some(name) = flag.get_long().filter(|name| *name != "help") else { continue };
            let variable = flag.get_env().and_then(|name| name.to_str()).unwrap_or("none");
            let row = format!("| `--{name}` | `{variable}` | ");
            let row = page.lines().find_map(|line| line.strip_prefix(&row));
            let row = row.unwrap_or_else(|| panic!("--{name} has no row with {variable}"));
            let said = row.split('|').next().unwrap_or("").trim().trim_matches('`');
            if let Some(default) = flag.get_default_values().first().and_then(|d| d.to_str()) {
                let same = said == default || (default == "false" && said == "off");
                assert!(same, "--{name}: the page says {said}, the program {default}");
            }
        }
    }

    #[test]
    fn proxies_are_counted() {
        for (flags, proxies) in [
            (&[][..], 0),
            (&["--proxy"], 1),
            (&["--proxy", "--log-json"], 1),
            (&["--proxy", "2"], 2),
            (&["--proxy=16"], 16),
            (&["--proxy=true"], 1),
            (&["--proxy=off"], 0),
        ] {
            assert_eq!(read(flags).unwrap().proxy, proxies, "{flags:?}");
        }
        for wrong in ["--proxy=17", "--proxy=-1", "--proxy=many", "--proxy=999999999999"] {
            let error = read(&[wrong]).unwrap_err();
            assert!(error.contains("--proxy") && error.contains("0 to 16"), "{error}");
        }
        let header = read(&["--proxy-header", "forwarded"]).unwrap().proxy_header;
        assert_eq!(header, ProxyHeader::Forwarded);
    }

    #[test]
    fn the_address_has_no_path() {
        for (url, read_as) in [
            ("https://cards.example.org", "https://cards.example.org"),
            ("https://cards.example.org/", "https://cards.example.org"),
            ("http://[::1]:8080", "http://[::1]:8080"),
        ] {
            assert_eq!(read(&["--url", url]).unwrap().url.as_deref(), Some(read_as));
        }
        for wrong in ["cards.example.org", "https://a.example/cards", "ftp://a.example", "https://"]
        {
            let error = read(&["--url", wrong]).unwrap_err();
            assert!(error.contains("--url") && error.contains("no path"), "{error}");
        }
    }
}
