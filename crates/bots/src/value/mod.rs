//! Value of an afterstate: the points that a seat is expected to gain on the others by the end of the deal. A
//! small net learnt it from millions of deals that the bots played against each other
//! (`cargo run --release -p upcard-tutor`).

mod features;
mod net;
mod nets;
mod taught;
mod weigh;

pub use features::{Afterstate, ONE, SIZE, Situation, Stage};
pub use net::{FIRST, Net, SECOND, STAGES, WEIGHTS};
pub use nets::{Learnt, ValueNets, unit};
pub use taught::{NetsError, Taught};
pub use weigh::{Breadth, Weighed, weigh};
