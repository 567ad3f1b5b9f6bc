//! What reading a text came to.

use std::fmt::Display;

use upcard_engine::Value;

/// What came of a text.
#[derive(Clone, Copy, Default)]
pub struct Read {
    /// Was it a good one?
    pub good: bool,
    /// The length of the answer: of the error, or of what was read as it prints.
    pub answer: usize,
}

impl Read {
    /// It was not good, and this is the answer.
    pub(crate) fn bad(error: impl Display) -> Read {
        Read { good: false, answer: error.to_string().len() }
    }

    /// It was good, and prints like this.
    pub(crate) fn good(printed: &str) -> Read {
        Read { good: true, answer: printed.len() }
    }

    /// Of two readings of one text.
    pub(crate) fn or(self, other: Read) -> Read {
        Read { good: self.good | other.good, answer: self.answer.max(other.answer) }
    }
}

/// A value prints as what is read as the same value.
pub(crate) fn value_reads_back(value: &Value) -> Result<Read, String> {
    let printed = value.to_string();
    let again = Value::from_argument(&printed);
    if again == *value {
        Ok(Read::good(&printed))
    } else {
        Err(format!("{value:?} prints as {printed}, which is read as {again:?}"))
    }
}
