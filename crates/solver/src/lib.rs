//! Meld search: can this hand lay down, with which melds, and how far is it from that?
//!
//! A [`Problem`] is what a lay-down must obey: the meld rules, the rules of lying down together,
//! the contract, and what the player laid earlier. It judges melds that were said
//! ([`Problem::judge`]) and finds melds in a hand ([`Problem::feasible`], [`Problem::each`],
//! [`Problem::best`]). Nothing here knows of a game in progress.

mod branch;
mod each;
mod fast;
mod grouping;
mod judge;
mod kept;
mod lay_offs;
mod least_left;
mod nearness;
mod problem;
mod rearrange;
mod state;
mod sweep;

pub use fast::WholeHand;
pub use grouping::Grouping;
pub use judge::LayDownError;
pub use kept::Kept;
pub use lay_offs::{LayOff, LayOffs, LayingOff};
pub use least_left::LeastLeft;
pub use nearness::{CardSet, Survey};
pub use problem::{LayDown, Leave, Own, Problem, RunSpan};
pub use rearrange::{Rearranged, Rearranging};
pub use state::HandState;
