//! What a text consists of, as the build script writes it and the program reads it.

use serde::{Deserialize, Serialize};

/// A piece of a text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum Piece<'a> {
    /// As it stands.
    Plain(&'a str),
    /// A variable's value.
    Variable(&'a str),
    /// One of several texts, by a variable: the texts with their keys, and which one is taken where
    /// no key is the value's.
    Choice(&'a str, Vec<(Key<'a>, Text<'a>)>, usize),
}

/// What a variable is compared with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum Key<'a> {
    /// This number.
    Number(i64),
    /// This word, or a number of this plural.
    Word(&'a str),
}

/// A text: its pieces in order.
pub(crate) type Text<'a> = Vec<Piece<'a>>;
