//! What is wrong with a rule set: bounded, however much is wrong and however long it was written.
//!
//! A flaw has a place, a line and a typed reason. The sentences for people are the rulebook's.

mod contradiction;
mod datum;
mod mistake;
mod quoted;
mod reason;

use std::fmt;

use upcard_cards::text::Short;

pub use contradiction::Contradiction;
pub(crate) use datum::{Datum, coded, reasons};
pub use mistake::Mistake;
pub use quoted::Quoted;
pub use reason::{Coded, Reason};

/// One thing that is wrong with a rule set, and where it was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flaw {
    place: String,
    line: usize,
    reason: Reason,
}

impl Flaw {
    /// The file, the game or the like; the first characters of it, if it is long. Empty where the
    /// reason names the place itself.
    #[must_use]
    pub fn place(&self) -> &str {
        &self.place
    }

    /// The line, from 1; 0 where there is none.
    #[must_use]
    pub fn line(&self) -> usize {
        self.line
    }

    /// What is wrong.
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

/// What is wrong with a rule set: the first flaws and the number of the others. As an error it is
/// never empty.
///
/// It can only grow through [`Flaws::push`], which keeps the number and the length of what it holds
/// within bounds. So no error about rules is longer than some kilobytes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Flaws {
    first: Vec<Flaw>,
    more: usize,
}

impl Flaws {
    /// The most flaws that are kept.
    pub const MOST: usize = 20;

    /// A single flaw without a line.
    #[must_use]
    pub fn one(place: &str, reason: impl Into<Reason>) -> Flaws {
        let mut flaws = Flaws::default();
        flaws.push(place, 0, || reason);
        flaws
    }

    /// Adds a flaw. Its reason is made only if it is kept: what is wrong beyond the first flaws
    /// costs nothing but its number.
    pub fn push<R: Into<Reason>>(&mut self, place: &str, line: usize, reason: impl FnOnce() -> R) {
        if self.first.len() < Flaws::MOST {
            let place = Short(place).to_string();
            self.first.push(Flaw { place, line, reason: reason().into() });
        } else {
            self.more += 1;
        }
    }

    /// Adds the flaws of something else.
    pub fn append(&mut self, other: Flaws) {
        for flaw in other.first {
            if self.first.len() < Flaws::MOST {
                self.first.push(flaw);
            } else {
                self.more += 1;
            }
        }
        self.more += other.more;
    }

    /// Is nothing wrong?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.first.is_empty()
    }

    /// The value, if nothing is wrong.
    ///
    /// # Errors
    /// These flaws, if there are any.
    pub fn or<T>(self, value: T) -> Result<T, Flaws> {
        if self.is_empty() { Ok(value) } else { Err(self) }
    }

    /// The first flaws, at most [`Flaws::MOST`].
    pub fn iter(&self) -> std::slice::Iter<'_, Flaw> {
        self.first.iter()
    }

    /// How many there are beyond the first.
    #[must_use]
    pub fn more(&self) -> usize {
        self.more
    }

    /// The reasons of the first flaws as messages carry them, and one for all others.
    #[must_use]
    pub fn codes(&self) -> Vec<String> {
        let others = (self.more > 0).then(|| Mistake::More { count: self.more }.into());
        let reasons = self.iter().map(|flaw| flaw.reason.clone());
        reasons.chain(others).map(|reason: Reason| reason.to_string()).collect()
    }
}

impl fmt::Display for Flaws {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, flaw) in self.first.iter().enumerate() {
            write!(f, "{}{flaw}", if number > 0 { "\n" } else { "" })?;
        }
        match self.more {
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
        assert_eq!((flaws.iter().count(), flaws.more()), (Flaws::MOST, 1000 - Flaws::MOST));
        let text = flaws.to_string();
        assert!(text.len() <= 9 * 1024, "{} bytes", text.len());
        assert!(text.ends_with("\nflaws.more { \"count\" = 980 }"), "{text}");

        let mut both = flaws.clone();
        both.append(flaws);
        assert_eq!((both.iter().count(), both.more()), (Flaws::MOST, 2000 - Flaws::MOST));
    }

    #[test]
    fn the_reason_of_a_flaw_beyond_the_first_is_not_made() {
        let mut flaws = Flaws::default();
        for _ in 0..Flaws::MOST {
            flaws.push("here", 0, || Mistake::NoName);
        }
        flaws.push("here", 0, || -> Reason { panic!("made") });
        assert_eq!(flaws.more(), 1);
    }
}
