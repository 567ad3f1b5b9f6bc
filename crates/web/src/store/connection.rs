//! Connection of the page to its table, on this device or on a server.

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use leptos::prelude::*;
use upcard_client::address::ALONE;
use upcard_client::wire::{
    ClientMessage, PROTOCOL, Resume, ServerMessage, SetUp, Stage, TableError,
};
use upcard_client::{Begin, LocalTable, SavedTableError, Session, bot_delay};
use upcard_engine::{Library, Seat};

use super::app::App;
use super::waiting::{self, CURRENT_MATCH, CURRENT_NUMBER};
use super::{offers, receive, saved_log};
use crate::connection::{Connection, ConnectionEvent, Listener};
use crate::device::{self, Device};
use crate::lazy::{self, Bundle, LoadState};
use crate::navigation;
use crate::screens::Screen;
use crate::text::tr;
use crate::{browser, news, visits};

/// Storage key for the mark of the tab that owns the match; only that tab saves it.
const OWNER_KEY: &str = "upcard.open";

/// Where the table is.
enum TableConnection {
    None,
    Device(Device),
    /// Waiting for the bundle that connects to this server table.
    Loading(String),
    Remote(Box<dyn Connection>),
}

thread_local! {
    static CONNECTION: RefCell<TableConnection> = const { RefCell::new(TableConnection::None) };
    static TAB_ID: RefCell<String> = const { RefCell::new(String::new()) };
    /// Whether the player was told that the match cannot be saved.
    static WARNED_UNSAVED: Cell<bool> = const { Cell::new(false) };
    /// Number of the timer for the next bot action.
    static BOT_TIMER: Cell<u32> = const { Cell::new(0) };
}

impl App {
    /// Starts a match with bots on this device; a waiting match stays in the list.
    pub(crate) fn start_match(self, set_up: SetUp) {
        if !self.begin_match(&set_up, Begin::New(set_up.clone())) {
            return;
        }
        let name = self.settings.with_untracked(|s| s.name_or_you());
        self.send(ClientMessage::Sit { seat: Some(Seat::at(0)), name });
        self.send(ClientMessage::Start);
    }

    /// Starts a match on this device; `false` if that fails.
    pub(super) fn begin_match(self, set_up: &SetUp, begin: Begin) -> bool {
        if set_up.source().rules(&self.library()).is_err() {
            // The rules screen shows the details.
            self.inform(tr!("bad-rules"));
            return false;
        }
        if !self.set_aside() {
            return false;
        }
        saved_log::delete();
        self.open_local_table(begin, waiting::new_number());
        true
    }

    /// Resumes the match stored in this browser, if any.
    pub(crate) fn resume(self) {
        match saved_match() {
            Some(Ok((begin, number))) => {
                // Store its number first: if the page ends now, the stored data is not mistaken for another match.
                browser::store(CURRENT_NUMBER, &number.to_string());
                self.open_local_table(begin, number);
            }
            Some(Err(why)) => self.discard_unreadable(why),
            None => {}
        }
    }

    /// Deletes the unreadable stored match and says why.
    fn discard_unreadable(self, why: SavedTableError) {
        self.delete_saved_match();
        self.inform(unreadable_text(why));
    }

    /// Previews the match waiting in this browser for the first screen; an error if it cannot be read.
    pub(crate) fn preview_saved_match(self, then: impl FnOnce(Result<Session, String>) + 'static) {
        let kept = match saved_match() {
            Some(Ok((begin @ Begin::Stored, number))) => (begin, Some(number)),
            Some(Ok((begin, _))) => (begin, None),
            Some(Err(why)) => return then(Err(unreadable_text(why))),
            None => return,
        };
        device::preview(kept, move |said| {
            let mut session = Session::new(self.library(), 1);
            let fold = |messages: Vec<ServerMessage>| {
                messages.into_iter().for_each(|message| drop(session.fold(message)));
                session
            };
            then(said.map(fold).ok_or_else(|| unreadable_text(SavedTableError::Damaged)));
        });
    }

    pub(crate) fn delete_saved_match(self) {
        [CURRENT_MATCH, CURRENT_NUMBER].into_iter().for_each(browser::remove_stored);
    }

    pub(crate) fn has_saved_match(self) -> bool {
        [CURRENT_MATCH, CURRENT_NUMBER].into_iter().any(|key| browser::stored(key).is_some())
    }

