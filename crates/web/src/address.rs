//! Where the page is by its address, and the browser's way back and forward.
//!
//! The first screen always lies beneath a table in the history: so the way back can close what lies
//! over the table, or ask, before the page is left.

use upcard_client::address::{Address, NEW};
use upcard_client::following::SheetLink;
use upcard_client::{Back, Draft, ReplayLink};

use crate::browser;
use crate::places::{self, enter};
use crate::screens::Looked;
use crate::store::{App, Overlay, Screen};
use crate::text::tr;

fn address() -> Address {
    Address::read(&browser::path(), &browser::hash())
}

/// Goes where the address says, now and when it changes.
pub(crate) fn follow(app: App) {
    match address() {
        Address::Table(table) => go_to(app, &table),
        Address::WrongLink => app.farewell(tr!("error-bad-link"), false),
        Address::Rules(rules) => look_at(app, rules),
        Address::Replay(link) => look_again(app, link),
        Address::Sheet(link) => follow_sheet(app, link),
        // A match in this browser waits behind its button.
        Address::Alone | Address::New | Address::Home => browser::replace_place("/"),
    }
    browser::listen("popstate", move |_: web_sys::Event| moved(app));
}

/// Goes to a table of the server.
pub(crate) fn go_to(app: App, table: &str) {
    enter(&format!("/t/{table}"));
    app.join(table);
}

/// Shows the screen where a game is chosen.
pub(crate) fn choose(app: App, friends: bool) {
    enter(NEW);
    app.unsay();
    app.set_screen(Screen::New(friends));
}

/// Shows house rules that came by a link, before anything is accepted.
fn look_at(app: App, rules: String) {
    places::above_home();
    app.set_screen(Screen::Link(rules));
}

/// Shows a match again that came by a link.
fn look_again(app: App, link: ReplayLink) {
    places::above_home();
    app.set_screen(Screen::Home);
    app.look_again(Looked::Table(link));
}

/// Shows a score sheet that others keep.
fn follow_sheet(app: App, link: SheetLink) {
    places::above_home();
    app.set_screen(Screen::Home);
    app.follow_sheet(link);
}

/// The way back or forward was taken.
fn moved(app: App) {
    let Some(shown) = app.place().get_untracked() else {
        if app.overlay().get_untracked().is_some() {
            // What lies over a screen is closed first.
            app.close_sheet();
            if !matches!(app.screen().get_untracked(), Screen::Home) {
                browser::push_place(NEW);
            }
            return;
        }
        if let Address::Rules(rules) = address() {
            return look_at(app, rules);
        }
        if let Address::Replay(link) = address() {
            return look_again(app, link);
        }
        if let Address::Sheet(link) = address() {
            return follow_sheet(app, link);
        }
        // A step back: from the seats to the rules that were changed, and from either to the games.
        let before = match app.screen().get_untracked() {
            Screen::SetUp(friends, true) => Some(Screen::House(friends)),
            Screen::SetUp(friends, false) | Screen::House(friends) => Some(Screen::New(friends)),
            _ => None,
        };
        if let Some(before) = before {
            browser::push_place(NEW);
            app.set_screen(before);
            return;
        }
        return match address() {
            Address::New => app.set_screen(Screen::New(false)),
            Address::Rules(_) | Address::Replay(_) | Address::Sheet(_) => {}
            Address::Table(table) => app.join(&table),
            Address::Alone if app.can_go_on() => app.go_on(),
            Address::WrongLink => app.farewell(tr!("error-bad-link"), false),
            Address::Alone | Address::Home => app.set_screen(Screen::Home),
        };
    };
    if places::here() == shown {
        return;
    }
    let builds = app.draft().with_untracked(|draft| !matches!(draft, Draft::None));
    let sheet = builds || app.overlay().get_untracked().is_some();
    // A match in this browser waits for its person: there is nothing to ask.
    let does = match app.session().with_untracked(|s| upcard_client::back(s, sheet)) {
        Back::Ask if app.invite().with_untracked(Option::is_none) => Back::Leave,
        does => does,
    };
    match does {
        Back::Close => {
            browser::push_place(&shown);
            match app.overlay().get_untracked() {
                None => app.close_draft(),
                Some(_) => app.close_sheet(),
            }
        }
        Back::Ask => {
            browser::push_place(&shown);
            app.show(Overlay::Leave);
        }
        Back::Leave => app.put_down(),
    }
}
