//! List of the matches played on a device, most recent first. Their records are stored separately, keyed by
//! end time.

use upcard_table::wire::{Level, Sitter};

/// Level of a bot with this name in a record; `None` for a person.
pub(crate) fn bot_level(name: &str) -> Option<Level> {
    name.strip_prefix("bot ")?.parse().ok()
}

/// Parses the name of a seat in a record.
pub(crate) fn parse_sitter(name: &str) -> Sitter {
    match bot_level(name) {
        Some(level) => Sitter::Bot { level },
        None if name.is_empty() => Sitter::Free,
        None => Sitter::Person { name: name.to_owned() },
    }
}

const MAX_MATCHES: usize = 60;

/// Maximum total size of records in characters, within a browser's storage quota with room for all other
/// data.
const MAX_CHARACTERS: usize = 3_000_000;

/// A finished match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedMatch {
    /// End time in milliseconds since 1970.
    pub ended: u64,
    /// Size of its record in characters.
    pub size: usize,
    /// Name of the game or house rules.
    pub game: String,
    /// Players and their points.
    pub result: String,
    /// This person's seat, from 0.
    pub seat: usize,
    /// The other people, without bots.
    pub people: Vec<String>,
}

/// List of matches, most recent first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PlayedMatches(Vec<PlayedMatch>);

impl PlayedMatches {
    /// Parses the output of [`PlayedMatches::text`], skipping invalid lines.
    #[must_use]
    pub fn read(text: &str) -> PlayedMatches {
        let played = |line: &str| {
            let mut parts = line.split('\t');
            Some(PlayedMatch {
                ended: parts.next()?.parse().ok()?,
                size: parts.next()?.parse().ok()?,
                game: parts.next()?.to_owned(),
                result: parts.next()?.to_owned(),
                // Older lists end here: they contain only matches on this device.
                seat: parts.next().and_then(|seat| seat.parse().ok()).unwrap_or(0),
                people: parts.map(str::to_owned).collect(),
            })
        };
        PlayedMatches(text.lines().filter_map(played).take(MAX_MATCHES).collect())
    }

    /// Serializes the list, one match per line.
    #[must_use]
    pub fn text(&self) -> String {
        let plain = |text: &str| text.replace(['\t', '\n', '\r'], " ");
        let line = |played: &PlayedMatch| {
            let PlayedMatch { ended, size, game, result, seat, people } = played;
            let people: String = people.iter().map(|name| format!("\t{}", plain(name))).collect();
            format!("{ended}\t{size}\t{}\t{}\t{seat}{people}\n", plain(game), plain(result))
        };
        self.0.iter().map(line).collect()
    }

