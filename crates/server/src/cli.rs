//! `upcard serve`: flags, environment and defaults.

use std::io::IsTerminal;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use tracing::Level;
use upcard_table::Timing;

use crate::settings::Settings;

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
    #[arg(long, env = "UPCARD_URL")]
    pub url: Option<String>,
    /// Serve the page from this folder, for working on it
    #[arg(long, env = "UPCARD_PAGES")]
    pub pages: Option<PathBuf>,
    /// Bots that think at the same time (default: one for each core)
    #[arg(long, env = "UPCARD_BOT_THREADS")]
    pub bot_threads: Option<usize>,
    /// Milliseconds that a searching bot may think about an answer
    #[arg(long, env = "UPCARD_BOT_BUDGET_MS", default_value_t = 100)]
    pub bot_budget_ms: u64,
    /// Milliseconds after which a bot answers at the earliest
    #[arg(long, env = "UPCARD_BOT_DELAY_LEAST_MS", default_value_t = 600)]
    pub bot_delay_least_ms: u64,
    /// Milliseconds after which a bot answers at the latest, if it is not still thinking
    #[arg(long, env = "UPCARD_BOT_DELAY_MOST_MS", default_value_t = 1600)]
    pub bot_delay_most_ms: u64,
    /// Seconds that an absent player is waited for before a bot covers the seat
    #[arg(long, env = "UPCARD_ABSENT_SECONDS", default_value_t = 30)]
    pub absent_seconds: u64,
    /// Seconds after which the next deal begins even if not everybody is ready
    #[arg(long, env = "UPCARD_NEXT_DEAL_SECONDS", default_value_t = 90)]
    pub next_deal_seconds: u64,
    /// Minutes after which a table without visitors leaves the memory (it stays in the store)
    #[arg(long, env = "UPCARD_IDLE_MINUTES", default_value_t = 10)]
    pub idle_minutes: u64,
    /// Days after which a table that nothing happened at is removed from the store
    #[arg(long, env = "UPCARD_FORGET_DAYS", default_value_t = 180)]
    pub forget_days: u64,
    /// Most tables in memory
    #[arg(long, env = "UPCARD_TABLES", default_value_t = 10_000)]
    pub tables: usize,
    /// Most connections
    #[arg(long, env = "UPCARD_CONNECTIONS", default_value_t = 20_000)]
    pub connections: usize,
    /// Most connections from one address (an IPv6 network of 64 bits counts as one)
    #[arg(long, env = "UPCARD_CONNECTIONS_PER_ADDRESS", default_value_t = 200)]
    pub connections_per_address: usize,
    /// A proxy in front writes X-Forwarded-For: take people's addresses from there
    #[arg(long, env = "UPCARD_PROXY")]
    pub proxy: bool,
    /// What is logged: error, warn, info, debug or trace
    #[arg(long, env = "UPCARD_LOG", default_value = "info")]
    pub log: Level,
    /// Log as JSON, one object a line
    #[arg(long, env = "UPCARD_LOG_JSON")]
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
            url: self.url.as_ref().map(|url| url.trim_end_matches('/').to_owned()),
            pages: self.pages.clone(),
            bot_threads: self.bot_threads.unwrap_or(defaults.bot_threads).max(1),
            bot_budget: Duration::from_millis(self.bot_budget_ms),
            timing: Timing {
                absent: self.absent_seconds.saturating_mul(1000),
                next_deal: self.next_deal_seconds.saturating_mul(1000),
                bot_least: self.bot_delay_least_ms,
                bot_most: self.bot_delay_most_ms,
                ..Timing::default()
            },
            idle: Duration::from_secs(self.idle_minutes.saturating_mul(60)),
            forget: Duration::from_secs(self.forget_days.saturating_mul(24 * 3600)),
            tables: self.tables,
            connections: self.connections,
            connections_per_address: self.connections_per_address,
            proxy: self.proxy,
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
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let done = match runtime {
        Ok(runtime) => runtime.block_on(crate::serve(args.settings(), crate::app::told_to_stop())),
        Err(error) => Err(crate::ServeError::Io(error)),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tracing::error!(%error, "the server cannot run");
            ExitCode::FAILURE
        }
    }
}
