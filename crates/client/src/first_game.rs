//! First game for newcomers, and short matches.

use upcard_engine::Library;
use upcard_table::wire::RuleSource;

/// Game offered to people who have not played yet: its first deal has an easy contract and still takes
/// several rounds (`cargo test -p upcard-client first_game -- --nocapture`).
pub const FIRST_GAME: &str = "contract-rummy";

const SHORT_MATCH_DEALS: &str = "3";

/// Choices that shorten a match of this game to three deals; `None` if that is not possible.
#[must_use]
pub fn short_match_changes(
    library: &Library,
    game: &str,
    players: u8,
) -> Option<Vec<(String, String)>> {
    let changes = vec![("match.deals".to_owned(), SHORT_MATCH_DEALS.to_owned())];
    let source = RuleSource { game: game.to_owned(), changes, players };
    let rules = source.rules(library).ok()?;
    (rules.schedule.len() == 3 && rules.target.is_none()).then_some(source.changes)
}
