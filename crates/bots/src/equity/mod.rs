//! What points are worth in a match: the chance to win it, from how all stand and what is still to come.

mod chance;
mod results;
mod stake;

pub use chance::first as chance_to_be_first;
#[cfg(test)]
pub(crate) use results::Results;
pub(crate) use stake::Stake;
pub use stake::is_for_a_place;
