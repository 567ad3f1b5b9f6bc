//! What came of many matches, of which some may be missing.

/// What a command that plays many matches has to say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// What is to be printed.
    pub text: String,
    /// Where it is not of all matches that were asked for: why.
    pub lack: Option<Lack>,
}

/// Why matches that were asked for are missing, in a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Lack {
    /// They were not played: it was interrupted.
    Interrupted(String),
    /// They were played elsewhere, if at all: no file has them.
    Missing(String),
}

impl Lack {
    /// The sentence.
    #[must_use]
    pub fn sentence(&self) -> &str {
        match self {
            Lack::Interrupted(sentence) | Lack::Missing(sentence) => sentence,
        }
    }
}
