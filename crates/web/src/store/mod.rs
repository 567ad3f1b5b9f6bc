//! The page's state, its handling of a table's events, and the connection to a table.

mod app;
mod doing;
mod history;
mod kept;
mod link;
mod look;
mod looking;
mod nudge;
mod offers;
mod receive;
mod sharing;
pub(crate) mod waiting;

pub(crate) use upcard_client::Draft;

pub(crate) use self::app::{App, PeopleNews};
pub(crate) use self::nudge::install as install_nudge;
pub(crate) use crate::screens::{Overlay, Screen};
