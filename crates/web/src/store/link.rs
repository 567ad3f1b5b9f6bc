//! Where the table is, in this page or at a server, and the way to it and from it.

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use leptos::prelude::*;
use upcard_client::wire::{ClientMessage, PROTOCOL, Resume, SetUp, Stage, TableError};
use upcard_client::{KeptError, Local, Session, bot_pause};
use upcard_engine::{Action, Library, Seat};

use super::app::App;
use super::{offers, receive};
use crate::later::{self, Second};
use crate::line::{Heard, Line, Listener};
use crate::places::{self, ALONE};
use crate::screens::{Overlay, Screen};
use crate::text::tr;
use crate::{bots, browser, news, visits};

/// The key of the match that is kept in the browser.
const KEPT: &str = "upcard.match";

/// Where the table is.
enum Link {
    None,
    Local(Box<Local>),
    /// To this table of the server, as soon as the second part of the program is there.
    Coming(String),
    Remote(Box<dyn Line>),
}

thread_local! {
    static LINK: RefCell<Link> = const { RefCell::new(Link::None) };
    /// The number of the timer that lets the next bot answer.
    static STEP: Cell<u32> = const { Cell::new(0) };
    /// The number of the table in this page: what a bot of an older one answers does not count.
    static TABLE: Cell<u32> = const { Cell::new(0) };
}

impl App {
    /// Sits down with bots, in this page; a match that waits is not replaced without a question.
    pub(crate) fn play(self, set_up: SetUp) {
        if self.can_go_on() {
            self.requested.set(Some(set_up));
            self.show(Overlay::Replace);
        } else {
            self.play_alone(set_up);
        }
    }

    /// Sits down with bots, in this page.
    pub(crate) fn play_alone(self, set_up: SetUp) {
        let library = self.library();
        match Local::new(library, set_up, browser::entropy(), bots::decide) {
            Ok(local) => {
                self.sit_alone(local);
                let name = self.settings.with_untracked(|s| s.name_or_you());
                self.send(ClientMessage::Sit { seat: Some(Seat::at(0)), name });
                self.send(ClientMessage::Start);
            }
            // The screen on which rules are chosen says what is wrong with them.
            Err(_) => self.inform(tr!("bad-rules")),
        }
    }

    /// Sits down to the match that was asked for last, in the place of the one that waits.
    pub(crate) fn replace(self) {
        let requested = self.requested.get_untracked();
        requested.into_iter().for_each(|set_up| self.play_alone(set_up));
    }

    /// Goes on with the match that was kept in this browser, if there is one.
    pub(crate) fn go_on(self) {
        match self.restored() {
            Some(Ok(local)) => self.sit_alone(local),
            Some(Err(why)) => {
                browser::forget(KEPT);
                self.inform(why);
            }
            None => {}
        }
    }

    /// The match that is kept in this browser, or a sentence that says why it cannot be read.
    fn restored(self) -> Option<Result<Local, String>> {
        let text = browser::stored(KEPT)?;
        let entries = Local::read_kept(&text).map_err(|why| match why {
            KeptError::Format(_) => tr!("kept-elsewhere"),
            KeptError::Damaged => tr!("kept-damaged"),
        });
        let restore = |entries| {
            Local::restore(self.library(), entries, browser::entropy(), bots::decide)
                .map_err(|_| tr!("kept-damaged"))
        };
        Some(entries.and_then(restore))
    }

    /// What waits in this browser: the match, folded, to be named on the first screen; or why it
    /// cannot be read.
    pub(crate) fn waiting_match(self) -> Option<Result<Session, String>> {
        let session = |mut local: Local| {
            let mut session = Session::new(self.library(), 1);
            for message in local.connect(browser::now() as u64) {
                session.fold(message);
            }
            session
        };
        Some(self.restored()?.map(session))
    }

    /// Forgets the match that is kept in this browser.
    pub(crate) fn drop_kept(self) {
        browser::forget(KEPT);
    }

    /// Is a match kept in this browser?
    pub(crate) fn can_go_on(self) -> bool {
        browser::stored(KEPT).is_some()
    }

