//! Running a tournament: parallel clusters, progress, interruption.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use upcard_engine::Rules;
use upcard_engine::record::{Record, Recorder};

use crate::header::TournamentHeader;
use crate::luck::{Luck, LuckModel};
use crate::luck_training::train;
use crate::monitor::ProgramMonitor;
use crate::options::{ArenaError, Contestant, Options};
use crate::play::{Observers, derive_seed, play_observed};
use crate::recorder::record_name;
use crate::report::{Cluster, Report};
use crate::result_file::{ResultFile, ResultHeader as _};
use crate::seating::{distinct, seatings};

/// Maximum number of clusters in a run: all are kept in memory until the report.
const MAX_CLUSTERS: u64 = 10_000_000;

/// Plays a tournament. Once `stop` is set, unfinished clusters are cancelled and the finished ones reported.
///
/// # Errors
/// A rule set, a seating or a file is invalid, two bots have the same name, a program always fails, or luck
/// removal is requested with the oracle.
pub fn run(options: &Options, stop: &AtomicBool) -> Result<Report, ArenaError> {
    if options.lessons.is_some() && options.bots.contains(&Contestant::Oracle) {
        return Err(ArenaError::LuckOfOracle);
    }
    let rules = options.rules()?;
    let seats = rules.players as usize;
    let seatings = seatings(options.bots.len(), seats)?;
    let names: Vec<String> = options.bots.iter().map(ToString::to_string).collect();
    let (names, places) = distinct(&names);
    for (bot, place) in options.bots.iter().zip(&places) {
        let first = places.iter().position(|other| other == place);
        if first.is_some_and(|first| options.bots[first] != *bot) {
            return Err(ArenaError::SameName(bot.to_string()));
        }
    }
    let total = options.matches.div_ceil(seatings.len() as u64).max(1);
    if options.shard.size(total) > MAX_CLUSTERS {
        return Err(ArenaError::TooManyMatches { max: MAX_CLUSTERS * seatings.len() as u64 });
    }
    let head = TournamentHeader::new(options, &rules);
    let open = |path: &PathBuf| ResultFile::open(path, &head, options.shard, total);
    let (result_file, done) = options.resume.as_ref().map(open).transpose()?.unzip();
    let mut done = done.unwrap_or_default();
    let records = options.records.as_deref();
    let records = records.map(|folder| head.open_records(folder, "tournament.json")).transpose()?;
    let indices: Vec<u64> = options.shard.clusters(total).collect();
    let bar = if options.progress {
        let style = ProgressStyle::with_template("{bar:40} {pos}/{len} clusters, {eta} left");
        ProgressBar::new(indices.len() as u64)
            .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
    } else {
        ProgressBar::hidden()
    };
    bar.set_position(done.len() as u64);
    // Zero stands for one per core.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(options.threads.unwrap_or(0)).build()?;
    let monitor = ProgramMonitor::new(&names, &options.bots, &places, result_file.as_ref());
    monitor.add_earlier(done.values());
    // Learn before any match of the tournament.
    let learn = |lessons| pool.install(|| train(&rules, options.seed, lessons, stop));
    let values = options.lessons.and_then(learn);
    let stopped = options.lessons.is_some() && values.is_none();
    let pending: Vec<u64> =
        indices.iter().copied().filter(|index| !done.contains_key(index)).collect();
    let played: Result<Vec<Option<Cluster>>, ArenaError> = pool.install(|| {
        pending
            .par_iter()
            .with_max_len(1)
            .map(|&index| {
                if stopped {
                    return Ok(None);
                }
                let mut match_records = records.is_some().then(Vec::new);
                let played = play_cluster(
                    options,
                    &rules,
                    &seatings,
                    &places,
                    names.len(),
                    index,
                    values.as_ref(),
                    &mut match_records,
                    stop,
                );
                let Some(cluster) = played else { return Ok(None) };
                // Write records before the result, so that a resumed run has them.
                if let (Some(folder), Some(match_records)) = (&records, match_records) {
                    let mut places = (1..).zip(&match_records);
                    places.try_for_each(|(place, record)| {
                        folder.write_record(index, place, record)
                    })?;
                }
                monitor.add(&cluster)?;
                bar.inc(1);
                Ok(Some(cluster))
            })
            .collect()
    });
    bar.finish_and_clear();
    let played = played?;
    monitor.finish()?;
    done.extend(played.into_iter().flatten().map(|cluster| (cluster.index, cluster)));
    let clusters: Vec<Cluster> = done.into_values().collect();
    let interrupted = clusters.len() < indices.len();
    Ok(Report::new(&head, &clusters, interrupted))
}

