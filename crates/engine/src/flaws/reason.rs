//! Reasons as data: a code, and the data for its sentence.

use std::fmt;

use super::{Contradiction, Mistake, coded};
use crate::value::Value;

/// Why a rule set is rejected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// An error in how it is written or selected.
    Mistake(Mistake),
    /// A contradiction between choices or with the number of players.
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
    /// Stable code, such as `melds.run-size`.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Reason::Mistake(mistake) => mistake.code(),
            Reason::Contradiction(contradiction) => contradiction.code(),
        }
    }

    /// Data for the sentence.
    #[must_use]
    pub fn data(&self) -> Vec<(&'static str, Value)> {
        match self {
            Reason::Mistake(mistake) => mistake.data(),
            Reason::Contradiction(contradiction) => contradiction.data(),
        }
    }

    /// Iterates over all codes, with the names of their data.
    pub fn every() -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
        Mistake::CODES.iter().chain(Contradiction::CODES).copied()
    }
}

/// Formats the code, with the data as an inline table; [`Coded::read`] parses it.
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&coded(self.code(), self.data()))
    }
}

/// A reason received from another program: code and data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Coded {
    /// The code.
    pub code: &'static str,
    /// The data that this program knows for the code.
    pub data: Vec<(&'static str, Value)>,
}

impl Coded {
    /// Parses the `Display` form of a [`Reason`]; `None` if the code is unknown or data are
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

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::flaws::Quoted;

    #[test]
    fn codes_are_unique() {
        let mut codes = HashSet::new();
        for (code, _) in Reason::every() {
            // Text ids have hyphens instead of dots.
            assert!(codes.insert(code.replace('.', "-")), "{code}");
        }
    }

    #[test]
    fn reasons_round_trip() {
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
