//! Trying choices out in imagined worlds: one loop that plays a deal on, one race between choices.

mod candidate;
mod playout;
mod race;

pub(crate) use candidate::untold;
pub use candidate::{Candidate, best};
pub use playout::gain;
pub(crate) use playout::{play_on, play_out};
pub use race::{Trials, race};
