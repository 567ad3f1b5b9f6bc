//! Fuzzing driver: mutates texts from a seed, feeds a target, and shrinks failing inputs.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use crate::cost::{Cost, counted};
use crate::damage::damage;
use crate::hostile;
use crate::read::Read;
use crate::targets::{TARGETS, Target};

/// Timeout per text, generous for any machine.
const TOO_LONG: Duration = Duration::from_secs(5);

/// Number of valid texts to feed unchanged.
const GOOD: usize = 20;

/// Result of fuzzing a target.
pub struct Outcome {
    /// Texts fed.
    pub tried: u64,
    /// Texts that parsed.
    pub read: u64,
    /// Maximum cost of a text.
    pub cost: Cost,
    /// The failure that ended the run, if any.
    pub failure: Option<Failure>,
}

/// A failing text.
#[derive(Debug)]
pub struct Failure {
    /// The text, shrunk.
    pub text: String,
    /// What happened.
    pub what: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}\n--- text ---\n{}\n--- as a literal ---\n{:?}",
            self.what, self.text, self.text
        )
    }
}

/// Feeds a target with mutated texts while `go_on` returns `true` for the number fed.
pub fn run(target: &Target, seed: u64, go_on: impl Fn(u64) -> bool) -> Outcome {
    let seeds = (target.seeds)();
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut outcome = Outcome { tried: 0, read: 0, cost: Cost::default(), failure: None };
    // First some valid texts unchanged (each has its own tests), then costly ones.
    let costly = hostile::texts(&seeds, target.words);
    let mut first = seeds.iter().take(GOOD).cloned().chain(costly);
    while go_on(outcome.tried) && !seeds.is_empty() {
        let text = first.next().unwrap_or_else(|| damage(&seeds, target.words, &mut rng));
        outcome.tried += 1;
        match feed(target, &text) {
            Ok((good, cost)) => {
                outcome.read += u64::from(good);
                outcome.cost = outcome.cost.most(cost);
            }
            Err(what) => {
                outcome.failure = Some(smaller(target, text, what));
                break;
            }
        }
    }
    outcome
}

/// Feeds one target with one text; entry point for coverage-guided fuzzing (`fuzz/`).
///
/// # Panics
/// The text breaks the target, or no target has this name.
pub fn hold(name: &str, text: &str) {
    let target = TARGETS.iter().find(|target| target.name == name);
    let Some(target) = target else { panic!("there is no target '{name}'") };
    if let Err(what) = feed(target, text) {
        panic!("{what}");
    }
}

/// Returns whether the text was valid, and its cost.
fn feed(target: &Target, text: &str) -> Result<(bool, Cost), String> {
    let start = Instant::now();
    let (read, mut cost) = tried(target, text)?;
    let took = start.elapsed();
    if took > TOO_LONG {
        return Err(format!("takes {} s", took.as_secs()));
    }
    if target.limits.exceeded(text.len(), cost).is_some() {
        // Run again, to exclude one-time initialization.
        (_, cost) = tried(target, text)?;
        if let Some(what) = target.limits.exceeded(text.len(), cost) {
            return Err(what);
        }
    }
    Ok((read.good, cost))
}

fn tried(target: &Target, text: &str) -> Result<(Read, Cost), String> {
    let (checked, mut cost) = counted(|| catch_unwind(AssertUnwindSafe(|| (target.check)(text))));
    let checked = checked.ok_or("the check did not run")?;
    let read = checked.map_err(|panic| {
        let message = panic.downcast_ref::<String>().cloned();
        let message = message.or_else(|| panic.downcast_ref::<&str>().map(|s| (*s).to_owned()));
        format!("panic: {}", message.unwrap_or_default())
    })??;
    cost.answer = read.answer as u64;
    Ok((read, cost))
}

/// Removes pieces of a text while it still breaks the target.
fn smaller(target: &Target, text: String, what: String) -> Failure {
    let mut failure = Failure { text, what };
    let deadline = Instant::now() + Duration::from_secs(10);
    let mut piece = failure.text.len() / 2;
    while piece > 0 {
        let mut at = 0;
        while at < failure.text.len() && Instant::now() < deadline {
            let end = (at + piece).min(failure.text.len());
            if failure.text.is_char_boundary(at) && failure.text.is_char_boundary(end) {
                let shorter = [&failure.text[..at], &failure.text[end..]].concat();
                if let Err(what) = feed(target, &shorter) {
                    failure = Failure { text: shorter, what };
                    continue;
                }
            }
            at += piece;
        }
        piece /= 2;
    }
    failure
}
