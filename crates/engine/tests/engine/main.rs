//! Integration tests of the engine.

mod deep;
mod flaws;
mod golden;
mod notation;
mod scenarios;
