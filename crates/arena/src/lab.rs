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
use upcard_engine::{Game, Rules};

use crate::exchange::{mix, until};
use crate::options::{ArenaError, rules};
use count::Count;
use finding::Sum;

pub use finding::{DealFinding, Figures, Finding};
pub use html::{DrawError, page};
pub use options::{LabOptions, Subject};
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
/// A rule set that is wrong.
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
            .fold(none, |mut sums, group| {
                let first = group as u64 * TOGETHER;
                let numbers = first..(first + TOGETHER).min(options.matches);
                let done = numbers.end - numbers.start;
                for number in numbers {
                    let seed = mix(&[options.seed, number]);
                    // A match counts for all rule sets or for none.
                    let counts: Option<Vec<Count>> = subjects
                        .iter()
                        .map(|(_, r)| until(stop, || one_match(options, r, seed, stop)))
                        .collect();
                    let Some(counts) = counts else { return sums };
                    let figures: Vec<_> = counts.iter().map(Count::figures).collect();
                    for ((sum, count), own) in sums.iter_mut().zip(&counts).zip(&figures) {
                        sum.add(count, own, &figures[0]);
                    }
                }
                progress(done);
                sums
            })
            .reduce(none, |mut sums, more| {
                sums.iter_mut().zip(&more).for_each(|(sum, more)| sum.merge(more));
                sums
            })
    });
    let all = subjects.iter().zip(&sums).enumerate();
    Ok(all
        .map(|(at, ((subject, rules), sum))| {
            let first = (&sums[0], &*subjects[0].1);
            sum.finding(&subject.name, rules, (at > 0).then_some(first))
        })
        .collect())
}

/// Plays and counts a match; nothing where `stop` is set before its end.
fn one_match(
    options: &LabOptions,
    rules: &Arc<Rules>,
    seed: u64,
    stop: &AtomicBool,
) -> Option<Count> {
    let mut game = Game::new(rules.clone(), Chance::numbered(seed)).without_drafts();
    let mut bots: Vec<_> =
        (0..rules.players).map(|seat| player(options.level, mix(&[seed, seat.into()]))).collect();
    let mut count = Count::new(rules);
    let budget = Budget::Playouts(options.playouts);
    // A bound that no sensible play comes near.
    for _ in 0..500_000 {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let Some(seat) = game.next_to_act(&mut count) else { break };
        let action = bots[seat.index()].decide(&game.view(seat), &budget);
        if game.act(seat, &action, &mut count).is_err() {
            break;
        }
    }
    Some(count)
}
