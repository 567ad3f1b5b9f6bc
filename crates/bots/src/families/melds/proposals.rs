//! What could sensibly be done where melds lie on the table, without regard to what nets have learnt.

use upcard_cards::Card;
use upcard_engine::{Action, Phase, View};

use super::sharp::{self, UPCARD};
use super::steady;
use crate::bot::checked;
use crate::hands::company;
use crate::objective::{Objective, SurveyCache, fits_table};
use crate::plays;

/// The most discards that are tried, and how many points worse than the best they may look.
const MOST_DISCARDS: usize = 4;
const COST_MARGIN: f64 = 15.0;

/// What could sensibly be done, the sharp player's choice first. Legal, all of it. A single one
/// where nothing needs a thought.
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
                && worth_a_thought(view, card)
            {
                add(Action::Draw);
                add(Action::Take);
                add(Action::Buy);
            }
        }
        Phase::Offers { .. }
            if view.table.upcard().is_some_and(|card| worth_a_thought(view, card)) =>
        {
            add(Action::Pass);
            add(Action::Buy);
        }
        Phase::Play => match first {
            // What has a place on the table goes there.
            Action::Off { .. } | Action::Slide { .. } | Action::Swap { .. } => {}
            Action::Down(_) => {
                let objective = Objective::of(view, view.hand.len());
                for action in plays::lay_downs(view, &objective) {
                    add(action);
                }
            }
            _ => {
                let discards = sharp::discards(view, UPCARD);
                let best = discards.first().map_or(0.0, |(cost, _)| *cost);
                let near = discards.into_iter().filter(|(cost, _)| *cost <= best + COST_MARGIN);
                for (_, action) in near.take(MOST_DISCARDS) {
                    add(action);
                }
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
            plays::each_swap(
                view,
                |_, _| true,
                |action| {
                    add(action);
                    false
                },
            );
        }
        _ => {}
    }
    all
}

/// Could this card do the hand any good: does it help, or sit with others?
fn worth_a_thought(view: &View<'_>, card: Card) -> bool {
    let rules = &view.contract_rules().melds;
    rules.is_wild(card)
        || company(card, view.hand) >= 1
        || fits_table(view).has(card)
        || steady::wants(view, card, &mut SurveyCache::default())
}
