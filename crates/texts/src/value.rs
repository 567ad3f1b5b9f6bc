//! Values of variables.

/// Value of a variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// A number.
    Number(i64),
    /// A text.
    Text(String),
}

/// Formats a number, with U+2212 as the minus sign: a hyphen is too short, and lines may break after it.
#[must_use]
pub fn number(number: i64) -> String {
    let sign = if number < 0 { "\u{2212}" } else { "" };
    format!("{sign}{}", number.unsigned_abs())
}

impl Value {
    pub(crate) fn push_to(&self, out: &mut String) {
        match self {
            Value::Number(value) => out.push_str(&number(*value)),
            Value::Text(text) => out.push_str(text),
        }
    }
}

impl From<String> for Value {
    fn from(text: String) -> Value {
        Value::Text(text)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Text(text.to_owned())
    }
}

macro_rules! numbers {
    ($($small:ty),+; $($large:ty),+) => {
        $(impl From<$small> for Value {
            fn from(number: $small) -> Value {
                Value::Number(i64::from(number))
            }
        })+
        $(impl From<$large> for Value {
            fn from(number: $large) -> Value {
                Value::Number(i64::try_from(number).unwrap_or(i64::MAX))
            }
        })+
    };
}
numbers!(u8, u16, u32, i32, i64; u64, usize);

/// Variables and their values.
#[derive(Clone, Default, Debug)]
pub struct Args(Vec<(&'static str, Value)>);

impl Args {
    /// Creates an empty list.
    #[must_use]
    pub fn new() -> Args {
        Args::default()
    }

    /// Sets a variable.
    pub fn set(&mut self, name: &'static str, value: impl Into<Value>) {
        self.add(name, value.into());
    }

    fn add(&mut self, name: &'static str, value: Value) {
        self.0.push((name, value));
    }

    /// The same list with another variable.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Value>) -> Args {
        self.add(name, value.into());
        self
    }

    /// Returns the last value that was set for a variable.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.iter().rev().find(|(own, _)| *own == name).map(|(_, value)| value)
    }
}
