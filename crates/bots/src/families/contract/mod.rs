//! Contract games. A seat that has laid its contract plays on as in games of free melds.

use upcard_engine::choices::DownAndOut;
use upcard_engine::{Action, Phase, Rules, View};

use super::family::Family;
use super::melds::{lookahead, proposals::proposals};
use crate::bot::checked;
use crate::search::{Candidate, Trials, without_priors};

pub(super) struct Contract;

/// How the candidate moves of a decision are evaluated.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Evaluation {
    /// Value network, with lookahead to the next discard.
    Net,
    /// Playouts to the end of the deal.
    Playouts,
    /// The sharp player alone.
    Sharp,
}

/// Chooses the evaluation for this decision.
///
/// The net was not trained on games in which going out in the turn of the first lay-down doubles the others'
/// losses, and misjudges hands there; what it buys costs more than it brings. If buys are limited per match,
/// neither the net nor playouts, which end with the deal, see the later value of a buy.
fn evaluation(view: &View<'_>) -> Evaluation {
    let choices = &view.rules.set.choices;
    let doubles = choices.scoring.down_and_out == DownAndOut::DoubleOthers;
    let counted = choices.buying.limit_per_match.0.is_some();
    match view.table.phase() {
        Phase::Play if counted || doubles => Evaluation::Playouts,
        Phase::Draw if doubles && !counted => Evaluation::Playouts,
        _ if counted || doubles => Evaluation::Sharp,
        _ => Evaluation::Net,
    }
}

impl Family for Contract {
    fn name(&self) -> &'static str {
        "contracts"
    }

    fn has(&self, rules: &Rules) -> bool {
        rules.has_contracts()
    }

    fn choices(&self, view: &View<'_>) -> Vec<Candidate> {
        match evaluation(view) {
            Evaluation::Net => lookahead::choices(view),
            Evaluation::Playouts => without_priors(proposals(view)),
            Evaluation::Sharp => without_priors(vec![checked(view, self.sharp(view))]),
        }
    }

    fn proposals(&self, view: &View<'_>) -> Vec<Action> {
        proposals(view)
    }

    fn try_out(&self, view: &View<'_>, choices: &mut Vec<Candidate>, trials: &mut Trials<'_>) {
        match evaluation(view) {
            Evaluation::Net => lookahead::try_out(view, choices, trials),
            Evaluation::Playouts | Evaluation::Sharp => {
                lookahead::try_out_to_end(view, choices, trials)
            }
        }
    }
}
