//! The laboratory: what rules do to a game.
//!
//! Bots of one level play each rule set; counted are the things one would like to know before
//! choosing it: how long deals last, when players go down, who is favoured, how often a deal is
//! blocked.

mod count;
mod finding;
mod html;
mod options;
mod sums;
mod text;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use upcard_bots::{Budget, player};
use upcard_engine::chance::Chance;
use upcard_engine::record::Record;
use upcard_engine::{Event, Game, Rules, Seat, Sink};

use crate::exchange::{mix, until};
use crate::options::{ArenaError, Contestant, rules};
use crate::recorder::{Recorder, recorded};
use count::Count;
use finding::Sum;

pub use finding::{DealFinding, Figures, Finding};
pub use html::{DrawError, page};
pub use options::{Found, LabOptions, Subject};
pub use sums::Spread;
pub use text::{csv, table};

/// The most matches of a rule set: where it is stopped, all that are left are passed over one by one.
const MOST_MATCHES: u64 = 1_000_000_000;

/// Matches that are played by one thread before it looks whether another is idle.
const TOGETHER: u64 = 8;

/// Looks at the rule sets, all of them in matches of the same seeds. `progress` is called as
/// matches end, with how many did. Once `stop` is set, what has been finished is reported.
/// What comes out depends on the options alone, not on the cores.
///
/// # Errors
/// A rule set that is wrong, or records that cannot be kept.
pub fn examine(
    options: &LabOptions,
    stop: &AtomicBool,
    progress: impl Fn(u64) + Sync,
) -> Result<Vec<Finding>, ArenaError> {
    if options.matches > MOST_MATCHES {
        return Err(ArenaError::TooMany { most: MOST_MATCHES });
    }
    let subjects = options
        .subjects
        .iter()
        .map(|s| Ok((s, rules(&s.game, &s.set, options.players)?)))
        .collect::<Result<Vec<_>, ArenaError>>()?;
    let players: Vec<u8> = subjects.iter().map(|(_, rules)| rules.players).collect();
    let records = options.records.as_deref();
    let records = records.map(|folder| options.records(folder, &players)).transpose()?;
    let mut pool = rayon::ThreadPoolBuilder::new();
    if let Some(threads) = options.threads {
        pool = pool.num_threads(threads);
    }
    let pool = pool.build().map_err(|e| ArenaError::Threads(e.to_string()))?;
    let none = || vec![Sum::default(); subjects.len()];
    let groups = options.matches.div_ceil(TOGETHER) as usize;
    let sums = pool.install(|| {
        (0..groups)
            .into_par_iter()
            .with_max_len(1)
            .try_fold(none, |mut sums, group| {
                let first = group as u64 * TOGETHER;
                let numbers = first..(first + TOGETHER).min(options.matches);
                let done = numbers.end - numbers.start;
                for number in numbers {
                    let seed = mix(&[options.seed, number]);
                    // A match counts for all rule sets or for none.
                    let played: Option<Vec<(Count, Option<Record>)>> = subjects
                        .iter()
                        .map(|(_, r)| until(stop, || one_match(options, r, seed, stop)))
                        .collect();
                    let Some(played) = played else { return Ok(sums) };
                    let (counts, kept): (Vec<Count>, Vec<_>) = played.into_iter().unzip();
                    for (place, record) in (1..).zip(&kept) {
                        if let (Some(folder), Some(record)) = (&records, record) {
                            folder.keep(number, place, record)?;
                        }
                    }
                    let figures: Vec<_> = counts.iter().map(Count::figures).collect();
                    for ((sum, count), own) in sums.iter_mut().zip(&counts).zip(&figures) {
                        sum.add(count, own, &figures[0]);
                    }
                }
                progress(done);
                Ok(sums)
            })
            .try_reduce(none, |mut sums, more| {
                sums.iter_mut().zip(&more).for_each(|(sum, more)| sum.merge(more));
                Ok::<_, ArenaError>(sums)
            })
    })?;
    let all = subjects.iter().zip(&sums).enumerate();
    Ok(all
        .map(|(at, ((subject, rules), sum))| {
            let first = (&sums[0], &*subjects[0].1);
            sum.finding(&subject.name, rules, (at > 0).then_some(first))
        })
        .collect())
}

/// Plays and counts a match, with its record where that is wanted; nothing where `stop` is set before its end.
fn one_match(
    options: &LabOptions,
    rules: &Arc<Rules>,
    seed: u64,
    stop: &AtomicBool,
) -> Option<(Count, Option<Record>)> {
    let mut game = Game::new(rules.clone(), Chance::numbered(seed)).without_drafts();
    let mut bots: Vec<_> =
        (0..rules.players).map(|seat| player(options.level, mix(&[seed, seat.into()]))).collect();
    let mut count = Count::new(rules);
    let budget = Budget::Playouts(options.playouts);
    let names = || Seat::all(rules.players).map(|_| recorded(&Contestant::Bot(options.level)));
    let mut recorder =
        options.records.as_ref().map(|_| Recorder::new(rules, seed, names().collect()));
    let mut events: Vec<Event> = Vec::new();
    // A bound that no sensible play comes near.
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
    let record = recorder.map(|recorder| recorder.end(&game, nobody));
    Some((count, record))
}
