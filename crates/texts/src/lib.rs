//! Localized texts from Fluent files. A build script compiles the files (feature `compile`) into bytes; the
//! program loads and renders them ([`Texts`]). So a WebAssembly page ships neither the Fluent parser nor its
//! dependencies.
//!
//! A text may hold variables and select by a number, a number's plural category, or a string. Other Fluent
//! features (terms, functions, references to other messages) are rejected at build time.
#![doc = include_str!("../README.md")]

#[cfg(feature = "compile")]
mod compile;
mod piece;
mod value;

use self::piece::{Key, Piece, Text};

#[cfg(feature = "compile")]
pub use self::compile::{CompileError, build, compile, compile_files};
pub use self::value::{Args, Value, number};

/// Plural category of a number in a language: `one`, `few`, `other` and so on.
pub type Plural = fn(i64) -> &'static str;

/// English plural rule.
#[must_use]
pub fn english(number: i64) -> &'static str {
    if number.unsigned_abs() == 1 { "one" } else { "other" }
}

/// The texts of one language.
#[derive(Debug)]
pub struct Texts {
    /// Sorted by id; an attribute's id is `text.attribute`.
    texts: Vec<(&'static str, Text<'static>)>,
    plural: Plural,
}

impl Texts {
    /// Loads the output of the build script. Empty if the bytes cannot be decoded.
    #[must_use]
    pub fn new(bytes: &'static [u8], plural: Plural) -> Texts {
        Texts { texts: postcard::from_bytes(bytes).unwrap_or_default(), plural }
    }

    /// All ids.
    pub fn ids(&self) -> impl Iterator<Item = &'static str> {
        self.texts.iter().map(|(id, _)| *id)
    }

    /// Returns `true` if there is a text with this id.
    #[must_use]
    pub fn contains(&self, id: &str) -> bool {
        self.find(id).is_some()
    }

    /// Renders a text; `None` if the id is unknown. A variable without a value renders as its name in braces.
    #[must_use]
    pub fn render(&self, id: &str, args: &Args) -> Option<String> {
        let mut out = String::new();
        self.fill(self.find(id)?, args, &mut out);
        Some(out)
    }

    fn find(&self, id: &str) -> Option<&Text<'static>> {
        let place = self.texts.binary_search_by(|(own, _)| (*own).cmp(id)).ok()?;
        Some(&self.texts.get(place)?.1)
    }

    fn fill(&self, text: &Text<'_>, args: &Args, out: &mut String) {
        for piece in text {
            match piece {
                Piece::Plain(plain) => out.push_str(plain),
                Piece::Variable(name) => match args.get(name) {
                    Some(value) => value.push_to(out),
                    None => out.extend(["{$", name, "}"]),
                },
                Piece::Choice(name, ways, usual) => {
                    let fits = |key: &Key<'_>| match (key, args.get(name)) {
                        (Key::Number(n), Some(Value::Number(value))) => n == value,
                        (Key::Word(word), Some(Value::Number(n))) => *word == (self.plural)(*n),
                        (Key::Word(word), Some(Value::Text(text))) => word == text,
                        _ => false,
                    };
                    let way = ways.iter().find(|(key, _)| fits(key)).or(ways.get(*usual));
                    if let Some((_, text)) = way {
                        self.fill(text, args, out);
                    }
                }
            }
        }
    }
}