    pub(crate) fn is_on_device(self) -> bool {
        self.table_path.with(|place| place.as_deref() == Some(ALONE))
    }

    /// Returns `true` if a large screen shows the table, so that this device need not.
    pub(crate) fn is_beside_large_screen(self) -> bool {
        self.table_path.with(Option::is_some)
            && !self.is_on_device()
            && self.settings().with(|s| s.beside)
    }

    fn open_local_table(self, begin: Begin, number: u64) {
        // This tab owns the match from now on; another tab that has it open closes it.
        let mark = format!("{:?}", browser::entropy());
        browser::store(OWNER_KEY, &mark);
        if TAB_ID.replace(mark).is_empty() {
            let look = move |_: web_sys::Event| self.yield_to_other_tab();
            browser::listen("storage", look);
            browser::listen("pageshow", look);
        }
        self.invite.set(None);
        self.shared_device.set(None);
        self.reset(self.library());
        self.table_path.set(Some(ALONE.to_owned()));
        navigation::enter(ALONE);
        let on_event = Box::new(move |event| self.handle_connection_event(event));
        let listener = Listener { on_event, resume: Box::new(|| None) };
        CONNECTION.set(TableConnection::Device(Device::open(begin, Some(number), listener)));
    }

    /// Returns `true` if another tab has resumed the match.
    fn is_open_in_other_tab(self) -> bool {
        TAB_ID.with(|mark| browser::stored(OWNER_KEY).is_some_and(|now| now != *mark.borrow()))
    }

    /// Closes the match, with a message, if another tab has resumed it.
    fn yield_to_other_tab(self) {
        let here = CONNECTION
            .with(|connection| matches!(&*connection.borrow(), TableConnection::Device(_)));
        if here && self.is_open_in_other_tab() {
            self.close_table();
            browser::replace_history("/");
            self.inform(tr!("match-elsewhere"));
        }
    }

    /// Saves the match in this browser, to survive the page.
    pub(crate) fn save_progress(self) {
        if self.is_open_in_other_tab() {
            return;
        }
        let over = self.session().with_untracked(|s| s.stage == Stage::Over);
        let kept = self.with_device(|device| match (device.number(), device.serialized()) {
            _ if over => {
                [CURRENT_MATCH, CURRENT_NUMBER].into_iter().for_each(browser::remove_stored);
                true
            }
            (Some(number), _) => {
                let noted = browser::try_store(CURRENT_NUMBER, &number.to_string());
                if noted {
                    browser::remove_stored(CURRENT_MATCH);
                }
                noted
            }
            (None, Some(kept)) => browser::try_store(CURRENT_MATCH, &kept),
            (None, None) => true,
        });
        if !over {
            self.save_description();
        }
        // Once, at a moment when it will be read.
        if kept == Some(false) && self.needs_decision() && !WARNED_UNSAVED.replace(true) {
            self.inform(tr!("match-not-kept"));
        }
    }

    /// Handles the page being hidden for good or frozen by the browser, connection included.
    pub(crate) fn handle_page_hide(self) {
        self.save_progress();
        self.save_log();
        self.with_remote(|remote| remote.close());
    }

    /// Joins a table of the server.
    pub(crate) fn join(self, table: &str) {
        let library = self.library();
        self.reset(library);
        self.table_path.set(Some(format!("/t/{table}")));
        self.arriving.set(true);
        CONNECTION.set(TableConnection::Loading(table.to_owned()));
        match self.bundles.state(Bundle::Room).get_untracked() {
            LoadState::Loaded => self.open_connection(),
            _ => browser::set_timeout(0, move || lazy::request(self.bundles, Bundle::Room)),
        }
    }

    /// Opens the connection that waits for its bundle, if any.
    pub(crate) fn open_connection(self) {
        let table = CONNECTION.with(|connection| match &*connection.borrow() {
            TableConnection::Loading(table) => Some(table.clone()),
            _ => None,
        });
        let Some(table) = table else { return };
        let invite = format!("{}/t/{table}", browser::origin());
        let resume = move || {
            let after = |s: &Session| s.sequence.map(|after| Resume { after, seat: s.seat });
            self.session().with_untracked(after)
        };
        let on_event = Box::new(move |event| self.handle_connection_event(event));
        let listener = Listener { on_event, resume: Box::new(resume) };
        let Some(connection) = lazy::open_connection(table, listener) else { return };
        if let Some(fairness) = connection.saved_fairness() {
            self.controller.update_value(|controller| controller.session_mut().fairness = fairness);
        }
        self.invite.set(Some(invite));
        CONNECTION.set(TableConnection::Remote(connection));
        // The table may be in a match: load the felt while the server responds.
        browser::set_timeout(0, move || lazy::request(self.bundles, Bundle::Felt));
    }

