//! Scenarios: a position, actions and verdicts as text. `docs/notation.md` describes the format.

mod check;
mod laid;
mod parse;
mod run;
mod scenario;

pub use check::Comparison;
pub use parse::parse;
pub use run::{End, LineReport, Report, library_with, position_of, rule_set, run, run_with};
pub use scenario::{
    Check, LaidBy, Position, Problem, Scenario, ScenarioError, Step, StepKind, Verdict,
};
