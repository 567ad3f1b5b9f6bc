//! Hints for people: how a hand groups, what to do with it, and why. Typed data; the user interfaces make the
//! sentences.

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
use crate::thinking::think_by;

/// Figures for or against a choice.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Reasons {
    /// Missing cards before the choice; `None` if nothing is left to be laid.
    pub missing: Option<u8>,
    /// Missing cards after a discard; equal if it costs nothing.
    pub missing_after: Option<u8>,
    /// Outs after it: unseen cards that would help.
    pub outs: u32,
    /// Number of unseen cards.
    pub unseen: u32,
    /// Estimated probability of laying down before the deal ends.
    pub in_time: f64,
    /// Points held after it.
    pub at_risk: i32,
    /// What the discard may be worth to the others, in points.
    pub danger: f64,
}

/// A choice with its value.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Choice {
    /// The action, in its text form.
    pub action: String,
    /// Average gain over the first choice in sampled worlds, in points; `None` if it was not played out.
    pub gain: Option<f64>,
    /// Standard error of the gain.
    pub error: Option<f64>,
    /// Number of worlds it was played out in.
    pub worlds: u32,
    /// The figures behind it.
    pub reasons: Reasons,
}

/// The recommended action, and the alternatives considered.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Advice {
    /// The recommended choice.
    pub best: Choice,
    /// The alternatives, best first.
    pub others: Vec<Choice>,
}

/// How the seat's hand groups. A hand that takes too long to measure is reported as all idle.
#[must_use]
pub fn grouping(view: &View<'_>) -> Grouping {
    families::of(view.rules).grouping(view)
}

/// The steady player's action, or the novice's if that takes too long.
#[must_use]
pub fn steady_action(view: &View<'_>) -> Action {
    let players = |level: Level| -> Box<dyn Bot> {
        match level {
            Level::Steady => Box::new(Steady::default()),
            _ => Box::new(Novice),
        }
    };
    let thought = think_by(&players, Level::Steady, view, &Budget::Playouts(0), &|| true);
    thought.map_or_else(|_| fallback(view), |thought| thought.action)
}

/// Figures for or against an action in this view.
#[must_use]
pub fn reasons(view: &View<'_>, action: &Action) -> Reasons {
    let outlook = Outlook::of(view, view.hand.len());
    let aims = outlook.objective.has_aim();
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

/// Step limit of advice, playouts excluded: some seconds, many times what an expert may take. No table waits
/// for it, and a nearly ready hand under rules that cap the wilds of a meld takes up to thirty-six million.
const MAX_STEPS: u64 = 50_000_000;

/// Recommends an action, with reasons. With an empty budget the nets decide; otherwise the candidates are
/// played out in sampled worlds, which the seed determines. If that takes too long, it is the steady player's
/// action with only the figures that need no search.
#[must_use]
pub fn advise(view: &View<'_>, budget: &Budget<'_>, seed: u64) -> Advice {
    let advised = meter::metered(MAX_STEPS, &|| true, || advice(view, budget, seed));
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
        without_alternatives(steady_action(view), reasons)
    })
}

fn without_alternatives(action: Action, reasons: Reasons) -> Advice {
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
        return without_alternatives(action, reasons);
    };
    let mut others: Vec<Choice> =
        tried.iter().filter(|t| t.action != found.action).map(choice).collect();
    let worth = |c: &Choice| c.gain.unwrap_or(f64::NEG_INFINITY);
    others.short_sort_by(|a, b| worth(b).total_cmp(&worth(a)));
    Advice { best: choice(found), others }
}

/// Returns `true` if this card could be laid off on a meld of the table.
#[must_use]
pub fn fits(view: &View<'_>, card: Card) -> bool {
    fits_table(view).has(card)
}

/// Returns `true` if this card would bring the seat's hand nearer to what it still has to lay. `false` if
/// nothing is left to be laid, or the hand is ready.
#[must_use]
pub fn helps(view: &View<'_>, card: Card) -> bool {
    let objective = Objective::of(view, view.hand.len() + 1);
    if !objective.has_aim() {
        return false;
    }
    let measure = objective.measure(view.hand, view.rules);
    let wild = view.contract_rules().melds.is_wild(card);
    measure.shortfall() > 0 && measure.useful.has(if wild { JOKER } else { card })
}
