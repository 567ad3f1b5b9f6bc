//! Games in which any meld may be laid on the table, as in rummy: the players from which those of other
//! families differ.

pub(super) mod grouping;
pub(super) mod lookahead;
pub(super) mod novice;
pub(super) mod proposals;
pub(super) mod sharp;
pub(super) mod steady;

use upcard_engine::{Action, Rules, View};

use super::family::Family;

/// Games in which any meld may be laid.
pub(super) struct Melds;

impl Family for Melds {
    fn name(&self) -> &'static str {
        "free-melds"
    }

    fn has(&self, rules: &Rules) -> bool {
        !rules.has_contracts()
    }

    fn proposals(&self, view: &View<'_>) -> Vec<Action> {
        proposals::proposals(view)
    }
}
