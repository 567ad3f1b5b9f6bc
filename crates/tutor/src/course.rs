//! The training games and their frequencies.

use std::sync::Arc;

use upcard_arena::ArenaError;
use upcard_engine::Rules;
use upcard_rulebook::flaws_text;

/// A game with its frequency: at tables of four, or the nearest size, and at others.
pub(crate) struct Course {
    default_table: Arc<Rules>,
    other_tables: Vec<Arc<Rules>>,
    frequency: usize,
    /// Whether the game is new to the net. If so, final results count, whatever else is learnt.
    pub(crate) new: bool,
}

/// Matches of a course per round and unit of frequency.
const MATCHES: usize = 10;

impl Course {
    /// Parses a course: `rummy`, `contract-rummy*3`, `shanghai-rummy@4*2`, `+kalooki` for a new game.
    pub(crate) fn parse(text: &str) -> Result<Course, String> {
        let (name, new) = text.strip_prefix('+').map_or((text, false), |name| (name, true));
        let (name, frequency) = name.split_once('*').unwrap_or((name, "1"));
        let frequency = frequency
            .parse()
            .map_err(|_| format!("{name}*{frequency}: the count is not a number"))?;
        let at_size = |(name, players): (_, &str)| {
            let players =
                players.parse().map_err(|_| format!("{name}@{players}: invalid number of players"));
            Ok::<_, String>((name, Some(players?)))
        };
        let (name, players) = name.split_once('@').map_or(Ok((name, None)), at_size)?;
        let default_table = rules(name, players)?;
        let sizes = if players.is_some() { 0..=0 } else { 2..=6 };
        let other_tables: Vec<_> = sizes.filter_map(|n| rules(name, Some(n)).ok()).collect();
        Ok(Course { default_table, other_tables, frequency, new })
    }

    /// The tables of a round.
    pub(crate) fn matches(&self) -> impl Iterator<Item = (&Course, &Arc<Rules>)> {
        (0..self.frequency * MATCHES).map(move |i| {
            let other = self.other_tables.get(i % self.other_tables.len().max(1));
            (self, other.filter(|_| i % 10 >= 7).unwrap_or(&self.default_table))
        })
    }
}

/// The rules of a game, or an error message.
pub(crate) fn rules(game: &str, players: Option<u8>) -> Result<Arc<Rules>, String> {
    upcard_arena::rules(game, &[], players).map_err(|error| match error {
        ArenaError::Rules(flaws) => flaws_text(&flaws),
        error => error.to_string(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_course_states_games_and_frequencies() {
        let tables = |text: &str| -> Vec<(bool, u8)> {
            let course = Course::parse(text).unwrap();
            course.matches().map(|(course, rules)| (course.new, rules.players)).collect()
        };
        assert_eq!(tables("rummy@3*2"), [(false, 3); 20]);
        let all = tables("+kalooki");
        assert!(all.len() == 10 && all.iter().all(|(new, _)| *new), "{all:?}");
        let of_four = all.iter().filter(|(_, players)| *players == 4).count();
        assert!((7..10).contains(&of_four), "{all:?}");
        for (text, fault) in [
            ("rummy*many", "rummy*many: the count is not a number"),
            ("rummy@few", "rummy@few: invalid number of players"),
            ("++rummy", "no game ''"),
            ("rummy@0", "rummy: 0 players: this game is for 2 to 6"),
        ] {
            let found = Course::parse(text).err().unwrap();
            assert!(found.contains(fault), "{found}");
        }
    }
}