    fn handle_connection_event(self, event: ConnectionEvent) {
        match event {
            ConnectionEvent::Messages(messages) => {
                let taken = |said: &ServerMessage| matches!(said, ServerMessage::Accepted { .. });
                let acted = messages.iter().any(taken);
                self.receive(messages);
                self.schedule_bot();
                let stored = self.with_device(Device::number).flatten();
                let noted = stored == waiting::current_number();
                if acted || stored.is_some() && !(noted && browser::stored(CURRENT_MATCH).is_none())
                {
                    self.save_progress();
                }
            }
            ConnectionEvent::SharedMessages(around, messages) => {
                let turned = self.set_shared_device(around);
                self.handle_connection_event(ConnectionEvent::Messages(messages));
                if turned {
                    self.save_progress();
                }
            }
            ConnectionEvent::Unreadable => {
                self.close_table();
                browser::replace_history("/");
                self.discard_unreadable(SavedTableError::Damaged);
            }
            ConnectionEvent::Online(online) => self.online.set(online),
            ConnectionEvent::LoadFailed => {
                self.online.set(false);
                lazy::check_outdated(move |old| {
                    if old {
                        self.report_table_gone(tr!("part-old"), true);
                    }
                });
            }
            ConnectionEvent::Ended(error) => {
                if matches!(error, TableError::NoSuchTable | TableError::BadLink) {
                    self.table().iter().for_each(|table| visits::forget(table));
                }
                let old = matches!(
                    error,
                    TableError::Protocol { .. }
                        | TableError::TooManyOfOne
                        | TableError::TooManyWatching
                );
                self.report_table_gone(news::error(&error), old);
            }
        }
    }

    /// Commits this player to entropy for the next match at a server's table, unless already done.
    pub(super) fn commit(self) {
        self.with_remote(|connection| {
            let commit = self
                .controller
                .try_update_value(|controller| controller.session_mut().commit(browser::entropy));
            // The commitment must survive the page, as it is revealed later.
            self.session().with_untracked(|s| connection.save_fairness(&s.fairness));
            commit.flatten().iter().for_each(|commit| connection.send(commit));
        });
    }

    /// Reveals the entropy if requested.
    pub(super) fn reveal(self) {
        self.with_remote(|connection| {
            let reveal = self
                .controller
                .try_update_value(|controller| controller.session_mut().fairness.reveal());
            self.session().with_untracked(|s| connection.save_fairness(&s.fairness));
            reveal.flatten().iter().for_each(|reveal| connection.send(reveal));
        });
    }

    pub(super) fn save_fairness(self) {
        self.with_remote(|connection| {
            self.session().with_untracked(|s| connection.save_fairness(&s.fairness))
        });
    }

    /// Requests the full state from a server's table.
    pub(super) fn request_full_state(self) {
        let hello = ClientMessage::Hello { protocol: PROTOCOL, resume: None };
        self.with_remote(|connection| connection.send(&hello));
    }

    /// Runs `act` on the connection to a server's table, if any.
    fn with_remote(self, act: impl FnOnce(&dyn Connection)) {
        CONNECTION.with(|connection| {
            if let TableConnection::Remote(remote) = &*connection.borrow() {
                act(&**remote);
            }
        });
    }

    /// Runs `act` on the table on this device, if any.
    pub(super) fn with_device<R>(self, act: impl FnOnce(&Device) -> R) -> Option<R> {
        CONNECTION.with(|connection| match &*connection.borrow() {
            TableConnection::Device(device) => Some(act(device)),
            _ => None,
        })
    }

