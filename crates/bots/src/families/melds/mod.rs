//! Games of free melds on the table, as in rummy; the defaults for the other families.

mod go_out_at_once;
pub(super) mod grouping;
pub(super) mod lookahead;
pub(super) mod novice;
pub(super) mod proposals;
pub(super) mod sharp;
pub(super) mod steady;

use upcard_engine::choices::DownAndOut;
use upcard_engine::{Action, Phase, Rules, View};

use super::family::Family;
use crate::search::{Candidate, Trials, without_priors};
pub use lookahead::explore_by_nets;

pub(super) struct Melds;

impl Family for Melds {
    fn name(&self) -> &'static str {
        "free-melds"
    }

    fn has(&self, rules: &Rules) -> bool {
        !rules.has_contracts()
    }

    fn choices(&self, view: &View<'_>) -> Vec<Candidate> {
        match by_playouts(view) {
            true => without_priors(proposals::proposals(view)),
            false => lookahead::choices(view),
        }
    }

    fn proposals(&self, view: &View<'_>) -> Vec<Action> {
        proposals::proposals(view)
    }

    fn try_out(&self, view: &View<'_>, choices: &mut Vec<Candidate>, trials: &mut Trials<'_>) {
        match by_playouts(view) {
            true => lookahead::try_out_to_end(view, choices, trials),
            false => lookahead::try_out(view, choices, trials),
        }
    }
}

/// Returns `true` if this decision is evaluated by playouts alone. The nets were not trained on deals in
/// which the first melds need a minimum of points, or in which going out in the turn of the first meld is
/// rewarded.
fn by_playouts(view: &View<'_>) -> bool {
    let choices = &view.rules.set.choices;
    (choices.laying_down.first_points > 0 || choices.scoring.down_and_out != DownAndOut::None)
        && matches!(view.table.phase(), Phase::Draw | Phase::Play)
}
