//! Routing by address, and the browser's history.
//!
//! The first screen is always the history entry below a table, so that Back can close an overlay or ask
//! before the page is left.

use upcard_client::address::{Address, NEW};
use upcard_client::following::SheetLink;
use upcard_client::{Back, Draft, ReplayLink};

use crate::places::{self, enter};
use crate::screens::Looked;
use crate::store::{App, Overlay, Screen};
use crate::text::tr;
use crate::{browser, kept_link};

fn address() -> Address {
    Address::read(&browser::path(), &browser::hash())
}

/// Opens what the address names, now and on every change.
pub(crate) fn follow(app: App) {
    match address() {
        Address::Table(table) => go_to(app, &table),
        Address::WrongLink => app.farewell(tr!("error-bad-link"), false),
        Address::Rules(_) | Address::Replay(_) | Address::Sheet(_) | Address::Damaged => {
            follow_link(app);
        }
        // A match in this browser is resumed by its button.
        Address::Alone | Address::New | Address::Home => browser::replace_place("/"),
    }
    browser::listen("popstate", move |_: web_sys::Event| moved(app));
}

/// Opens a table on the server.
pub(crate) fn go_to(app: App, table: &str) {
    enter(&format!("/t/{table}"));
    app.join(table);
}

/// Shows the screen for choosing a game.
pub(crate) fn choose(app: App, friends: bool) {
    enter(NEW);
    app.unsay();
    app.set_screen(Screen::New(friends));
}

/// Shows house rules from a link, before anything is accepted.
fn look_at(app: App, rules: String) {
    places::above_home();
    app.set_screen(Screen::Link(rules));
}

/// Opens the replay that a link names.
fn look_again(app: App, link: ReplayLink) {
    places::above_home();
    app.set_screen(Screen::Home);
    app.look_again(Looked::Table(link, None));
}

/// Opens a shared score sheet.
fn follow_sheet(app: App, link: SheetLink) {
    places::above_home();
    app.set_screen(Screen::Home);
    app.follow_sheet(link);
}

/// Opens what a link shows over the first screen; `false` if the address is no such link.
fn follow_link(app: App) -> bool {
    match address() {
        Address::Rules(rules) => look_at(app, rules),
        Address::Replay(link) => look_again(app, link),
        Address::Sheet(link) => follow_sheet(app, link),
        Address::Damaged => app.farewell(tr!("error-damaged-link"), false),
        _ => return false,
    }
    true
}

/// Opens the saved link, from the table or the first screen.
pub(crate) fn go_to_kept(app: App) {
    let Some(link) = kept_link::get() else { return };
    kept_link::forget();
    if app.place().with_untracked(Option::is_some) {
        app.put_down();
    }
    enter(&format!("/{link}"));
    follow_link(app);
}

/// Handles a link opened at a server's table. Replays and score sheets open over the table; house rules
/// replace it, and are saved for later if leaving needs confirmation.
fn opened_at_table(app: App, link: Address) {
    let fragment = browser::hash();
    let leaves = app.session().with_untracked(|s| upcard_client::back(s, false) == Back::Leave);
    if matches!(link, Address::Rules(_)) && leaves {
        app.put_down();
        browser::replace_place(&format!("/{fragment}"));
        follow_link(app);
        return;
    }
    // The table's own entry is the one below.
    browser::step_back();
    match link {
        Address::Replay(link) => app.look_again(Looked::Table(link, None)),
        Address::Sheet(link) => app.follow_sheet(link),
        Address::Rules(_) => {
            kept_link::keep(&fragment);
            app.show(Overlay::Leave);
        }
        _ => app.inform(tr!("error-damaged-link")),
    }
}

/// Handles Back, Forward, and a link opened in this page.
fn moved(app: App) {
    // A link opened here has no first screen below it yet. At a table the link may follow its address.
    let link = Address::read("/", &browser::hash());
    let opened = link.is_looked_at() && !browser::is_above_home();
    let Some(shown) = app.place().get_untracked() else {
        if opened {
            app.close_sheet();
            follow_link(app);
            return;
        }
        if app.overlay().get_untracked().is_some() {
            // Close the overlay first; a replay returns to its list.
            let stays = app.back_in_lesson();
            if !stays && !app.back_from_replay() {
                app.close_sheet();
            }
            match app.screen().get_untracked() {
                Screen::Home if stays => browser::push_place("/"),
                Screen::Home => {}
                _ => browser::push_place(NEW),
            }
            return;
        }
        if follow_link(app) {
            return;
        }
        // One step back: from the seats to the changed rules, and from either to the games.
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
            Address::Rules(_) | Address::Replay(_) | Address::Sheet(_) | Address::Damaged => {}
            Address::Table(table) => app.join(&table),
            Address::Alone if app.can_go_on() => app.go_on(),
            Address::WrongLink => app.farewell(tr!("error-bad-link"), false),
            Address::Alone | Address::Home => app.set_screen(Screen::Home),
        };
    };
    if places::here() == shown {
        return;
    }
    if opened && app.table().is_some() {
        opened_at_table(app, link);
        return;
    }
    let builds = app.draft().with_untracked(|draft| !matches!(draft, Draft::None));
    let sheet = !opened && (builds || app.overlay().get_untracked().is_some());
    // A match in this browser waits for its player: no confirmation needed.
    let does = match app.session().with_untracked(|s| upcard_client::back(s, sheet)) {
        Back::Ask if app.invite().with_untracked(Option::is_none) => Back::Leave,
        does => does,
    };
    match does {
        Back::Close => {
            browser::push_place(&shown);
            match app.overlay().get_untracked() {
                None => app.close_draft(),
                Some(_) if app.back_in_lesson() || app.back_from_replay() => {}
                Some(_) => app.close_sheet(),
            }
        }
        Back::Ask => {
            browser::push_place(&shown);
            app.show(Overlay::Leave);
        }
        Back::Leave => {
            app.put_down();
            if opened {
                follow_link(app);
            }
        }
    }
}
