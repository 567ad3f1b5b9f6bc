//! What a hand costs whose melds stay in it, what its loose cards promise, and when it goes out.

use upcard_cards::Cards;
use upcard_engine::{Action, DealRules, View};

use crate::measure::{self, promise};

/// How a player looks at such a hand.
#[derive(Clone, Copy)]
pub(in crate::families) struct Style {
    /// What a pair of cards that may become a meld is worth, in points.
    pub(in crate::families) promise: f64,
    /// Does it overlook one card in five?
    pub(in crate::families) careless: bool,
}

/// The novice sees melds and points.
pub(in crate::families) const NOVICE: Style = Style { promise: 0.0, careless: true };

/// The steady player sees what may become a meld as well.
pub(in crate::families) const STEADY: Style = Style { promise: 2.0, careless: false };

/// Ends the deal where that can be done, with the least that is left over.
pub(in crate::families) fn goes_out(view: &View<'_>) -> Option<Action> {
    let left = |action: &Action| match action {
        Action::Knock { melds, discard } => {
            let mut rest = *view.hand;
            for card in melds.iter().flat_map(|meld| &meld.cards).chain(discard) {
                rest.remove(*card);
            }
            (view.table.deal_rules(view.rules).points(&rest), discard.is_some())
        }
        _ => (0, false),
    };
    view.declarations().into_iter().min_by_key(left)
}

/// The deadwood after the discard of the most valuable loose card.
pub(in crate::families) fn left_after_discard(deal: &DealRules, hand: &Cards) -> i32 {
    let (points, left) = measure::loose(deal, hand);
    let most = left.iter_counts().map(|(card, _)| i32::from(deal.values[card.index()])).max();
    points as i32 - most.unwrap_or(0)
}

/// What a hand costs: the points that its best grouping leaves, less what those cards promise.
pub(in crate::families) fn cost(deal: &DealRules, hand: &Cards, style: Style) -> f64 {
    let (points, left) = measure::loose(deal, hand);
    let promise = if style.promise > 0.0 { promise(&left, &deal.melds) } else { 0.0 };
    measure::weight(deal) * f64::from(points) - style.promise * promise
}
