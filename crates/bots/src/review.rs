//! Review of a finished match: the turns that cost a seat the most expected points, with better alternatives.
//! It judges by what the seat knew then, not by the outcome.

use std::sync::Arc;

use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use serde::{Deserialize, Serialize};
use upcard_engine::{Action, OwnView, Rules, Seat};
use upcard_solver::meter;

use crate::budget::Budget;
use crate::families;
use crate::hints::{Reasons, reasons};
use crate::search::{Candidate, Trials};

/// One decision of a match, as it was made.
#[derive(Clone, PartialEq, Debug)]
pub struct Decision {
    /// Index in the record.
    pub at: usize,
    /// What the seat knew.
    pub view: OwnView,
    /// What it did.
    pub action: Action,
}

/// A decision that could have been better.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Remark {
    /// The decision's index in the record.
    pub at: usize,
    /// The seat, from 0.
    pub seat: Seat,
    /// The deal, from 1.
    pub deal: u8,
    /// The action taken.
    pub done: String,
    /// The better action.
    pub better: String,
    /// Expected points lost.
    pub cost: f64,
    /// Standard error of the cost.
    pub error: f64,
    /// Figures for the action taken.
    pub reasons_done: Reasons,
    /// Figures for the better action.
    pub reasons_better: Reasons,
}

/// Step limit for the review of a decision, playouts excluded: many times what an expert may take, since all
/// candidates are evaluated.
const MAX_STEPS: u64 = 30_000_000;

/// Returns the decisions that were clearly worse than an alternative, the most expensive first, at most
/// `most`. The budget is per decision; the seed determines the sampled worlds. Decisions that take too long
/// to evaluate are skipped.
#[must_use]
pub fn review(
    rules: &Arc<Rules>,
    decisions: &[Decision],
    budget: &Budget<'_>,
    seed: u64,
    most: usize,
) -> Vec<Remark> {
    let looked_at = |decision: &Decision| {
        let remark = || remark(rules, decision, budget, seed);
        meter::metered(MAX_STEPS, &|| true, remark).found.flatten()
    };
    let mut remarks: Vec<Remark> = decisions.iter().filter_map(looked_at).collect();
    remarks.sort_by(|a, b| b.cost.total_cmp(&a.cost));
    remarks.truncate(most);
    remarks
}

fn remark(
    rules: &Arc<Rules>,
    decision: &Decision,
    budget: &Budget<'_>,
    seed: u64,
) -> Option<Remark> {
    let view = decision.view.view(rules)?;
    if matches!(decision.action, Action::Undo) || !view.allows(&decision.action) {
        return None;
    }
    // The action taken is the reference for the others.
    let mut rng = ChaCha8Rng::seed_from_u64(seed ^ decision.at as u64);
    let family = families::of(view.rules);
    let mut tried = family.choices(&view);
    tried.retain(|choice| choice.action != decision.action);
    tried.insert(0, Candidate::new(decision.action.clone(), None));
    family.try_out(&view, &mut tried, &mut Trials { budget, rng: &mut rng });
    if tried.len() < 2 {
        return None;
    }
    let better = tried[1..].iter().max_by(|a, b| {
        let worth = |t: &&Candidate| t.lead().0 - t.lead().1;
        worth(a).total_cmp(&worth(b))
    })?;
    let (cost, error) = better.lead();
    if better.count < 4 || cost < 2.0 * error || cost <= 0.0 {
        return None;
    }
    Some(Remark {
        at: decision.at,
        seat: view.seat,
        deal: view.table.deals_begun(),
        done: decision.action.to_string(),
        better: better.action.to_string(),
        cost,
        error,
        reasons_done: reasons(&view, &decision.action),
        reasons_better: reasons(&view, &better.action),
    })
}
