//! Result of reading a text.

use std::fmt::Display;

use upcard_engine::Value;

/// Result of reading a text.
#[derive(Clone, Copy, Default)]
pub struct Reading {
    /// `true` if the text is valid.
    pub valid: bool,
    /// Length of the answer: the error message, or the printed form.
    pub answer: usize,
}

impl Reading {
    /// Invalid text, with this answer.
    pub(crate) fn invalid(error: impl Display) -> Reading {
        Reading { valid: false, answer: error.to_string().len() }
    }

    /// Valid text, with this printed form.
    pub(crate) fn valid(printed: &str) -> Reading {
        Reading { valid: true, answer: printed.len() }
    }

    /// Combines two readings of one text.
    pub(crate) fn or(self, other: Reading) -> Reading {
        Reading { valid: self.valid | other.valid, answer: self.answer.max(other.answer) }
    }
}

/// The printed form of a value parses to the same value.
pub(crate) fn value_round_trips(value: &Value) -> Result<Reading, String> {
    let printed = value.to_string();
    let again = Value::from_argument(&printed);
    if again == *value {
        Ok(Reading::valid(&printed))
    } else {
        Err(format!("{value:?} prints as {printed}, which is parsed as {again:?}"))
    }
}
