//! Reading the text forms: words with columns, and errors that name the place.

use std::fmt::{self, Write as _};

use crate::{Card, Rank};

/// Stores and sends a type by its text form: as `Display` prints it, and as `FromStr` reads it.
#[macro_export]
macro_rules! serde_as_text {
    ($type:ty) => {
        impl ::serde::Serialize for $type {
            fn serialize<S: ::serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.collect_str(self)
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $type {
            fn deserialize<D: ::serde::Deserializer<'de>>(from: D) -> Result<$type, D::Error> {
                let text = <::std::borrow::Cow<'de, str>>::deserialize(from)?;
                text.parse().map_err(::serde::de::Error::custom)
            }
        }
    };
}

/// The most characters that a message repeats of what it was given.
pub const QUOTED: usize = 60;

/// Shows at most [`QUOTED`] characters of a value, and `…` for the rest: whatever a message quotes
/// may be as long as its writer likes. Characters that move the cursor are not shown as such.
#[derive(Clone, Copy, Debug)]
pub struct Short<T>(pub T);

impl<T: fmt::Display> fmt::Display for Short<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&shortened(&self.0, QUOTED))
    }
}

/// The first `most` characters of what a value prints, and `…` if there are more. Printing stops
/// there, so that this takes no longer for a long value than for a short one.
#[must_use]
pub fn shortened(value: impl fmt::Display, most: usize) -> String {
    let mut text = Cut { text: String::new(), left: most };
    // The only error is that the text is full.
    if write!(text, "{value}").is_err() {
        text.text.push('…');
    }
    text.text
}

/// A text that takes a number of characters, and then refuses.
struct Cut {
    text: String,
    left: usize,
}

impl fmt::Write for Cut {
    fn write_str(&mut self, more: &str) -> fmt::Result {
        for letter in more.chars() {
            self.left = self.left.checked_sub(1).ok_or(fmt::Error)?;
            self.text.push(if letter.is_control() { char::REPLACEMENT_CHARACTER } else { letter });
        }
        Ok(())
    }
}

/// A text form was wrong: where (column, from 1), and what was expected there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextError {
    /// The column of the first letter that does not fit, counted from 1.
    pub column: usize,
    /// What was expected there, and what stood there instead.
    pub message: String,
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.column, self.message)
    }
}

impl std::error::Error for TextError {}

/// The words of one line, read from left to right. `;`, `:` and `,` are words of their own.
#[derive(Clone, Debug)]
pub struct Words<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Words<'a> {
    /// Starts at the beginning of the text.
    #[must_use]
    pub fn new(text: &'a str) -> Words<'a> {
        Words { text, at: 0 }
    }

    fn skip_space(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    /// The next word, which stays to be read.
    #[must_use]
    pub fn peek(&self) -> Option<&'a str> {
        self.clone().next_word()
    }

    /// The next word.
    pub fn next_word(&mut self) -> Option<&'a str> {
        self.skip_space();
        let rest = &self.text[self.at..];
        let first = rest.chars().next()?;
        let len = if matches!(first, ';' | ':' | ',') {
            1
        } else {
            rest.find(|c: char| c.is_whitespace() || matches!(c, ';' | ':' | ','))
                .unwrap_or(rest.len())
        };
        self.at += len;
        Some(&rest[..len])
    }

    /// The next word, or an error that says what was expected.
    pub fn word(&mut self, expected: &str) -> Result<&'a str, TextError> {
        let before = self.clone();
        self.next_word().ok_or_else(|| before.error(expected))
    }

    /// Reads this word if it is next.
    pub fn eat(&mut self, word: &str) -> bool {
        let mut ahead = self.clone();
        let there = ahead.next_word() == Some(word);
        if there {
            *self = ahead;
        }
        there
    }

    /// Reads this word, or says that it was expected.
    pub fn expect(&mut self, word: &str) -> Result<(), TextError> {
        if self.eat(word) { Ok(()) } else { Err(self.error(&format!("'{word}'"))) }
    }

    /// A card.
    pub fn card(&mut self) -> Result<Card, TextError> {
        let before = self.clone();
        self.next_word()
            .and_then(|w| w.parse().ok())
            .ok_or_else(|| before.error("a card (like TD, or JK)"))
    }

    /// A card, or nothing at the end of the text.
    pub fn card_if_any(&mut self) -> Result<Option<Card>, TextError> {
        if self.peek().is_none() { Ok(None) } else { self.card().map(Some) }
    }

    /// A rank.
    pub fn rank(&mut self) -> Result<Rank, TextError> {
        let before = self.clone();
        let word = self.next_word().unwrap_or("");
        let mut letters = word.chars();
        match (letters.next().and_then(Rank::from_letter), letters.next()) {
            (Some(rank), None) => Ok(rank),
            _ => Err(before.error("a rank (A23456789TJQK)")),
        }
    }

    /// A whole number that fits the type.
    pub fn number<N: std::str::FromStr>(&mut self, expected: &str) -> Result<N, TextError> {
        let before = self.clone();
        self.next_word().and_then(|w| w.parse().ok()).ok_or_else(|| before.error(expected))
    }

    /// All that is left, without the space around it.
    pub fn rest(&mut self) -> &'a str {
        self.skip_space();
        let rest = self.text[self.at..].trim_end();
        self.at = self.text.len();
        rest
    }

    /// Nothing may be left.
    pub fn end(&self) -> Result<(), TextError> {
        if self.peek().is_none() { Ok(()) } else { Err(self.error("the end of the line")) }
    }

    /// The column of the next word, from 1.
    #[must_use]
    pub fn column(&self) -> usize {
        let mut ahead = self.clone();
        ahead.skip_space();
        self.text[..ahead.at].chars().count() + 1
    }

    /// An error at the next word.
    #[must_use]
    pub fn error(&self, expected: &str) -> TextError {
        let message = match self.peek() {
            Some(found) => format!("expected {expected}, found '{}'", Short(found)),
            None => format!("expected {expected}, found the end"),
        };
        TextError { column: self.column(), message }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_quoted_is_short() {
        assert_eq!(Short("set").to_string(), "set");
        assert_eq!(Short("é".repeat(QUOTED)).to_string(), "é".repeat(QUOTED));
        let long = Short("é".repeat(QUOTED + 1)).to_string();
        assert_eq!(long, format!("{}…", "é".repeat(QUOTED)));
        assert_eq!(Short("a\nb\u{1b}[2J").to_string(), "a\u{fffd}b\u{fffd}[2J");
    }

    #[test]
    fn errors_do_not_repeat_a_long_line() {
        let error = Words::new(&"x".repeat(30_000)).error("a card");
        assert!(error.message.len() < 100, "{}", error.message);
    }
}
