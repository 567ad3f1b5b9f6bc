//! Matches as numbers, for programs that learn: what a seat knows as an array, what it may do as one space of
//! 133 numbers with masks, and many matches at once.
//!
//! [`Observer`] writes what a seat's [`View`](upcard_engine::View) knows, and reads it back ([`Seen`]). [`Choices`]
//! says which numbers may follow those that were said, and what they mean; several numbers make one play. [`Env`]
//! is one match that is stepped by numbers, [`Many`] is many of them on several threads. The encoding has a
//! [`VERSION`]; `docs/python.md` describes it. No Python here.

mod choices;
mod env;
mod error;
mod lay_downs;
mod layout;
mod many;
mod mask;
pub mod numbers;
mod observe;
mod plainly;
mod random;
mod seen;
mod spelling;

pub use choices::{Choices, same_play};
pub use env::{Env, Episode, Options, Stepped};
pub use error::GymError;
pub use layout::{Layout, Part};
pub use many::{Many, Stepping, THREADS};
pub use mask::Mask;
pub use observe::Observer;
pub use random::Draws;
pub use seen::{Seen, SeenMeld, SeenSeat};

/// The version of the encoding: what an array holds and what a number means. It changes with either.
pub const VERSION: &str = "upcard-obs-1";
