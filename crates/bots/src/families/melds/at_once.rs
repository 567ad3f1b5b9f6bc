//! Deals in which a contract is laid only by who goes out in the same turn. Nobody has melds on the table before
//! that, so that all cards of a hand but the one thrown must be in melds, those of the contract among them.

use upcard_cards::{Card, Cards};
use upcard_engine::View;

use crate::hands::{with, without};
use crate::measure::{loose, promise};
use crate::objective::Objective;

/// What a card counts that is missing, or in no meld, in points.
const CARD: f64 = 12.0;
/// What the points of loose cards count, and what two of them that a third would make a meld of are worth.
const POINTS: f64 = 0.3;
const PROMISE: f64 = 3.0;

/// Must the seat that views go out in the turn in which it lays its contract?
pub(crate) fn is_on(view: &View<'_>) -> bool {
    view.contract_rules().out_at_once && Objective::has_contract(view)
}

/// The cards that the contract lacks and those in no meld together; the points of these, and which they are.
fn short(view: &View<'_>, objective: &Objective, hand: &Cards) -> (usize, u32, Cards) {
    let (points, left) = loose(view.contract_rules(), hand);
    let missing = objective.measure(hand, view.rules).shortfall();
    (usize::from(missing) + left.len(), points, left)
}

/// How far a hand is from going out, in points: the more, the farther.
pub(crate) fn cost(view: &View<'_>, objective: &Objective, hand: &Cards) -> f64 {
    let (short, points, left) = short(view, objective, hand);
    let promised = promise(&left, &view.contract_rules().melds);
    CARD * short as f64 + POINTS * f64::from(points) - PROMISE * promised
}

/// Does this card bring the hand nearer to going out, with another card thrown? Who takes for less may pass
/// cards round.
pub(crate) fn takes(view: &View<'_>, card: Card) -> bool {
    let objective = Objective::of(view, view.hand.len() + 1);
    let more = with(view.hand, card);
    let (now, ..) = short(view, &objective, view.hand);
    let thrown = more.iter_counts().map(|(thrown, _)| thrown).filter(|thrown| *thrown != card);
    thrown.into_iter().any(|thrown| short(view, &objective, &without(&more, thrown)).0 < now)
}
