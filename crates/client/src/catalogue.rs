//! Finding a game: families, and filters.

use strum::IntoStaticStr;
use upcard_engine::Rules;
use upcard_engine::choices::WhoScores;

use crate::estimate::Difficulty;
use crate::groups::is_hidden;

/// Family of similar games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Family {
    /// Each deal has a contract.
    Contracts,
    /// Free melds are laid on the table.
    Melds,
    /// Cards on the table score for the player who laid them.
    Spread,
    /// Melds stay in the hand until a player knocks or goes out.
    Hidden,
    /// Melds stay in the hand, which needs sequences to be declared.
    Sequences,
}

impl Family {
    /// All families, in display order.
    pub const ALL: [Family; 5] =
        [Family::Contracts, Family::Melds, Family::Spread, Family::Hidden, Family::Sequences];

    /// Returns the family of a game.
    #[must_use]
    pub fn of(rules: &Rules) -> Family {
        let sequences = || rules.deals.iter().any(|deal| deal.needs.sequences > 0);
        match rules.set.choices.scoring.who {
            _ if rules.has_contracts() => Family::Contracts,
            _ if is_hidden(rules) && sequences() => Family::Sequences,
            _ if is_hidden(rules) => Family::Hidden,
            WhoScores::ShownMinusHand => Family::Spread,
            _ => Family::Melds,
        }
    }

    /// Its id.
    #[must_use]
    pub fn word(self) -> &'static str {
        self.into()
    }
}

/// Filter for games; `None` for any.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GameFilter {
    /// Number of players.
    pub players: Option<u8>,
    /// Maximum length in minutes.
    pub minutes: Option<u32>,
    /// Maximum difficulty.
    pub difficulty: Option<Difficulty>,
}

impl GameFilter {
    /// Returns `true` if a game matches. With a maximum length, games of unknown length do not match.
    #[must_use]
    pub fn matches(self, players: (u8, u8), minutes: Option<u32>, difficulty: Difficulty) -> bool {
        self.players.is_none_or(|wished| (players.0..=players.1).contains(&wished))
            && self.minutes.is_none_or(|most| minutes.is_some_and(|minutes| minutes <= most))
            && self.difficulty.is_none_or(|most| difficulty <= most)
    }
}

#[cfg(test)]
mod tests {
    use upcard_engine::Library;

    use super::*;
    use crate::house_rules::HouseRules;

    #[test]
    fn every_game_has_a_family_and_every_family_a_game() {
        let library = Library::standard().unwrap();
        let family = |id: &str| Family::of(&HouseRules::of(id).rules(&library).unwrap());
        for (id, expected) in [
            ("contract-rummy", Family::Contracts),
            ("zioncheck", Family::Contracts),
            ("rummy", Family::Melds),
            ("block-rummy", Family::Melds),
            ("rummy-500", Family::Spread),
            ("gin", Family::Hidden),
            ("three-thirteen", Family::Hidden),
            ("pool-101", Family::Sequences),
            ("points-rummy", Family::Sequences),
        ] {
            assert_eq!(family(id), expected, "{id}");
        }
        for known in Family::ALL {
            assert!(library.ids().any(|id| family(id) == known), "{known:?}");
        }
    }

    #[test]
    fn filter_keeps_matching_games() {
        let fits = |wish: GameFilter| wish.matches((2, 4), Some(30), Difficulty::Medium);
        assert!(fits(GameFilter::default()));
        let players = |n| GameFilter { players: Some(n), ..GameFilter::default() };
        assert!(fits(players(2)) && fits(players(4)) && !fits(players(5)));
        let minutes = |n| GameFilter { minutes: Some(n), ..GameFilter::default() };
        assert!(fits(minutes(30)) && !fits(minutes(25)));
        let unknown = minutes(300).matches((2, 4), None, Difficulty::Easy);
        assert!(!unknown, "nobody knows how long it takes");
        let most =
            |difficulty| GameFilter { difficulty: Some(difficulty), ..GameFilter::default() };
        assert!(fits(most(Difficulty::Hard)) && !fits(most(Difficulty::Easy)));
    }
}
