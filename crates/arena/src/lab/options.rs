//! What the laboratory looks at.

use upcard_bots::Level;
use upcard_engine::Value;

/// A rule set to be looked at: a game with its variations, and single choices.
#[derive(Clone, PartialEq, Debug)]
pub struct Subject {
    /// As it was named.
    pub name: String,
    /// The game with its variations.
    pub game: String,
    /// Choices that are set otherwise.
    pub set: Vec<(String, Value)>,
}

impl std::str::FromStr for Subject {
    type Err = String;

    /// Reads `game+variation,choice=value,choice=value`; a value may be a list, `[1,2]`.
    fn from_str(text: &str) -> Result<Subject, String> {
        let mut depth = 0;
        let mut parts = text.split(|letter| {
            depth += i32::from(letter == '[') - i32::from(letter == ']');
            letter == ',' && depth <= 0
        });
        let game = parts.next().unwrap_or_default().to_owned();
        let set = parts.map(|part| {
            let (path, value) =
                part.split_once('=').ok_or("expected choice=value after a comma")?;
            Ok((path.trim().to_owned(), Value::from_argument(value.trim())))
        });
        Ok(Subject { name: text.to_owned(), game, set: set.collect::<Result<_, String>>()? })
    }
}

/// What to look at, and how closely.
#[derive(Clone, Debug)]
pub struct LabOptions {
    /// The rule sets.
    pub subjects: Vec<Subject>,
    /// Seats; none for four, or the nearest number that the game allows.
    pub players: Option<u8>,
    /// Who plays.
    pub level: Level,
    /// Matches of each rule set.
    pub matches: u64,
    /// Decides all of it.
    pub seed: u64,
    /// Playouts of a searching bot for each decision.
    pub playouts: u32,
    /// Threads; none for one a core.
    pub threads: Option<usize>,
}

impl LabOptions {
    /// These rule sets by steady players, with everything else as usual.
    #[must_use]
    pub fn new(subjects: Vec<Subject>) -> LabOptions {
        LabOptions {
            subjects,
            players: None,
            level: Level::Steady,
            matches: 1000,
            seed: 1,
            playouts: 64,
            threads: None,
        }
    }
}
