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
mod inputs;
mod seeds;
mod targets;

pub use cost::{Bound, Cost, Limits};
pub use driver::{Flaw, Outcome, run};
pub use targets::{Read, TARGETS, Target};

#[cfg(test)]
mod tests {
    use super::*;

    /// Enough to see that every target works; `cargo xtask fuzz` goes on for longer.
    #[test]
    fn every_target_holds_for_a_while() {
        for target in TARGETS {
            let outcome = run(target, 1, |tried| tried < 300);
            assert!(outcome.flaw.is_none(), "{}: {}", target.name, outcome.flaw.unwrap());
            assert!(outcome.read > 0, "{}: none of {} was read", target.name, outcome.tried);
        }
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
            let flaw = run(&target(check), 1, |tried| tried < 300).flaw.expect(what);
            assert!(flaw.what.starts_with(what), "{}", flaw.what);
        }
    }
}
