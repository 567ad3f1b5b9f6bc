//! Fuzzing driver: mutates texts from a seed, feeds a target, and shrinks failing inputs.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use crate::cost::{Cost, measured};
use crate::costly;
use crate::mutate::mutate;
use crate::read::Reading;
use crate::targets::{TARGETS, Target};

/// Timeout per text, generous for any machine.
const TIMEOUT: Duration = Duration::from_secs(5);

/// Number of valid texts to feed unchanged.
const UNCHANGED_TEXTS: usize = 20;

/// Result of fuzzing a target.
pub struct Outcome {
    /// Texts fed.
    pub fed: u64,
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
        let Failure { text, what } = self;
        write!(f, "{what}\n--- text ---\n{text}\n--- as a literal ---\n{text:?}")
    }
}

/// Feeds a target with mutated texts while `keep_going` returns `true` for the number fed.
pub fn run(target: &Target, seed: u64, keep_going: impl Fn(u64) -> bool) -> Outcome {
    let seeds = (target.seeds)();
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut outcome = Outcome { fed: 0, read: 0, cost: Cost::default(), failure: None };
    // First some valid texts unchanged (each has its own tests), then costly ones.
    let costly_texts = costly::texts(&seeds, target.words);
    let mut first = seeds.iter().take(UNCHANGED_TEXTS).cloned().chain(costly_texts);
    while keep_going(outcome.fed) && !seeds.is_empty() {
        let text = first.next().unwrap_or_else(|| mutate(&seeds, target.words, &mut rng));
        outcome.fed += 1;
        match feed(target, &text) {
            Ok((valid, cost)) => {
                outcome.read += u64::from(valid);
                outcome.cost = outcome.cost.max(cost);
            }
            Err(what) => {
                outcome.failure = Some(shrink(target, text, what));
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
pub fn check_target(name: &str, text: &str) {
    let target = TARGETS.iter().find(|target| target.name == name);
    let Some(target) = target else { panic!("no target '{name}'") };
    if let Err(what) = feed(target, text) {
        panic!("{what}");
    }
}

/// Returns whether the text was valid, and its cost.
fn feed(target: &Target, text: &str) -> Result<(bool, Cost), String> {
    let start = Instant::now();
    let (read, mut cost) = run_check(target, text)?;
    let duration = start.elapsed();
    if duration > TIMEOUT {
        return Err(format!("took {} s", duration.as_secs()));
    }
    if target.limits.exceeded(text.len(), cost).is_some() {
        // Run again, to exclude one-time initialization.
        (_, cost) = run_check(target, text)?;
        if let Some(what) = target.limits.exceeded(text.len(), cost) {
            return Err(what);
        }
    }
    Ok((read.valid, cost))
}

fn run_check(target: &Target, text: &str) -> Result<(Reading, Cost), String> {
    let (checked, mut cost) = measured(|| catch_unwind(AssertUnwindSafe(|| (target.check)(text))));
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
fn shrink(target: &Target, text: String, what: String) -> Failure {
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
