//! What is measured when speed is: the same work for `cargo bench` and for `upcard bench`, one
//! module for each crate whose speed it is, and the policies that play for it.

pub mod bots;
pub mod engine;
pub mod policies;
pub mod solver;
pub mod thoughts;
