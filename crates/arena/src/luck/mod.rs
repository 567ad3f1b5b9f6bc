//! Results with luck taken out: of each card that chance gives, what it is worth more than the card that
//! could be expected, by values that are learnt from other matches before any result is looked at.
//!
//! The difference has a mean of zero, whoever plays and whatever the values are, so that nothing is
//! shifted; and the better the values, the less is left that is left to chance (AIVAT: Burch, Schmid,
//! Moravčík, Morrill and Bowling, 2018).

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
