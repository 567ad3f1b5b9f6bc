//! Fuzzing of every parser and the wire format.
//!
//! Each [`Target`] starts from valid texts. The driver mutates them from a seed and has the target read the
//! result: it must not panic or take long, what it reads must print back to the same value, and answer and
//! memory must stay linear in the size of the text. Texts constructed to be costly are included. The stable
//! toolchain suffices.

mod cost;
mod damage;
mod driver;
mod hostile;
mod identity;
mod inputs;
mod read;
mod seeds;
mod targets;

pub use cost::{Bound, Cost, Limits};
pub use driver::{Failure, Outcome, hold, run};
pub use read::Read;
pub use targets::{TARGETS, Target};

#[cfg(test)]
mod tests {
    use super::*;

    /// A short smoke test of every target; `cargo xtask fuzz` runs longer.
    #[test]
    fn every_target_holds_for_a_while() {
        for target in TARGETS {
            let outcome = run(target, 1, |tried| tried < 300);
            assert!(outcome.failure.is_none(), "{}: {}", target.name, outcome.failure.unwrap());
            assert!(outcome.read > 0, "{}: none of {} was read", target.name, outcome.tried);
        }
    }

    /// Entry point for coverage-guided fuzzing (`fuzz/`), with an empty text.
    #[test]
    fn every_target_can_be_called_by_its_name() {
        TARGETS.iter().for_each(|target| hold(target.name, ""));
    }

    #[test]
    #[should_panic(expected = "there is no target 'nonsense'")]
    fn an_unknown_target_is_no_success() {
        hold("nonsense", "");
    }

    /// A target whose answer or memory grows quadratically is detected.
    #[test]
    fn what_costs_too_much_is_noticed() {
        let target = |check| Target {
            name: "costly",
            seeds: || vec!["a".to_owned()],
            words: &[],
            limits: Limits::READING,
            check,
        };
        let lists_itself: fn(&str) -> Result<Read, String> =
            |text| Ok(Read { good: true, answer: text.len() * text.split('+').count() });
        let copies_itself: fn(&str) -> Result<Read, String> = |text| {
            let copies: Vec<String> = text.split('+').map(|_| text.to_owned()).collect();
            Ok(Read { good: !copies.is_empty(), answer: 0 })
        };
        for (check, what) in [(lists_itself, "the answer"), (copies_itself, "memory")] {
            let failure = run(&target(check), 1, |tried| tried < 300).failure.expect(what);
            assert!(failure.what.starts_with(what), "{}", failure.what);
        }
    }
}
