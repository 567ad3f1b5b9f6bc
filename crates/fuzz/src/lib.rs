//! Damaged texts for every parser and for the wire.
//!
//! Each [`Target`] has good texts to begin with. The driver damages them, from a seed, and asks
//! the target to read the result: nothing may panic or take long, what is read must print back to
//! the same value, and neither the answer nor the memory may grow beyond the text's size times a
//! constant. Texts made to be costly are among them. It needs the stable toolchain only.

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

    /// Enough to see that every target works; `cargo xtask fuzz` goes on for longer.
    #[test]
    fn every_target_holds_for_a_while() {
        for target in TARGETS {
            let outcome = run(target, 1, |tried| tried < 300);
            assert!(outcome.failure.is_none(), "{}: {}", target.name, outcome.failure.unwrap());
            assert!(outcome.read > 0, "{}: none of {} was read", target.name, outcome.tried);
        }
    }

    /// What a coverage-guided fuzzer calls (`fuzz/`), with the least text there is.
    #[test]
    fn every_target_can_be_called_by_its_name() {
        TARGETS.iter().for_each(|target| hold(target.name, ""));
    }

    #[test]
    #[should_panic(expected = "there is no target 'nonsense'")]
    fn an_unknown_target_is_no_success() {
        hold("nonsense", "");
    }

    /// A target whose answer, or memory, grows with the square of its text is noticed.
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
