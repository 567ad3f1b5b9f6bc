//! Connection of the page to its table, on this device or on a server.

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use leptos::prelude::*;
use upcard_client::address::ALONE;
use upcard_client::wire::{
    ClientMessage, PROTOCOL, Resume, ServerMessage, SetUp, Stage, TableError,
};
use upcard_client::{Begin, KeptError, Local, Session, bot_pause};
use upcard_engine::{Library, Seat};

use super::app::App;
use super::waiting::{self, KEPT, PRESENT};
use super::{history, offers, receive};
use crate::device::{self, Device};
use crate::later::{self, Bundle, Second};
use crate::line::{Heard, Line, Listener};
use crate::places;
use crate::screens::Screen;
use crate::text::tr;
use crate::{browser, news, visits};

/// Storage key for the mark of the tab that owns the match; only that tab saves it.
const OPEN: &str = "upcard.open";

/// Where the table is.
enum Link {
    None,
    /// On this device.
    Device(Device),
    /// Waiting for the bundle that connects to this server table.
    Coming(String),
    Remote(Box<dyn Line>),
}

thread_local! {
    static LINK: RefCell<Link> = const { RefCell::new(Link::None) };
    /// This tab's mark.
    static MARK: RefCell<String> = const { RefCell::new(String::new()) };
    /// Whether the player was told that the match cannot be saved.
    static UNKEPT: Cell<bool> = const { Cell::new(false) };
    /// Number of the timer for the next bot action.
    static STEP: Cell<u32> = const { Cell::new(0) };
}

impl App {
    /// Starts a match with bots on this device; a waiting match stays in the list.
    pub(crate) fn play(self, set_up: SetUp) {
        if !self.begin(&set_up, Begin::New(set_up.clone())) {
            return;
        }
        let name = self.settings.with_untracked(|s| s.name_or_you());
        self.send(ClientMessage::Sit { seat: Some(Seat::at(0)), name });
        self.send(ClientMessage::Start);
    }

    /// Starts a match on this device; `false` if that fails.
    pub(super) fn begin(self, set_up: &SetUp, begin: Begin) -> bool {
        if set_up.source().rules(&self.library()).is_err() {
            // The rules screen shows the details.
            self.inform(tr!("bad-rules"));
            return false;
        }
        if !self.set_aside() {
            return false;
        }
        history::forget();
        self.sit_alone(begin, waiting::new_number());
        true
    }

    /// Resumes the match stored in this browser, if any.
    pub(crate) fn go_on(self) {
        match present() {
            Some(Ok((begin, number))) => {
                // Store its number first: if the page ends now, the stored data is not mistaken for another match.
                browser::store(PRESENT, &number.to_string());
                self.sit_alone(begin, number);
            }
            Some(Err(why)) => self.lose_kept(why),
            None => {}
        }
    }

    /// Deletes the unreadable stored match and says why.
    fn lose_kept(self, why: KeptError) {
        self.drop_kept();
        self.inform(unreadable(why));
    }

    /// Previews the match waiting in this browser for the first screen; an error if it cannot be read.
    pub(crate) fn waiting_match(self, then: impl FnOnce(Result<Session, String>) + 'static) {
        let kept = match present() {
            Some(Ok((begin @ Begin::Stored, number))) => (begin, Some(number)),
            Some(Ok((begin, _))) => (begin, None),
            Some(Err(why)) => return then(Err(unreadable(why))),
            None => return,
        };
        device::look(kept, move |said| {
            let mut session = Session::new(self.library(), 1);
            let fold = |messages: Vec<ServerMessage>| {
                messages.into_iter().for_each(|message| drop(session.fold(message)));
                session
            };
            then(said.map(fold).ok_or_else(|| unreadable(KeptError::Damaged)));
        });
    }

    /// Deletes the match stored in this browser.
    pub(crate) fn drop_kept(self) {
        [KEPT, PRESENT].into_iter().for_each(browser::forget);
    }

    /// Returns `true` if a match is stored in this browser.
    pub(crate) fn can_go_on(self) -> bool {
        [KEPT, PRESENT].into_iter().any(|key| browser::stored(key).is_some())
    }

    /// Returns `true` if the current table is on this device.
    pub(crate) fn is_on_device(self) -> bool {
        self.place.with(|place| place.as_deref() == Some(ALONE))
    }

    /// Returns `true` if a large screen shows the table, so that this device need not.
    pub(crate) fn is_beside_a_screen(self) -> bool {
        self.place.with(Option::is_some)
            && !self.is_on_device()
            && self.settings().with(|s| s.beside)
    }

    fn sit_alone(self, begin: Begin, number: u64) {
        // This tab owns the match from now on; another tab that has it open closes it.
        let mark = format!("{:?}", browser::entropy());
        browser::store(OPEN, &mark);
        if MARK.replace(mark).is_empty() {
            let look = move |_: web_sys::Event| self.give_way();
            browser::listen("storage", look);
            browser::listen("pageshow", look);
        }
        self.invite.set(None);
        self.around.set(None);
        self.reset(self.library());
        self.place.set(Some(ALONE.to_owned()));
        places::enter(ALONE);
        let hear = Box::new(move |heard| self.hear(heard));
        let listener = Listener { hear, resume: Box::new(|| None) };
        LINK.set(Link::Device(Device::open(begin, Some(number), listener)));
    }

