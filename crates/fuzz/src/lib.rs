//! Damaged texts for every parser and for the wire.
//!
//! Each [`Target`] has good texts to begin with. The driver damages them, from a seed, and asks
//! the target to read the result: nothing may panic or take long, and what is read must print back
//! to the same value. It needs the stable toolchain only.

mod damage;
mod driver;
mod seeds;
mod targets;

pub use driver::{Flaw, Outcome, run};
pub use targets::{TARGETS, Target};

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
}
