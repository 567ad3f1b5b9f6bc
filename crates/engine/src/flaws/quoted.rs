//! Foreign texts quoted in a reason.

use std::fmt;

use upcard_cards::text::{QUOTED, shortened};

/// A text quoted in a reason, truncated if long.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Quoted(String);

impl Quoted {
    /// Maximum length of a list or of another program's message, in characters.
    pub const LONGEST: usize = 300;

    /// Quotes the first [`QUOTED`] characters of a value.
    #[must_use]
    pub fn new(value: impl fmt::Display) -> Quoted {
        Quoted(shortened(value, QUOTED))
    }

    /// Quotes the first [`Quoted::LONGEST`] characters of a value.
    #[must_use]
    pub fn long(value: impl fmt::Display) -> Quoted {
        Quoted(shortened(value, Quoted::LONGEST))
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}
