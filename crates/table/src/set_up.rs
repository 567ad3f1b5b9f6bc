//! Set-up of a table: rules, seats and clock.

use serde::{Deserialize, Serialize};
use upcard_engine::choices::CHOICES;
use upcard_engine::{Edition, Flaws, Level, Library, Mistake, Rules, Value};

/// Maximum length of a game name with its variations, in characters.
pub const MAX_GAME_NAME_LEN: usize = 200;

/// Maximum length of a single choice's value, in characters.
pub const MAX_VALUE_LEN: usize = 1000;

/// Source of a table's rules; every client compiles the same [`Rules`] from it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct RuleSource {
    /// Game: `id` or `id+variation+variation`.
    pub game: String,
    /// Overridden choices: path and value, as in `--set path=value`.
    #[serde(default)]
    pub changes: Vec<(String, String)>,
    /// Number of players.
    pub players: u8,
}

impl RuleSource {
    /// Compiles the rules of a stored table, without the checks that later editions have added.
    ///
    /// # Errors
    /// Every flaw: an unknown game or choice, a contradiction, an unsupported table size, a name or
    /// value that is too long.
    pub fn rules(&self, library: &Library) -> Result<Rules, Flaws> {
        self.rules_of(library, Edition::FIRST)
    }

    /// Compiles the rules for a table that is opened or set up now.
    ///
    /// # Errors
    /// As [`RuleSource::rules`], plus what the latest edition refuses.
    pub fn new_rules(&self, library: &Library) -> Result<Rules, Flaws> {
        self.rules_of(library, Edition::LATEST)
    }

    fn rules_of(&self, library: &Library, edition: Edition) -> Result<Rules, Flaws> {
        self.check_lengths()?;
        Rules::of_edition(library.select(&self.game, &self.values())?, self.players, edition)
    }

    /// The changes with parsed values.
    fn values(&self) -> Vec<(String, Value)> {
        let read = |(path, value): &(String, String)| (path.clone(), Value::from_argument(value));
        self.changes.iter().map(read).collect()
    }

    /// Rejects overlong names and values before any further work. [`Library::select`] limits the
    /// number of changes.
    fn check_lengths(&self) -> Result<(), Flaws> {
        let longer = |text: &str, most| text.chars().nth(most).is_some();
        let mut flaws = Flaws::default();
        if longer(&self.game, MAX_GAME_NAME_LEN) {
            flaws.push(&self.game, 0, || Mistake::GameLength { most: MAX_GAME_NAME_LEN });
        }
        for (path, value) in &self.changes {
            if longer(value, MAX_VALUE_LEN) {
                flaws.push(path, 0, || Mistake::ValueLength { most: MAX_VALUE_LEN });
            }
        }
        flaws.into_result(())
    }
}

/// Intended occupant of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SeatPlan {
    /// A person, who has yet to sit down.
    Person,
    /// A bot.
    Bot {
        /// Level of the bot.
        level: Level,
    },
}

/// Time control for the moves of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Clock {
    /// No time limit.
    #[default]
    None,
    /// Seconds per turn; any excess comes from the bank. When a player's bank is empty a bot covers
    /// the seat.
    PerMove {
        /// Seconds per turn.
        seconds: u16,
        /// Seconds in the bank at the start of a match.
        bank: u16,
    },
}

/// Complete set-up of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct SetUp {
    /// Game: `id` or `id+variation+variation`.
    pub game: String,
    /// Overridden choices: path and value, as in `--set path=value`.
    #[serde(default)]
    pub changes: Vec<(String, String)>,
    /// Seats in turn order; their number is the number of players.
    pub seats: Vec<SeatPlan>,
    /// Time control.
    #[serde(default)]
    pub clock: Clock,
    /// Window of an offer, in seconds; 0 waits for everybody.
    #[serde(default = "offer_seconds")]
    pub offer_seconds: u16,
}

/// Default window of an offer, in seconds.
const fn offer_seconds() -> u16 {
    15
}

impl SetUp {
    /// Creates a set-up with the default clock and windows.
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

    /// Converts a set-up that an earlier edition stored: where the game's file differed then, the
    /// old value becomes a change, so that the table keeps its rules.
    #[must_use]
    pub(crate) fn as_of_edition(&self, edition: Edition, library: &Library) -> SetUp {
        let mut set_up = self.clone();
        if edition == Edition::LATEST {
            return set_up;
        }
        let changes = self.source().values();
        let then = library.select_edition(edition, &self.game, &changes);
        let now = library.select(&self.game, &changes);
        // Errors are reported when the rules are compiled.
        let (Ok(then), Ok(now)) = (then, now) else { return set_up };
        for choice in CHOICES {
            let before = choice.get(&then.choices);
            if before != choice.get(&now.choices) {
                set_up.changes.push((choice.path.to_owned(), before.to_string()));
            }
        }
        set_up
    }

    /// Returns `true` if any seat is planned for a bot.
    pub(crate) fn has_bots(&self) -> bool {
        self.seats.iter().any(|seat| matches!(seat, SeatPlan::Bot { .. }))
    }

    /// Source of the rules.
    #[must_use]
    pub fn source(&self) -> RuleSource {
        RuleSource {
            game: self.game.clone(),
            changes: self.changes.clone(),
            players: u8::try_from(self.seats.len()).unwrap_or(u8::MAX),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pool(changes: &[(&str, &str)]) -> SetUp {
        let changes = changes.iter().map(|(path, value)| (path.to_string(), value.to_string()));
        let seats = vec![SeatPlan::Person; 3];
        SetUp { changes: changes.collect(), ..SetUp::new("pool-101+pool-61", seats) }
    }

    /// A stored table keeps the reading of the rules that it was opened with.
    #[test]
    fn a_table_of_an_earlier_edition_keeps_its_rules() {
        let library = Library::standard().unwrap();
        let stored = pool(&[("scoring.cap", "70")]).as_of_edition(Edition::FIRST, &library);
        let choices = stored.source().rules(&library).unwrap().set.choices;
        assert!(!choices.wilds.own_set && choices.scoring.least_halved);
        assert_eq!(choices.scoring.cap.0, Some(70));
        let stored = pool(&[]).as_of_edition(Edition::FIRST, &library);
        let choices = stored.source().rules(&library).unwrap().set.choices;
        assert_eq!(choices.scoring.cap.0, Some(80));
        assert_eq!(pool(&[]).as_of_edition(Edition::LATEST, &library), pool(&[]));
        // Converting again adds nothing.
        assert_eq!(stored.as_of_edition(Edition::FIRST, &library), stored);
    }

    /// What is refused for a new table is accepted for a stored one.
    #[test]
    fn stored_tables_are_not_refused_for_what_was_allowed() {
        let library = Library::standard().unwrap();
        let seats = vec![SeatPlan::Person; 2];
        let source = SetUp::new("gin+oklahoma+eleven-cards", seats).source();
        assert!(source.rules(&library).is_ok());
        assert!(source.new_rules(&library).is_err());
    }
}
