//! Match equity: the probability of winning the match, from the scores and the deals to come.

mod chance;
mod results;
mod stake;

pub use chance::first as chance_to_be_first;
#[cfg(test)]
pub(crate) use results::Results;
pub(crate) use stake::Stake;
pub use stake::is_won_by_total;
