//! Records: a match as text with its whole rule set, replayable indefinitely.
//!
//! The format is described in `docs/notation.md`. A record contains the actions and the random
//! outcomes, from which everything else follows. The record of a finished match is closed by a hash
//! over all of its lines, and signed if a server hosted the table.

mod closing;
mod hex;
mod lines;
mod parse;
mod print;
mod proof;
mod recorder;
mod replay;
mod results;
mod sealing;

pub use closing::{Closing, PublicKey, Signature};
pub use hex::{from_hex, to_hex};
pub use lines::{FORMAT, Line, LineKind, Origin, Part, Record};
pub use parse::{RecordError, RecordProblem};
pub use proof::{End, Proof};
pub use recorder::Recorder;
pub use replay::{Difference, ReplayError, Step};
pub use results::{DealResult, Results};
