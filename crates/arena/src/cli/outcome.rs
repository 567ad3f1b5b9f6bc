//! Result of a command that plays many matches, some of which may be missing.

/// Result of a command that plays many matches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Output to print.
    pub text: String,
    /// Reason why matches are missing, if any are.
    pub incomplete: Option<Incomplete>,
}

/// Why requested matches are missing, as a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Incomplete {
    /// The run was interrupted.
    Interrupted(String),
    /// No file contains them.
    Missing(String),
}

impl Incomplete {
    /// Returns the sentence.
    #[must_use]
    pub fn sentence(&self) -> &str {
        match self {
            Incomplete::Interrupted(sentence) | Incomplete::Missing(sentence) => sentence,
        }
    }
}
