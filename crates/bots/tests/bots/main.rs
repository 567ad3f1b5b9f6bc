//! Bots as others use them.

mod buying;
mod common;
mod hidden;
mod hints;
mod spread;
