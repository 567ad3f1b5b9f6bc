//! Result of a command that plays many matches, some of which may be missing.

/// Result of a command that plays many matches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Output to print.
    pub text: String,
    /// Reason why matches are missing, if any are.
    pub lack: Option<Lack>,
}

/// Why requested matches are missing, as a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Lack {
    /// The run was interrupted.
    Interrupted(String),
    /// No file contains them.
    Missing(String),
}

impl Lack {
    /// Returns the sentence.
    #[must_use]
    pub fn sentence(&self) -> &str {
        match self {
            Lack::Interrupted(sentence) | Lack::Missing(sentence) => sentence,
        }
    }
}
