//! Texts of others that a reason repeats.

use std::fmt;

use upcard_cards::text::{QUOTED, shortened};

/// A text that a reason repeats: the first characters of it, if it is long.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Quoted(String);

impl Quoted {
    /// The most characters of a list or of another program's message.
    pub const LONGEST: usize = 300;

    /// The first [`QUOTED`] characters of a value.
    #[must_use]
    pub fn new(value: impl fmt::Display) -> Quoted {
        Quoted(shortened(value, QUOTED))
    }

    /// The first [`Quoted::LONGEST`] characters of a value.
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
