//! Compiles Fluent files into a binary table of texts.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;
use std::path::Path;

use fluent_syntax::ast::{
    Entry, Expression, InlineExpression, Pattern, PatternElement, VariantKey,
};
use fluent_syntax::unicode::unescape_unicode_to_string;

use crate::piece::{Key, Piece, Text};

/// Error of compiling texts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CompileError {
    /// Syntax error in a Fluent file.
    Syntax {
        /// The parser's message.
        what: String,
    },
    /// Duplicate id.
    Duplicate {
        /// The id.
        id: String,
    },
    /// A text uses a Fluent feature that is not supported.
    Unsupported {
        /// Id of the text.
        id: String,
        /// The feature.
        what: &'static str,
    },
    /// Serialization failed.
    NotSerializable,
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CompileError::Syntax { what } => f.write_str(what),
            CompileError::Duplicate { id } => write!(f, "duplicate text '{id}'"),
            CompileError::Unsupported { id, what } => {
                write!(f, "text '{id}' uses {what}, which is not supported")
            }
            CompileError::NotSerializable => f.write_str("the texts cannot be written"),
        }
    }
}

impl std::error::Error for CompileError {}

/// Entry point for build scripts: compiles the given files of a folder (`words` is `words.ftl`) into a file
/// in `OUT_DIR`.
///
/// # Errors
/// A file that cannot be read, compiled or written.
pub fn build(folder: &str, names: &[&str], target: &str) -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={folder}");
    let out = std::env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?;
    compile_files(Path::new(folder), names, &Path::new(&out).join(target))
}

/// Compiles the given files of a folder (`words` is `words.ftl`) into one file.
///
/// # Errors
/// A file that cannot be read, compiled or written.
pub fn compile_files(folder: &Path, names: &[&str], target: &Path) -> Result<(), Box<dyn Error>> {
    let read = |name: &&str| {
        let path = folder.join(name).with_extension("ftl");
        std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
    };
    let files: Vec<String> = names.iter().map(read).collect::<Result<_, _>>()?;
    Ok(std::fs::write(target, compile(&files)?)?)
}

/// Compiles Fluent sources and returns the serialized texts.
///
/// # Errors
/// The first error in them.
pub fn compile(files: &[String]) -> Result<Vec<u8>, CompileError> {
    let mut texts: BTreeMap<String, Text<'_>> = BTreeMap::new();
    // Escapes are rare, so leaking their unescaped form in the build script is fine.
    let mut add = |id: String, pattern: &Pattern<&'static str>| {
        let text = text(&id, pattern)?;
        match texts.insert(id.clone(), text) {
            None => Ok(()),
            Some(_) => Err(CompileError::Duplicate { id }),
        }
    };
    for file in files {
        let file: &'static str = file.clone().leak();
        let resource = fluent_syntax::parser::parse(file)
            .map_err(|(_, errors)| CompileError::Syntax { what: format!("{errors:?}") })?;
        for entry in &resource.body {
            match entry {
                Entry::Message(message) => {
                    if let Some(value) = &message.value {
                        add(message.id.name.to_owned(), value)?;
                    }
                    for attribute in &message.attributes {
                        let id = format!("{}.{}", message.id.name, attribute.id.name);
                        add(id, &attribute.value)?;
                    }
                }
                Entry::Term(term) => {
                    let id = term.id.name.to_owned();
                    return Err(CompileError::Unsupported { id, what: "a term" });
                }
                Entry::Junk { content } => {
                    return Err(CompileError::Syntax { what: (*content).to_owned() });
                }
                Entry::Comment(_) | Entry::GroupComment(_) | Entry::ResourceComment(_) => {}
            }
        }
    }
    let texts: Vec<(&str, &Text<'_>)> = texts.iter().map(|(id, t)| (id.as_str(), t)).collect();
    postcard::to_allocvec(&texts).map_err(|_| CompileError::NotSerializable)
}

fn text(id: &str, pattern: &Pattern<&'static str>) -> Result<Text<'static>, CompileError> {
    let pieces = pattern.elements.iter().map(|element| match element {
        PatternElement::TextElement { value } => Ok(Piece::Plain(value)),
        PatternElement::Placeable { expression } => piece(id, expression),
    });
    pieces.collect()
}

fn piece(id: &str, expression: &Expression<&'static str>) -> Result<Piece<'static>, CompileError> {
    let beyond = |what| CompileError::Unsupported { id: id.to_owned(), what };
    match expression {
        Expression::Inline(inline) => match inline {
            InlineExpression::StringLiteral { value } => {
                Ok(Piece::Plain(unescape_unicode_to_string(value).into_owned().leak()))
            }
            InlineExpression::NumberLiteral { value } => Ok(Piece::Plain(value)),
            InlineExpression::VariableReference { id } => Ok(Piece::Variable(id.name)),
            InlineExpression::Placeable { expression } => piece(id, expression),
            InlineExpression::FunctionReference { .. } => Err(beyond("a function")),
            InlineExpression::MessageReference { .. } => Err(beyond("another text")),
            InlineExpression::TermReference { .. } => Err(beyond("a term")),
        },
        Expression::Select { selector, variants } => {
            let InlineExpression::VariableReference { id: variable } = selector else {
                return Err(beyond("a selector that is not a variable"));
            };
            let usual = variants.iter().position(|variant| variant.default).unwrap_or(0);
            let mut ways = Vec::new();
            for variant in variants {
                let key = match variant.key {
                    VariantKey::Identifier { name } => Key::Word(name),
                    VariantKey::NumberLiteral { value } => {
                        let number = value.parse().map_err(|_| beyond("a decimal number"));
                        Key::Number(number?)
                    }
                };
                ways.push((key, text(id, &variant.value)?));
            }
            Ok(Piece::Choice(variable.name, ways, usual))
        }
    }
}
