//! What a table plays, and who is to sit at it.

use serde::{Deserialize, Serialize};
use upcard_engine::choices::CHOICES;
use upcard_engine::{Edition, Flaws, Level, Library, Mistake, Rules, Value};

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
    /// The rules. What was let pass when a table was opened is let pass.
    ///
    /// # Errors
    /// Every flaw: an unknown game or choice, a contradiction, a table size the game does not have,
    /// a name or a value that is too long.
    pub fn rules(&self, library: &Library) -> Result<Rules, Flaws> {
        self.rules_of(library, Edition::FIRST)
    }

    /// The rules of a table that is opened or set up now.
    ///
    /// # Errors
    /// As [`RuleSource::rules`], and what is refused by now.
    pub fn new_rules(&self, library: &Library) -> Result<Rules, Flaws> {
        self.rules_of(library, Edition::LATEST)
    }

    fn rules_of(&self, library: &Library, edition: Edition) -> Result<Rules, Flaws> {
        self.fits()?;
        Rules::of_edition(library.select(&self.game, &self.values())?, self.players, edition)
    }

    /// The changes with their values as they are read.
    fn values(&self) -> Vec<(String, Value)> {
        let read = |(path, value): &(String, String)| (path.clone(), Value::from_argument(value));
        self.changes.iter().map(read).collect()
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

    /// A set-up that was stored by this edition: what the game's file said otherwise then becomes a
    /// change, so that the table goes on by it.
    #[must_use]
    pub(crate) fn stored_by(&self, edition: Edition, library: &Library) -> SetUp {
        let mut set_up = self.clone();
        if edition == Edition::LATEST {
            return set_up;
        }
        let changes = self.source().values();
        let then = library.select_of(edition, &self.game, &changes);
        let now = library.select(&self.game, &changes);
        // What cannot be chosen is refused where the rules are asked for.
        let (Ok(then), Ok(now)) = (then, now) else { return set_up };
        for choice in CHOICES {
            let before = choice.get(&then.choices);
            if before != choice.get(&now.choices) {
                set_up.changes.push((choice.path.to_owned(), before.to_string()));
            }
        }
        set_up
    }

    /// Are there seats for bots?
    pub(crate) fn has_bots(&self) -> bool {
        self.seats.iter().any(|seat| matches!(seat, SeatPlan::Bot { .. }))
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

#[cfg(test)]
mod tests {
    use super::*;

    fn pool(changes: &[(&str, &str)]) -> SetUp {
        let changes = changes.iter().map(|(path, value)| (path.to_string(), value.to_string()));
        let seats = vec![SeatPlan::Person; 3];
        SetUp { changes: changes.collect(), ..SetUp::new("pool-101+pool-61", seats) }
    }

    /// A table that was stored before a reading changed goes on by it, for whoever asks.
    #[test]
    fn a_table_of_an_earlier_edition_keeps_its_rules() {
        let library = Library::standard().unwrap();
        let stored = pool(&[("scoring.cap", "70")]).stored_by(Edition::FIRST, &library);
        let choices = stored.source().rules(&library).unwrap().set.choices;
        assert!(!choices.wilds.own_set && choices.scoring.least_halved);
        assert_eq!(choices.scoring.cap.0, Some(70));
        let stored = pool(&[]).stored_by(Edition::FIRST, &library);
        let choices = stored.source().rules(&library).unwrap().set.choices;
        assert_eq!(choices.scoring.cap.0, Some(80));
        assert_eq!(pool(&[]).stored_by(Edition::LATEST, &library), pool(&[]));
        // Once they are changes, nothing is added to them.
        assert_eq!(stored.stored_by(Edition::FIRST, &library), stored);
    }

    /// What is refused for a new table is let pass for one that is stored.
    #[test]
    fn stored_tables_are_not_refused_for_what_was_allowed() {
        let library = Library::standard().unwrap();
        let seats = vec![SeatPlan::Person; 2];
        let source = SetUp::new("gin+oklahoma+eleven-cards", seats).source();
        assert!(source.rules(&library).is_ok());
        assert!(source.new_rules(&library).is_err());
    }
}
