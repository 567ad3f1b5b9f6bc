//! The training games and their frequencies.

use std::sync::Arc;

use upcard_arena::ArenaError;
use upcard_engine::Rules;
use upcard_rulebook::flaws_text;

/// A game with its frequency: at tables of four, or the nearest size, and at others.
pub(crate) struct Course {
    usual: Arc<Rules>,
    others: Vec<Arc<Rules>>,
    often: usize,
    /// Whether the game is new to the net. If so, final results count, whatever else is learnt.
    pub(crate) new: bool,
}

/// Matches of a course per round and unit of frequency.
const MATCHES: usize = 10;

impl Course {
    /// Parses a course: `rummy`, `contract-rummy*3`, `shanghai-rummy@4*2`, `+kalooki` for a new game.
    pub(crate) fn read(text: &str) -> Result<Course, String> {
        let (name, new) = text.strip_prefix('+').map_or((text, false), |name| (name, true));
        let (name, often) = name.split_once('*').unwrap_or((name, "1"));
        let often = often.parse().map_err(|_| format!("{name}*{often}: how often is no number"))?;
        let at_size = |(name, players): (_, &str)| {
            let players =
                players.parse().map_err(|_| format!("{name}@{players}: no number of players"));
            Ok::<_, String>((name, Some(players?)))
        };
        let (name, players) = name.split_once('@').map_or(Ok((name, None)), at_size)?;
        let usual = rules(name, players)?;
        let sizes = if players.is_some() { 0..=0 } else { 2..=6 };
        let others: Vec<_> = sizes.filter_map(|n| rules(name, Some(n)).ok()).collect();
        Ok(Course { usual, others, often, new })
    }

    /// The tables of a round.
    pub(crate) fn matches(&self) -> impl Iterator<Item = (&Course, &Arc<Rules>)> {
        (0..self.often * MATCHES).map(move |i| {
            let other = self.others.get(i % self.others.len().max(1));
            (self, if i % 10 < 7 { &self.usual } else { other.unwrap_or(&self.usual) })
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
    fn a_course_says_what_is_played_and_how_often() {
        let tables = |text: &str| -> Vec<(bool, u8)> {
            let course = Course::read(text).unwrap();
            course.matches().map(|(course, rules)| (course.new, rules.players)).collect()
        };
        assert_eq!(tables("rummy@3*2"), [(false, 3); 20]);
        let all = tables("+kalooki");
        assert!(all.len() == 10 && all.iter().all(|(new, _)| *new), "{all:?}");
        let of_four = all.iter().filter(|(_, players)| *players == 4).count();
        assert!((7..10).contains(&of_four), "{all:?}");
        for (text, fault) in [
            ("rummy*many", "rummy*many: how often is no number"),
            ("rummy@few", "rummy@few: no number of players"),
            ("++rummy", "no game ''"),
            ("rummy@0", "rummy: 0 players: this game is for 2 to 6"),
        ] {
            let found = Course::read(text).err().unwrap();
            assert!(found.contains(fault), "{found}");
        }
    }
}
