//! Whether something may be laid down now.

use upcard_engine::table::Phase;
use upcard_engine::{Action, View};

use crate::Plan;

/// Is it this seat's turn to play, and does its hand hold something to lay down?
#[must_use]
pub fn can_lay_down(view: &View<'_>) -> bool {
    view.table.phase() == Phase::Play
        && view.table.asks(view.seat)
        && view.may_lay_down()
        && view.offered(1).actions.iter().any(|action| matches!(action, Action::Down(_)))
}

/// May something be laid down now, and is it advised?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LayDown {
    /// Nothing can be laid down.
    #[default]
    No,
    /// Something can be, but it is better held.
    Held,
    /// Something can be, and nothing speaks against it.
    Now,
}

impl LayDown {
    /// What may be laid down in this view, whose plan is known.
    #[must_use]
    pub fn of(view: &View<'_>, plan: &Plan) -> LayDown {
        match plan.advice {
            Some(Action::Down(_)) => LayDown::Now,
            _ if !can_lay_down(view) => LayDown::No,
            Some(Action::Discard { .. }) => LayDown::Held,
            _ => LayDown::Now,
        }
    }
}
