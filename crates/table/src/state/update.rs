//! Updates that result from folding an entry.

use serde::{Deserialize, Serialize};
use upcard_engine::{Checked, Event, Representation};

use crate::wire::Change;

/// An update for clients, not masked yet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(bound(serialize = "Event<F>: Serialize", deserialize = "Event<F>: Deserialize<'de>"))]
pub(crate) enum Update<F: Representation = Checked> {
    Event(Event<F>),
    Change(Change),
}

/// Sink for updates.
pub(crate) type Emit<'a> = &'a mut dyn FnMut(Update);
