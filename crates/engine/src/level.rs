//! Levels of bots. The bots define what each level does.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::nearest::nearest;

/// Playing strength of a bot.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// Plays at random.
    Random,
    /// Plays what it sees.
    Novice,
    /// Counts missing cards and points.
    Steady,
    /// Also weighs the cards seen so far.
    Sharp,
    /// Samples the hidden cards and plays the deals out.
    Expert,
    /// Errs often, like people who play for the first time. The erring levels come last, so that the others
    /// keep their numbers in messages.
    Beginner,
    /// Errs occasionally.
    Casual,
}

/// Error: unknown level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownLevel(pub String);

impl fmt::Display for UnknownLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = Level::ALL.map(Level::name);
        write!(f, "unknown level '{}'; ", self.0)?;
        if let [near, ..] = nearest(&self.0, known)[..] {
            write!(f, "did you mean '{near}'? ")?;
        }
        write!(f, "known: {}", known.join(", "))
    }
}

impl std::error::Error for UnknownLevel {}

impl Level {
    /// All levels, weakest first.
    pub const ALL: [Level; 7] = [
        Level::Random,
        Level::Beginner,
        Level::Casual,
        Level::Novice,
        Level::Steady,
        Level::Sharp,
        Level::Expert,
    ];

    /// Name in the protocol and on command lines.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Level::Random => "random",
            Level::Novice => "novice",
            Level::Steady => "steady",
            Level::Sharp => "sharp",
            Level::Expert => "expert",
            Level::Beginner => "beginner",
            Level::Casual => "casual",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Level, UnknownLevel> {
        let found = Level::ALL.into_iter().find(|level| level.name() == text);
        found.ok_or_else(|| UnknownLevel(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn level_names_round_trip() {
        for level in Level::ALL {
            assert_eq!(level.name().parse(), Ok(level));
        }
        let refused = "Steady".parse::<Level>().unwrap_err();
        assert_eq!(
            refused.to_string(),
            "unknown level 'Steady'; did you mean 'steady'? known: random, beginner, casual, novice, steady, sharp, expert"
        );
    }
}
