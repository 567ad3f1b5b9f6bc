//! Variance reduction: subtracts from results the luck of each card, measured as its value minus that of the
//! expected card. The values are learnt from other matches before any result is seen.
//!
//! The difference has a mean of zero, regardless of players and values, so that estimates stay unbiased;
//! better values leave less variance (AIVAT: Burch, Schmid, Moravčík, Morrill and Bowling, 2018).

mod evaluator;
mod hand;
mod model;
mod net;
mod quiet;
mod regression;
mod watcher;

pub(crate) use model::{Luck, LuckModel, TrainingMatch};
pub use regression::LeastSquares;
pub(crate) use watcher::{LuckWatcher, Step};
