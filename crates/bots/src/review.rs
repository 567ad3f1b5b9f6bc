//! A review of a match that is over: the turns that cost a seat the most expected points, with
//! what would have been better. It judges by what the seat knew then, not by what came.

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
    /// Its place in the record, to find it again.
    pub at: usize,
    /// What the seat knew.
    pub view: OwnView,
    /// What it did.
    pub action: Action,
}

/// A decision that could have been better.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Remark {
    /// The decision's place in the record.
    pub at: usize,
    /// The seat, from 0.
    pub seat: Seat,
    /// The deal, from 1.
    pub deal: u8,
    /// What was done.
    pub done: String,
    /// What would have been better.
    pub better: String,
    /// The expected points that it cost.
    pub cost: f64,
    /// The standard error of that.
    pub error: f64,
    /// What the one rests on.
    pub reasons_done: Reasons,
    /// What the other rests on.
    pub reasons_better: Reasons,
}

/// The steps that the review of a decision may take, its playouts apart: many times what an expert may take,
/// since all choices are weighed.
const MOST_STEPS: u64 = 30_000_000;

/// Looks at each decision and gives those that were clearly worse than another, the most
/// expensive first, at most this many. The budget is for each decision; the same seed gives the same worlds.
/// Of a decision that takes too much to weigh nothing is said.
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
        meter::metered(MOST_STEPS, &|| true, remark).found.flatten()
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
    // What was done is the measure that the others are held against.
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
