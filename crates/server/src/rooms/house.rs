//! Additional games of this server, from files in a folder.
//!
//! Clients do not need these files: a table is opened as a table of the most similar built-in game, plus
//! every rule choice that differs. So its complete rule set is stored and sent, and does not change if the
//! file is edited, moved or lost.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use serde::Serialize;
use upcard_engine::choices::CHOICES;
use upcard_engine::{Flaws, Library, RuleSet, Rules, Value};
use upcard_rulebook::{flaw_lines, flaws_text};
use upcard_table::wire::SetUp;

/// Reason why a folder of games is rejected.
#[derive(Debug, thiserror::Error)]
pub enum HouseError {
    /// The folder cannot be read.
    #[error("--games {0}: cannot be read: {1}")]
    Folder(PathBuf, std::io::Error),
    /// A file has flaws.
    #[error("--games: {}", flaws_text(.0))]
    File(Flaws),
    /// A file has the name of a built-in game.
    #[error("--games: {0}: this name is taken by a built-in game; rename the file")]
    Known(PathBuf),
    /// A plus in the path, which would be taken for variations.
    #[error("--games: {0}: the name of a game file or its folder must not contain a plus")]
    Plus(PathBuf),
}

/// Games of a folder, by file name.
#[derive(Debug, Default)]
pub(crate) struct House {
    /// Built-in games, plus those of the folder under their paths.
    library: Library,
    /// Path and description of each game.
    games: BTreeMap<String, (String, OfferedGame)>,
}

/// Description of an additional game.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct OfferedGame {
    /// Id in a table's configuration.
    id: String,
    /// Display name.
    name: String,
    /// One-sentence summary.
    summary: String,
    /// Minimum and maximum number of players.
    players: (u8, u8),
}

impl House {
    /// Loads the games in all `*.toml` files of a folder; no games without a folder.
    pub(crate) fn read(folder: Option<&Path>, standard: &Library) -> Result<House, HouseError> {
        let Some(folder) = folder else { return Ok(House::default()) };
        let failed = |error| HouseError::Folder(folder.to_owned(), error);
        let mut house = House { library: standard.clone(), games: BTreeMap::new() };
        for entry in std::fs::read_dir(folder).map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
            let (Some(id), true) = (stem, path.extension().is_some_and(|end| end == "toml")) else {
                continue;
            };
            if standard.file(&id).is_some() {
                return Err(HouseError::Known(path));
            }
            let named = path.display().to_string();
            // Variations follow a plus.
            if named.contains('+') {
                return Err(HouseError::Plus(path));
            }
            let open = |path: &str| Ok::<_, io::Error>(BufReader::new(File::open(path)?).bytes());
            let library = house.library.with_file(&named, open).map_err(HouseError::File)?;
            let set = library.select(&named, &[]).map_err(HouseError::File)?;
            let players = (set.choices.players.min, set.choices.players.max);
            let offered = OfferedGame {
                id: id.clone(),
                name: set.catalogue.name.clone(),
                summary: set.catalogue.summary.clone(),
                players,
            };
            Rules::at_every_table(&library, &named).map_err(HouseError::File)?;
            house.library = library.into_owned();
            house.games.insert(id, (named, offered));
        }
        Ok(house)
    }

    /// Returns the games offered, by name.
    pub(crate) fn offered(&self) -> Vec<OfferedGame> {
        self.games.values().map(|(_, offered)| offered.clone()).collect()
    }

    /// Returns `true` if this is a game of the folder.
    pub(crate) fn offers(&self, set_up: &SetUp) -> bool {
        self.games.contains_key(without_variations(&set_up.game))
    }

    /// Returns the flaws of a configuration, with the game's id in place of the file's private path.
    pub(crate) fn flaw_lines(&self, flaws: &Flaws) -> Vec<String> {
        let named = |line: String| {
            self.games.iter().fold(line, |line, (id, (path, _))| without_path(&line, path, id))
        };
        flaw_lines(flaws).into_iter().map(named).collect()
    }

    /// Rewrites a configuration in terms of a built-in game and its rule choices.
    pub(crate) fn as_builtin(&self, standard: &Library, mut set_up: SetUp) -> Result<SetUp, Flaws> {
        let id = without_variations(&set_up.game);
        let Some((path, _)) = self.games.get(id) else { return Ok(set_up) };
        let game = set_up.game.replacen(id, path, 1);
        let read = |(path, value): &(String, String)| (path.clone(), Value::from_argument(value));
        let changes: Vec<(String, Value)> = set_up.changes.iter().map(read).collect();
        let set = self.library.select(&game, &changes)?;
        (set_up.game, set_up.changes) = nearest(&set, standard)?;
        Ok(set_up)
    }
}

/// Returns the id of a game; variations follow a plus.
fn without_variations(game: &str) -> &str {
    game.split('+').next().unwrap_or_default()
}

/// Replaces a path by the game's id, even if the path is truncated.
fn without_path(line: &str, path: &str, id: &str) -> String {
    let whole = line.replace(path, id);
    let begins = path.char_indices().skip(4).map(|(at, _)| format!("{}…", &path[..at]));
    let cut = begins.filter(|begin| whole.contains(begin.as_str())).max_by_key(String::len);
    cut.map_or(whole.clone(), |begin| whole.replace(&begin, &format!("{id}…")))
}

/// Returns the built-in game with the fewest differing rule choices, and these choices.
fn nearest(set: &RuleSet, library: &Library) -> Result<(String, Vec<(String, String)>), Flaws> {
    let mut best: Option<(String, Vec<(String, String)>)> = None;
    for id in library.ids() {
        let other = library.select(id, &[])?.choices;
        let differs = CHOICES.iter().filter(|c| c.get(&set.choices) != c.get(&other));
        let changes: Vec<(String, String)> =
            differs.map(|c| (c.path.to_owned(), c.get(&set.choices).to_string())).collect();
        if best.as_ref().is_none_or(|(_, fewest)| changes.len() < fewest.len()) {
            best = Some((id.to_owned(), changes));
        }
    }
    Ok(best.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::without_path;

    #[test]
    fn file_paths_are_removed_from_messages_even_if_truncated() {
        let path = "/srv/cards/games/house.toml";
        for (line, said) in [
            ("/srv/cards/games/house.toml+x: no", "house+x: no"),
            (
                "/srv/cards/games/house.toml: /srv/cards/games/house.toml has none",
                "house: house has none",
            ),
            ("/srv/cards/gam…: no", "house…: no"),
            ("match.target: no", "match.target: no"),
        ] {
            assert_eq!(without_path(line, path, "house"), said);
        }
    }
}