/// Plays the matches of one cluster; `None` if cancelled. Appends their records to the list, if given.
#[expect(clippy::too_many_arguments, reason = "what a cluster is played by")]
fn play_cluster(
    options: &Options,
    rules: &Arc<Rules>,
    seatings: &[Vec<usize>],
    places: &[usize],
    names: usize,
    index: u64,
    values: Option<&LuckModel>,
    records: &mut Option<Vec<Record>>,
    stop: &AtomicBool,
) -> Option<Cluster> {
    if stop.load(Ordering::Relaxed) {
        return None;
    }
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
        beaten: vec![zeros.clone(); names],
        luck: values.map(|_| Luck { wins: zeros.clone(), points: zeros }),
        ..Cluster::default()
    };
    for (turn, seating) in seatings.iter().enumerate() {
        let contestants: Vec<_> = seating.iter().map(|&bot| &options.bots[bot]).collect();
        let seed = derive_seed(&[options.seed, turn as u64]);
        let deals = derive_seed(&[options.seed, index]);
        let (thinking, timeouts) = (options.thinking, options.timeouts);
        let mut watcher = values.map(|values| values.watcher(derive_seed(&[seed, deals])));
        let names = || contestants.iter().map(|contestant| record_name(contestant)).collect();
        let recorder = records.as_ref().map(|_| Recorder::new(rules, deals, names()));
        let observers = Observers { watcher: watcher.as_mut(), recorder };
        let (played, record) =
            play_observed(rules, deals, &contestants, seed, thinking, timeouts, stop, observers)?;
        if let (Some(records), Some(record)) = (records.as_mut(), record) {
            records.push(record);
        }
        let bots: Vec<usize> = seating.iter().map(|&bot| places[bot]).collect();
        let match_luck = values.zip(watcher).map(|(values, watcher)| values.luck(&watcher));
        if let (Some(sum), Some(match_luck)) = (&mut sum.luck, match_luck) {
            for (seat, &bot) in bots.iter().enumerate() {
                sum.wins[bot] += match_luck.wins[seat];
                sum.points[bot] += match_luck.points[seat];
            }
        }
        for (seat, &bot) in bots.iter().enumerate() {
            sum.seats[bot] += 1.0;
            sum.wins[bot] += played.wins[seat];
            sum.points[bot] += played.points[seat];
            sum.deals[bot] += f64::from(played.deals);
            sum.decisions[bot] += played.decisions[seat] as f64;
            sum.millis[bot] += played.millis[seat];
            if let Some(fault) = &played.faults[seat] {
                sum.faults.push((bot, fault.clone()));
            }
            if !played.errors[seat].is_empty() {
                sum.errors.push((bot, played.errors[seat].clone()));
            }
            for (other, &rival) in bots.iter().enumerate().filter(|(_, r)| **r != bot) {
                let key = |s: usize| (played.faults[s].is_some(), -played.standings[s]);
                sum.beaten[bot][rival] += match key(seat).cmp(&key(other)) {
                    std::cmp::Ordering::Less => 1.0,
                    std::cmp::Ordering::Equal => 0.5,
                    std::cmp::Ordering::Greater => 0.0,
                };
            }
        }
    }
    Some(sum)
}
