//! Ledger of rule clauses: which clauses concern a choice, and which a game is based on.

use std::collections::BTreeMap;

use crate::project::{CheckError, file_error, read, root};

/// Relevant part of `docs/clauses.toml`.
pub(super) struct Ledger {
    /// Clause prefixes of a game.
    games: BTreeMap<String, Vec<String>>,
    choices: BTreeMap<String, Vec<String>>,
}

impl Ledger {
    pub(super) fn read() -> Result<Ledger, CheckError> {
        let path = root().join("docs/clauses.toml");
        let table: toml::Table = read(&path)?.parse().map_err(|error| file_error(&path, error))?;
        let lists = |key: &str| {
            let lists = table.get(key).and_then(|value| value.as_table());
            lists.map(all_lists).ok_or_else(|| file_error(&path, format!("has no [{key}]")))
        };
        Ok(Ledger { games: lists("games")?, choices: lists("choices")? })
    }

    pub(super) fn clauses(&self, choice: &str, game: &str) -> Vec<&str> {
        let prefixes = self.games.get(game).map_or(&[][..], Vec::as_slice);
        let rests_on = |id: &str| {
            let prefix = id.rsplit_once('-').map_or(id, |(prefix, _)| prefix);
            prefixes.iter().any(|p| p == prefix)
        };
        let all = self.choices.get(choice).into_iter().flatten();
        all.map(String::as_str).filter(|id| rests_on(id)).collect()
    }
}

fn all_lists(table: &toml::Table) -> BTreeMap<String, Vec<String>> {
    let texts = |value: &toml::Value| {
        let list = value.as_array().into_iter().flatten();
        list.filter_map(|id| id.as_str().map(str::to_owned)).collect()
    };
    table.iter().map(|(key, value)| (key.clone(), texts(value))).collect()
}
