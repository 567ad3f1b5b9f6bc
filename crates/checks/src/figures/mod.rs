//! Figures in the documents: each with the command that makes it, and the version that made it.
//!
//! `docs/figures.toml` holds them. `cargo xtask docs` makes tables of them, `cargo xtask measure` makes
//! them anew. Those that cost little are made by the tests, too.

mod figure;
mod measure;
mod table;

pub(crate) use figure::Figures;
pub(crate) use measure::{Arguments, run};
pub(crate) use table::documents;
