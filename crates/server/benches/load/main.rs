//! Load benchmark of the server: `cargo bench -p upcard-server --bench load`.
//!
//! The server is a separate process with a real file; the players are sockets of this process. Prints durable
//! moves delivered to four seats, memory per connection and per table, and the latency from an action to its
//! event at all seats. `-- --help` lists the parameters.

#[path = "../../tests/server/http.rs"]
mod http;
mod people;
mod process;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use clap::Parser;
use people::{Counted, Pace, Party};
use process::{Place, Server};
use tokio::task::JoinSet;

/// Measure the load that a server carries, as a separate process
#[derive(Parser)]
struct Arguments {
    /// Number of tables with four players each
    #[arg(long, default_value_t = 1000)]
    tables: usize,
    /// Number of idle connections, to measure their memory
    #[arg(long, default_value_t = 4000)]
    idle: usize,
    /// Duration of each measurement in seconds
    #[arg(long, default_value_t = 10)]
    seconds: u64,
    /// Number of measurements of each kind
    #[arg(long, default_value_t = 3)]
    rounds: usize,
    /// Moves per minute at each table when measuring latency
    #[arg(long, default_value_t = 30)]
    pace: u32,
    /// Use this PostgreSQL database instead of a file
    #[arg(long)]
    store: Option<String>,
    /// Run two nodes connected by this NATS server: one holds the tables, players connect to the other
    #[arg(long, requires = "store")]
    cluster: Option<String>,
    /// Let players use JSON instead of the binary encoding that the page uses
    #[arg(long)]
    json: bool,
    /// Run the server under this program, such as 'valgrind --tool=callgrind', to profile it
    #[arg(long)]
    under: Option<String>,
    /// Passed by `cargo bench`
    #[arg(long, hide = true)]
    bench: bool,
}

/// Spectators per table, below the limit of 60.
const VISITORS: usize = 50;

type Failure = Box<dyn std::error::Error + Send + Sync>;

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let arguments = Arguments::parse();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    println!(
        "{} tables with four people each, contract-rummy, {cores} cores for the server and its people \
         together; minimum – median – maximum of {} measurements of {} s",
        arguments.tables, arguments.rounds, arguments.seconds
    );
    let (store, cluster) = (arguments.store.as_deref(), arguments.cluster.as_deref());
    let under = arguments.under.as_deref();
    let place = Place { store, cluster, json: arguments.json, under };
    // Each part uses a fresh server, so that memory left behind by one does not benefit the next.
    if arguments.idle > 0 {
        idle(&Server::start(&place).await?, arguments.idle).await?;
    }
    let server = Server::start(&place).await?;
    let (parties, before) = gather(&server, arguments.tables).await?;
    let each = |memory: f64| (memory - before) / arguments.tables as f64;
    let kib = each(server.memory()?);
    let counted = Arc::new(Counted::default());
    let pace = Arc::new(Pace::default());
    let over = Arc::new(AtomicBool::new(false));
    let mut tasks = JoinSet::new();
    for party in parties {
        tasks.spawn(party.play(counted.clone(), pace.clone(), over.clone()));
    }
    // By then every table is in the middle of a deal.
    tokio::time::sleep(Duration::from_secs(3)).await;
    row("memory per table with four seats, connections included, at its start", "KiB", &[kib]);
    let mut moves = Vec::new();
    let mut load = Vec::new();
    let mut plain = Vec::new();
    for _ in 0..arguments.rounds {
        let (before, spent, began) = (counted.moves(), server.cpu()?, Instant::now());
        tokio::time::sleep(Duration::from_secs(arguments.seconds)).await;
        let seconds = began.elapsed().as_secs_f64();
        let (done, cpu) = ((counted.moves() - before) as f64, server.cpu()? - spent);
        plain.push(done / seconds);
        load.push(cpu / seconds);
        moves.push(done / cpu);
    }
    row("durable moves told to four seats", "/s", &plain);
    row("  the server's share of the cores", "cores", &load);
    row("durable moves told to four seats, per second of a server's core", "/s", &moves);
    let kib = each(server.memory()?);
    row("memory per table with four seats, connections included, after this", "KiB", &[kib]);
    pace.moves_a_minute(arguments.pace);
    tokio::time::sleep(Duration::from_secs(3)).await;
    let (mut half, mut most) = (Vec::new(), Vec::new());
    let mut moves_timed = AtomicU64::new(0);
    for _ in 0..arguments.rounds {
        counted.forget_times();
        tokio::time::sleep(Duration::from_secs(arguments.seconds)).await;
        let mut times = counted.times();
        *moves_timed.get_mut() += times.len() as u64;
        times.sort_unstable();
        let at = |part: f64| {
            let index = ((times.len() as f64 * part) as usize).min(times.len().saturating_sub(1));
            times.get(index).map_or(f64::NAN, |time| time.as_secs_f64() * 1000.0)
        };
        half.push(at(0.5));
        most.push(at(0.99));
    }
    row("from an action to its event at all four seats, median", "ms", &half);
    row("from an action to its event at all four seats, 99 in 100", "ms", &most);
    println!("{} moves were timed, {} a minute and table", moves_timed.get_mut(), arguments.pace);
    over.store(true, Ordering::Relaxed);
    tasks.abort_all();
    while tasks.join_next().await.is_some() {}
    let refused = counted.refused();
    println!("{} moves in all, {refused} refused or late", counted.moves());
    server.empty().await?;
    tokio::time::sleep(Duration::from_secs(3)).await;
    let kib = each(server.memory()?);
    row("memory left behind per table after all have left", "KiB", &[kib]);
    Ok(())
}

