//! Tokenizer of the text forms, with errors that name the column.

use std::fmt::{self, Write as _};

use crate::{Card, Rank};

/// Serializes a type as its text form, with `Display` and `FromStr`.
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

/// Defines an enumeration in which each value has a code.
#[macro_export]
macro_rules! coded {
    (
        $(#[$about:meta])* $type:ident:
        $($(#[$doc:meta])* $name:ident = $code:literal,)+
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum $type {
            $($(#[$doc])* $name,)+
        }

        impl $type {
            /// All values.
            pub const ALL: [$type; [$($code),+].len()] = [$($type::$name),+];

            /// Stable code.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self {
                    $($type::$name => $code,)+
                }
            }
        }
    };
}

/// Maximum number of characters that a message quotes from its input.
pub const MAX_QUOTED: usize = 60;

/// Displays at most [`MAX_QUOTED`] characters of a value, then `…`: input can be arbitrarily long.
/// Control characters are replaced.
#[derive(Clone, Copy, Debug)]
pub struct Truncated<T>(pub T);

impl<T: fmt::Display> fmt::Display for Truncated<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&truncated(&self.0, MAX_QUOTED))
    }
}

/// Returns the first `most` characters of a value's `Display` output, then `…` if it is longer.
/// Formatting stops there, so that long values cost no more than short ones.
#[must_use]
pub fn truncated(value: impl fmt::Display, most: usize) -> String {
    let mut text = LimitedBuffer { text: String::new(), left: most };
    // The only possible error is that the buffer is full.
    if write!(text, "{value}").is_err() {
        text.text.push('…');
    }
    text.text
}

/// A buffer that fails once it has taken its number of characters.
struct LimitedBuffer {
    text: String,
    left: usize,
}

impl fmt::Write for LimitedBuffer {
    fn write_str(&mut self, more: &str) -> fmt::Result {
        for letter in more.chars() {
            self.left = self.left.checked_sub(1).ok_or(fmt::Error)?;
            self.text.push(if letter.is_control() { char::REPLACEMENT_CHARACTER } else { letter });
        }
        Ok(())
    }
}

/// Parse error of a text form, with the column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextError {
    /// Column of the first character that does not fit, from 1.
    pub column: usize,
    /// What was expected there, and what was found.
    pub message: String,
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.column, self.message)
    }
}

impl std::error::Error for TextError {}

/// Tokenizer of one line. `;`, `:` and `,` are tokens of their own.
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

    /// Returns the next word without consuming it.
    #[must_use]
    pub fn peek(&self) -> Option<&'a str> {
        self.clone().next_word()
    }

    /// Consumes the next word.
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

    /// Consumes the next word and parses it, or returns an error that says what was expected.
    pub fn parsed<T>(
        &mut self,
        expected: &str,
        read: impl FnOnce(&'a str) -> Option<T>,
    ) -> Result<T, TextError> {
        let before = self.clone();
        self.next_word().and_then(read).ok_or_else(|| before.error(expected))
    }

    /// Consumes the next word, or returns an error that says what was expected.
    pub fn word(&mut self, expected: &str) -> Result<&'a str, TextError> {
        self.parsed(expected, Some)
    }

    /// Consumes this word if it is next.
    pub fn eat(&mut self, word: &str) -> bool {
        let mut ahead = self.clone();
        let there = ahead.next_word() == Some(word);
        if there {
            *self = ahead;
        }
        there
    }

    /// Consumes this word, or returns an error that it was expected.
    pub fn expect(&mut self, word: &str) -> Result<(), TextError> {
        if self.eat(word) { Ok(()) } else { Err(self.error(&format!("'{word}'"))) }
    }

    /// Parses a card.
    pub fn card(&mut self) -> Result<Card, TextError> {
        self.parsed("a card (like TD, or JK)", |word| word.parse().ok())
    }

    /// Parses a card; `None` at the end of the text.
    pub fn optional_card(&mut self) -> Result<Option<Card>, TextError> {
        if self.peek().is_none() { Ok(None) } else { self.card().map(Some) }
    }

    /// Parses a rank.
    pub fn rank(&mut self) -> Result<Rank, TextError> {
        self.parsed("a rank (A23456789TJQK)", Rank::read)
    }

    /// Parses a number that fits the type.
    pub fn number<N: std::str::FromStr>(&mut self, expected: &str) -> Result<N, TextError> {
        self.parsed(expected, |word| word.parse().ok())
    }

    /// Consumes the rest of the text, trimmed.
    pub fn rest(&mut self) -> &'a str {
        self.skip_space();
        let rest = self.text[self.at..].trim_end();
        self.at = self.text.len();
        rest
    }

    /// Fails unless the end of the text is reached.
    pub fn end(&self) -> Result<(), TextError> {
        if self.peek().is_none() { Ok(()) } else { Err(self.error("the end of the line")) }
    }

    /// Column of the next word, from 1.
    #[must_use]
    pub fn column(&self) -> usize {
        let mut ahead = self.clone();
        ahead.skip_space();
        self.text[..ahead.at].chars().count() + 1
    }

    /// Returns an error at the next word.
    #[must_use]
    pub fn error(&self, expected: &str) -> TextError {
        let message = match self.peek() {
            Some(found) => format!("expected {expected}, found '{}'", Truncated(found)),
            None => format!("expected {expected}, found the end"),
        };
        TextError { column: self.column(), message }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_are_truncated() {
        assert_eq!(Truncated("set").to_string(), "set");
        assert_eq!(Truncated("é".repeat(MAX_QUOTED)).to_string(), "é".repeat(MAX_QUOTED));
        let long = Truncated("é".repeat(MAX_QUOTED + 1)).to_string();
        assert_eq!(long, format!("{}…", "é".repeat(MAX_QUOTED)));
        assert_eq!(Truncated("a\nb\u{1b}[2J").to_string(), "a\u{fffd}b\u{fffd}[2J");
    }

    #[test]
    fn errors_truncate_long_lines() {
        let error = Words::new(&"x".repeat(30_000)).error("a card");
        assert!(error.message.len() < 100, "{}", error.message);
    }
}
