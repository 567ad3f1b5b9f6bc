//! Cost of a hand whose melds stay hidden, the potential of its loose cards, and when to go out.

use upcard_cards::Cards;
use upcard_engine::{Action, DealRules, View};

use crate::measure::{self, promise};

/// How a player evaluates such a hand.
#[derive(Clone, Copy)]
pub(in crate::families) struct Style {
    /// Value of a pair of cards that may become a meld, in points.
    pub(in crate::families) promise: f64,
    /// Overlooks one card in five.
    pub(in crate::families) careless: bool,
}

/// The novice sees melds and points.
pub(in crate::families) const NOVICE: Style = Style { promise: 0.0, careless: true };

/// The steady player also sees potential melds.
pub(in crate::families) const STEADY: Style = Style { promise: 2.0, careless: false };

/// Ends the deal if possible, with the least deadwood.
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

/// Deadwood after the discard of the most valuable loose card.
pub(in crate::families) fn left_after_discard(deal: &DealRules, hand: &Cards) -> i32 {
    let (points, left) = measure::loose(deal, hand);
    let most = left.iter_counts().map(|(card, _)| i32::from(deal.values[card.index()])).max();
    points as i32 - most.unwrap_or(0)
}

/// Cost of a hand: deadwood of its best grouping, less the potential of the loose cards.
pub(in crate::families) fn cost(deal: &DealRules, hand: &Cards, style: Style) -> f64 {
    let (points, left) = measure::loose(deal, hand);
    let promise = if style.promise > 0.0 { promise(&left, &deal.melds) } else { 0.0 };
    measure::weight(deal) * f64::from(points) - style.promise * promise
}
