//! Grouping of a hand in games with melds on the table.

use upcard_cards::{Cards, Faces, JOKER};
use upcard_engine::{Action, View};
use upcard_solver::meter;

use crate::grouping::Grouping;
use crate::outlook::Outlook;
use crate::plays;

/// Step limit for measuring a hand for a hint; no hand of a game of the catalogue comes near it.
const MAX_STEPS: u64 = 400_000;

/// How the seat's hand groups. A hand that takes too long to measure is reported as all idle.
pub(crate) fn grouping(view: &View<'_>) -> Grouping {
    let grouped = meter::metered(MAX_STEPS, &|| true, || grouped(view)).found;
    grouped.unwrap_or_else(|| Grouping { idle: *view.hand, ..Grouping::default() })
}

fn grouped(view: &View<'_>) -> Grouping {
    let outlook = Outlook::of(view, view.hand.len());
    let rules = &view.contract_rules().melds;
    let fitting = view.hand.iter().filter(|c| outlook.table.has(*c)).collect();
    if !outlook.objective.has_aim() {
        return Grouping { idle: *view.hand, fitting, ..Grouping::default() };
    }
    let measure = outlook.objective.measure(view.hand, view.rules);
    let ready = match plays::lay_ready(view, &outlook.objective, &measure) {
        Some(Action::Down(melds)) => melds,
        _ => Vec::new(),
    };
    let engaged: Cards =
        view.hand.iter().filter(|c| measure.used.has(*c) || rules.is_wild(*c)).collect();
    Grouping {
        ready,
        idle: view.hand.without(&engaged),
        engaged,
        fitting,
        missing: Some(measure.shortfall()),
        useful: (measure.useful & Faces::NATURALS).iter().collect(),
        wild: measure.useful.has(JOKER),
    }
}
