//! Whether something can be laid down now.

use upcard_engine::table::Phase;
use upcard_engine::{Action, View};

use crate::Plan;

/// Returns `true` if it is this seat's turn to play and its hand contains something to lay down.
#[must_use]
pub fn can_lay_down(view: &View<'_>) -> bool {
    view.table.phase() == Phase::Play
        && view.table.asks(view.seat)
        && view.may_lay_down()
        && view.offered(1).actions.iter().any(|action| matches!(action, Action::Down(_)))
}

/// Whether something can be laid down now, and is advised.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LayDown {
    /// Nothing can be laid down.
    #[default]
    No,
    /// Something can be laid down, but holding it is better.
    NotAdvised,
    /// Something can be laid down without drawbacks.
    Now,
}

impl LayDown {
    /// Computes the state for this view, with its plan.
    #[must_use]
    pub fn of(view: &View<'_>, plan: &Plan) -> LayDown {
        match plan.advice {
            Some(Action::Down(_)) => LayDown::Now,
            _ if !can_lay_down(view) => LayDown::No,
            Some(Action::Discard { .. }) => LayDown::NotAdvised,
            _ => LayDown::Now,
        }
    }
}
