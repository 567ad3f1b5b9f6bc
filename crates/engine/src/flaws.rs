//! What is wrong with a rule set: bounded, however much is wrong and however long it was written.

use std::fmt;

use upcard_cards::text::{Short, shortened};

/// One thing that is wrong with a rule set, and where it was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flaw {
    place: String,
    line: usize,
    message: String,
}

impl Flaw {
    /// The file, or `--set`, or the like; the first characters of it, if it is long.
    #[must_use]
    pub fn place(&self) -> &str {
        &self.place
    }

    /// The line, from 1; 0 where there is none.
    #[must_use]
    pub fn line(&self) -> usize {
        self.line
    }

    /// What is wrong, in at most [`Flaws::LONGEST`] characters.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.place, self.message),
            line => write!(f, "{}:{line}: {}", self.place, self.message),
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

    /// The most characters of a flaw's message.
    pub const LONGEST: usize = 300;

    /// A single flaw without a line.
    #[must_use]
    pub fn one(place: &str, message: impl fmt::Display) -> Flaws {
        let mut flaws = Flaws::default();
        flaws.push(place, 0, message);
        flaws
    }

    /// Adds a flaw. The message is printed only if it is kept, and only as far as it is kept: what
    /// is wrong beyond the first flaws costs nothing but its number.
    pub fn push(&mut self, place: &str, line: usize, message: impl fmt::Display) {
        if self.first.len() < Flaws::MOST {
            let place = Short(place).to_string();
            let message = shortened(message, Flaws::LONGEST);
            self.first.push(Flaw { place, line, message });
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

    /// The first flaws in a sentence each, and one for all others.
    #[must_use]
    pub fn sentences(&self) -> Vec<String> {
        let others = (self.more > 0).then(|| format!("and {} more", self.more));
        self.iter().map(ToString::to_string).chain(others).collect()
    }
}

impl fmt::Display for Flaws {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentences().join("\n"))
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
            flaws.push(&long, line, &long);
        }
        assert_eq!((flaws.iter().count(), flaws.more()), (Flaws::MOST, 1000 - Flaws::MOST));
        let text = flaws.to_string();
        assert!(text.len() <= 8 * 1024, "{} bytes", text.len());
        assert!(text.ends_with("\nand 980 more"), "{text}");

        let mut both = flaws.clone();
        both.append(flaws);
        assert_eq!((both.iter().count(), both.more()), (Flaws::MOST, 2000 - Flaws::MOST));
    }

    #[test]
    fn a_flaw_beyond_the_first_is_not_printed() {
        struct Never;
        impl fmt::Display for Never {
            fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
                panic!("printed");
            }
        }
        let mut flaws = Flaws::default();
        for _ in 0..Flaws::MOST {
            flaws.push("here", 0, "wrong");
        }
        flaws.push("here", 0, Never);
        assert_eq!(flaws.more(), 1);
    }
}
