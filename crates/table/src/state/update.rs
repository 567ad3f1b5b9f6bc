//! What folding an entry brings about.

use serde::{Deserialize, Serialize};
use upcard_engine::{Checked, Event, Shape};

use crate::wire::Change;

/// Something that clients are sent, before it is masked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(bound(serialize = "Event<F>: Serialize", deserialize = "Event<F>: Deserialize<'de>"))]
pub(crate) enum Update<F: Shape = Checked> {
    /// Of the game.
    Event(Event<F>),
    /// Of the table.
    Change(Change),
}

/// Where updates go.
pub(crate) type Emit<'a> = &'a mut dyn FnMut(Update);
