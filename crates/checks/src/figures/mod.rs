//! Figures in the documentation, each with the command and version that produced it.
//!
//! `docs/figures.toml` stores them. `cargo xtask docs` generates the tables, `cargo xtask measure` recomputes
//! them. The tests also recompute the cheap ones.

mod figure;
mod measure;
mod table;

pub(crate) use figure::Figures;
pub(crate) use measure::{Arguments, run};
pub(crate) use table::documents;
