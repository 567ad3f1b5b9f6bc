//! Flaws of a rule set, bounded in number and size whatever the input.
//!
//! A flaw has a place, a line and a typed reason. The rulebook provides the sentences for people.

mod contradiction;
mod datum;
mod mistake;
mod quoted;
mod reason;

use std::fmt;

use upcard_cards::text::Truncated;

pub use contradiction::Contradiction;
pub(crate) use datum::{Datum, coded, reasons};
pub use mistake::Mistake;
pub use quoted::Quoted;
pub use reason::{Coded, Reason};

/// A flaw of a rule set, with the place in the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flaw {
    place: String,
    line: usize,
    reason: Reason,
}

impl Flaw {
    /// The file, game or other source, truncated. Empty if the reason names the place itself.
    #[must_use]
    pub fn place(&self) -> &str {
        &self.place
    }

    /// Line number, from 1; 0 if unknown.
    #[must_use]
    pub fn line(&self) -> usize {
        self.line
    }

    /// The reason.
    #[must_use]
    pub fn reason(&self) -> &Reason {
        &self.reason
    }
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.place.as_str(), self.line) {
            ("", _) => write!(f, "{}", self.reason),
            (place, 0) => write!(f, "{place}: {}", self.reason),
            (place, line) => write!(f, "{place}:{line}: {}", self.reason),
        }
    }
}

/// Flaws of a rule set: the first ones, and the number of the others. Never empty when used as an
/// error.
///
/// Grows only through [`Flaws::push`] and [`Flaws::append`], which bound the number and length of
/// its entries, so that no error about rules exceeds a few kilobytes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Flaws {
    first: Vec<Flaw>,
    omitted: usize,
}

impl Flaws {
    /// Maximum number of stored flaws.
    pub const MAX_STORED: usize = 20;

    /// Returns a single flaw without a line.
    #[must_use]
    pub fn one(place: &str, reason: impl Into<Reason>) -> Flaws {
        let mut flaws = Flaws::default();
        flaws.push(place, 0, || reason);
        flaws
    }

    /// Adds a flaw. The reason is built only if it is stored; further flaws are just counted.
    pub fn push<R: Into<Reason>>(&mut self, place: &str, line: usize, reason: impl FnOnce() -> R) {
        if self.first.len() < Flaws::MAX_STORED {
            let place = Truncated(place).to_string();
            self.first.push(Flaw { place, line, reason: reason().into() });
        } else {
            self.omitted += 1;
        }
    }

    /// Appends other flaws.
    pub fn append(&mut self, other: Flaws) {
        self.first.extend(other.first);
        let excess = self.first.len().saturating_sub(Flaws::MAX_STORED);
        self.first.truncate(Flaws::MAX_STORED);
        self.omitted += excess + other.omitted;
    }

    /// Returns `true` if there are no flaws.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.first.is_empty()
    }

    /// Returns the value if there are no flaws.
    ///
    /// # Errors
    /// These flaws, if any.
    pub fn into_result<T>(self, value: T) -> Result<T, Flaws> {
        if self.is_empty() { Ok(value) } else { Err(self) }
    }

    /// Iterates over the stored flaws, at most [`Flaws::MAX_STORED`].
    pub fn iter(&self) -> std::slice::Iter<'_, Flaw> {
        self.first.iter()
    }

    /// Number of flaws beyond the stored ones.
    #[must_use]
    pub fn omitted(&self) -> usize {
        self.omitted
    }

    /// Codes of the stored flaws for messages, plus one that counts the others.
    #[must_use]
    pub fn codes(&self) -> Vec<String> {
        let others = (self.omitted > 0).then(|| Mistake::More { count: self.omitted }.into());
        let reasons = self.iter().map(|flaw| flaw.reason.clone());
        reasons.chain(others).map(|reason: Reason| reason.to_string()).collect()
    }
}

impl fmt::Display for Flaws {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, flaw) in self.first.iter().enumerate() {
            write!(f, "{}{flaw}", if number > 0 { "\n" } else { "" })?;
        }
        match self.omitted {
            0 => Ok(()),
            count => write!(f, "\n{}", Reason::from(Mistake::More { count })),
        }
    }
}

impl std::error::Error for Flaws {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flaws_are_bounded_in_number_and_length() {
        let long = "x".repeat(10_000);
        let mut flaws = Flaws::default();
        for line in 1..=1000 {
            flaws.push(&long, line, || Mistake::NotToml { message: Quoted::long(&long) });
        }
        let numbers = |flaws: &Flaws| (flaws.iter().count(), flaws.omitted());
        assert_eq!(numbers(&flaws), (Flaws::MAX_STORED, 1000 - Flaws::MAX_STORED));
        let text = flaws.to_string();
        assert!(text.len() <= 9 * 1024, "{} bytes", text.len());
        assert!(text.ends_with("\nflaws.more { \"count\" = 980 }"), "{text}");

        let mut both = flaws.clone();
        both.append(flaws);
        assert_eq!(numbers(&both), (Flaws::MAX_STORED, 2000 - Flaws::MAX_STORED));
    }

    #[test]
    fn reasons_beyond_the_limit_are_not_built() {
        let mut flaws = Flaws::default();
        for _ in 0..Flaws::MAX_STORED {
            flaws.push("here", 0, || Mistake::NoName);
        }
        flaws.push("here", 0, || -> Reason { panic!("made") });
        assert_eq!(flaws.omitted(), 1);
    }
}
