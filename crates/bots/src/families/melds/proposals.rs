//! Candidate moves for melds on the table, without the value networks.

use upcard_cards::Card;
use upcard_engine::{Action, Phase, View};

use super::sharp::{self, UPCARD};
use super::steady;
use crate::bot::checked;
use crate::hands::companions;
use crate::objective::{Objective, SurveyCache, fits_table};
use crate::plays;

/// Maximum number of discards tried, and their maximum cost above the best in points.
const MAX_DISCARDS: usize = 4;
const COST_MARGIN: f64 = 15.0;

/// Candidate moves, the sharp player's choice first. All legal. A single one if there is nothing to think
/// about.
pub(crate) fn proposals(view: &View<'_>) -> Vec<Action> {
    let first = checked(view, sharp::answer(view, UPCARD));
    let mut all = vec![first.clone()];
    let mut add = |action: Action| {
        if !all.contains(&action) && view.allows(&action) {
            all.push(action);
        }
    };
    match view.table.phase() {
        Phase::Draw => {
            if let Some(card) = view.table.upcard()
                && is_worth_considering(view, card)
            {
                add(Action::Draw);
                add(Action::Take);
                add(Action::Buy);
            }
        }
        Phase::Offers { .. }
            if view.table.upcard().is_some_and(|card| is_worth_considering(view, card)) =>
        {
            add(Action::Pass);
            add(Action::Buy);
        }
        Phase::Play => match first {
            // Cards with a place on the table go there.
            Action::Off { .. } | Action::Slide { .. } | Action::Swap { .. } => {}
            Action::Down(_) => {
                let objective = Objective::of(view, view.hand.len());
                plays::lay_downs(view, &objective).into_iter().for_each(add);
            }
            _ => {
                let discards = sharp::discards(view, UPCARD);
                let best = discards.first().map_or(0.0, |(cost, _)| *cost);
                let near = discards.into_iter().filter(|(cost, _)| *cost <= best + COST_MARGIN);
                near.take(MAX_DISCARDS).for_each(|(_, action)| add(action));
            }
        },
        Phase::Call { .. } => {
            add(Action::Pass);
            let call = view.table.melds().iter().map(|m| Action::Call { meld: m.id, end: None });
            if let Some(action) = call.into_iter().find(|action| view.allows(action)) {
                add(action);
            }
        }
        Phase::Claim { .. } => {
            add(Action::Pass);
            let visit = |action| {
                add(action);
                false
            };
            plays::each_swap(view, |_, _| true, visit);
        }
        _ => {}
    }
    all
}

/// Returns `true` if this card may be of use: it helps, or goes with others of the hand.
fn is_worth_considering(view: &View<'_>, card: Card) -> bool {
    let rules = &view.contract_rules().melds;
    rules.is_wild(card)
        || companions(card, view.hand) >= 1
        || fits_table(view).has(card)
        || steady::wants(view, card, &mut SurveyCache::default())
}
