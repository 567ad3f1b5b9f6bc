//! What a hand costs whose melds stay in it, what its loose cards promise, and when it goes out.

use upcard_cards::{Card, Cards, MeldRules};
use upcard_engine::{Action, DealRules, View};

use crate::measure;

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

/// How much these cards promise: each two of them that a third would make a meld of.
pub(in crate::families) fn promise(left: &Cards, melds: &MeldRules) -> f64 {
    let cards: Vec<Card> = left.iter().collect();
    let mut sum = 0.0;
    for (at, one) in cards.iter().enumerate() {
        for other in &cards[at + 1..] {
            sum += together(*one, *other, melds);
        }
    }
    sum
}

fn together(one: Card, other: Card, melds: &MeldRules) -> f64 {
    // A wild joins whatever there is to join: it is loose where nothing promises anything.
    if melds.is_wild(one) || melds.is_wild(other) {
        return 0.0;
    }
    let (Some(a), Some(b)) = (one.rank(), other.rank()) else { return 0.0 };
    if a == b {
        return if melds.set_min == MeldRules::NO_SETS { 0.0 } else { 1.0 };
    }
    let apart = a.index().abs_diff(b.index());
    match apart {
        1 | 2 if one.suit() == other.suit() => 1.2 - 0.4 * apart as f64,
        _ => 0.0,
    }
}
