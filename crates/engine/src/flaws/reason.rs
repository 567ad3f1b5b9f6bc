//! Reasons as data: each has a code and the numbers and names that its sentence needs.

use std::fmt;

use upcard_cards::Card;
use upcard_cards::text::{QUOTED, shortened};

use super::{Contradiction, Mistake};
use crate::Value;

/// Why a rule set is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// How it is written or chosen.
    Mistake(Mistake),
    /// Its choices contradict each other or the number of players.
    Contradiction(Contradiction),
}

impl From<Mistake> for Reason {
    fn from(mistake: Mistake) -> Reason {
        Reason::Mistake(mistake)
    }
}

impl From<Contradiction> for Reason {
    fn from(contradiction: Contradiction) -> Reason {
        Reason::Contradiction(contradiction)
    }
}

impl Reason {
    /// The stable code, such as `melds.run-size`.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Reason::Mistake(mistake) => mistake.code(),
            Reason::Contradiction(contradiction) => contradiction.code(),
        }
    }

    /// The numbers and names that the sentence needs.
    #[must_use]
    pub fn data(&self) -> Vec<(&'static str, Value)> {
        match self {
            Reason::Mistake(mistake) => mistake.data(),
            Reason::Contradiction(contradiction) => contradiction.data(),
        }
    }

    /// Every code, with the names of its data.
    pub fn every() -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
        Mistake::CODES.iter().chain(Contradiction::CODES).copied()
    }
}

/// The code, and the data as an inline table; [`Coded::read`] reads it.
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&coded(self.code(), self.data()))
    }
}

/// A code, and its data as an inline table.
pub(crate) fn coded(code: &str, data: Vec<(&'static str, Value)>) -> String {
    if data.is_empty() {
        return code.to_owned();
    }
    let data = data.into_iter().map(|(name, value)| (name.to_owned(), value));
    format!("{code} {}", Value::Map(data.collect()))
}

/// A reason from another program: its code and data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Coded {
    /// The code.
    pub code: &'static str,
    /// Its data, by the names that this program knows.
    pub data: Vec<(&'static str, Value)>,
}

impl Coded {
    /// Reads what [`Reason`] prints; none where this program knows no such code, or where data are
    /// missing.
    #[must_use]
    pub fn read(text: &str) -> Option<Coded> {
        let (code, rest) = text.split_once(' ').unwrap_or((text, "{}"));
        let (code, names) = Reason::every().find(|(known, _)| *known == code)?;
        let Some(Value::Map(mut given)) = crate::argument::read(rest) else { return None };
        let data = names.iter().map(|name| Some((*name, given.remove(*name)?)));
        Some(Coded { code, data: data.collect::<Option<_>>()? })
    }
}

/// A text that a reason repeats: the first characters of it, if it is long.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Quoted(String);

impl Quoted {
    /// The most characters of a list or of another program's message.
    pub const LONGEST: usize = 300;

    /// The first [`QUOTED`] characters of a value.
    #[must_use]
    pub fn new(value: impl fmt::Display) -> Quoted {
        Quoted(shortened(value, QUOTED))
    }

    /// The first [`Quoted::LONGEST`] characters of a value.
    #[must_use]
    pub fn long(value: impl fmt::Display) -> Quoted {
        Quoted(shortened(value, Quoted::LONGEST))
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// What a reason can carry.
pub(crate) trait Datum {
    fn value(&self) -> Value;
}

impl Datum for Quoted {
    fn value(&self) -> Value {
        Value::Text(self.0.clone())
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

/// Defines an enumeration of reasons: each with its code, and the data of its sentence.
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

        impl $type {
            /// Every code, with the names of its data.
            pub const CODES: &'static [(&'static str, &'static [&'static str])] =
                &[$(($code, &[$($(stringify!($field)),+)?])),+];

            /// The stable code.
            #[must_use]
            pub fn code(&self) -> &'static str {
                match self {
                    $($type::$name { .. } => $code,)+
                }
            }

            /// The numbers and names that the sentence needs.
            #[must_use]
            pub fn data(&self) -> Vec<(&'static str, $crate::Value)> {
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

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_code_stands_once() {
        let mut codes = HashSet::new();
        for (code, _) in Reason::every() {
            // The names of texts have hyphens instead of dots.
            assert!(codes.insert(code.replace('.', "-")), "{code}");
        }
    }

    #[test]
    fn a_reason_reads_back() {
        let reasons: [Reason; 3] = [
            Mistake::UnknownChoice {
                path: Quoted::new("a \"b\"\\{"),
                near: Quoted::new("melds.ace"),
            }
            .into(),
            Contradiction::MeldRunSize.into(),
            Contradiction::PlayersCount { players: 9, fewest: 2, most: 6 }.into(),
        ];
        for reason in reasons {
            let read = Coded { code: reason.code(), data: reason.data() };
            assert_eq!(Coded::read(&reason.to_string()), Some(read));
        }
        for text in ["", "no.such-code", "players.count", "players.count 3", "players.count { x"] {
            assert_eq!(Coded::read(text), None, "{text}");
        }
    }
}
