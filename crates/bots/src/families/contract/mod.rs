//! Games with contracts. Who has laid its contract plays on as where any meld may be laid.

use upcard_engine::choices::{DownAndOut, LastCard};
use upcard_engine::{Action, Phase, Rules, View};

use super::family::Family;
use super::melds::{lookahead, proposals::proposals};
use crate::search::{Candidate, Trials, untold};

/// Games with contracts.
pub(super) struct Contract;

/// Is this decision valued by playouts alone?
///
/// In a game with contracts whose last card may never be discarded, the nets throw and take worse than
/// the sharp player: few deals that they have learnt from were like that. Whether a card is worth its
/// price they still tell better. A single such deal, as the last one of Ill-Buy-It, they know.
///
/// They have learnt from none in which going out in the turn of the first lay-down doubles what the
/// others pay, and value hands there as if it did not; nor from any in which buys are counted over the match.
fn by_playouts(view: &View<'_>) -> bool {
    let choices = &view.rules.set.choices;
    let never = choices.going_out.discard == LastCard::Forbidden
        && view.contract_rules().last_card == LastCard::Forbidden;
    let doubles = choices.scoring.down_and_out == DownAndOut::DoubleOthers;
    let counted = choices.buying.limit_per_match.0.is_some();
    let turn = matches!(view.table.phase(), Phase::Draw | Phase::Play);
    view.rules.has_contracts() && (counted || (never || doubles) && turn)
}

impl Family for Contract {
    fn name(&self) -> &'static str {
        "contracts"
    }

    fn has(&self, rules: &Rules) -> bool {
        rules.has_contracts()
    }

    fn choices(&self, view: &View<'_>) -> Vec<Candidate> {
        if by_playouts(view) { untold(proposals(view)) } else { lookahead::choices(view) }
    }

    fn proposals(&self, view: &View<'_>) -> Vec<Action> {
        proposals(view)
    }

    fn try_out(&self, view: &View<'_>, choices: &mut Vec<Candidate>, trials: &mut Trials<'_>) {
        if !by_playouts(view) {
            return lookahead::try_out(view, choices, trials);
        }
        lookahead::try_to_the_end(view, choices, trials);
    }
}
