//! Meld search: can this hand lay down, with which melds, and how far is it from that?
//!
//! A [`Problem`] is what a lay-down must obey: the meld rules, the rules of lying down together,
//! the contract, and what the player laid earlier. It judges melds that were said
//! ([`Problem::judge`]) and finds melds in a hand ([`Problem::feasible`], [`Problem::each`],
//! [`Problem::best`]). Nothing here knows of a game in progress.

mod branch;
mod each;
mod fast;
mod judge;
mod nearness;
mod problem;
mod rearrange;
mod state;
mod sweep;

pub use judge::LayDownError;
pub use nearness::{CardSet, Without};
pub use problem::{LayDown, Leave, Own, Problem, RunSpan};
pub use rearrange::{Rearranged, Rearranging};
pub use state::HandState;
