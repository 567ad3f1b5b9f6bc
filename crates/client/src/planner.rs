//! Interface to hand planning. The web page loads the planner lazily after showing the table. Until then,
//! only partial melds are grouped, and standing answers that depend on a card's use are not given.

use upcard_bots::hints;
use upcard_cards::{Card, Meld};
use upcard_engine::View;

use crate::Plan;
use crate::plan::proposal;

/// Plans hands.
pub trait Planner: Sync {
    /// Plans the hand of this view.
    fn plan(&self, view: &View<'_>) -> Plan;

    /// Melds proposed for laying down; empty if there are none.
    fn proposal(&self, view: &View<'_>) -> Vec<Meld>;

    /// Returns `true` if the offered card brings the seat closer to its contract.
    fn helps(&self, view: &View<'_>, card: Card) -> bool;
}

/// Plans as the steady bot plays.
#[derive(Clone, Copy, Debug)]
pub struct SteadyPlanner;

impl Planner for SteadyPlanner {
    fn plan(&self, view: &View<'_>) -> Plan {
        Plan::of(view).for_declaration(view)
    }

    fn proposal(&self, view: &View<'_>) -> Vec<Meld> {
        proposal(view)
    }

    fn helps(&self, view: &View<'_>, card: Card) -> bool {
        hints::helps(view, card)
    }
}
