//! Variance reduction: subtracts from results the luck of each card, measured as its value minus that of the
//! expected card. The values are learnt from other matches before any result is seen.
//!
//! The difference has a mean of zero, regardless of players and values, so that estimates stay unbiased;
//! better values leave less variance (AIVAT: Burch, Schmid, Moravčík, Morrill and Bowling, 2018).

mod chances;
mod net;
mod quiet;
mod solve;
mod stand;
mod values;
mod worth;

pub(crate) use chances::{Step, Watcher};
pub use solve::Squares;
pub(crate) use values::{Lesson, Values};
