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
        let wanted = view
            .table
            .upcard()
            .is_some_and(|card| rules.is_wild(card) || companions(card, view.hand) >= 2);
        // It overlooks one card in five, by the number of the decision.
        let seen = !view.table.decision().is_multiple_of(5);
        if wanted && seen && view.allows(&Action::Take) { Action::Take } else { Action::Draw }
    }

    fn play(&mut self, view: &View<'_>) -> Action {
        let objective = Objective::of(view, view.hand.len());
        let measure = objective.measure(view.hand, view.rules);
        let laid = if objective.contract {
            plays::lay_down(view, &objective, &measure)
                .or_else(|| plays::lay_part(view, &objective, &measure))
        } else {
            plays::lay_ready(view, &objective, &measure)
        };
        let forced = !view.table.turn().freed.is_empty();
        let off = || {
            if objective.contract && !forced {
                None
            } else {
                plays::lay_off(view, true, &Fitting::default())
            }
        };
        if let Some(action) = laid.or_else(off) {
            return action;
        }
        let rules = &view.contract_rules().melds;
        let mut cards: Vec<Card> = view.hand.iter_counts().map(|(card, _)| card).collect();
        cards.short_sort_by_key(|&card| {
            let points = view.contract_rules().values[card.index()];
            (rules.is_wild(card), companions(card, view.hand) > 1, u8::MAX - points)
        });
        let discards = cards.into_iter().map(|card| Action::Discard { card, shanghai: false });
        discards.into_iter().find(|action| view.allows(action)).unwrap_or_else(|| fallback(view))
    }
}
