//! What an afterstate is worth: the points that a seat can be expected to gain on the others by the
//! end of the deal, as small nets have learnt it from millions of deals that the bots played
//! against each other (`cargo run --release -p upcard-tutor`).

mod features;
mod net;
mod nets;
mod taught;
mod weigh;

pub use features::{Afterstate, SIZE, Situation, Stage};
pub use net::{FIRST, Net, SECOND, WEIGHTS};
pub use nets::{Learnt, STAGES, ValueNets, unit};
pub use taught::{NetsError, Taught};
pub use weigh::{Breadth, Weighed, weigh};
