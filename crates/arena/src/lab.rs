//! The laboratory: how rules affect a game.
//!
//! Bots of one level play each rule set, and the laboratory counts what matters when choosing one: how long
//! deals last, when players go down, who is favoured, how often a deal is blocked.

mod count;
mod counted;
mod finding;
mod head;
mod html;
mod merge;
mod options;
mod sums;
mod text;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use upcard_bots::{Budget, player};
use upcard_engine::chance::Chance;
use upcard_engine::record::{Record, Recorder};
use upcard_engine::{Event, Game, Rules, Seat, Sink};

use crate::exchange::{mix, until};
use crate::options::{ArenaError, Contestant, rules};
use crate::recorder::{finished, recorded};
use crate::resume::Kept;
use count::Count;
use counted::{Cluster, Counted};
use finding::{Sum, findings};
use head::About;

pub use finding::{DealFinding, Figures, Finding};
pub use html::{DrawError, page};
pub use merge::{Merged, merge};
pub use options::{Found, LabOptions, Subject};
pub use sums::Spread;
pub use text::{csv, table};

/// Maximum number of matches per rule set: after a stop, the remaining ones are skipped one by one.
const MOST_MATCHES: u64 = 1_000_000_000;

/// Maximum number of matches with a result file, which is read completely before play starts.
const MOST_KEPT: u64 = 10_000_000;

/// Matches per work item of the thread pool.
const TOGETHER: u64 = 8;

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
    let most = if options.resume.is_some() { MOST_KEPT } else { MOST_MATCHES };
    let mine = options.wanted();
    if mine > most {
        return Err(ArenaError::TooMany { most });
    }
    let subjects = options
        .subjects
        .iter()
        .map(|s| Ok((s, rules(&s.game, &s.set, options.players)?)))
        .collect::<Result<Vec<_>, ArenaError>>()?;
    let about = About::new(options, subjects.iter().map(|(_, rules)| &**rules));
    let records = options.records.as_deref();
    let records = records.map(|folder| about.records(folder)).transpose()?;
    let (mut kept, mut done) = (None, BTreeMap::new());
    if let Some(path) = &options.resume {
        let (file, before) = Kept::open(path, &about, options.shard, options.matches)?;
        (kept, done) = (Some(file), before);
    }
    if !done.is_empty() {
        progress(done.len() as u64);
    }
    let mut pool = rayon::ThreadPoolBuilder::new();
    if let Some(threads) = options.threads {
        pool = pool.num_threads(threads);
    }
    let pool = pool.build().map_err(|e| ArenaError::Threads(e.to_string()))?;
    let none = || vec![Sum::default(); subjects.len()];
    let groups = mine.div_ceil(TOGETHER) as usize;
    let mut sums = pool.install(|| {
        (0..groups)
            .into_par_iter()
            .with_max_len(1)
            .try_fold(none, |mut sums, group| {
                let first = group as u64 * TOGETHER;
                let places = first..(first + TOGETHER).min(mine);
                let mut played = 0;
                for number in places.map(|place| options.shard.nth(place)) {
                    if done.contains_key(&number) {
                        continue;
                    }
                    let seed = mix(&[options.seed, number]);
                    // A match number counts for all rule sets or for none.
                    let matches: Option<Vec<(Counted, Option<Record>)>> = subjects
                        .iter()
                        .map(|(_, r)| until(stop, || one_match(options, r, seed, stop)))
                        .collect();
                    let Some(matches) = matches else { return Ok(sums) };
                    let (counted, recorded): (Vec<Counted>, Vec<_>) = matches.into_iter().unzip();
                    let cluster = Cluster { index: number, counted };
                    // Write records before the result, so that a resumed run has them.
                    for (place, record) in (1..).zip(&recorded) {
                        if let (Some(folder), Some(record)) = (&records, record) {
                            folder.keep(number, place, record)?;
                        }
                    }
                    if let Some(kept) = &kept {
                        kept.add(&cluster)?;
                    }
                    Sum::count(&mut sums, &cluster);
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
    done.values().for_each(|cluster| Sum::count(&mut sums, cluster));
    let named = subjects.iter().map(|(subject, rules)| (subject.name.as_str(), &**rules));
    Ok(findings(named, &sums))
}

/// Plays and counts a match, recording it if requested. Returns `None` if `stop` is set before it ends.
fn one_match(
    options: &LabOptions,
    rules: &Arc<Rules>,
    seed: u64,
    stop: &AtomicBool,
) -> Option<(Counted, Option<Record>)> {
    let mut game = Game::new(rules.clone(), Chance::numbered(seed)).without_drafts();
    let mut bots: Vec<_> =
        (0..rules.players).map(|seat| player(options.level, mix(&[seed, seat.into()]))).collect();
    let mut count = Count::new(rules);
    let budget = Budget::Playouts(options.playouts);
    let names = || Seat::all(rules.players).map(|_| recorded(&Contestant::Bot(options.level)));
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
                recorder.coming(game.table());
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
    let nobody = Seat::all(rules.players).map(|_| false);
    let record = recorder.map(|recorder| finished(recorder, &game, nobody));
    Some((count.counted(), record))
}
