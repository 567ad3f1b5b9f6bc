//! Why a program lost its seat.

use std::fmt;

/// Why a program lost its seat.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(tag = "fault", rename_all = "kebab-case")]
pub enum Fault {
    /// It did not start.
    Start {
        /// What the system reported.
        why: String,
    },
    /// It ended, or closed its output.
    Ended,
    /// It did not answer in time.
    TimedOut,
    /// Its answer could not be read.
    Unreadable {
        /// What it answered.
        #[serde(rename = "said")]
        answer: String,
        /// What is wrong with it; earlier results do not say.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        why: String,
    },
    /// Its answer was refused.
    Refused {
        /// The action.
        action: String,
        /// The refusal's code.
        code: String,
    },
    /// It decided so often that the match would never end.
    Endless {
        /// How often.
        decisions: u64,
    },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Start { why } => write!(f, "it did not start ({why})"),
            Fault::Ended => f.write_str("it ended, or closed its output"),
            Fault::TimedOut => f.write_str("it did not answer in time"),
            Fault::Unreadable { answer, why } => {
                write!(f, "its answer could not be read: {answer:?}")?;
                if why.is_empty() { Ok(()) } else { write!(f, " ({why})") }
            }
            Fault::Refused { action, code } => write!(f, "'{action}' was refused: {code}"),
            Fault::Endless { decisions } => {
                write!(f, "it decided {decisions} times, and the match did not end")
            }
        }
    }
}
