//! Who plans hands. A page fetches what that takes after its table is shown: until then nothing is planned
//! beyond what lies side by side, and no standing answer is given by what a card is good for.

use upcard_bots::hints;
use upcard_cards::{Card, Meld};
use upcard_engine::View;

use crate::Plan;
use crate::plan::proposal;

/// Plans hands.
pub trait Planner: Sync {
    /// The plan for the hand of this view.
    fn plan(&self, view: &View<'_>) -> Plan;

    /// The melds that are proposed to be laid; none where nothing can be.
    fn proposal(&self, view: &View<'_>) -> Vec<Meld>;

    /// Does this card, which is offered, bring the seat's contract nearer?
    fn helps(&self, view: &View<'_>, card: Card) -> bool;
}

/// Plans as a steady player plays.
#[derive(Clone, Copy, Debug)]
pub struct Steadily;

impl Planner for Steadily {
    fn plan(&self, view: &View<'_>) -> Plan {
        Plan::of(view).to_declare(view)
    }

    fn proposal(&self, view: &View<'_>) -> Vec<Meld> {
        proposal(view)
    }

    fn helps(&self, view: &View<'_>, card: Card) -> bool {
        hints::helps(view, card)
    }
}
