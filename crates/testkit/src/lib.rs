//! How the rules are tested: laws that every game obeys, checked while matches are played. For
//! tests alone: no crate is built on it.

pub mod combinations;
mod cores;
pub mod guess;
pub mod laws;
pub mod recording;
pub mod tamper;
