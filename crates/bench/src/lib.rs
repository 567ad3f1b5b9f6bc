//! Benchmark workloads, shared by `cargo bench` and `upcard bench`: one module per crate measured, and the
//! policies that play.

pub mod bots;
pub mod decision_time;
pub mod engine;
pub mod policies;
pub mod solver;
