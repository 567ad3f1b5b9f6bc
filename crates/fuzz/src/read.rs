//! Result of reading a text.

use std::fmt::Display;

use upcard_engine::Value;

/// Result of reading a text.
#[derive(Clone, Copy, Default)]
pub struct Read {
    /// `true` if the text is valid.
    pub good: bool,
    /// Length of the answer: the error message, or the printed form.
    pub answer: usize,
}

impl Read {
    /// Invalid text, with this answer.
    pub(crate) fn bad(error: impl Display) -> Read {
        Read { good: false, answer: error.to_string().len() }
    }

    /// Valid text, with this printed form.
    pub(crate) fn good(printed: &str) -> Read {
        Read { good: true, answer: printed.len() }
    }

    /// Combines two readings of one text.
    pub(crate) fn or(self, other: Read) -> Read {
        Read { good: self.good | other.good, answer: self.answer.max(other.answer) }
    }
}

/// The printed form of a value parses to the same value.
pub(crate) fn value_reads_back(value: &Value) -> Result<Read, String> {
    let printed = value.to_string();
    let again = Value::from_argument(&printed);
    if again == *value {
        Ok(Read::good(&printed))
    } else {
        Err(format!("{value:?} prints as {printed}, which is read as {again:?}"))
    }
}
