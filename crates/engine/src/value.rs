//! Values of rule choices, as in data files and on command lines.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::flaws::Quoted;

/// A value in a data file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Value {
    /// An integer.
    Int(i64),
    /// A boolean.
    Bool(bool),
    /// A string.
    Text(String),
    /// An array.
    List(Vec<Value>),
    /// A table, such as values by number of players.
    Map(BTreeMap<String, Value>),
}

impl Value {
    /// Converts from the TOML parser's type; `None` for dates and floats, which no choice has.
    pub(crate) fn from_toml(value: &toml::de::DeValue<'_>) -> Option<Value> {
        use toml::de::DeValue;
        let read = |value: &toml::Spanned<DeValue<'_>>| Value::from_toml(value.get_ref());
        Some(match value {
            DeValue::String(text) => Value::Text(text.to_string()),
            DeValue::Integer(number) => {
                Value::Int(i64::from_str_radix(number.as_str(), number.radix()).ok()?)
            }
            DeValue::Boolean(yes) => Value::Bool(*yes),
            DeValue::Array(list) => Value::List(list.iter().map(read).collect::<Option<_>>()?),
            DeValue::Table(table) => {
                let pairs = table.iter().map(|(k, v)| Some((k.get_ref().to_string(), read(v)?)));
                Value::Map(pairs.collect::<Option<_>>()?)
            }
            DeValue::Float(_) | DeValue::Datetime(_) => return None,
        })
    }

    /// Builds a table from pairs. Collecting into a `BTreeMap` would sort first, with more code than such
    /// small tables justify.
    pub(crate) fn map(pairs: impl Iterator<Item = (String, Value)>) -> Value {
        let mut map = BTreeMap::new();
        pairs.for_each(|(key, value)| {
            map.insert(key, value);
        });
        Value::Map(map)
    }

    /// The value as a number of this type, if it is one.
    pub(crate) fn as_number<N: TryFrom<i64>>(&self) -> Option<N> {
        match self {
            Value::Int(n) => N::try_from(*n).ok(),
            _ => None,
        }
    }

    /// The value as a string, if it is one.
    pub(crate) fn word(&self) -> Option<&str> {
        match self {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }
}

impl From<&str> for Value {
    fn from(word: &str) -> Value {
        Value::Text(word.to_owned())
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Value {
        Value::Int(number)
    }
}

impl From<Vec<i64>> for Value {
    fn from(numbers: Vec<i64>) -> Value {
        Value::List(numbers.into_iter().map(Value::Int).collect())
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Int(n) => write!(f, "{n}"),
            Value::Bool(yes) => write!(f, "{yes}"),
            Value::Text(text) => write_quoted(f, text),
            Value::List(list) => {
                f.write_str("[")?;
                for (i, value) in list.iter().enumerate() {
                    write!(f, "{}{value}", if i > 0 { ", " } else { "" })?;
                }
                f.write_str("]")
            }
            Value::Map(map) => {
                f.write_str("{ ")?;
                for (i, (key, value)) in map.iter().enumerate() {
                    f.write_str(if i > 0 { ", " } else { "" })?;
                    write_quoted(f, key)?;
                    write!(f, " = {value}")?;
                }
                f.write_str(" }")
            }
        }
    }
}

/// Writes a quoted string as in data files, escaped so that it parses back.
fn write_quoted(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    f.write_str("\"")?;
    for letter in text.chars() {
        match letter {
            '"' | '\\' => write!(f, "\\{letter}")?,
            '\n' => f.write_str("\\n")?,
            '\t' => f.write_str("\\t")?,
            '\r' => f.write_str("\\r")?,
            _ if letter.is_control() => write!(f, "\\u{:04X}", u32::from(letter))?,
            _ => write!(f, "{letter}")?,
        }
    }
    f.write_str("\"")
}

/// A form that values of a choice may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// A boolean.
    Switch,
    /// A number from 0 to 255, among other forms.
    Number,
    /// A number from 0 to this one, as the only form.
    NumberTo(u16),
    /// This word.
    Word(&'static str),
    /// This word, or another that means the same.
    Synonyms(&'static str, &'static str),
    /// This word with a number; the number may differ.
    WordWithNumber(&'static str),
    /// A list with one number per deal.
    NumberByDeal,
    /// A list of deal numbers.
    DealNumbers,
    /// A list of ranks.
    Ranks,
    /// A list of contracts.
    Contracts,
    /// A list of amounts that each place receives.
    Amounts,
    /// A table of numbers by number of players, like this one.
    ByPlayers(&'static str),
}

impl Form {
    /// The word of this form, if any.
    #[must_use]
    pub const fn word(self) -> Option<&'static str> {
        match self {
            Form::Word(word) | Form::Synonyms(word, _) | Form::WordWithNumber(word) => Some(word),
            _ => None,
        }
    }
}

/// Why a value is invalid for a choice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BadValue {
    /// It matches none of the choice's forms; contains the value.
    Form(Quoted),
    /// It has too many contracts.
    Contracts {
        /// Number of contracts.
        count: usize,
        /// Maximum number.
        most: usize,
    },
    /// The contract of a deal, from 1, cannot be parsed.
    Contract {
        /// The deal.
        deal: usize,
        /// Code of what was expected: see [`upcard_cards::ContractError`].
        expected: &'static str,
        /// What was found.
        found: Quoted,
    },
}

/// Type of a choice: parsing, formatting, and enumerating its values.
pub trait ChoiceValue: Sized + Clone + PartialEq {
    /// Forms of the values.
    const FORMS: &'static [Form];

    /// Parses a value.
    ///
    /// # Errors
    /// What is wrong with it, without its place.
    fn read(value: &Value) -> Result<Self, BadValue>;

    /// The value as in a data file.
    fn write(&self) -> Value;

    /// All other values of a finite choice, else the neighbours of this one.
    fn others(&self) -> Vec<Value>;
}

/// Error for a value that matches none of the choice's forms.
pub(crate) fn wrong(found: &Value) -> BadValue {
    BadValue::Form(Quoted::new(found))
}

impl ChoiceValue for bool {
    const FORMS: &[Form] = &[Form::Switch];

    fn read(value: &Value) -> Result<bool, BadValue> {
        match value {
            Value::Bool(yes) => Ok(*yes),
            Value::Text(text) if text == "true" => Ok(true),
            Value::Text(text) if text == "false" => Ok(false),
            other => Err(wrong(other)),
        }
    }

    fn write(&self) -> Value {
        Value::Bool(*self)
    }

    fn others(&self) -> Vec<Value> {
        vec![Value::Bool(!self)]
    }
}

macro_rules! numbers {
    ($($type:ident),+) => {
        $(impl ChoiceValue for $type {
            const FORMS: &[Form] = &[Form::NumberTo($type::MAX as u16)];

            fn read(value: &Value) -> Result<$type, BadValue> {
                value.as_number().ok_or_else(|| wrong(value))
            }

            fn write(&self) -> Value {
                Value::Int(i64::from(*self))
            }

            fn others(&self) -> Vec<Value> {
                near(i64::from(*self)).collect()
            }
        })+
    };
}
numbers!(u8, u16);

/// One more and one less.
pub(crate) fn near(number: i64) -> impl Iterator<Item = Value> {
    [number + 1, number - 1].into_iter().filter(|&n| n >= 0).map(Value::Int)
}