    /// Returns `true` if another tab has resumed the match.
    fn is_elsewhere(self) -> bool {
        MARK.with(|mark| browser::stored(OPEN).is_some_and(|now| now != *mark.borrow()))
    }

    /// Closes the match, with a message, if another tab has resumed it.
    fn give_way(self) {
        let here = LINK.with(|link| matches!(&*link.borrow(), Link::Device(_)));
        if here && self.is_elsewhere() {
            self.put_down();
            browser::replace_place("/");
            self.inform(tr!("match-elsewhere"));
        }
    }

    /// Saves the match in this browser, to survive the page.
    pub(crate) fn keep(self) {
        if self.is_elsewhere() {
            return;
        }
        let over = self.session().with_untracked(|s| s.stage == Stage::Over);
        let kept = self.with_device(|device| match (device.number(), device.kept()) {
            _ if over => {
                [KEPT, PRESENT].into_iter().for_each(browser::forget);
                true
            }
            (Some(number), _) => {
                let noted = browser::keeps(PRESENT, &number.to_string());
                if noted {
                    browser::forget(KEPT);
                }
                noted
            }
            (None, Some(kept)) => browser::keeps(KEPT, &kept),
            (None, None) => true,
        });
        if !over {
            self.note_about();
        }
        // Once, at a moment when it will be read.
        if kept == Some(false) && self.needed() && !UNKEPT.replace(true) {
            self.inform(tr!("match-not-kept"));
        }
    }

    /// Handles the page being hidden for good or frozen by the browser, connection included.
    pub(crate) fn put_away(self) {
        self.keep();
        self.keep_history();
        self.with_remote(|remote| remote.hang_up());
    }

    /// Joins a table of the server.
    pub(crate) fn join(self, table: &str) {
        let library = self.library();
        self.reset(library);
        self.place.set(Some(format!("/t/{table}")));
        self.arriving.set(true);
        LINK.set(Link::Coming(table.to_owned()));
        match self.second.of(Bundle::Room).get_untracked() {
            Second::There => self.open_line(),
            _ => browser::later(0, move || later::ask(self.second, Bundle::Room)),
        }
    }

    /// Opens the connection that waits for its bundle, if any.
    pub(crate) fn open_line(self) {
        let table = LINK.with(|link| match &*link.borrow() {
            Link::Coming(table) => Some(table.clone()),
            _ => None,
        });
        let Some(table) = table else { return };
        let invite = format!("{}/t/{table}", browser::origin());
        let resume = move || {
            let after = |s: &Session| s.sequence.map(|after| Resume { after, seat: s.seat });
            self.session().with_untracked(after)
        };
        let hear = Box::new(move |heard| self.hear(heard));
        let listener = Listener { hear, resume: Box::new(resume) };
        let Some(line) = later::open_line(table, listener) else { return };
        if let Some(fairness) = line.kept() {
            self.play.update_value(|play| play.session_mut().fairness = fairness);
        }
        self.invite.set(Some(invite));
        LINK.set(Link::Remote(line));
        // The table may be in a match: load the felt while the server responds.
        browser::later(0, move || later::ask(self.second, Bundle::Felt));
    }

    /// Handles what arrives over the connection.
    fn hear(self, heard: Heard) {
        match heard {
            Heard::Said(messages) => {
                let taken = |said: &ServerMessage| matches!(said, ServerMessage::Accepted { .. });
                let acted = messages.iter().any(taken);
                self.receive(messages);
                self.let_bots_think();
                let stored = self.with_device(Device::number).flatten();
                let noted = stored == waiting::number_of_present();
                if acted || stored.is_some() && !(noted && browser::stored(KEPT).is_none()) {
                    self.keep();
                }
            }
            Heard::Shared(around, messages) => {
                let turned = self.turn_to(around);
                self.hear(Heard::Said(messages));
                if turned {
                    self.keep();
                }
            }
            Heard::Unreadable => {
                self.put_down();
                browser::replace_place("/");
                self.lose_kept(KeptError::Damaged);
            }
            Heard::Online(online) => self.online.set(online),
            Heard::Missing => {
                self.online.set(false);
                later::is_old(move |old| {
                    if old {
                        self.farewell(tr!("part-old"), true);
                    }
                });
            }
            Heard::Ended(error) => {
                if matches!(error, TableError::NoSuchTable | TableError::BadLink) {
                    self.table().iter().for_each(|table| visits::forget(table));
                }
                let old = matches!(
                    error,
                    TableError::Protocol { .. }
                        | TableError::TooManyOfOne
                        | TableError::TooManyWatching
                );
                self.farewell(news::error(&error), old);
            }
        }
    }

    /// Commits this player to entropy for the next match at a server's table, unless already done.
    pub(super) fn commit(self) {
        self.with_remote(|line| {
            let commit =
                self.play.try_update_value(|play| play.session_mut().commit(browser::entropy));
            // The commitment must survive the page, as it is revealed later.
            self.session().with_untracked(|s| line.keep(&s.fairness));
            commit.flatten().iter().for_each(|commit| line.send(commit));
        });
    }

