//! Reasons for which a program loses its seat.

use std::fmt;

/// Reason for which a program lost its seat.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(tag = "fault", rename_all = "kebab-case")]
pub enum Fault {
    /// It did not start.
    Start {
        /// Error reported by the system.
        why: String,
    },
    /// It exited, or closed its output.
    Ended,
    /// Its answer timed out.
    TimedOut,
    /// Its answer could not be parsed.
    Unreadable {
        /// The answer.
        #[serde(rename = "said")]
        answer: String,
        /// Parse error; empty in old result files.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        why: String,
    },
    /// Its action was refused.
    Refused {
        /// The action.
        action: String,
        /// Code of the refusal.
        code: String,
    },
    /// It exceeded the decision limit.
    Endless {
        /// Number of decisions.
        decisions: u64,
    },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Start { why } => write!(f, "it did not start ({why})"),
            Fault::Ended => f.write_str("it exited, or closed its output"),
            Fault::TimedOut => f.write_str("it did not answer in time"),
            Fault::Unreadable { answer, why } => {
                write!(f, "its answer could not be read: {answer:?}")?;
                if why.is_empty() { Ok(()) } else { write!(f, " ({why})") }
            }
            Fault::Refused { action, code } => write!(f, "'{action}' was refused: {code}"),
            Fault::Endless { decisions } => {
                write!(f, "after {decisions} of its decisions the match had not ended")
            }
        }
    }
}
