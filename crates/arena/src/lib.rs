//! Self-play and tournaments.
//!
//! A [`run`] plays mirrored matches: one cluster of matches per deal seed, with the seats rotated, so that
//! every bot gets the same luck of the deal. The statistics treat each cluster as one sample.

mod advised;
mod check;
pub mod cli;
mod exchange;
mod fault;
mod guest;
mod head;
mod kinds;
pub mod lab;
mod lessons;
mod luck;
mod merge;
mod missing;
mod mixed;
mod nets;
mod options;
mod oracle;
mod outcome;
pub mod protocol;
mod recorder;
mod records;
mod report;
mod resume;
mod run;
mod seat;
mod seating;
mod stats;
mod watch;

pub use advised::Habit;
pub use check::{Checked, Flaw, check};
pub use exchange::{Match, play};
pub use fault::Fault;
pub use guest::Guest;
pub use kinds::run_by_kinds;
pub use luck::Squares;
pub use merge::{Merged, merge};
pub use missing::Missing;
pub use mixed::{Kind, Mixed};
pub use nets::NetsFault;
pub use options::{ArenaError, Contestant, Options, Patience, Shard, Thinking, rules};
pub use report::{BotRow, KindRow, Pair, Report, WithoutLuck};
pub use run::run;
pub use stats::Interval;
