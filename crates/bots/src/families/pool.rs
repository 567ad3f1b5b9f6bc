//! Pools: players are eliminated one after the other, and the last ones may share the pool.

use upcard_engine::table::Table;
use upcard_engine::{Action, Seat, View};

/// Returns `true` if the player is still in the match after paying this price.
pub(super) fn stays_in(view: &View<'_>, price: i32) -> bool {
    let limit = view.rules.set.choices.matching.eliminate_at.0;
    let total = view.table.score(view.seat) + price;
    limit.is_none_or(|limit| total < i32::from(limit))
}

/// Shares the pool if that gives at least an equal part.
pub(super) fn split(view: &View<'_>) -> Action {
    let limit = i32::from(view.rules.set.choices.matching.eliminate_at.0.unwrap_or(0));
    let price = i32::from(view.rules.set.choices.dropping.first.max(1));
    let drops = |table: &Table, seat: Seat| ((limit - 1 - table.score(seat)) / price).max(0);
    let left = view.table.in_match();
    let all: i32 = left.iter().map(|seat| drops(view.table, seat)).sum();
    let fair = drops(view.table, view.seat) * left.len() as i32 >= all;
    if fair { Action::Split } else { Action::PlayOn }
}