    fn sit_alone(self, local: Local) {
        bots::forget();
        LINK.with(|link| *link.borrow_mut() = Link::Local(Box::new(local)));
        TABLE.with(|table| table.set(table.get() + 1));
        self.invite.set(None);
        self.reset(self.library());
        self.place.set(Some(ALONE.to_owned()));
        places::enter(ALONE);
        let messages = LINK.with(|link| match &mut *link.borrow_mut() {
            Link::Local(local) => local.connect(browser::now() as u64),
            _ => Vec::new(),
        });
        self.receive(messages);
    }

    /// Keeps the match in this browser, so that it outlives the page.
    pub(crate) fn keep(self) {
        if self.session().with_untracked(|s| s.stage == Stage::Over) {
            LINK.with(|link| {
                if matches!(&*link.borrow(), Link::Local(_)) {
                    browser::forget(KEPT);
                }
            });
            return;
        }
        LINK.with(|link| {
            if let Link::Local(local) = &*link.borrow() {
                browser::store(KEPT, &local.kept());
            }
        });
    }

    /// The page is put away: it may never come back, or be held, with its line, by the browser.
    pub(crate) fn put_away(self) {
        self.keep();
        self.with_remote(|remote| remote.hang_up());
    }

    /// Joins a table of the server.
    pub(crate) fn join(self, table: &str) {
        let library = self.library();
        self.reset(library);
        self.place.set(Some(format!("/t/{table}")));
        self.arriving.set(true);
        bots::forget();
        LINK.with(|link| *link.borrow_mut() = Link::Coming(table.to_owned()));
        match self.second.get_untracked() {
            Second::There => self.open_line(),
            _ => browser::later(0, move || later::ask(self.second)),
        }
    }

