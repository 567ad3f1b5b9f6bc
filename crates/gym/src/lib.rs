//! Reinforcement-learning interface: observations as arrays, an action space of 133 numbers with masks, and
//! vectorized matches.
//!
//! [`Layout`] encodes a seat's [`View`](upcard_engine::View), and [`Observation`] decodes it. [`ListedPlays`]
//! determines which numbers may follow a prefix, and what they mean; a play takes one or more numbers.
//! [`Env`] is one match, [`Many`] are many on several threads. The encoding has a [`VERSION`];
//! `docs/python.md` describes it. Independent of Python.

mod encoding;
mod env;
mod error;
mod lay_downs;
mod layout;
mod listed_plays;
mod many;
mod mask;
pub mod numbers;
mod observation;
mod observe;
mod random;
mod table_plays;

pub use env::{Env, Episode, Options, StepResult};
pub use error::GymError;
pub use layout::{Layout, Part};
pub use listed_plays::{ListedPlays, same_play};
pub use many::{MAX_THREADS, Many, StepBuffers};
pub use mask::Mask;
pub use observation::{Observation, ObservedMeld, ObservedSeat};
pub use random::SplitMix;

/// Version of the encoding of observations and actions. Changes with either.
pub const VERSION: &str = "upcard-obs-1";
