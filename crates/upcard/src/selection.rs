//! Options for the game, its house rules and the number of players.

use std::error::Error;

use clap::Args;
use upcard_client::first_game::short_match_changes;
use upcard_engine::{Flaws, Library, RuleSet, Rules, Value};
use upcard_scenario::{library_with, rule_set};

/// A game with its house rules.
#[derive(Args, Clone)]
pub(crate) struct Selection {
    /// Game: an id, `id+variation+variation`, or the path of a game's file.
    pub(crate) game: String,
    /// Change one choice, as in `--set buying.limit.per-deal=3`; may be repeated.
    #[arg(long = "set", value_name = "CHOICE=VALUE", value_parser = change)]
    pub(crate) sets: Vec<(String, Value)>,
    /// Number of players (by default 4, or the nearest number that the game allows).
    #[arg(long, value_name = "N")]
    pub(crate) players: Option<u8>,
}

/// Parses `choice=value`.
fn change(text: &str) -> Result<(String, Value), String> {
    let (path, value) = raw_change(text)?;
    Ok((path, Value::from_argument(&value)))
}

/// The same, with the raw value.
pub(crate) fn raw_change(text: &str) -> Result<(String, String), String> {
    let (path, value) = text.split_once('=').ok_or_else(|| "expected CHOICE=VALUE".to_owned())?;
    Ok((path.trim().to_owned(), value.trim().to_owned()))
}

/// Number of players of a game: as requested, or the usual one.
pub(crate) fn player_count(
    library: &Library,
    game: &str,
    requested: Option<u8>,
) -> Result<u8, Flaws> {
    let set = library.select(game, &[])?;
    let players = requested.unwrap_or_else(|| set.usual_players());
    if players == 0 {
        // A set-up has at least one seat, so it cannot report this error.
        Rules::new(set, players)?;
    }
    Ok(players)
}

/// Combines the changes of a short match, if requested, with the explicit ones. The latter take precedence: a
/// short match may have other deals than the usual three.
pub(crate) fn changes(
    library: &Library,
    game: &str,
    players: u8,
    is_short: bool,
    sets: &[(String, String)],
) -> Result<Vec<(String, String)>, String> {
    let mut changes = Vec::new();
    if is_short {
        changes = short_match_changes(library, game, players)
            .ok_or_else(|| format!("{game}: this game has no short match"))?;
        changes.retain(|(path, _)| sets.iter().all(|(set, _)| set != path));
    }
    changes.extend_from_slice(sets);
    Ok(changes)
}

impl Selection {
    pub(crate) fn rule_set(&self) -> Result<RuleSet, Flaws> {
        rule_set(&Library::standard()?, &self.game, &self.sets)
    }

    /// Checks a game file for every table size and variation. Other games are known to be right.
    pub(crate) fn check_every_table(&self) -> Result<(), Flaws> {
        let library = Library::standard()?;
        let library = library_with(&library, &self.game)?;
        let is_file = library.file(&self.game).is_some() && self.game.ends_with(".toml");
        if is_file { Rules::at_every_table(&library, &self.game) } else { Ok(()) }
    }

    pub(crate) fn rules(&self) -> Result<Rules, Box<dyn Error>> {
        let set = self.rule_set()?;
        let players = self.players.unwrap_or_else(|| set.usual_players());
        Ok(Rules::new(set, players)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Explicit deals replace those of a short match; a choice given twice stays twice.
    #[test]
    fn explicit_deals_replace_those_of_a_short_match() {
        let library = Library::standard().unwrap();
        let pair = |path: &str, value: &str| (path.to_owned(), value.to_owned());
        let asked = |sets: &[(String, String)]| {
            changes(&library, "progressive-rummy", 4, true, sets).unwrap()
        };
        let usual = asked(&[]);
        assert_eq!(usual.len(), 1, "{usual:?}");
        let ace = pair("melds.ace", "low");
        assert_eq!(asked(std::slice::from_ref(&ace)), [usual[0].clone(), ace.clone()]);
        let deals = pair("match.deals", "[1, 7]");
        assert_eq!(asked(&[deals.clone(), ace.clone()]), [deals.clone(), ace]);
        assert_eq!(asked(&[deals.clone(), deals.clone()]).len(), 2);
        assert!(changes(&library, "pool-101", 4, true, &[deals]).is_err());
    }
}
