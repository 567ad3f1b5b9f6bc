//! Representation of a text, shared by the build script and the program.

use serde::{Deserialize, Serialize};

/// A piece of a text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum Piece<'a> {
    /// Literal text.
    Plain(&'a str),
    /// Placeholder for a variable.
    Variable(&'a str),
    /// Selection by a variable: keys with their texts, and the index of the default.
    Choice(&'a str, Vec<(Key<'a>, Text<'a>)>, usize),
}

/// Selector key.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum Key<'a> {
    /// This number.
    Number(i64),
    /// A string, or a plural category.
    Word(&'a str),
}

pub(crate) type Text<'a> = Vec<Piece<'a>>;
