//! Texts from Fluent files. A build script reads the files (`compile`, a feature) and
//! leaves the texts as bytes; the program fills them in ([`Texts`]). A page so carries neither the
//! reader of Fluent files nor what it needs beside it.
//!
//! A text may hold variables and choose by them: by a number, by a number's plural, by a word.
//! What Fluent has beyond that (terms, functions, texts within texts) is refused when the program
//! is built.
#![doc = include_str!("../README.md")]

#[cfg(feature = "compile")]
mod compile;
mod piece;
mod value;

use self::piece::{Key, Piece, Text};

#[cfg(feature = "compile")]
pub use self::compile::{CompileError, build, compile, compile_files};
pub use self::value::{Args, Value, number};

/// The plural of a number in a language: `one`, `few`, `other` and the like.
pub type Plural = fn(i64) -> &'static str;

/// English plurals.
#[must_use]
pub fn english(number: i64) -> &'static str {
    if number.unsigned_abs() == 1 { "one" } else { "other" }
}

/// The texts of a language.
#[derive(Debug)]
pub struct Texts {
    /// By id; an attribute's id is `text.attribute`. In order of the ids.
    texts: Vec<(&'static str, Text<'static>)>,
    plural: Plural,
}

impl Texts {
    /// The texts that the build script has left. No texts where the bytes are not its.
    #[must_use]
    pub fn new(bytes: &'static [u8], plural: Plural) -> Texts {
        Texts { texts: postcard::from_bytes(bytes).unwrap_or_default(), plural }
    }

    /// All ids.
    pub fn ids(&self) -> impl Iterator<Item = &'static str> {
        self.texts.iter().map(|(id, _)| *id)
    }

    /// Is there such a text?
    #[must_use]
    pub fn contains(&self, id: &str) -> bool {
        self.find(id).is_some()
    }

    /// The text with this id, its variables filled in; none where there is no such text. A variable
    /// without a value shows as its name in braces.
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
