//! Hints for people: how a hand groups, and what would be done with it, and why. Typed data; the
//! sentences are made where they are shown.

use serde::{Deserialize, Serialize};
use upcard_cards::{Card, Cards, JOKER, ShortSort};
use upcard_engine::{Action, Level, View};
use upcard_solver::meter;

use crate::bot::{Bot, checked, fallback};
use crate::budget::Budget;
use crate::families;
pub use crate::grouping::Grouping;
use crate::levels::{Expert, Novice, Steady};
use crate::objective::{Objective, fits_table};
use crate::outlook::{Outlook, danger};
use crate::search::{Candidate, best};
use crate::thought::think_by;

/// The figures that speak for a choice or against it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Reasons {
    /// Cards that are missing before the choice; none where nothing is left to be laid.
    pub missing: Option<u8>,
    /// Cards that are missing once a discard is made; equal where it costs nothing.
    pub missing_after: Option<u8>,
    /// Unseen cards that would help, after it.
    pub outs: u32,
    /// Cards not seen, of which they are some.
    pub unseen: u32,
    /// The chance to lay down before the deal ends, as an estimate.
    pub in_time: f64,
    /// Points held after it.
    pub at_risk: i32,
    /// What throwing the card may be worth to the others, in points.
    pub danger: f64,
}

/// A choice with its worth.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Choice {
    /// The action, in its text form.
    pub action: String,
    /// The points gained by it on average in imagined worlds, beside the first choice; none where
    /// it was not tried out.
    pub gain: Option<f64>,
    /// The standard error of that.
    pub error: Option<f64>,
    /// How many worlds it was tried out in.
    pub worlds: u32,
    /// What it rests on.
    pub reasons: Reasons,
}

/// What would be done, and what else was weighed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Advice {
    /// The choice.
    pub best: Choice,
    /// The others, the better first.
    pub others: Vec<Choice>,
}

/// How the seat's hand groups. Of a hand that takes too long to measure nothing is said.
#[must_use]
pub fn grouping(view: &View<'_>) -> Grouping {
    families::of(view.rules).grouping(view)
}

/// What a steady player would do, or a novice where that takes too long.
#[must_use]
pub fn steadily(view: &View<'_>) -> Action {
    let players = |level: Level| -> Box<dyn Bot> {
        match level {
            Level::Steady => Box::new(Steady::default()),
            _ => Box::new(Novice),
        }
    };
    let thought = think_by(&players, Level::Steady, view, &Budget::Playouts(0), &|| true);
    thought.map_or_else(|_| fallback(view), |thought| thought.action)
}

/// The figures that speak for an action of this view or against it.
#[must_use]
pub fn reasons(view: &View<'_>, action: &Action) -> Reasons {
    let outlook = Outlook::of(view, view.hand.len());
    let aims = outlook.objective.aims();
    let mut hand = *view.hand;
    let mut lost = 0.0;
    match action {
        Action::Discard { card, .. } => {
            hand.remove(*card);
            lost = danger(view, *card, fits_table(view));
        }
        Action::Off { card, .. } | Action::Slide { card, .. } => {
            hand.remove(*card);
        }
        Action::Take | Action::Buy => {
            if let Some(card) = view.table.upcard() {
                hand.add(card);
            }
        }
        Action::TakeDeep(card) => {
            let from = view.table.pile().rposition(|other| other == *card);
            hand.extend(view.table.pile().skip(from.unwrap_or(usize::MAX)));
        }
        Action::Declare { .. } => hand = Cards::NONE,
        Action::Down(melds) => {
            for card in melds.iter().flat_map(|meld| &meld.cards) {
                hand.remove(*card);
            }
        }
        _ => {}
    }
    let measure = outlook.objective.measure(&hand, view.rules);
    let outs = outlook.outs(&measure);
    let down = matches!(action, Action::Down(_));
    let after = (aims && !down).then_some(measure.shortfall());
    Reasons {
        missing: aims.then(|| outlook.objective.measure(view.hand, view.rules).shortfall()),
        missing_after: after,
        outs: if after.is_some() { outs } else { 0 },
        unseen: outlook.unseen.len() as u32,
        in_time: after.map_or(1.0, |distance| outlook.in_time(distance, outs)),
        at_risk: families::of(view.rules).cost(view, &hand),
        danger: lost,
    }
}

/// The steps that advice may take, its playouts apart: some seconds, many times what an expert may take.
/// Nobody waits at a table for it, and what is to be said of a nearly ready hand by rules that cap the wilds of
/// a meld takes up to thirty-six million.
const MOST_STEPS: u64 = 50_000_000;

/// What would be done, and why. With an empty budget it is what the nets say; with more
/// the choices are tried out in imagined worlds. The same seed gives the same worlds. Where that takes too
/// long, it is what a steady player would do, and of the figures only those that are plain to see.
#[must_use]
pub fn advise(view: &View<'_>, budget: &Budget<'_>, seed: u64) -> Advice {
    let advised = meter::metered(MOST_STEPS, &|| true, || advice(view, budget, seed));
    advised.found.unwrap_or_else(|| {
        let reasons = Reasons {
            missing: None,
            missing_after: None,
            outs: 0,
            unseen: view.unseen().len() as u32,
            in_time: 1.0,
            at_risk: view.contract_rules().points(view.hand),
            danger: 0.0,
        };
        alone(steadily(view), reasons)
    })
}

/// A choice beside which nothing else was weighed.
fn alone(action: Action, reasons: Reasons) -> Advice {
    let action = action.to_string();
    let best = Choice { action, gain: None, error: None, worlds: 0, reasons };
    Advice { best, others: Vec::new() }
}

fn advice(view: &View<'_>, budget: &Budget<'_>, seed: u64) -> Advice {
    let tried = Expert::new(seed).explore(view, budget);
    let choice = |tried: &Candidate| {
        let (gain, error) = tried.lead();
        let seen = tried.count > 0;
        Choice {
            action: tried.action.to_string(),
            gain: seen.then_some(gain),
            error: seen.then_some(error),
            worlds: tried.count,
            reasons: reasons(view, &tried.action),
        }
    };
    let Some(found) = best(&tried) else {
        let action = checked(view, families::of(view.rules).sharp(view));
        let reasons = reasons(view, &action);
        return alone(action, reasons);
    };
    let mut others: Vec<Choice> =
        tried.iter().filter(|t| t.action != found.action).map(choice).collect();
    let worth = |c: &Choice| c.gain.unwrap_or(f64::NEG_INFINITY);
    others.short_sort_by(|a, b| worth(b).total_cmp(&worth(a)));
    Advice { best: choice(found), others }
}

/// Could this card be laid off on a meld of the table?
#[must_use]
pub fn fits(view: &View<'_>, card: Card) -> bool {
    fits_table(view).has(card)
}

/// Would this card bring the seat's hand nearer to what it has still to lay? No where nothing is left
/// to be laid, or where the hand is ready.
#[must_use]
pub fn helps(view: &View<'_>, card: Card) -> bool {
    let objective = Objective::of(view, view.hand.len() + 1);
    if !objective.aims() {
        return false;
    }
    let measure = objective.measure(view.hand, view.rules);
    let wild = view.contract_rules().melds.is_wild(card);
    measure.shortfall() > 0 && measure.useful.has(if wild { JOKER } else { card })
}
