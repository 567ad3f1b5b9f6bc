//! What a player is: it sees a view, has a budget, and answers with a legal action.

use upcard_engine::{Action, View};

use crate::budget::Budget;
use crate::plays;

/// A player at a seat.
pub trait Bot: Send {
    /// The answer to what the seat is asked. It is legal wherever anything is.
    fn decide(&mut self, view: &View<'_>, budget: &Budget<'_>) -> Action;
}

/// The action if it is legal, else some legal one.
#[must_use]
pub fn checked(view: &View<'_>, action: Action) -> Action {
    if view.allows(&action) { action } else { fallback(view) }
}

/// The same where nothing but the end of the turn is left to do: unless the table can be
/// rearranged so that more of the hand goes.
#[must_use]
pub fn or_rearranged(view: &View<'_>, action: Action) -> Action {
    rearranged(view, &action).unwrap_or_else(|| checked(view, action))
}

/// Where this action would end the turn and the table can be rearranged so that more of the hand
/// goes: that.
pub(crate) fn rearranged(view: &View<'_>, action: &Action) -> Option<Action> {
    let ends = matches!(action, Action::Discard { .. } | Action::Keep);
    if ends { plays::rearrange(view) } else { None }
}

/// Some legal action, the simplest first; a pass where the seat is not asked.
#[must_use]
pub fn fallback(view: &View<'_>) -> Action {
    let simple = [
        Action::Pass,
        Action::Draw,
        Action::Take,
        Action::Pick(1),
        Action::Cut(500),
        Action::Rejoin,
        Action::PlayOn,
    ];
    if let Some(action) = simple.into_iter().find(|action| view.allows(action)) {
        return action;
    }
    let discards =
        view.hand.iter_counts().map(|(card, _)| Action::Discard { card, shanghai: false });
    if let Some(action) = discards.chain([Action::Keep]).find(|action| view.allows(action)) {
        return action;
    }
    // A freed wild that must be played, or a lay-down that is compulsory.
    let offered = view.offered(20).actions;
    offered.into_iter().find(|action| *action != Action::Undo).unwrap_or(Action::Pass)
}

/// The rules of a game, with choices as on the command line.
#[cfg(test)]
pub(crate) fn rules(
    game: &str,
    players: u8,
    choices: &[(&str, &str)],
) -> std::sync::Arc<upcard_engine::Rules> {
    let library = upcard_engine::Library::standard().expect("the games are read");
    let rules = upcard_engine::Rules::of(&library, game, choices, Some(players));
    rules.expect("a game and its choices").into()
}
