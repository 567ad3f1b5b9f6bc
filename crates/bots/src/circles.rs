//! Cards that go round. A player weighs a card that it could take by other measures than one that it throws, and
//! may throw the very face that it took. Where others do the same, that card goes from hand to hand and nobody
//! draws, until the rules end the deal. So once everybody has done nothing but take upcards for some rounds, an
//! upcard is taken for what comes of it in the same turn.

use upcard_engine::{Action, Event, OwnView, Phase, View};

/// Rounds without a card from the stock or to the table after which nobody takes a card to throw it again. In
/// fewer of them a hand may well have gained by each card that was taken.
const HANDED_ON: u16 = 2;

/// The rounds after which nobody takes a card that does not go to the table, or out with the hand, whatever is
/// thrown instead: several cards may go round, too.
const IN_CIRCLES: u16 = 4;

/// The rounds that are over since a card last came from the stock or to the table.
fn rounds(view: &View<'_>) -> u16 {
    view.table.idle_turns().saturating_sub(1) / u16::from(view.table.players().max(1))
}

/// This player's answer, but that it draws where it would take a card for nothing.
pub(crate) fn avoided(view: &View<'_>, mut answer: impl FnMut(&View<'_>) -> Action) -> Action {
    let action = answer(view);
    let in_vain = action == Action::Take && takes_in_vain(view, |taken| Some(answer(taken)));
    if in_vain { Action::Draw } else { action }
}

/// Would a seat take the upcard for nothing that, with it in hand, would play so next? Never where cards do not go
/// round, and that is known by a counter.
pub(crate) fn takes_in_vain(
    view: &View<'_>,
    next: impl FnOnce(&View<'_>) -> Option<Action>,
) -> bool {
    if rounds(view) < HANDED_ON || view.table.phase() != Phase::Draw {
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
        Some(Action::Discard { card: thrown, .. }) => thrown == card || rounds(view) >= IN_CIRCLES,
        Some(Action::Keep) => rounds(view) >= IN_CIRCLES,
        _ => false,
    }
}
