//! Test support for the rules: laws that every game obeys, checked while matches are played. A dev-dependency
//! only.

pub mod combinations;
mod cores;
pub mod guess;
pub mod laws;
pub mod recording;
pub mod tamper;
