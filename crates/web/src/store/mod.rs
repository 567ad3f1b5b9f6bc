//! The page's state, what it does with the news of a table, and the way to a table and from it.

mod app;
mod kept;
mod link;
mod nudge;
mod offers;
mod receive;
mod taps;

pub(crate) use upcard_client::Draft as Panel;

pub(crate) use self::app::{App, Ask};
pub(crate) use self::nudge::install as install_nudge;
pub(crate) use crate::screens::{Overlay, Screen};
