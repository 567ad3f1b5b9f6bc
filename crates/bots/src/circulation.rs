//! Prevents cards from circulating. Players value a card that they could take differently from one that they
//! discard, and may discard the very face that they took. If all do so, that card passes from hand to hand
//! and nobody draws until the rules end the deal. So once everybody has only taken upcards for some rounds,
//! an upcard is taken only if the same turn makes something of it.

use upcard_engine::{Action, Event, OwnView, Phase, View};

/// Idle rounds (no card drawn from the stock or played to the table) after which nobody takes a card only to
/// discard it again. Within fewer rounds each card taken may well have improved a hand.
const PASSED_ON_ROUNDS: u16 = 2;

/// Idle rounds after which nobody takes a card unless it goes to the table or the hand goes out, whatever is
/// discarded instead: several cards may circulate, too.
const CIRCULATING_ROUNDS: u16 = 4;

/// Rounds completed since a card was last drawn from the stock or played to the table.
fn idle_rounds(view: &View<'_>) -> u16 {
    view.table.idle_turns().saturating_sub(1) / u16::from(view.table.players().max(1))
}

/// Returns this player's answer, or a draw from the stock if it would take the upcard in vain.
pub(crate) fn without_futile_take(
    view: &View<'_>,
    mut answer: impl FnMut(&View<'_>) -> Action,
) -> Action {
    let action = answer(view);
    let is_futile = action == Action::Take && is_futile_take(view, |taken| Some(answer(taken)));
    if is_futile { Action::Draw } else { action }
}

/// Returns `true` if a seat that plays `next` with the upcard in hand would take it in vain. Cheap while no
/// cards circulate: a counter decides.
pub(crate) fn is_futile_take(
    view: &View<'_>,
    next: impl FnOnce(&View<'_>) -> Option<Action>,
) -> bool {
    if idle_rounds(view) < PASSED_ON_ROUNDS || view.table.phase() != Phase::Draw {
        return false;
    }
    let Some(card) = view.table.upcard().filter(|_| view.allows(&Action::Draw)) else {
        return false;
    };
    let mut taken = OwnView {
        table: view.table.clone(),
        seat: Some(view.seat),
        hand: *view.hand,
        sightings: view.sightings.to_vec(),
    };
    taken.apply(view.rules, &Event::Took { seat: view.seat, card });
    match taken.view(view.rules).and_then(|taken| next(&taken)) {
        Some(Action::Discard { card: thrown, .. }) => {
            thrown == card || idle_rounds(view) >= CIRCULATING_ROUNDS
        }
        Some(Action::Keep) => idle_rounds(view) >= CIRCULATING_ROUNDS,
        _ => false,
    }
}
