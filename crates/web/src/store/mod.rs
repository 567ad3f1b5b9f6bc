//! The page's state, its handling of a table's events, and the connection to a table.

mod actions;
mod app;
mod connection;
mod embedded;
mod nudge;
mod offers;
mod preferences;
mod reactive;
mod receive;
mod saved_log;
mod sharing;
pub(crate) mod waiting;

pub(crate) use upcard_client::Draft;

pub(crate) use self::app::{App, PeopleNews};
pub(crate) use self::nudge::install as install_nudge;
pub(crate) use crate::screens::{Overlay, Screen};
