//! The page's state, what it does with the news of a table, and the way to a table and from it.

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
