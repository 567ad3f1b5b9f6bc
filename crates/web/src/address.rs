//! Where the page is by its address, and the browser's way back and forward.
//!
//! The first screen always lies beneath a table in the history: so the way back can close what lies
//! over the table, or ask, before the page is left.

use leptos::prelude::*;
use upcard_client::Back;

use crate::browser;
use crate::store::{App, Overlay, Screen};
use crate::text::tr;

/// The place of a match in this browser.
pub(crate) const ALONE: &str = "/#play";

/// A place that an address names.
enum Place {
    Home,
    Table(String),
    Alone,
    WrongLink,
}

fn place() -> Place {
    let path = browser::path();
    match path.strip_prefix("/t/") {
        Some(table) if !table.is_empty() => Place::Table(table.to_owned()),
        _ if path == "/wrong-link" => Place::WrongLink,
        _ if format!("{path}{}", browser::hash()) == ALONE => Place::Alone,
        _ => Place::Home,
    }
}

/// Goes where the address says, now and when it changes.
pub(crate) fn follow(app: App) {
    match place() {
        Place::Table(table) => go_to(app, &table),
        Place::WrongLink => app.farewell(tr!("error-bad-link"), false),
        // A match in this browser waits behind its button.
        Place::Alone | Place::Home => browser::replace_place("/"),
    }
    browser::listen("popstate", move |_: web_sys::Event| moved(app));
}

/// Goes to a table of the server.
pub(crate) fn go_to(app: App, table: &str) {
    let address = format!("/t/{table}");
    if !browser::is_above_home() || browser::path() != address {
        if browser::path() == address {
            browser::replace_place("/");
        }
        browser::push_place(&address);
    }
    app.join(table);
}

/// The way back or forward was taken.
fn moved(app: App) {
    let Some(shown) = app.place.get_untracked() else {
        return match place() {
            Place::Table(table) => app.join(&table),
            Place::Alone if app.can_go_on() => app.go_on(),
            Place::WrongLink => app.farewell(tr!("error-bad-link"), false),
            Place::Alone | Place::Home => app.screen.set(Screen::Home),
        };
    };
    if format!("{}{}", browser::path(), browser::hash()) == shown {
        return;
    }
    let sheet = app.overlay.get_untracked().is_some();
    // A match in this browser waits for its person: there is nothing to ask.
    let does = match app.session.with_untracked(|s| upcard_client::back(s, sheet)) {
        Back::Ask if app.invite.with_untracked(Option::is_none) => Back::Leave,
        does => does,
    };
    match does {
        Back::Close => {
            browser::push_place(&shown);
            app.overlay.set(None);
        }
        Back::Ask => {
            browser::push_place(&shown);
            app.overlay.set(Some(Overlay::Leave));
        }
        Back::Leave => app.put_down(),
    }
}