    /// Tells the table that the player leaves: during a match a bot covers, between matches the seat becomes
    /// free. A match in this browser can be resumed.
    pub(crate) fn send_leave(self) {
        self.with_remote(|remote| {
            remote.send(&ClientMessage::Leave);
            // With the seat free again, nothing is in progress there.
            if self.session().with_untracked(|s| !s.in_match()) {
                visits::forget(remote.table());
            }
        });
    }

    /// Leaves the table and goes to the first screen.
    pub(crate) fn leave(self) {
        self.send_leave();
        self.go_home();
    }

    /// Goes to the first screen and its history entry.
    pub(crate) fn go_home(self) {
        self.close_table();
        if browser::is_above_home() {
            browser::history_back();
        } else {
            browser::replace_history("/");
        }
    }

    /// Replaces the table by the first screen. The seat is kept; the player counts as away.
    pub(crate) fn close_table(self) {
        self.save_progress();
        self.save_log();
        self.reset_sharing();
        CONNECTION.set(TableConnection::None);
        self.online.set(true);
        self.invite.set(None);
        self.table_path.set(None);
        self.close_sheet();
        self.clear_notice();
        self.reload_address.set(None);
        self.screen.set(Screen::Home);
    }

    /// Returns the id of the current server table.
    pub(crate) fn table(self) -> Option<String> {
        CONNECTION.with(|connection| match &*connection.borrow() {
            TableConnection::Remote(remote) => Some(remote.table().to_owned()),
            TableConnection::Loading(table) => Some(table.clone()),
            TableConnection::None | TableConnection::Device(_) => None,
        })
    }

    /// Reports on the first screen that the table is gone, or not for this page. An outdated page is to be
    /// reloaded at the same address.
    pub(crate) fn report_table_gone(self, why: String, again: bool) {
        self.online.set(true);
        self.invite.set(None);
        self.table_path.set(None);
        self.reload_address.set(again.then(browser::path));
        browser::replace_history("/");
        self.close_sheet();
        self.screen.set(Screen::Home);
        self.inform(why);
    }

    pub(super) fn reset(self, library: Arc<Library>) {
        self.control(|controller| controller.reset(Session::new(library, browser::now() as u64)));
        self.reload_address.set(None);
        self.compared.set(None);
        receive::reset_announced();
        offers::reset_offers();
        self.close_sheet();
        self.leave_lobby();
        self.screen.set(Screen::Table);
    }

    pub(crate) fn send(self, message: ClientMessage) {
        if let Some(sink) = self.lesson_sink {
            return sink.run(message);
        }
        CONNECTION.with(|connection| match &*connection.borrow() {
            TableConnection::None | TableConnection::Loading(_) => {}
            TableConnection::Device(device) => device.send(message),
            TableConnection::Remote(remote) => remote.send(&message),
        });
    }

    /// Lets the next bot act after a moment, at a table on this device.
    fn schedule_bot(self) {
        if self.with_device(Device::is_bot_due) != Some(true) {
            return;
        }
        let pace = self.settings.with_untracked(|s| s.pace);
        let asked = self.needs_decision();
        let dealing = receive::remaining_dealing_time(pace);
        let wait = self.session().with_untracked(|s| bot_delay(s, pace, asked, dealing));
        let step = BOT_TIMER.get() + 1;
        BOT_TIMER.set(step);
        browser::set_timeout(wait, move || {
            // One step at a time: an older timer sees another number.
            if BOT_TIMER.get() == step && self.with_device(Device::is_bot_due) == Some(true) {
                self.with_device(Device::think);
            }
        });
    }

    /// Returns the record of the last match on this device, once it is over.
    pub(crate) fn own_record(self) -> Option<String> {
        self.with_device(Device::record)?
    }
}

/// Returns the current match of this browser and its number, or why it cannot be read.
fn saved_match() -> Option<Result<(Begin, u64), SavedTableError>> {
    if let Some(text) = browser::stored(CURRENT_MATCH) {
        let known = LocalTable::check_format(&text);
        let number = waiting::current_number().unwrap_or_else(waiting::new_number);
        return Some(known.map(|()| (Begin::Saved(vec![text]), number)));
    }
    waiting::current_number().map(|number| Ok((Begin::Stored, number)))
}

/// Says why the stored match cannot be read.
fn unreadable_text(why: SavedTableError) -> String {
    match why {
        SavedTableError::Format(_) => tr!("kept-elsewhere"),
        SavedTableError::Damaged => tr!("kept-damaged"),
    }
}
