//! The ladder by name.

use std::fmt;
use std::str::FromStr;

use crate::{Bot, Expert, Novice, Random, Sharp, Steady};

/// A rung of the ladder.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// Any legal answer.
    Random,
    /// Plays what it sees.
    Novice,
    /// Counts missing cards and points.
    Steady,
    /// Weighs what has been seen.
    Sharp,
    /// Imagines the hidden cards and plays them out.
    Expert,
}

/// There is no such level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownLevel(pub String);

impl fmt::Display for UnknownLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known: Vec<&str> = Level::ALL.iter().map(|level| level.name()).collect();
        write!(f, "no level '{}'; there are {}", self.0, known.join(", "))
    }
}

impl std::error::Error for UnknownLevel {}

impl Level {
    /// All levels, the weakest first.
    pub const ALL: &'static [Level] =
        &[Level::Random, Level::Novice, Level::Steady, Level::Sharp, Level::Expert];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Level::Random => "random",
            Level::Novice => "novice",
            Level::Steady => "steady",
            Level::Sharp => "sharp",
            Level::Expert => "expert",
        }
    }

    /// How it plays, in a sentence.
    #[must_use]
    pub const fn style(self) -> &'static str {
        match self {
            Level::Random => "answers with any legal action, each with the same chance",
            Level::Novice => {
                "keeps pairs and neighbours, lays down when it can, throws what is dear"
            }
            Level::Steady => "counts the cards it still lacks and the points it holds",
            Level::Sharp => {
                "weighs expected points by the cards seen, and what it throws before whom"
            }
            Level::Expert => {
                "values each choice by what millions of deals have taught, and looks ahead in imagined ones"
            }
        }
    }

    /// A player of this level. The seed decides all that it leaves to chance.
    #[must_use]
    pub fn player(self, seed: u64) -> Box<dyn Bot> {
        match self {
            Level::Random => Box::new(Random::new(seed)),
            Level::Novice => Box::new(Novice),
            Level::Steady => Box::new(Steady::default()),
            Level::Sharp => Box::new(Sharp),
            Level::Expert => Box::new(Expert::new(seed)),
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
        let found = Level::ALL.iter().find(|level| level.name() == text);
        found.copied().ok_or_else(|| UnknownLevel(text.to_owned()))
    }
}
