//! Fuzzing of every parser and the wire format.
//!
//! Each [`Target`] starts from valid texts. The driver mutates them from a seed and has the target read the
//! result: it must not panic or take long, what it reads must print back to the same value, and answer and
//! memory must stay linear in the size of the text. Texts constructed to be costly are included. The stable
//! toolchain suffices.

mod cost;
mod costly;
mod driver;
mod identity;
mod inputs;
mod mutate;
mod read;
mod seeds;
mod targets;

pub use cost::{Bound, Cost, Limits};
pub use driver::{Failure, Outcome, check_target, run};
pub use read::Reading;
pub use targets::{TARGETS, Target};

#[cfg(test)]
mod tests {
    use super::*;

    /// A short smoke test of every target; `cargo xtask fuzz` runs longer.
    #[test]
    fn every_target_passes_a_short_run() {
        for target in TARGETS {
            let outcome = run(target, 1, |fed| fed < 300);
            assert!(outcome.failure.is_none(), "{}: {}", target.name, outcome.failure.unwrap());
            assert!(outcome.read > 0, "{}: none of {} was read", target.name, outcome.fed);
        }
    }

    /// Entry point for coverage-guided fuzzing (`fuzz/`), with an empty text.
    #[test]
    fn every_target_is_found_by_name() {
        TARGETS.iter().for_each(|target| check_target(target.name, ""));
    }

    #[test]
    #[should_panic(expected = "no target 'nonsense'")]
    fn an_unknown_target_panics() {
        check_target("nonsense", "");
    }

    /// A target whose answer or memory grows quadratically is detected.
    #[test]
    fn excessive_cost_is_detected() {
        let target = |check| Target {
            name: "costly",
            seeds: || vec!["a".to_owned()],
            words: &[],
            limits: Limits::READING,
            check,
        };
        let lists_itself: fn(&str) -> Result<Reading, String> =
            |text| Ok(Reading { valid: true, answer: text.len() * text.split('+').count() });
        let copies_itself: fn(&str) -> Result<Reading, String> = |text| {
            let copies: Vec<String> = text.split('+').map(|_| text.to_owned()).collect();
            Ok(Reading { valid: !copies.is_empty(), answer: 0 })
        };
        for (check, what) in [(lists_itself, "the answer"), (copies_itself, "memory")] {
            let failure = run(&target(check), 1, |fed| fed < 300).failure.expect(what);
            assert!(failure.what.contains(what), "{}", failure.what);
        }
    }
}
