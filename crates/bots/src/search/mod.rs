//! Search: one playout loop, and a race between candidate moves in shared sampled worlds.

mod candidate;
mod playout;
mod race;

pub(crate) use candidate::without_priors;
pub use candidate::{Candidate, best};
pub use playout::gain;
pub(crate) use playout::{play_on, play_out};
pub use race::{Trials, race};
