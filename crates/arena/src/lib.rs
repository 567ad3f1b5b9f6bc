//! Self-play and tournaments.
//!
//! A [`run`] plays mirrored matches: one cluster of matches per deal seed, with the seats rotated, so that
//! every bot gets the same luck of the deal. The statistics treat each cluster as one sample.

mod check;
pub mod cli;
mod custom_bot;
mod fault;
mod habit;
mod header;
mod kinds;
pub mod lab;
mod luck;
mod luck_training;
mod merge;
mod missing;
mod mixed;
mod monitor;
mod nets;
mod options;
mod oracle;
mod outcome;
mod play;
pub mod protocol;
mod record_folder;
mod recorder;
mod report;
mod result_file;
mod run;
mod seat;
mod seating;
mod stats;

pub use check::{MatchCheck, Violation, check};
pub use custom_bot::CustomBot;
pub use fault::Fault;
pub use habit::Habit;
pub use kinds::run_by_kinds;
pub use luck::LeastSquares;
pub use merge::{Merged, merge};
pub use missing::Missing;
pub use mixed::{DecisionKind, Mixed};
pub use nets::NetsLoadError;
pub use options::{ArenaError, Contestant, Options, Shard, Thinking, Timeouts, rules};
pub use play::{Match, play};
pub use report::{BotRow, KindRow, Pair, Report, WithoutLuck};
pub use run::run;
pub use stats::Interval;
