//! The novice for melds on the table: plays what it sees.
//!
//! It keeps pairs and neighbours, takes a card that goes with two it holds unless it overlooks it, lays down
//! and lays off what it can, discards its most expensive loose card, and never buys.

use upcard_cards::{Card, ShortSort};
use upcard_engine::{Action, View};

use crate::bot::fallback;
use crate::families::policy::{self, Policy};
use crate::hands::companions;
use crate::objective::{Fitting, Objective};
use crate::plays;

struct Novice;

pub(crate) fn answer(view: &View<'_>) -> Action {
    policy::answer(Novice, view)
}

impl Policy for Novice {
    fn draw(&mut self, view: &View<'_>) -> Action {
        let rules = &view.contract_rules().melds;
        let goes = |card| rules.is_wild(card) || companions(card, view.hand) >= 2;
        let wanted = view.table.upcard().is_some_and(goes);
        // It overlooks one card in five, by the number of the decision.
        let seen = !view.table.decision().is_multiple_of(5);
        if wanted && seen && view.allows(&Action::Take) { Action::Take } else { Action::Draw }
    }

    fn play(&mut self, view: &View<'_>) -> Action {
        let objective = Objective::of(view, view.hand.len());
        let measure = objective.measure(view.hand, view.rules);
        if let Some(action) = plays::lay(view, &objective, &measure) {
            return action;
        }
        let forced = !view.table.turn().freed.is_empty();
        if (forced || !objective.contract)
            && let Some(action) = plays::lay_off(view, true, &Fitting::default())
        {
            return action;
        }
        let rules = &view.contract_rules().melds;
        let mut cards: Vec<Card> = view.hand.iter_counts().map(|(card, _)| card).collect();
        cards.short_sort_by_key(|&card| {
            let points = view.contract_rules().values[card.index()];
            (rules.is_wild(card), companions(card, view.hand) > 1, u8::MAX - points)
        });
        plays::first_discard(view, cards).unwrap_or_else(|| fallback(view))
    }
}
