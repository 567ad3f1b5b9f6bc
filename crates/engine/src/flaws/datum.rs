//! Enumerations of reasons, with a code and the data of the sentence for each.

use upcard_cards::Card;

use super::Quoted;
use crate::value::Value;

/// Formats a code with its data as an inline table.
pub(crate) fn coded(code: &str, data: Vec<(&'static str, Value)>) -> String {
    if data.is_empty() {
        return code.to_owned();
    }
    let data = data.into_iter().map(|(name, value)| (name.to_owned(), value));
    format!("{code} {}", Value::map(data))
}

/// A value that a reason can carry.
pub(crate) trait Datum {
    fn value(&self) -> Value;
}

impl Datum for Quoted {
    fn value(&self) -> Value {
        Value::Text(self.as_str().to_owned())
    }
}

impl Datum for &'static str {
    fn value(&self) -> Value {
        Value::Text((*self).to_owned())
    }
}

impl Datum for Card {
    fn value(&self) -> Value {
        Value::Text(self.to_string())
    }
}

macro_rules! numbers {
    ($($type:ty),+) => {
        $(impl Datum for $type {
            fn value(&self) -> Value {
                Value::Int(i64::try_from(*self).unwrap_or(i64::MAX))
            }
        })+
    };
}
numbers!(u8, u16, usize, i64);

/// Defines an enumeration of reasons, with a code and the data of the sentence for each.
macro_rules! reasons {
    (
        $(#[$about:meta])* $type:ident:
        $($(#[$doc:meta])* $name:ident $({ $($field:ident: $datum:ty),+ $(,)? })? = $code:literal,)+
    ) => {
        $(#[$about])*
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub enum $type {
            $(
                $(#[$doc])*
                $name $({
                    $(#[doc = concat!("What the sentence calls `", stringify!($field), "`.")]
                    $field: $datum),+
                })?,
            )+
        }

        /// Formats the code, with the data as an inline table.
        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&$crate::flaws::coded(self.code(), self.data()))
            }
        }

        impl $type {
            /// All codes, with the names of their data.
            pub const CODES: &'static [(&'static str, &'static [&'static str])] =
                &[$(($code, &[$($(stringify!($field)),+)?])),+];

            /// Stable code.
            #[must_use]
            pub fn code(&self) -> &'static str {
                match self {
                    $($type::$name { .. } => $code,)+
                }
            }

            /// Data of the sentence.
            #[must_use]
            pub fn data(&self) -> Vec<(&'static str, $crate::value::Value)> {
                match self {
                    $($type::$name $({ $($field),+ })? => vec![
                        $($((stringify!($field), $crate::flaws::Datum::value($field))),+)?
                    ],)+
                }
            }
        }
    };
}
pub(crate) use reasons;