    /// Iterates over the matches, most recent first.
    pub fn iter(&self) -> std::slice::Iter<'_, PlayedMatch> {
        self.0.iter()
    }

    /// The distinct games and people, most recent first.
    #[must_use]
    pub fn games_and_people(&self) -> (Vec<&str>, Vec<&str>) {
        let mut games: Vec<&str> = Vec::new();
        let mut people: Vec<&str> = Vec::new();
        for played in &self.0 {
            if !games.contains(&&*played.game) {
                games.push(&played.game);
            }
            for name in &played.people {
                if !people.contains(&&**name) {
                    people.push(name);
                }
            }
        }
        (games, people)
    }

    /// Matches of this game and with this person; `None` matches all.
    pub fn filtered<'a>(
        &'a self,
        game: Option<&'a str>,
        person: Option<&'a str>,
    ) -> impl Iterator<Item = &'a PlayedMatch> {
        self.iter().filter(move |played| {
            game.is_none_or(|game| played.game == game)
                && person.is_none_or(|person| played.people.iter().any(|name| name == person))
        })
    }

    /// Drops filters for games or people without matches.
    #[must_use]
    pub fn valid_filters<'a>(
        &self,
        game: Option<&'a str>,
        person: Option<&'a str>,
    ) -> (Option<&'a str>, Option<&'a str>) {
        let (games, people) = self.games_and_people();
        (game.filter(|game| games.contains(game)), person.filter(|name| people.contains(name)))
    }

    /// Inserts a match by its end time (it may have arrived late). Returns the end times of matches that are
    /// no longer kept.
    pub fn note(&mut self, played: PlayedMatch) -> Vec<u64> {
        let later = |one: &PlayedMatch| one.ended >= played.ended;
        let at = self.0.iter().take_while(|one| later(one)).count();
        self.0.insert(at, played);
        let (mut size, mut kept) = (0, 0);
        for played in &self.0 {
            size += played.size;
            // The latest match is always kept.
            if kept > 0 && (kept == MAX_MATCHES || size > MAX_CHARACTERS) {
                break;
            }
            kept += 1;
        }
        self.0.split_off(kept).into_iter().map(|played| played.ended).collect()
    }

    /// Removes a match.
    pub fn forget(&mut self, ended: u64) {
        self.0.retain(|played| played.ended != ended);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(ended: u64, size: usize) -> PlayedMatch {
        let people = ["Ann", "Bob"].into_iter().take(ended as usize % 3).map(str::to_owned);
        PlayedMatch {
            ended,
            size,
            game: "Contract Rummy".into(),
            result: "You 12, Tot 40".into(),
            seat: ended as usize % 2,
            people: people.collect(),
        }
    }

    #[test]
    fn lists_newest_first_and_round_trips() {
        let mut all = PlayedMatches::default();
        for ended in 0..MAX_MATCHES as u64 + 5 {
            let evicted: Vec<u64> = ended.checked_sub(MAX_MATCHES as u64).into_iter().collect();
            assert_eq!(all.note(played(ended, 100)), evicted);
        }
        assert_eq!(all.iter().count(), MAX_MATCHES);
        assert_eq!(PlayedMatches::read(&all.text()), all);
        all.forget(MAX_MATCHES as u64);
        assert_eq!(all.iter().count(), MAX_MATCHES - 1);
    }

    #[test]
    fn oldest_matches_are_evicted_first() {
        let mut all = PlayedMatches::default();
        assert!(all.note(played(1, MAX_CHARACTERS / 2)).is_empty());
        assert!(all.note(played(2, MAX_CHARACTERS / 2)).is_empty());
        assert_eq!(all.note(played(3, 10)), [1]);
        // The latest match is always kept.
        assert_eq!(all.note(played(4, MAX_CHARACTERS * 2)), [3, 2]);
        assert_eq!(all.iter().count(), 1);
    }

    /// The record of a match whose end was missed may be fetched days later.
    #[test]
    fn late_records_are_inserted_in_order() {
        let mut all = PlayedMatches::default();
        for ended in [20, 40, 30, 10] {
            assert!(all.note(played(ended, MAX_CHARACTERS / 4)).is_empty());
        }
        assert_eq!(all.iter().map(|one| one.ended).collect::<Vec<_>>(), [40, 30, 20, 10]);
        assert_eq!(all.note(played(5, 10)), [5], "there is no room for what is older");
        assert_eq!(all.note(played(35, 10)), [10]);
    }

    #[test]
    fn matches_are_filtered_by_game_and_people() {
        let mut all = PlayedMatches::default();
        for ended in 0..6 {
            all.note(played(ended, 10));
        }
        all.note(PlayedMatch { game: "Gin".into(), ..played(8, 10) });
        assert_eq!(all.games_and_people(), (vec!["Gin", "Contract Rummy"], vec!["Ann", "Bob"]));
        let found = |game, person| all.filtered(game, person).map(|p| p.ended).collect::<Vec<_>>();
        assert_eq!(found(None, None), [8, 5, 4, 3, 2, 1, 0]);
        assert_eq!(found(None, Some("Bob")), [8, 5, 2]);
        assert_eq!(found(Some("Gin"), Some("Ann")), [8]);
        assert_eq!(found(Some("Contract Rummy"), Some("Ann")), [5, 4, 2, 1]);
        assert!(found(Some("Rummy"), None).is_empty() && found(None, Some("Cat")).is_empty());
    }

    /// Lists from versions that did not store people can still be read.
    #[test]
    fn old_list_format_is_read() {
        let all = PlayedMatches::read("7\t100\tGin\tYou 12, Tot 40\n");
        let first = all.iter().next().unwrap();
        assert_eq!((first.ended, first.seat, first.people.len()), (7, 0, 0));
    }

    #[test]
    fn read_skips_invalid_lines() {
        assert_eq!(PlayedMatches::read("nonsense\n1\t2\n\t\t\t\n"), PlayedMatches::default());
        let tricky = PlayedMatch { game: "a\tb\nc".into(), ..played(1, 2) };
        let mut all = PlayedMatches::default();
        all.note(tricky);
        assert_eq!(PlayedMatches::read(&all.text()).iter().next().unwrap().game, "a b c");
    }
}
