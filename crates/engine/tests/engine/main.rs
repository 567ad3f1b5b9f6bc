//! The engine from outside.

mod deep;
mod flaws;
mod golden;
mod notation;
mod scenarios;
