//! What a seat lays down, swaps and lays off before it discards.

use upcard_cards::Card;
use upcard_engine::choices::LastCard;
use upcard_engine::{Action, Phase, View};
use upcard_solver::Survey;

use crate::hands::{with, without};
use crate::objective::{Fitting, Objective, fits_table, open};
use crate::plays;

pub(crate) fn held(view: &View<'_>) -> usize {
    usize::from(view.table.seat(view.seat).count)
}

/// Returns `true` if, after playing `played` cards and a discard, enough cards are left for the contract.
pub(crate) fn spare(view: &View<'_>, played: usize) -> bool {
    if !view.rules.has_contracts() {
        return true;
    }
    held(view) > view.contract_rules().contract.size_of(open(view)) + played
}

/// A swap that brings the hand nearer, or that sheds a card which fits nowhere else.
pub(crate) fn swap(view: &View<'_>, objective: &Objective, measure: &Survey) -> Option<Action> {
    let now = objective.contract.then_some(measure.shortfall());
    if view.table.melds().is_empty() || (now.is_none() && view.table.phase() != Phase::Play) {
        return None;
    }
    let mut table = None;
    let wanted = |card: Card, wild: Card| match now {
        Some(distance) => {
            let hand = with(&without(view.hand, card), wild);
            objective.measure(&hand, view.rules).shortfall() < distance
        }
        None => !table.get_or_insert_with(|| fits_table(view)).has(card),
    };
    let mut found = None;
    plays::each_swap(view, wanted, |action| {
        found = Some(action);
        true
    });
    found
}

/// The next play before the discard, if any.
pub(crate) fn before_discard(
    view: &View<'_>,
    objective: &Objective,
    measure: &Survey,
    fitting: &Fitting,
) -> Option<Action> {
    let laid = plays::lay(view, objective, measure);
    laid.or_else(|| swap(view, objective, measure)).or_else(|| {
        let free = !view.table.turn().freed.is_empty();
        let standing = !objective.contract || free || spare(view, 1);
        let goes = standing && !strands(view, fitting);
        if goes { plays::lay_off(view, !objective.contract, fitting) } else { None }
    })
}

/// Returns `true` if a lay-off would strand the last card where it may not be discarded: of two cards that do
/// not both fit, laying off one leaves the other waiting for a meld. Discarding that one and keeping the card
/// that fits goes out with the next card that does.
fn strands(view: &View<'_>, fitting: &Fitting) -> bool {
    let deal = view.contract_rules();
    if deal.last_card != LastCard::Forbidden || deal.no_discard || view.hand.len() != 2 {
        return false;
    }
    let fitting = fitting.faces(view);
    let goes = |card: Card| deal.melds.is_wild(card) || fitting.has(card);
    view.table.turn().freed.is_empty() && !view.hand.iter_counts().all(|(card, _)| goes(card))
}
