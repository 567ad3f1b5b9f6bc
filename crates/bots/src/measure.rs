//! Deadwood and distance of a hand whose melds stay hidden: exact, or a rough estimate for hands so large
//! that grouping them would take a tenth of a second.
//!
//! No regular hand is that large. If a house rule lets hands grow by buying, a bot measures some hundred
//! hands per decision, so the work is bounded here.

use upcard_cards::{Card, Cards, MeldRules, RANKS, SUITS};
use upcard_engine::{DealRules, Seat, View};

/// Size of the largest hand that is grouped exactly.
const MAX_EXACT_CARDS: usize = 21;

/// Returns `true` if the hand is too large to be grouped repeatedly.
pub(crate) fn is_large(hand: &Cards) -> bool {
    hand.len() > MAX_EXACT_CARDS
}

/// Returns `true` if anybody in the deal has such a hand. Then there are no playouts, since all hands are
/// grouped at their end.
pub(crate) fn has_large(view: &View<'_>) -> bool {
    let seats = view.table.seats();
    Seat::all(view.table.players())
        .any(|seat| usize::from(seats[seat.index()].count) > MAX_EXACT_CARDS)
}

/// Points of the cards that a best grouping leaves over, and the cards.
pub(crate) fn loose(deal: &DealRules, hand: &Cards) -> (u32, Cards) {
    if !is_large(hand) {
        return deal.grouper.loose(hand);
    }
    let left = isolated_cards(deal, hand);
    (deal.points(&left) as u32, left)
}

/// Weight of a loose card where cards have no points of their own: the value of a middle card elsewhere.
const LOOSE: f64 = 6.0;

/// Factor on the points of loose cards in this deal.
pub(crate) fn weight(deal: &DealRules) -> f64 {
    if deal.values == [1; Card::FACES] { LOOSE } else { 1.0 }
}

/// Cost of a hand at the end of a deal.
pub(crate) fn points(deal: &DealRules, hand: &Cards) -> i32 {
    if is_large(hand) {
        deal.points(&isolated_cards(deal, hand))
    } else {
        deal.deadwood_points(hand)
    }
}

/// Distance of a hand: number of cards missing for a declaration. A large hand is never ready.
pub(crate) fn distance(deal: &DealRules, hand: &Cards) -> u8 {
    if is_large(hand) {
        return estimate(deal, hand);
    }
    let needs = deal.sequences.as_ref();
    let found = needs.and_then(|needs| deal.grouper.distance(needs, hand, deal.hand));
    found.unwrap_or(deal.hand)
}

pub(crate) fn is_within(deal: &DealRules, hand: &Cards, distance: u8) -> bool {
    if is_large(hand) {
        return estimate(deal, hand) <= distance;
    }
    let needs = deal.sequences.as_ref();
    needs.is_some_and(|needs| deal.grouper.is_within(needs, hand, deal.hand, distance))
}

/// The distance of a hand that differs in one card from a hand at distance `before`.
pub(crate) fn distance_near(deal: &DealRules, hand: &Cards, before: u8) -> u8 {
    let near = before.saturating_sub(1)..=before;
    near.into_iter().find(|near| is_within(deal, hand, *near)).unwrap_or(before + 1)
}

/// Counts each isolated card as one missing card; a large hand is never ready.
fn estimate(deal: &DealRules, hand: &Cards) -> u8 {
    isolated_cards(deal, hand).len().clamp(1, usize::from(deal.hand)) as u8
}

/// The isolated cards: fewer than two others of the rank are held, and no two neighbours of the suit.
fn isolated_cards(deal: &DealRules, hand: &Cards) -> Cards {
    let is_alone = |card: Card| {
        let Some((rank, suit)) = card.rank().zip(card.suit()) else { return false };
        let of_rank = SUITS.into_iter().filter(|suit| hand.has(Card::natural(rank, *suit))).count();
        let at = |step: usize| hand.has(Card::natural(RANKS[(rank.index() + step) % 13], suit));
        let runs = [(11, 12), (12, 1), (1, 2)];
        !deal.melds.is_wild(card)
            && of_rank < 3
            && !runs.into_iter().any(|(one, other)| at(one) && at(other))
    };
    hand.iter_counts().map(|(card, _)| card).filter(|card| is_alone(*card)).collect()
}

/// Potential of these cards: the pairs that a third card would complete to a meld.
pub(crate) fn promise(left: &Cards, melds: &MeldRules) -> f64 {
    let cards: Vec<Card> = left.iter().collect();
    let mut sum = 0.0;
    for (at, one) in cards.iter().enumerate() {
        for other in &cards[at + 1..] {
            sum += pair_value(*one, *other, melds);
        }
    }
    sum
}

fn pair_value(one: Card, other: Card, melds: &MeldRules) -> f64 {
    // A wild joins any group: it is loose only if there is nothing to join.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bot::rules;

    const LARGE: &str = "4H 5H 6H 9C 9D 9S AC 3C 5C 7C KC AC 3C 5C 7C KC 2D 4D 6D 8D QD JK";

    #[test]
    fn large_hands_are_estimated_by_isolated_cards() {
        let rules = rules("deals-rummy", 2, &[]);
        let deal = &rules.deals[0];
        let hand: Cards = LARGE.parse().expect("cards");
        assert!(is_large(&hand));
        let (points, left) = loose(deal, &hand);
        assert_eq!(left.to_string(), "AC 3C 5C 7C KC 2D 4D 6D 8D QD");
        assert_eq!(points as i32, deal.points(&left));
        assert_eq!(super::points(deal, &hand), points as i32);
        assert_eq!(distance(deal, &hand), 10);
        assert!(is_within(deal, &hand, 10) && !is_within(deal, &hand, 9));
        // All cards are in groups, but the hand is still not reported as ready.
        let hand: Cards = "4H 5H 6H 7H 8H 9H TH JH QH 4S 5S 6S 7S 8S 9S TS JS QS 4D 5D 6D JK"
            .parse()
            .expect("cards");
        assert_eq!((loose(deal, &hand).0, distance(deal, &hand)), (0, 1));
    }

    #[test]
    fn catalogue_hands_are_grouped_exactly() {
        for game in ["deals-rummy", "gin", "three-thirteen"] {
            let rules = rules(game, 2, &[]);
            let dealt = rules.deals.iter().map(|deal| usize::from(deal.hand)).max();
            assert!(dealt.is_some_and(|dealt| dealt + 1 < MAX_EXACT_CARDS), "{game}");
        }
        let rules = rules("deals-rummy", 2, &[]);
        let deal = &rules.deals[0];
        let hand: Cards = "4H 5H 6H 9C TC JK QC KS KH KD 3S 3H 7D".parse().expect("cards");
        assert_eq!(loose(deal, &hand), deal.grouper.loose(&hand));
        assert_eq!(distance(deal, &hand), 1);
    }
}
