//! Bots as others use them.

mod common;
mod hidden;
mod hints;
mod spread;
mod whole;
