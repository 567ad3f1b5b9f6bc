//! The laboratory: how rules affect a game.
//!
//! Bots of one level play each rule set, and the laboratory counts what matters when choosing one: how long
//! deals last, when players go down, who is favoured, how often a deal is blocked.

mod counter;
mod counts;
mod finding;
mod header;
mod html;
mod merge;
mod options;
mod sums;
mod text;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use upcard_bots::{Budget, player};
use upcard_engine::chance::Chance;
use upcard_engine::record::{Record, Recorder};
use upcard_engine::{Event, Game, Rules, Seat, Sink};

use crate::options::{ArenaError, Contestant, rules};
use crate::play::{cancellable, derive_seed};
use crate::recorder::{finish_record, record_name};
use crate::result_file::{ResultFile, ResultHeader as _};
use counter::MatchCounter;
use counts::{Cluster, MatchCounts};
use finding::{RuleSetSums, findings};
use header::LabHeader;

pub use finding::{DealFinding, Figures, Finding};
pub use html::{DrawError, page};
pub use merge::{Merged, merge};
pub use options::{LabOptions, LabReport, Subject};
pub use sums::Histogram;
pub use text::{csv, table};

/// Maximum number of matches per rule set: after a stop, the remaining ones are skipped one by one.
const MAX_MATCHES: u64 = 1_000_000_000;

/// Maximum number of matches with a result file, which is read completely before play starts.
const MAX_RESUMABLE_MATCHES: u64 = 10_000_000;

/// Matches per work item of the thread pool.
const BATCH: u64 = 8;

/// Plays all rule sets in matches with the same seeds. Calls `progress` with the number of newly finished
/// matches, first with those of an earlier run. Once `stop` is set, reports what has been finished. The
/// result depends on the options alone, not on the number of cores.
///
/// # Errors
/// A rule set is invalid, or records or results cannot be written.
pub fn examine(
    options: &LabOptions,
    stop: &AtomicBool,
    progress: impl Fn(u64) + Sync,
) -> Result<Vec<Finding>, ArenaError> {
    let most = if options.resume.is_some() { MAX_RESUMABLE_MATCHES } else { MAX_MATCHES };
    let shard_matches = options.shard_matches();
    if shard_matches > most {
        return Err(ArenaError::TooManyMatches { max: most });
    }
    let subjects = options
        .subjects
        .iter()
        .map(|s| Ok((s.clone(), rules(&s.game, &s.set, options.players)?)))
        .collect::<Result<Vec<_>, ArenaError>>()?;
    let header = LabHeader::new(options, &subjects);
    let records = options.records.as_deref();
    let records = records.map(|folder| header.open_records(folder, "lab.json")).transpose()?;
    let open = |path: &PathBuf| ResultFile::open(path, &header, options.shard, options.matches);
    let (result_file, done) = options.resume.as_ref().map(open).transpose()?.unzip();
    let done: BTreeMap<u64, Cluster> = done.unwrap_or_default();
    if !done.is_empty() {
        progress(done.len() as u64);
    }
    // Zero stands for one per core.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(options.threads.unwrap_or(0)).build()?;
    let none = || vec![RuleSetSums::default(); subjects.len()];
    let groups = shard_matches.div_ceil(BATCH) as usize;
    let mut sums = pool.install(|| {
        (0..groups)
            .into_par_iter()
            .with_max_len(1)
            .try_fold(none, |mut sums, group| {
                let first = group as u64 * BATCH;
                let places = first..(first + BATCH).min(shard_matches);
                let mut played = 0;
                for number in places.map(|place| options.shard.nth(place)) {
                    if done.contains_key(&number) {
                        continue;
                    }
                    let seed = derive_seed(&[options.seed, number]);
                    // A match number counts for all rule sets or for none.
                    let matches: Option<Vec<(MatchCounts, Option<Record>)>> = subjects
                        .iter()
                        .map(|(_, r)| cancellable(stop, || play_match(options, r, seed, stop)))
                        .collect();
                    let Some(matches) = matches else { return Ok(sums) };
                    let (counted, recorded): (Vec<MatchCounts>, Vec<_>) =
                        matches.into_iter().unzip();
                    let cluster = Cluster { index: number, counted };
                    // Write records before the result, so that a resumed run has them.
                    for (place, record) in (1..).zip(&recorded) {
                        if let (Some(folder), Some(record)) = (&records, record) {
                            folder.write_record(number, place, record)?;
                        }
                    }
                    if let Some(result_file) = &result_file {
                        result_file.add(&cluster)?;
                    }
                    RuleSetSums::add_cluster(&mut sums, &cluster);
                    played += 1;
                }
                if played > 0 {
                    progress(played);
                }
                Ok(sums)
            })
            .try_reduce(none, |mut sums, more| {
                sums.iter_mut().zip(&more).for_each(|(sum, more)| sum.merge(more));
                Ok::<_, ArenaError>(sums)
            })
    })?;
    done.values().for_each(|cluster| RuleSetSums::add_cluster(&mut sums, cluster));
    let named = subjects.iter().map(|(subject, rules)| (subject.name.as_str(), &**rules));
    Ok(findings(named, &sums))
}

/// Plays and counts a match, recording it if requested. Returns `None` if `stop` is set before it ends.
fn play_match(
    options: &LabOptions,
    rules: &Arc<Rules>,
    seed: u64,
    stop: &AtomicBool,
) -> Option<(MatchCounts, Option<Record>)> {
    let mut game = Game::new(rules.clone(), Chance::numbered(seed)).without_undo();
    let mut bots: Vec<_> = (0..rules.players)
        .map(|seat| player(options.level, derive_seed(&[seed, seat.into()])))
        .collect();
    let mut count = MatchCounter::new(rules);
    let budget = Budget::Playouts(options.playouts);
    let names = || Seat::all(rules.players).map(|_| record_name(&Contestant::Bot(options.level)));
    let mut recorder =
        options.records.as_ref().map(|_| Recorder::new(rules, seed, names().collect()));
    let mut events: Vec<Event> = Vec::new();
    // Limit far beyond any sensible play.
    for _ in 0..500_000 {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let Some(recorder) = &mut recorder else {
            let Some(seat) = game.next_to_act(&mut count) else { break };
            let action = bots[seat.index()].decide(&game.view(seat), &budget);
            if game.act(seat, &action, &mut count).is_err() {
                break;
            }
            continue;
        };
        match game.to_act() {
            _ if game.is_over() => break,
            None => {
                recorder.before_deal(game.table());
                game.next_deal(&mut events);
                recorder.began(&events);
            }
            Some(seat) => {
                let action = bots[seat.index()].decide(&game.view(seat), &budget);
                if game.act(seat, &action, &mut events).is_err() {
                    break;
                }
                recorder.acted(seat, &action, &events, game.table());
            }
        }
        events.drain(..).for_each(|event| count.event(&event));
    }
    let no_faults = Seat::all(rules.players).map(|_| false);
    let record = recorder.map(|recorder| finish_record(recorder, &game, no_faults));
    Some((count.finish(), record))
}
