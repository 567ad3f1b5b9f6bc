//! Reinforcement-learning interface: observations as arrays, an action space of 133 numbers with masks, and
//! vectorized matches.
//!
//! [`Observer`] encodes a seat's [`View`](upcard_engine::View), and [`Seen`] decodes it. [`Choices`]
//! determines which numbers may follow a prefix, and what they mean; a play takes one or more numbers.
//! [`Env`] is one match, [`Many`] are many on several threads. The encoding has a [`VERSION`];
//! `docs/python.md` describes it. Independent of Python.

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

/// Version of the encoding of observations and actions. Changes with either.
pub const VERSION: &str = "upcard-obs-1";
