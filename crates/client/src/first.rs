//! What a newcomer is offered first, and a match that is short.

use upcard_engine::Library;
use upcard_table::wire::RuleSource;

/// The game that is offered to somebody who has played none: its first deal asks for little, and still
/// takes several rounds (`cargo test -p upcard-client first_game -- --nocapture`).
pub const FIRST_GAME: &str = "contract-rummy";

/// The deals of a short match.
const DEALS: &str = "3";

/// The choices that make a match of this game a short one of three deals; none where it cannot be cut
/// short so.
#[must_use]
pub fn short(library: &Library, game: &str, players: u8) -> Option<Vec<(String, String)>> {
    let changes = vec![("match.deals".to_owned(), DEALS.to_owned())];
    let source = RuleSource { game: game.to_owned(), changes, players };
    let rules = source.rules(library).ok()?;
    (rules.schedule.len() == 3 && rules.target.is_none()).then_some(source.changes)
}
