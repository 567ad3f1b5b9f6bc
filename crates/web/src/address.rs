//! Routing by address, and the browser's history.
//!
//! The first screen is always the history entry below a table, so that Back can close an overlay or ask
//! before the page is left.

use upcard_client::address::{Address, NEW};
use upcard_client::sheet_sync::SheetLink;
use upcard_client::{BackAction, Draft, ReplayLink};

use crate::navigation::{self, enter};
use crate::screens::ReplaySource;
use crate::store::{App, Overlay, Screen};
use crate::text::tr;
use crate::{browser, saved_link};

fn address() -> Address {
    Address::read(&browser::path(), &browser::fragment())
}

/// Opens what the address names, now and on every change.
pub(crate) fn follow(app: App) {
    match address() {
        Address::Table(table) => open_table(app, &table),
        Address::InvalidLink => app.report_table_gone(tr!("error-bad-link"), false),
        Address::Rules(_) | Address::Replay(_) | Address::Sheet(_) | Address::IncompleteLink => {
            follow_link(app);
        }
        // A match in this browser is resumed by its button.
        Address::LocalMatch | Address::New | Address::Home => browser::replace_history("/"),
    }
    browser::listen("popstate", move |_: web_sys::Event| on_navigation(app));
}

/// Opens a table on the server.
pub(crate) fn open_table(app: App, table: &str) {
    enter(&format!("/t/{table}"));
    app.join(table);
}

pub(crate) fn choose_game(app: App, friends: bool) {
    enter(NEW);
    app.clear_notice();
    app.set_screen(Screen::ChooseGame(friends));
}

/// Shows house rules from a link, before anything is accepted.
fn open_house_rules(app: App, rules: String) {
    navigation::ensure_home_below();
    app.set_screen(Screen::HouseLink(rules));
}

fn open_replay(app: App, link: ReplayLink) {
    navigation::ensure_home_below();
    app.set_screen(Screen::Home);
    app.open_replay(ReplaySource::Table(link, None));
}

fn open_score_sheet(app: App, link: SheetLink) {
    navigation::ensure_home_below();
    app.set_screen(Screen::Home);
    app.open_shared_sheet(link);
}

/// Opens what a link shows over the first screen; `false` if the address is no such link.
fn follow_link(app: App) -> bool {
    match address() {
        Address::Rules(rules) => open_house_rules(app, rules),
        Address::Replay(link) => open_replay(app, link),
        Address::Sheet(link) => open_score_sheet(app, link),
        Address::IncompleteLink => app.report_table_gone(tr!("error-damaged-link"), false),
        _ => return false,
    }
    true
}

/// Opens the saved link, from the table or the first screen.
pub(crate) fn open_saved_link(app: App) {
    let Some(link) = saved_link::load() else { return };
    saved_link::delete();
    if app.table_path().with_untracked(Option::is_some) {
        app.close_table();
    }
    enter(&format!("/{link}"));
    follow_link(app);
}

/// Handles a link opened at a server's table. Replays and score sheets open over the table; house rules
/// replace it, and are saved for later if leaving needs confirmation.
fn handle_link_at_table(app: App, link: Address) {
    let fragment = browser::fragment();
    let leaves =
        app.session().with_untracked(|s| upcard_client::back_action(s, false) == BackAction::Leave);
    if matches!(link, Address::Rules(_)) && leaves {
        app.close_table();
        browser::replace_history(&format!("/{fragment}"));
        follow_link(app);
        return;
    }
    // The table's own entry is the one below.
    browser::history_back();
    match link {
        Address::Replay(link) => app.open_replay(ReplaySource::Table(link, None)),
        Address::Sheet(link) => app.open_shared_sheet(link),
        Address::Rules(_) => {
            saved_link::save(&fragment);
            app.show(Overlay::Leave);
        }
        _ => app.inform(tr!("error-damaged-link")),
    }
}

/// Handles Back, Forward, and a link opened in this page.
fn on_navigation(app: App) {
    // A link opened here has no first screen below it yet. At a table the link may follow its address.
    let link = Address::read("/", &browser::fragment());
    let opened = link.is_overlay() && !browser::is_above_home();
    let Some(shown) = app.table_path().get_untracked() else {
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
                Screen::Home if stays => browser::push_history("/"),
                Screen::Home => {}
                _ => browser::push_history(NEW),
            }
            return;
        }
        if follow_link(app) {
            return;
        }
        // One step back: from the seats to the changed rules, and from either to the games.
        let before = match app.screen().get_untracked() {
            Screen::SetUp(friends, true) => Some(Screen::HouseEditor(friends)),
            Screen::SetUp(friends, false) | Screen::HouseEditor(friends) => {
                Some(Screen::ChooseGame(friends))
            }
            _ => None,
        };
        if let Some(before) = before {
            browser::push_history(NEW);
            app.set_screen(before);
            return;
        }
        return match address() {
            Address::New => app.set_screen(Screen::ChooseGame(false)),
            Address::Rules(_)
            | Address::Replay(_)
            | Address::Sheet(_)
            | Address::IncompleteLink => {}
            Address::Table(table) => app.join(&table),
            Address::LocalMatch if app.has_saved_match() => app.resume(),
            Address::InvalidLink => app.report_table_gone(tr!("error-bad-link"), false),
            Address::LocalMatch | Address::Home => app.set_screen(Screen::Home),
        };
    };
    if navigation::current() == shown {
        return;
    }
    if opened && app.table().is_some() {
        handle_link_at_table(app, link);
        return;
    }
    let builds = app.draft().with_untracked(|draft| !matches!(draft, Draft::None));
    let sheet = !opened && (builds || app.overlay().get_untracked().is_some());
    // A match in this browser waits for its player: no confirmation needed.
    let does = match app.session().with_untracked(|s| upcard_client::back_action(s, sheet)) {
        BackAction::Ask if app.invite().with_untracked(Option::is_none) => BackAction::Leave,
        does => does,
    };
    match does {
        BackAction::Close => {
            browser::push_history(&shown);
            match app.overlay().get_untracked() {
                None => app.close_draft(),
                Some(_) if app.back_in_lesson() || app.back_from_replay() => {}
                Some(_) => app.close_sheet(),
            }
        }
        BackAction::Ask => {
            browser::push_history(&shown);
            app.show(Overlay::Leave);
        }
        BackAction::Leave => {
            app.close_table();
            if opened {
                follow_link(app);
            }
        }
    }
}
