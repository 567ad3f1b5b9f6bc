//! What came of many matches that may have been interrupted.

/// What a command that plays many matches has to say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// What is to be printed.
    pub text: String,
    /// Where it was interrupted: that, in a sentence.
    pub interrupted: Option<String>,
}
