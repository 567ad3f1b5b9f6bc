//! Value of an afterstate: the points that a seat is expected to gain on the others by the end of the deal. A
//! small net learnt it from millions of deals that the bots played against each other
//! (`cargo run --release -p upcard-tutor`).

mod evaluate;
mod features;
mod net;
mod nets;
mod training;

pub use evaluate::{Breadth, EvaluatedMove, evaluate};
pub use features::{Afterstate, ONE, SIZE, Situation, Stage};
pub use net::{FIRST_UNITS, Net, SECOND_UNITS, STAGES, WEIGHTS};
pub use nets::{TrainedNets, ValueNets, unit};
pub use training::{NetsError, TrainingInfo};