    /// Reveals the entropy if requested.
    pub(super) fn reveal(self) {
        self.with_remote(|line| {
            let reveal = self.play.try_update_value(|play| play.session_mut().fairness.reveal());
            self.session().with_untracked(|s| line.keep(&s.fairness));
            reveal.flatten().iter().for_each(|reveal| line.send(reveal));
        });
    }

    /// Saves the fairness data of the deals.
    pub(super) fn keep_fairness(self) {
        self.with_remote(|line| self.session().with_untracked(|s| line.keep(&s.fairness)));
    }

    /// Requests the full state from a server's table.
    pub(super) fn ask_for_all(self) {
        let hello = ClientMessage::Hello { protocol: PROTOCOL, resume: None };
        self.with_remote(|line| line.send(&hello));
    }

    /// Runs `act` on the connection to a server's table, if any.
    fn with_remote(self, act: impl FnOnce(&dyn Line)) {
        LINK.with(|link| {
            if let Link::Remote(remote) = &*link.borrow() {
                act(&**remote);
            }
        });
    }

    /// Runs `act` on the table on this device, if any.
    pub(super) fn with_device<R>(self, act: impl FnOnce(&Device) -> R) -> Option<R> {
        LINK.with(|link| match &*link.borrow() {
            Link::Device(device) => Some(act(device)),
            _ => None,
        })
    }

    /// Tells the table that the player leaves: during a match a bot covers, between matches the seat becomes
    /// free. A match in this browser can be resumed.
    pub(crate) fn take_leave(self) {
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
        self.take_leave();
        self.go_home();
    }

    /// Goes to the first screen and its history entry.
    pub(crate) fn go_home(self) {
        self.put_down();
        if browser::is_above_home() {
            browser::step_back();
        } else {
            browser::replace_place("/");
        }
    }

    /// Replaces the table by the first screen. The seat is kept; the player counts as away.
    pub(crate) fn put_down(self) {
        self.keep();
        self.keep_history();
        self.part();
        LINK.set(Link::None);
        self.online.set(true);
        self.invite.set(None);
        self.place.set(None);
        self.close_sheet();
        self.unsay();
        self.again.set(None);
        self.screen.set(Screen::Home);
    }

    /// Returns the id of the current server table.
    pub(crate) fn table(self) -> Option<String> {
        LINK.with(|link| match &*link.borrow() {
            Link::Remote(remote) => Some(remote.table().to_owned()),
            Link::Coming(table) => Some(table.clone()),
            Link::None | Link::Device(_) => None,
        })
    }

    /// Reports on the first screen that the table is gone, or not for this page. An outdated page is to be
    /// reloaded at the same address.
    pub(crate) fn farewell(self, why: String, again: bool) {
        self.online.set(true);
        self.invite.set(None);
        self.place.set(None);
        self.again.set(again.then(browser::path));
        browser::replace_place("/");
        self.close_sheet();
        self.screen.set(Screen::Home);
        self.inform(why);
    }

    pub(super) fn reset(self, library: Arc<Library>) {
        self.control(|play| play.reset(Session::new(library, browser::now() as u64)));
        self.again.set(None);
        self.compared.set(None);
        receive::forget_news();
        offers::forget_offers();
        self.close_sheet();
        self.leave_lobby();
        self.screen.set(Screen::Table);
    }

    /// Sends a message to the table.
    pub(crate) fn send(self, message: ClientMessage) {
        if let Some(sink) = self.sink {
            return sink.run(message);
        }
        LINK.with(|link| match &*link.borrow() {
            Link::None | Link::Coming(_) => {}
            Link::Device(device) => device.send(message),
            Link::Remote(remote) => remote.send(&message),
        });
    }

    /// Lets the next bot act after a moment, at a table on this device.
    fn let_bots_think(self) {
        if self.with_device(Device::thinks) != Some(true) {
            return;
        }
        let pace = self.settings.with_untracked(|s| s.pace);
        let asked = self.needed();
        let dealing = receive::dealing(pace);
        let wait = self.session().with_untracked(|s| bot_pause(s, pace, asked, dealing));
        let step = STEP.get() + 1;
        STEP.set(step);
        browser::later(wait, move || {
            // One step at a time: an older timer sees another number.
            if STEP.get() == step && self.with_device(Device::thinks) == Some(true) {
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
fn present() -> Option<Result<(Begin, u64), KeptError>> {
    if let Some(text) = browser::stored(KEPT) {
        let known = Local::check_format(&text);
        let number = waiting::number_of_present().unwrap_or_else(waiting::new_number);
        return Some(known.map(|()| (Begin::Kept(vec![text]), number)));
    }
    waiting::number_of_present().map(|number| Ok((Begin::Stored, number)))
}

/// Says why the stored match cannot be read.
fn unreadable(why: KeptError) -> String {
    match why {
        KeptError::Format(_) => tr!("kept-elsewhere"),
        KeptError::Damaged => tr!("kept-damaged"),
    }
}
