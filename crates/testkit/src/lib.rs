//! How the rules are tested: scenarios with their verdicts, laws that every game obeys, and
//! random play.

pub mod scenario;
