//! Foreign texts quoted in a reason.

use std::fmt;

use upcard_cards::text::{MAX_QUOTED, truncated};

/// A text quoted in a reason, truncated if long.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Quoted(String);

impl Quoted {
    /// Maximum length of a list or of another program's message, in characters.
    pub const MAX_LONG: usize = 300;

    /// Quotes the first [`MAX_QUOTED`] characters of a value.
    #[must_use]
    pub fn new(value: impl fmt::Display) -> Quoted {
        Quoted(truncated(value, MAX_QUOTED))
    }

    /// Quotes the first [`Quoted::MAX_LONG`] characters of a value.
    #[must_use]
    pub fn long(value: impl fmt::Display) -> Quoted {
        Quoted(truncated(value, Quoted::MAX_LONG))
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}
