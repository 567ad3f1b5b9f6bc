//! What a table plays, and who is to sit at it.

use serde::{Deserialize, Serialize};
use upcard_engine::{Flaws, Level, Library, Mistake, Rules, Value};

/// The longest name of a game with its variations, in characters.
pub const GAME_MOST: usize = 200;

/// The longest value of a single choice, in characters.
pub const VALUE_MOST: usize = 1000;

/// Where a table's rules come from: every client makes the same [`Rules`] of it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct RuleSource {
    /// The game: `id` or `id+variation+variation`.
    pub game: String,
    /// Single choices that differ: path and value as behind `--set path=value`.
    #[serde(default)]
    pub changes: Vec<(String, String)>,
    /// How many play.
    pub players: u8,
}

impl RuleSource {
    /// The rules.
    ///
    /// # Errors
    /// Every flaw: an unknown game or choice, a contradiction, a table size the game does not have,
    /// a name or a value that is too long.
    pub fn rules(&self, library: &Library) -> Result<Rules, Flaws> {
        self.fits()?;
        let changes: Vec<(String, Value)> = self
            .changes
            .iter()
            .map(|(path, value)| (path.clone(), Value::from_argument(value)))
            .collect();
        Rules::new(library.select(&self.game, &changes)?, self.players)
    }

    /// Refuses what is longer than any game's name or value can be, before anything is done with
    /// it. [`Library::select`] bounds the number of changes.
    fn fits(&self) -> Result<(), Flaws> {
        let longer = |text: &str, most| text.chars().nth(most).is_some();
        let mut flaws = Flaws::default();
        if longer(&self.game, GAME_MOST) {
            flaws.push(&self.game, 0, || Mistake::GameLength { most: GAME_MOST });
        }
        for (path, value) in &self.changes {
            if longer(value, VALUE_MOST) {
                flaws.push(path, 0, || Mistake::ValueLength { most: VALUE_MOST });
            }
        }
        flaws.or(())
    }
}

/// Who is to sit in a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SeatPlan {
    /// A person, who takes it.
    Person,
    /// A bot.
    Bot {
        /// Of this level.
        level: Level,
    },
}

/// How long a player may think over a move of their turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Clock {
    /// As long as it takes.
    #[default]
    None,
    /// Seconds for each turn; what a turn takes beyond them comes from the bank. A bot
    /// covers a player whose bank is empty.
    PerMove {
        /// Seconds for each turn.
        seconds: u16,
        /// Seconds in the bank at the start of a match.
        bank: u16,
    },
}

/// What a table plays and who sits at it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct SetUp {
    /// The game: `id` or `id+variation+variation`.
    pub game: String,
    /// Single choices that differ: path and value as behind `--set path=value`.
    #[serde(default)]
    pub changes: Vec<(String, String)>,
    /// The seats, in turn order; their number is the number of players.
    pub seats: Vec<SeatPlan>,
    /// The clock.
    #[serde(default)]
    pub clock: Clock,
    /// Seconds in which an offer must be answered; 0 waits for everybody.
    #[serde(default = "offer_seconds")]
    pub offer_seconds: u16,
}

/// Seconds in which an offer must be answered, by default.
const fn offer_seconds() -> u16 {
    15
}

impl SetUp {
    /// A set-up with the usual clock and windows.
    #[must_use]
    pub fn new(game: &str, seats: Vec<SeatPlan>) -> SetUp {
        SetUp {
            game: game.to_owned(),
            changes: Vec::new(),
            seats,
            clock: Clock::None,
            offer_seconds: offer_seconds(),
        }
    }

    /// Where the rules come from.
    #[must_use]
    pub fn source(&self) -> RuleSource {
        RuleSource {
            game: self.game.clone(),
            changes: self.changes.clone(),
            players: u8::try_from(self.seats.len()).unwrap_or(u8::MAX),
        }
    }
}
