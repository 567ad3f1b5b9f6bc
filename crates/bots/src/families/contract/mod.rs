//! Games with contracts. Who has laid its contract plays on as where any meld may be laid.

use upcard_engine::choices::{AfterDown, DownAndOut, LastCard};
use upcard_engine::{Action, Phase, Rules, View};

use super::family::Family;
use super::melds::{lookahead, proposals::proposals};
use crate::bot::checked;
use crate::search::{Candidate, Trials, untold};

/// Games with contracts.
pub(super) struct Contract;

/// What values the choices of a decision.
#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    /// The nets, which look ahead to the next discard.
    Nets,
    /// Playouts to the end of the deal.
    Playouts,
    /// The sharp player alone.
    Sharp,
}

/// What values the choices of this decision.
///
/// In a game with contracts whose last card may never be discarded, the nets throw and take worse than
/// the sharp player: few deals that they have learnt from were like that. Whether a card is worth its
/// price they still tell better. A single such deal, as the last one of Ill-Buy-It, they know.
///
/// They have learnt from none in which going out in the turn of the first lay-down doubles what the
/// others pay, and value hands there as if it did not; what they buy there costs more than it brings.
/// Nor from one in which whoever is down draws from the stock alone: what is thrown tempts fewer there, and
/// what lies open is of use for a shorter time.
/// Playouts end with the deal: where buys are counted over the match, they do not see what one more of them
/// would be worth later.
fn valued(view: &View<'_>) -> By {
    let choices = &view.rules.set.choices;
    let never = choices.going_out.discard == LastCard::Forbidden
        && view.contract_rules().last_card == LastCard::Forbidden;
    let doubles = choices.scoring.down_and_out == DownAndOut::DoubleOthers;
    let counted = choices.buying.limit_per_match.0.is_some();
    let stock_only = choices.drawing.after_down == AfterDown::StockOnly;
    match view.table.phase() {
        Phase::Play if counted || doubles || never || stock_only => By::Playouts,
        Phase::Draw if !counted && !stock_only && (doubles || never) => By::Playouts,
        _ if counted || doubles || stock_only => By::Sharp,
        _ => By::Nets,
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
        match valued(view) {
            By::Nets => lookahead::choices(view),
            By::Playouts => untold(proposals(view)),
            By::Sharp => untold(vec![checked(view, self.sharp(view))]),
        }
    }

    fn proposals(&self, view: &View<'_>) -> Vec<Action> {
        proposals(view)
    }

    fn try_out(&self, view: &View<'_>, choices: &mut Vec<Candidate>, trials: &mut Trials<'_>) {
        match valued(view) {
            By::Nets => lookahead::try_out(view, choices, trials),
            By::Playouts | By::Sharp => lookahead::try_to_the_end(view, choices, trials),
        }
    }
}
