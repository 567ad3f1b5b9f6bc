//! What a server carries: `cargo bench -p upcard-server --bench load`.
//!
//! The server is a process of its own with a real file; people are sockets of this process. Printed
//! are durable moves told to four seats, memory for connections and tables, and the time from an
//! action to the event at all seats. `-- --help` names the numbers that can be changed.

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

/// What a server carries, with the server as a process of its own
#[derive(Parser)]
struct Arguments {
    /// Tables with four people each
    #[arg(long, default_value_t = 1000)]
    tables: usize,
    /// Idle connections, for their memory
    #[arg(long, default_value_t = 4000)]
    idle: usize,
    /// Seconds of each measurement
    #[arg(long, default_value_t = 10)]
    seconds: u64,
    /// Measurements of each kind
    #[arg(long, default_value_t = 3)]
    rounds: usize,
    /// Moves a minute at each table, where the time to tell them is measured
    #[arg(long, default_value_t = 30)]
    pace: u32,
    /// Keep the tables in this PostgreSQL database instead of a file
    #[arg(long)]
    store: Option<String>,
    /// Two nodes with this NATS server between them: one has the tables, people connect to the other
    #[arg(long, requires = "store")]
    cluster: Option<String>,
    /// People speak JSON instead of bytes, which the page speaks
    #[arg(long)]
    json: bool,
    /// Run the server under this program, such as 'valgrind --tool=callgrind': where its time goes
    #[arg(long)]
    under: Option<String>,
    /// Given by `cargo bench`
    #[arg(long, hide = true)]
    bench: bool,
}

/// People who look on at a table; it takes 60 of them.
const VISITORS: usize = 50;

type Failure = Box<dyn std::error::Error + Send + Sync>;

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let arguments = Arguments::parse();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    println!(
        "{} tables with four people each, contract-rummy, {cores} cores for the server and its \
         people together; least – median – most of {} measurements of {} s",
        arguments.tables, arguments.rounds, arguments.seconds
    );
    let (store, cluster) = (arguments.store.as_deref(), arguments.cluster.as_deref());
    let under = arguments.under.as_deref();
    let place = Place { store, cluster, json: arguments.json, under };
    // Each part has a server of its own: what one leaves behind must not serve the next.
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
    // Every table is in the middle of a deal before anything is measured.
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
    row("memory that each table leaves behind when all have gone", "KiB", &[kib]);
    Ok(())
}

/// The memory of connections that only look on.
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

/// One table plays for a while and leaves: what all tables share is in memory then.
async fn warm_up(server: &Server) -> Result<(), Failure> {
    let (id, host) = server.open(0).await?;
    let party = Party::sit_down(server, &id, &host, 0).await?;
    let over = Arc::new(AtomicBool::new(false));
    // No faster than one connection may speak.
    let pace = Arc::new(Pace::default());
    pace.moves_a_minute(600);
    let playing = tokio::spawn(party.play(Arc::default(), pace, over.clone()));
    tokio::time::sleep(Duration::from_secs(2)).await;
    over.store(true, Ordering::Relaxed);
    playing.abort();
    // It ends in the middle of a move.
    let _ = playing.await;
    server.empty().await?;
    tokio::time::sleep(Duration::from_secs(2)).await;
    Ok(())
}

/// Tables whose four people have sat down and begun to play, and the server's memory before.
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

/// Prints the least, the median and the most.
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