/// Measures the memory of idle spectator connections.
async fn idle(server: &Server, connections: usize) -> Result<(), Failure> {
    let before = server.memory()?;
    let mut sockets = Vec::new();
    for table in 0..connections.div_ceil(VISITORS) {
        let (id, _) = server.open(table).await?;
        for _ in 0..VISITORS.min(connections - sockets.len()) {
            sockets.push(people::spectator(server, &id).await?);
        }
    }
    tokio::time::sleep(Duration::from_secs(2)).await;
    let kib = (server.memory()? - before) / sockets.len() as f64;
    row("memory per idle connection", "KiB", &[kib]);
    Ok(())
}

/// Plays at one table for a while, so that memory shared by all tables is allocated.
async fn warm_up(server: &Server) -> Result<(), Failure> {
    let (id, host) = server.open(0).await?;
    let party = Party::sit_down(server, &id, &host, 0).await?;
    let over = Arc::new(AtomicBool::new(false));
    // Stay below the rate limit of one connection.
    let pace = Arc::new(Pace::default());
    pace.moves_a_minute(600);
    let playing = tokio::spawn(party.play(Arc::default(), pace, over.clone()));
    tokio::time::sleep(Duration::from_secs(2)).await;
    over.store(true, Ordering::Relaxed);
    playing.abort();
    // The task was aborted in the middle of a move.
    let _ = playing.await;
    server.empty().await?;
    tokio::time::sleep(Duration::from_secs(2)).await;
    Ok(())
}

/// Opens tables with four players each and starts the matches; also returns the server's memory before.
async fn gather(server: &Server, tables: usize) -> Result<(Vec<Party>, f64), Failure> {
    warm_up(server).await?;
    let before = server.memory()?;
    let mut parties = Vec::new();
    for table in 0..tables {
        let (id, host) = server.open(1000 + table).await?;
        parties.push(Party::sit_down(server, &id, &host, table as u64).await?);
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    Ok((parties, before))
}

/// Prints minimum, median and maximum.
fn row(what: &str, unit: &str, measured: &[f64]) {
    let mut sorted = measured.to_vec();
    sorted.sort_by(f64::total_cmp);
    let (Some(least), Some(most)) = (sorted.first(), sorted.last()) else { return };
    let median = sorted[sorted.len() / 2];
    if sorted.len() == 1 {
        println!("{what:<72} {median:>10.2} {unit}");
    } else {
        println!("{what:<72} {least:>10.2} – {median:.2} – {most:.2} {unit}");
    }
}
