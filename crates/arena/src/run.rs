//! Running a tournament: clusters in parallel, progress, interruption, going on from a file.

use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use upcard_engine::Rules;
use upcard_engine::choices::Winner;

use crate::exchange::{mix, play};
use crate::options::{ArenaError, Options};
use crate::report::{Cluster, Report, rows};
use crate::seating::{distinct, seatings};

/// Plays a tournament. Once `stop` is set, what has been finished is reported.
///
/// # Errors
/// A rule set, a seating or a file that is wrong.
pub fn run(options: &Options, stop: &AtomicBool) -> Result<Report, ArenaError> {
    let rules = options.rules()?;
    let seats = rules.players as usize;
    let seatings = seatings(options.bots.len(), seats)?;
    let names: Vec<String> = options.bots.iter().map(ToString::to_string).collect();
    let (names, places) = distinct(&names);
    let total = options.matches.div_ceil(seatings.len() as u64).max(1);
    let mut done = BTreeMap::new();
    let mut file = None;
    if let Some(path) = &options.resume {
        let head = head(options, &rules);
        done = read(path, &head)?;
        done.retain(|index, _| *index < total);
        let new = done.is_empty();
        let mut open = OpenOptions::new()
            .create(true)
            .append(true)
            .open(path)
            .map_err(|source| ArenaError::File { path: path.display().to_string(), source })?;
        if new && std::fs::metadata(path).is_ok_and(|m| m.len() == 0) {
            write(&mut open, path, &head)?;
        }
        file = Some(Mutex::new(open));
    }
    let bar = if options.progress {
        let style = ProgressStyle::with_template("{bar:40} {pos}/{len} clusters, {eta} left");
        ProgressBar::new(total).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
    } else {
        ProgressBar::hidden()
    };
    bar.set_position(done.len() as u64);
    let mut pool = rayon::ThreadPoolBuilder::new();
    if let Some(threads) = options.threads {
        pool = pool.num_threads(threads);
    }
    let pool = pool.build().map_err(|e| ArenaError::Threads(e.to_string()))?;
    let open: Vec<u64> = (0..total).filter(|index| !done.contains_key(index)).collect();
    let fresh: Result<Vec<Option<Cluster>>, ArenaError> = pool.install(|| {
        open.par_iter()
            .with_max_len(1)
            .map(|&index| {
                if stop.load(Ordering::Relaxed) {
                    return Ok(None);
                }
                let cluster = cluster(options, &rules, &seatings, &places, names.len(), index);
                if let (Some(file), Some(path)) = (&file, &options.resume)
                    && let Ok(mut file) = file.lock()
                {
                    let line = serde_json::to_string(&cluster).unwrap_or_default();
                    write(&mut file, path, &line)?;
                }
                bar.inc(1);
                Ok(Some(cluster))
            })
            .collect()
    });
    bar.finish_and_clear();
    done.extend(fresh?.into_iter().flatten().map(|cluster| (cluster.index, cluster)));
    let clusters: Vec<Cluster> = done.into_values().collect();
    let (bots, pairs) = rows(&names, &clusters);
    Ok(Report {
        game: rules.set.id.clone(),
        players: rules.players,
        seed: options.seed,
        matches: clusters.iter().map(|c| u64::from(c.matches)).sum(),
        clusters: clusters.len() as u64,
        interrupted: (clusters.len() as u64) < total,
        bots,
        pairs,
    })
}

fn cluster(
    options: &Options,
    rules: &Arc<Rules>,
    seatings: &[Vec<usize>],
    places: &[usize],
    names: usize,
    index: u64,
) -> Cluster {
    let zeros = vec![0.0; names];
    let mut sum = Cluster {
        index,
        matches: seatings.len() as u32,
        seats: zeros.clone(),
        wins: zeros.clone(),
        points: zeros.clone(),
        deals: zeros.clone(),
        decisions: zeros.clone(),
        millis: zeros.clone(),
        beaten: vec![zeros; names],
        faults: Vec::new(),
    };
    let low = rules.set.choices.matching.winner == Winner::Lowest;
    for (turn, seating) in seatings.iter().enumerate() {
        let contestants: Vec<_> = seating.iter().map(|&bot| &options.bots[bot]).collect();
        let seed = mix(&[options.seed, turn as u64]);
        let deals = mix(&[options.seed, index]);
        let played = play(rules, deals, &contestants, seed, options.thinking, options.patience);
        let who: Vec<usize> = seating.iter().map(|&bot| places[bot]).collect();
        for (seat, &bot) in who.iter().enumerate() {
            sum.seats[bot] += 1.0;
            sum.wins[bot] += played.wins[seat];
            sum.points[bot] += f64::from(played.scores[seat]);
            sum.deals[bot] += f64::from(played.deals);
            sum.decisions[bot] += played.decisions[seat] as f64;
            sum.millis[bot] += played.millis[seat];
            if let Some(fault) = &played.faults[seat] {
                sum.faults.push((bot, fault.clone()));
            }
            for (other, &rival) in who.iter().enumerate().filter(|(_, r)| **r != bot) {
                let key = |s: usize| {
                    let score = if low { played.scores[s] } else { -played.scores[s] };
                    (played.faults[s].is_some(), score)
                };
                sum.beaten[bot][rival] += match key(seat).cmp(&key(other)) {
                    std::cmp::Ordering::Less => 1.0,
                    std::cmp::Ordering::Equal => 0.5,
                    std::cmp::Ordering::Greater => 0.0,
                };
            }
        }
    }
    sum
}

/// The first line of a file of clusters: what the tournament is.
fn head(options: &Options, rules: &Rules) -> String {
    let bots: Vec<String> = options.bots.iter().map(ToString::to_string).collect();
    let set: Vec<String> =
        options.set.iter().map(|(path, value)| format!("{path}={value}")).collect();
    serde_json::json!({
        "upcard": "arena", "format": 1, "game": rules.set.id, "set": set,
        "players": rules.players, "bots": bots, "seed": options.seed,
        "thinking": options.thinking,
    })
    .to_string()
}

fn read(path: &Path, head: &str) -> Result<BTreeMap<u64, Cluster>, ArenaError> {
    let failed = |source| ArenaError::File { path: path.display().to_string(), source };
    let file = match std::fs::File::open(path) {
        Ok(file) => file,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(BTreeMap::new()),
        Err(e) => return Err(failed(e)),
    };
    let mut lines = BufReader::new(file).lines();
    match lines.next() {
        None => return Ok(BTreeMap::new()),
        Some(first) if first.as_ref().is_ok_and(|l| l == head) => {}
        Some(Err(e)) => return Err(failed(e)),
        Some(Ok(_)) => return Err(ArenaError::OtherTournament(path.display().to_string())),
    }
    // A line that was cut off by a crash is played again.
    let clusters = lines.map_while(Result::ok).filter_map(|l| serde_json::from_str(&l).ok());
    Ok(clusters.map(|cluster: Cluster| (cluster.index, cluster)).collect())
}

fn write(file: &mut std::fs::File, path: &Path, line: &str) -> Result<(), ArenaError> {
    file.write_all(format!("{line}\n").as_bytes())
        .map_err(|source| ArenaError::File { path: path.display().to_string(), source })
}
