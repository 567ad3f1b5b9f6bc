//! Python module `upcard._native`: matches, vectorized matches, the solver, bots, records and the arena, as
//! thin wrappers of the other crates. The Python package around it is in `python/`.

mod arena;
mod arrays;
mod convert;
mod line;
mod many;
mod matches;
mod records;
mod solver;
mod views;

use pyo3::prelude::*;

/// Matches of the contract rummy family, written in Rust. Use the package `upcard`, which is built on this.
#[pymodule]
#[pyo3(name = "_native")]
mod native {
    #[pymodule_export]
    use super::arena::{arena, lab, merge};
    #[pymodule_export]
    use super::convert::{games, level_names, number_names, rules_of, written};
    #[pymodule_export]
    use super::line::Line;
    #[pymodule_export]
    use super::many::Many;
    #[pymodule_export]
    use super::matches::Match;
    #[pymodule_export]
    use super::records::Record;
    #[pymodule_export]
    use super::solver::Solver;
    #[pymodule_export]
    use super::views::View;
    use super::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("OBSERVATION", upcard_gym::VERSION)?;
        module.add("ACTIONS", upcard_gym::numbers::COUNT)?;
        module.add("MASK_BYTES", upcard_gym::Mask::BYTES)?;
        module.add("VERSION", env!("CARGO_PKG_VERSION"))
    }
}
