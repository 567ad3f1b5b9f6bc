//! The bot interface: a bot sees a view, has a budget, and answers with a legal action.

use upcard_engine::{Action, View};

use crate::budget::Budget;
use crate::plays;

/// A player at a seat.
pub trait Bot: Send {
    /// Chooses an action for the decision that the view presents. Legal whenever a legal action exists.
    fn decide(&mut self, view: &View<'_>, budget: &Budget<'_>) -> Action;
}

/// Returns the action if it is legal, otherwise [`fallback`].
#[must_use]
pub fn checked(view: &View<'_>, action: Action) -> Action {
    if view.allows(&action) { action } else { fallback(view) }
}

/// Like [`checked`], but first rearranges the table if the action would end the turn and rearranging plays
/// more of the hand.
#[must_use]
pub fn or_rearranged(view: &View<'_>, action: Action) -> Action {
    rearranged(view, &action).unwrap_or_else(|| checked(view, action))
}

/// The rearrangement to play instead, if this action would end the turn and rearranging the table plays more
/// of the hand.
pub(crate) fn rearranged(view: &View<'_>, action: &Action) -> Option<Action> {
    let ends = matches!(action, Action::Discard { .. } | Action::Keep);
    if ends { plays::rearrange(view) } else { None }
}

/// Some legal action, the simplest first; a pass if the seat has no decision to make.
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
    // A freed wild that must be played, or a compulsory lay-down.
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

/// Plays the first deal of match `number` with the sharp player at every seat, and shows each decision with
/// its answer.
#[cfg(test)]
pub(crate) fn each_sharp_decision(
    rules: &std::sync::Arc<upcard_engine::Rules>,
    number: u64,
    mut see: impl FnMut(&upcard_engine::Game, &View<'_>, &Action),
) {
    let chance = upcard_engine::chance::Chance::numbered(number);
    let mut game = upcard_engine::Game::new(rules.clone(), chance).without_undo();
    game.next_deal(&mut ());
    while let Some(seat) = game.to_act() {
        let view = game.view(seat);
        let sharp = crate::families::of(rules).sharp(&view);
        see(&game, &view, &sharp);
        game.act(seat, &sharp, &mut ()).expect("a legal answer");
    }
}
