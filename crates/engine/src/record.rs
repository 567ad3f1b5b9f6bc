//! Records: a match as text, with its whole rule set, from which it replays for ever.
//!
//! The form is described in `docs/notation.md`. A record holds what was asked and what chance
//! answered; everything else follows. A record of a match that is over is closed by a hash over all
//! of its lines, and signed where a server kept the table.

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
