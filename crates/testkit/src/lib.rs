//! How the rules are tested: scenarios with their verdicts, laws that every game obeys, and
//! players that put the rules to work; and what their speed is measured by.

pub mod guess;
pub mod laws;
pub mod players;
pub mod scenario;
pub mod speed;
