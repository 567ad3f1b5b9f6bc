//! The laboratory: what rules do to a game.
//!
//! Bots of one level play each rule set; counted are the things one would like to know before
//! choosing it: how long deals last, when players go down, who is favoured, how often a deal is
//! blocked.

mod count;
mod finding;
mod html;
mod sums;
mod text;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use upcard_bots::{Budget, Level, player};
use upcard_engine::chance::Chance;
use upcard_engine::{Game, Rules, Value};

use crate::exchange::mix;
use crate::options::{ArenaError, rules};
use count::Count;
use finding::{FIGURES, Sum};

pub use finding::{DealFinding, Figures, Finding};
pub use html::{DrawError, page};
pub use sums::Spread;
pub use text::{csv, table};

/// A rule set to be looked at: a game with its variations, and single choices.
#[derive(Clone, PartialEq, Debug)]
pub struct Subject {
    /// As it was named.
    pub name: String,
    /// The game with its variations.
    pub game: String,
    /// Choices that are set otherwise.
    pub set: Vec<(String, Value)>,
}

impl std::str::FromStr for Subject {
    type Err = String;

    /// Reads `game+variation,choice=value,choice=value`; a value may be a list, `[1,2]`.
    fn from_str(text: &str) -> Result<Subject, String> {
        let mut depth = 0;
        let mut parts = text.split(|letter| {
            depth += i32::from(letter == '[') - i32::from(letter == ']');
            letter == ',' && depth <= 0
        });
        let game = parts.next().unwrap_or_default().to_owned();
        let set = parts.map(|part| {
            let (path, value) =
                part.split_once('=').ok_or("expected choice=value after a comma")?;
            Ok((path.trim().to_owned(), Value::from_argument(value.trim())))
        });
        Ok(Subject { name: text.to_owned(), game, set: set.collect::<Result<_, String>>()? })
    }
}

/// What to look at, and how closely.
#[derive(Clone, Debug)]
pub struct LabOptions {
    /// The rule sets.
    pub subjects: Vec<Subject>,
    /// Seats; none for four, or the nearest number that the game allows.
    pub players: Option<u8>,
    /// Who plays.
    pub level: Level,
    /// Matches of each rule set.
    pub matches: u64,
    /// Decides all of it.
    pub seed: u64,
    /// Playouts of a searching bot for each decision.
    pub playouts: u32,
    /// Threads; none for one a core.
    pub threads: Option<usize>,
}

impl LabOptions {
    /// These rule sets by steady players, with everything else as usual.
    #[must_use]
    pub fn new(subjects: Vec<Subject>) -> LabOptions {
        LabOptions {
            subjects,
            players: None,
            level: Level::Steady,
            matches: 1000,
            seed: 1,
            playouts: 64,
            threads: None,
        }
    }
}

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
                    let counts: Option<Vec<Count>> =
                        subjects.iter().map(|(_, r)| one_match(options, r, seed, stop)).collect();
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
        match game.to_act() {
            _ if game.is_over() => break,
            Some(seat) => {
                let action = bots[seat.index()].decide(&game.view(seat), &budget);
                if game.act(seat, &action, &mut count).is_err() {
                    break;
                }
            }
            None => game.next_deal(&mut count),
        }
    }
    Some(count)
}
