//! Deals in which only a player who goes out in the same turn may lay the contract. Nobody has melds on the
//! table before, so all cards of a hand but the discard must be in melds, including those of the contract.

use upcard_cards::{Card, Cards};
use upcard_engine::View;

use crate::hands::{with, without};
use crate::measure::{loose, promise};
use crate::objective::Objective;

/// Cost in points of a card that is missing or in no meld.
const CARD_COST: f64 = 12.0;
/// Weight of loose points, and value of two loose cards that a third would complete to a meld.
const POINTS_WEIGHT: f64 = 0.3;
const PAIR_VALUE: f64 = 3.0;

/// Returns `true` if the viewing seat must go out in the turn in which it lays its contract.
pub(crate) fn applies(view: &View<'_>) -> bool {
    view.contract_rules().out_at_once && Objective::has_contract(view)
}

/// Number of cards that the contract lacks plus those in no meld; the points of the latter, and the cards.
fn shortage(view: &View<'_>, objective: &Objective, hand: &Cards) -> (usize, u32, Cards) {
    let (points, left) = loose(view.contract_rules(), hand);
    let missing = objective.measure(hand, view.rules).shortfall();
    (usize::from(missing) + left.len(), points, left)
}

/// Distance of a hand from going out, in points.
pub(crate) fn cost(view: &View<'_>, objective: &Objective, hand: &Cards) -> f64 {
    let (shortage, points, left) = shortage(view, objective, hand);
    let promised = promise(&left, &view.contract_rules().melds);
    CARD_COST * shortage as f64 + POINTS_WEIGHT * f64::from(points) - PAIR_VALUE * promised
}

/// Returns `true` if this card brings the hand nearer to going out, with another card discarded. Players who
/// take for less could pass cards round for ever.
pub(crate) fn takes(view: &View<'_>, card: Card) -> bool {
    let objective = Objective::of(view, view.hand.len() + 1);
    let more = with(view.hand, card);
    let (now, ..) = shortage(view, &objective, view.hand);
    let thrown = more.iter_counts().map(|(thrown, _)| thrown).filter(|thrown| *thrown != card);
    thrown.into_iter().any(|thrown| shortage(view, &objective, &without(&more, thrown)).0 < now)
}