    /// Opens the line that waits for the second part of the program, if one does.
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
        LINK.with(|link| *link.borrow_mut() = Link::Remote(line));
    }

    /// Takes what comes over the line to a server's table.
    fn hear(self, heard: Heard) {
        match heard {
            Heard::Said(message) => self.receive(vec![message]),
            Heard::Online(online) => self.online.set(online),
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

    /// Binds this person to entropy for the next match at a server's table, where that is not done yet.
    pub(super) fn commit(self) {
        self.with_remote(|line| {
            let commit =
                self.play.try_update_value(|play| play.session_mut().commit(browser::entropy));
            // What was committed to must outlive the page: it is asked for later.
            self.session().with_untracked(|s| line.keep(&s.fairness));
            commit.flatten().iter().for_each(|commit| line.send(commit));
        });
    }

    /// Shows the entropy, where it is asked for.
    pub(super) fn reveal(self) {
        self.with_remote(|line| {
            let reveal = self.play.try_update_value(|play| play.session_mut().fairness.reveal());
            self.session().with_untracked(|s| line.keep(&s.fairness));
            reveal.flatten().iter().for_each(|reveal| line.send(reveal));
        });
    }

    /// Keeps what was shown of the fairness of the deals.
    pub(super) fn keep_fairness(self) {
        self.with_remote(|line| self.session().with_untracked(|s| line.keep(&s.fairness)));
    }

    /// Asks a server's table for all there is to know.
    pub(super) fn ask_for_all(self) {
        let hello = ClientMessage::Hello { protocol: PROTOCOL, resume: None };
        self.with_remote(|line| line.send(&hello));
    }

    /// Does something with the line to a server's table, where there is one.
    fn with_remote(self, act: impl FnOnce(&dyn Line)) {
        LINK.with(|link| {
            if let Link::Remote(remote) = &*link.borrow() {
                act(&**remote);
            }
        });
    }

    /// Leaves the table, as the person said: in a match a bot covers, between matches the seat
    /// becomes free. A match in this browser can be gone on with.
    pub(crate) fn leave(self) {
        self.with_remote(|remote| remote.send(&ClientMessage::Leave));
        self.put_down();
        if browser::is_above_home() {
            browser::step_back();
        } else {
            browser::replace_place("/");
        }
    }

    /// Shows the first screen in the table's place. The seat is what it was; who has closed the page
    /// is away.
    pub(crate) fn put_down(self) {
        self.keep();
        bots::forget();
        LINK.with(|link| *link.borrow_mut() = Link::None);
        self.invite.set(None);
        self.place.set(None);
        self.close_sheet();
        self.unsay();
        self.again.set(None);
        self.screen.set(Screen::Home);
    }

    /// The id of the server's table that is shown.
    pub(crate) fn table(self) -> Option<String> {
        LINK.with(|link| match &*link.borrow() {
            Link::Remote(remote) => Some(remote.table().to_owned()),
            Link::Coming(table) => Some(table.clone()),
            Link::None | Link::Local(_) => None,
        })
    }

    /// The table is not there any more, or not for this page: says so on the first screen. A page
    /// that is too old is to be loaded again at the same address.
    pub(crate) fn farewell(self, why: String, again: bool) {
        self.invite.set(None);
        self.place.set(None);
        self.again.set(again.then(browser::path));
        browser::replace_place("/");
        self.close_sheet();
        self.screen.set(Screen::Home);
        self.inform(why);
    }

    fn reset(self, library: Arc<Library>) {
        self.control(|play| play.reset(Session::new(library, browser::now() as u64)));
        self.again.set(None);
        self.compared.set(None);
        receive::forget_news();
        offers::forget_offers();
        self.close_sheet();
        self.screen.set(Screen::Table);
    }

    /// Sends a message to the table.
    pub(crate) fn send(self, message: ClientMessage) {
        let acts = matches!(message, ClientMessage::Act { .. });
        let answers = LINK.with(|link| match &mut *link.borrow_mut() {
            Link::None | Link::Coming(_) => Vec::new(),
            Link::Local(local) => local.send(browser::now() as u64, message),
            Link::Remote(remote) => {
                remote.send(&message);
                Vec::new()
            }
        });
        self.receive(answers);
        if acts {
            self.keep();
        }
    }

    /// In a table of this page: a bot answers after a moment.
    pub(super) fn let_bots_think(self) {
        let thinks = LINK.with(|link| match &*link.borrow() {
            Link::Local(local) => local.thinking(),
            _ => false,
        });
        if !thinks || bots::busy() {
            return;
        }
        let pace = self.settings.with_untracked(|s| s.pace);
        let asked = self.needed();
        let dealing = receive::dealing(pace);
        let wait = self.session().with_untracked(|s| bot_pause(s, pace, asked, dealing));
        let step = STEP.with(|step| {
            step.set(step.get() + 1);
            step.get()
        });
        browser::later(wait, move || {
            // Only one step at a time: an older timer finds another number.
            if STEP.with(Cell::get) != step || bots::busy() {
                return;
            }
            let think = LINK.with(|link| match &mut *link.borrow_mut() {
                Link::Local(local) => local.question(),
                _ => None,
            });
            let source = self.session().with_untracked(|s| s.set_up.as_ref().map(|s| s.source()));
            let (Some(think), Some(source)) = (think, source) else { return };
            let (seat, request) = (think.seat, think.request);
            let table = TABLE.with(Cell::get);
            bots::ask(think, source, move |action| {
                // Meanwhile the person may have sat down elsewhere.
                if TABLE.with(Cell::get) == table {
                    self.bot_answers(seat, request, action);
                } else {
                    self.let_bots_think();
                }
            });
        });
    }

    fn bot_answers(self, seat: Seat, request: u64, action: Option<Action>) {
        let messages = LINK.with(|link| match &mut *link.borrow_mut() {
            Link::Local(local) => local.answer(browser::now() as u64, seat, request, action),
            _ => Vec::new(),
        });
        if messages.is_empty() {
            // An answer to a question that is not open any more: the next bot.
            self.let_bots_think();
        }
        self.receive(messages);
    }

    /// The record of the match that was played last in this page, once it is over.
    pub(crate) fn own_record(self) -> Option<String> {
        LINK.with(|link| match &*link.borrow() {
            Link::Local(local) => local.record(),
            _ => None,
        })
    }
}
