//! The page's state, and the link to the table that it plays at.

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use leptos::prelude::*;
use upcard_client::wire::{Change, ClientMessage, ServerMessage, SetUp, Stage};
use upcard_client::{ArrangeDraft, Hand, Held, LayDownDraft, Local, Note, Session, Sort};
use upcard_engine::table::Phase;
use upcard_engine::{Action, Event, Library, View};

use crate::settings::Settings;
use crate::{browser, motion, news, remote};

/// The screens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Screen {
    /// Where one starts.
    Home,
    /// Choosing a game, for a table with others (true) or alone.
    New(bool),
    /// The table.
    Table,
}

/// What lies over the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Overlay {
    /// The menu.
    Menu,
    /// The rule sheet.
    Rules,
    /// The score sheet.
    Scores,
    /// The settings.
    Settings,
    /// All discards.
    Discards,
}

/// What is being put together on the table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) enum Panel {
    /// Nothing.
    #[default]
    None,
    /// A lay-down.
    Down(LayDownDraft),
    /// A rearrangement.
    Arrange(ArrangeDraft),
}

/// A question with its answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Ask {
    /// The question.
    pub(crate) question: String,
    /// The answers and what they do.
    pub(crate) answers: Vec<(String, Action)>,
}

/// The key of the match that is kept in the browser.
const KEPT: &str = "upcard.match";

/// Where the table is.
enum Link {
    None,
    Local(Box<Local>),
    Remote(remote::Remote),
}

thread_local! {
    static LINK: RefCell<Link> = const { RefCell::new(Link::None) };
    /// The number of the timer that lets the next bot answer.
    static STEP: Cell<u32> = const { Cell::new(0) };
}

/// The page's state; a handle that is copied freely.
#[derive(Clone, Copy)]
pub(crate) struct App {
    /// The screen.
    pub(crate) screen: RwSignal<Screen>,
    /// What lies over it.
    pub(crate) overlay: RwSignal<Option<Overlay>>,
    /// The settings.
    pub(crate) settings: RwSignal<Settings>,
    /// What is known of the table.
    pub(crate) session: RwSignal<Session>,
    /// The own hand in its order.
    pub(crate) hand: RwSignal<Hand>,
    /// The ids of the selected cards.
    pub(crate) selected: RwSignal<Vec<u32>>,
    /// What is being put together.
    pub(crate) panel: RwSignal<Panel>,
    /// A question.
    pub(crate) ask: RwSignal<Option<Ask>>,
    /// A sentence that says why something was not done.
    pub(crate) notice: RwSignal<Option<String>>,
    /// The sentences of the last batch, for screen readers.
    pub(crate) news: RwSignal<String>,
    /// The meld on which the selected cards are being laid off, one after the other.
    pub(crate) laying: RwSignal<Option<u16>>,
    /// What happened, in sentences, the latest last.
    pub(crate) log: RwSignal<Vec<String>>,
    /// Is the connection there?
    pub(crate) online: RwSignal<bool>,
    /// Offers are passed until the end of this deal.
    pub(crate) pass_deal: RwSignal<bool>,
    /// The link that friends join by.
    pub(crate) invite: RwSignal<Option<String>>,
}

impl App {
    /// The state at the start.
    pub(crate) fn new(library: Library) -> App {
        App {
            screen: RwSignal::new(Screen::Home),
            overlay: RwSignal::new(None),
            settings: RwSignal::new(Settings::load()),
            session: RwSignal::new(Session::new(Arc::new(library), 1)),
            hand: RwSignal::default(),
            selected: RwSignal::default(),
            panel: RwSignal::default(),
            ask: RwSignal::default(),
            notice: RwSignal::default(),
            news: RwSignal::default(),
            laying: RwSignal::default(),
            log: RwSignal::default(),
            online: RwSignal::new(true),
            pass_deal: RwSignal::new(false),
            invite: RwSignal::default(),
        }
    }

    /// The state, from anywhere in the page.
    pub(crate) fn get() -> App {
        expect_context::<App>()
    }

    /// The known games.
    pub(crate) fn library(self) -> Arc<Library> {
        self.session.with_untracked(|s| s.library().clone())
    }

    /// Sits down with bots, in this page.
    pub(crate) fn play_alone(self, set_up: SetUp) {
        let library = self.library();
        match Local::new(library, set_up, browser::entropy(), crate::bots::decide) {
            Ok(local) => {
                self.sit_alone(local);
                let name = self.settings.with_untracked(|s| s.name_or_you());
                self.send(ClientMessage::Sit { seat: Some(0), name });
                self.send(ClientMessage::Start);
            }
            Err(flaws) => self.notice.set(Some(flaws.to_string())),
        }
    }

    /// Goes on with the match that was kept in this browser, if there is one.
    pub(crate) fn go_on(self) {
        let kept = browser::stored(KEPT).and_then(|text| serde_json::from_str(&text).ok());
        let restored = kept.and_then(|entries| {
            Local::restore(self.library(), entries, browser::entropy(), crate::bots::decide).ok()
        });
        match restored {
            Some(local) => self.sit_alone(local),
            None => browser::forget(KEPT),
        }
    }

    /// Is a match kept in this browser?
    pub(crate) fn can_go_on(self) -> bool {
        browser::stored(KEPT).is_some()
    }

    fn sit_alone(self, local: Local) {
        LINK.with(|link| *link.borrow_mut() = Link::Local(Box::new(local)));
        self.invite.set(None);
        self.reset(self.library());
        let messages = LINK.with(|link| match &mut *link.borrow_mut() {
            Link::Local(local) => local.connect(browser::now() as u64),
            _ => Vec::new(),
        });
        self.receive(messages);
    }

    /// Keeps the match in this browser, so that it outlives the page.
    pub(crate) fn keep(self) {
        if self.session.with_untracked(|s| s.stage == Stage::Over) {
            LINK.with(|link| {
                if matches!(&*link.borrow(), Link::Local(_)) {
                    browser::forget(KEPT);
                }
            });
            return;
        }
        LINK.with(|link| {
            if let Link::Local(local) = &*link.borrow()
                && let Ok(text) = serde_json::to_string(local.entries())
            {
                browser::store(KEPT, &text);
            }
        });
    }

    /// Joins a table of the server.
    pub(crate) fn join(self, table: &str) {
        let library = self.library();
        self.reset(library);
        let remote = remote::Remote::open(self, table);
        LINK.with(|link| *link.borrow_mut() = Link::Remote(remote));
    }

    /// Leaves the table; a match of one's own can be gone on with.
    pub(crate) fn leave(self) {
        self.keep();
        LINK.with(|link| {
            if let Link::Remote(remote) = &mut *link.borrow_mut() {
                remote.send(&ClientMessage::Leave);
            }
            *link.borrow_mut() = Link::None;
        });
        self.invite.set(None);
        browser::set_path("/");
        self.overlay.set(None);
        self.notice.set(None);
        self.screen.set(Screen::Home);
    }

    /// The table is not there any more: says so on the first screen.
    pub(crate) fn farewell(self, why: String) {
        self.invite.set(None);
        browser::set_path("/");
        self.overlay.set(None);
        self.screen.set(Screen::Home);
        self.notice.set(Some(why));
    }

    fn reset(self, library: Arc<Library>) {
        self.session.set(Session::new(library, browser::now() as u64));
        self.hand.set(Hand::default());
        self.selected.set(Vec::new());
        self.panel.set(Panel::None);
        self.ask.set(None);
        self.notice.set(None);
        self.log.set(Vec::new());
        self.pass_deal.set(false);
        self.overlay.set(None);
        self.screen.set(Screen::Table);
    }

    /// Sends a message to the table.
    pub(crate) fn send(self, message: ClientMessage) {
        let answers = LINK.with(|link| match &mut *link.borrow_mut() {
            Link::None => Vec::new(),
            Link::Local(local) => local.say(browser::now() as u64, message),
            Link::Remote(remote) => {
                remote.send(&message);
                Vec::new()
            }
        });
        self.receive(answers);
    }

    /// Makes a move; the engine judges it first, so that a refusal is said at once.
    pub(crate) fn act(self, action: Action) {
        self.notice.set(None);
        self.ask.set(None);
        let judged = self.session.with_untracked(|s| s.view().map(|v| v.judge(&action)));
        if let Some(Err(refusal)) = judged {
            self.notice.set(Some(crate::refusals::sentence(refusal)));
            return;
        }
        let message = self.session.try_update(|s| s.act(&action)).flatten();
        if let Some(message) = message {
            self.send(message);
        }
    }

    /// Folds what the table says.
    pub(crate) fn receive(self, messages: Vec<ServerMessage>) {
        if messages.is_empty() {
            return;
        }
        let mut notes = Vec::new();
        let mut flights = Vec::new();
        self.session.update(|session| {
            for message in messages {
                if let ServerMessage::Event { event, .. } = &message {
                    flights.extend(motion::prepare(session, event));
                }
                notes.extend(session.fold(message));
            }
        });
        let told = self.log.with_untracked(Vec::len);
        for note in &notes {
            self.heed(note);
        }
        let news = self.log.with_untracked(|log| log.get(told..).map(|new| new.join(" ")));
        if let Some(news) = news.filter(|news| !news.is_empty()) {
            self.news.set(news);
        }
        self.follow_hand();
        self.lay_next();
        motion::start(flights, self.settings.with_untracked(|s| s.motion));
        self.answer_by_itself();
        self.let_bots_think();
    }

    fn follow_hand(self) {
        let cards = self.session.with_untracked(|s| s.view.as_ref().map(|v| v.hand));
        let Some(cards) = cards else { return };
        let same = self.hand.with_untracked(|hand| {
            hand.items().iter().map(|held| held.card).collect::<upcard_cards::Cards>() == cards
        });
        if !same {
            self.hand.update(|hand| hand.follow(&cards));
        }
        let gone = |id: &u32| self.hand.with_untracked(|hand| hand.get(*id).is_none());
        if self.selected.with_untracked(|ids| ids.iter().any(gone)) {
            self.selected.update(|ids| ids.retain(|id| !gone(id)));
        }
    }

    fn heed(self, note: &Note) {
        match note {
            Note::Fresh => {
                self.panel.set(Panel::None);
                self.selected.set(Vec::new());
                let waits =
                    self.session.with_untracked(|s| s.seat.is_some() && s.stage != Stage::Playing);
                if waits {
                    LINK.with(|link| {
                        if let Link::Remote(remote) = &*link.borrow() {
                            remote.commit();
                        }
                    });
                }
            }
            Note::Happened(event) => {
                match event {
                    Event::Dealt { .. } => {
                        self.hand.set(Hand::default());
                        self.pass_deal.set(false);
                        self.overlay.set(None);
                    }
                    Event::TurnBegan { .. } | Event::DealEnded { .. } => {
                        self.keep();
                        self.panel.set(Panel::None);
                        self.ask.set(None);
                        self.notice.set(None);
                    }
                    Event::LaidDown { seat, .. } | Event::Arranged { seat, .. }
                        if self.session.with_untracked(|s| s.seat == Some(*seat)) =>
                    {
                        self.panel.set(Panel::None);
                    }
                    Event::MatchEnded { .. } => self.keep(),
                    _ => {}
                }
                if matches!(event, Event::DealEnded { .. }) {
                    self.show_scores();
                }
                let sentence = self.session.with_untracked(|s| news::sentence(s, event));
                if let Some(sentence) = sentence {
                    self.tell(sentence);
                }
            }
            Note::Changed(change) => {
                if matches!(change, Change::Gathering { .. }) {
                    LINK.with(|link| {
                        if let Link::Remote(remote) = &*link.borrow() {
                            remote.reveal();
                        }
                    });
                }
                let sentence = self.session.with_untracked(|s| news::change(s, change));
                if let Some(sentence) = sentence {
                    self.tell(sentence);
                }
            }
            Note::Presence(seat, present) => {
                self.tell(self.session.with_untracked(|s| news::presence(s, *seat, *present)));
            }
            Note::Refused(why) => {
                self.notice.set(Some(self.session.with_untracked(|s| news::refused(s, why))));
            }
            Note::Said(seat, phrase) => {
                self.tell(self.session.with_untracked(|s| news::said(s, *seat, *phrase)));
            }
            Note::Error(error) => self.notice.set(Some(news::error(error))),
            Note::Gap => LINK.with(|link| {
                if let Link::Remote(remote) = &mut *link.borrow_mut() {
                    remote.ask_for_all();
                }
            }),
        }
    }

    /// Lays the next of several selected cards off on the same meld, where that leaves nothing open.
    fn lay_next(self) {
        let Some(meld) = self.laying.get_untracked() else { return };
        if self.session.with_untracked(|s| s.sent.is_some()) {
            return;
        }
        self.laying.set(None);
        if !self.selected.with_untracked(Vec::is_empty) {
            crate::felt::to_meld(self, meld);
        }
    }

    /// Shows the score sheet, a moment after the last card has come to rest.
    fn show_scores(self) {
        browser::later(900, move || {
            let over = self.session.with_untracked(|s| {
                let phase = s.view.as_ref().map(|v| v.table.phase);
                matches!(phase, Some(Phase::DealOver { .. } | Phase::MatchOver))
            });
            if over && self.screen.get_untracked() == Screen::Table {
                self.overlay.set(Some(Overlay::Scores));
            }
        });
    }

    fn tell(self, sentence: String) {
        self.log.update(|log| {
            log.push(sentence);
            if log.len() > 200 {
                log.drain(..100);
            }
        });
    }

    /// Answers what needs no thought: offers after 'pass for this deal'.
    fn answer_by_itself(self) {
        if !self.pass_deal.get_untracked() {
            return;
        }
        let passes = self.session.with_untracked(|s| {
            s.asked() && s.view().is_some_and(|v| matches!(v.table.phase, Phase::Offers { .. }))
        });
        if passes {
            browser::later(150, move || {
                let still = self.session.with_untracked(|s| {
                    s.asked()
                        && s.view().is_some_and(|v| matches!(v.table.phase, Phase::Offers { .. }))
                });
                if still {
                    self.act(Action::Pass);
                }
            });
        }
    }

    /// In a table of this page: a bot answers after a moment.
    fn let_bots_think(self) {
        let thinks = LINK.with(|link| match &*link.borrow() {
            Link::Local(local) => local.thinking(),
            _ => false,
        });
        if !thinks {
            return;
        }
        let pace = self.settings.with_untracked(|s| s.pace);
        let wait = self.session.with_untracked(|s| news::pause(s, pace));
        let step = STEP.with(|step| {
            step.set(step.get() + 1);
            step.get()
        });
        browser::later(wait, move || {
            // Only one step at a time: an older timer finds another number.
            if STEP.with(Cell::get) != step {
                return;
            }
            let messages = LINK.with(|link| match &mut *link.borrow_mut() {
                Link::Local(local) => local.think(browser::now() as u64),
                _ => Vec::new(),
            });
            if messages.is_empty() {
                // An answer to a question that is not open any more: the next bot.
                self.let_bots_think();
            }
            self.receive(messages);
        });
    }

    /// Offers the record of the match as a file.
    pub(crate) fn save_record(self) {
        LINK.with(|link| match &*link.borrow() {
            Link::None => {}
            Link::Local(local) => {
                if let Some(text) = local.record() {
                    browser::download("match.upcard", &text);
                }
            }
            Link::Remote(remote) => remote.save_record(),
        });
    }

    /// Looks at the own view.
    pub(crate) fn with_view<T>(self, look: impl FnOnce(&View<'_>) -> T) -> Option<T> {
        self.session.with(|s| s.view().as_ref().map(look))
    }

    /// The selected cards.
    pub(crate) fn chosen(self) -> Vec<Held> {
        let ids = self.selected.get();
        self.hand.with(|hand| ids.iter().filter_map(|id| hand.get(*id)).collect())
    }

    /// The hand as it is shown, in groups.
    pub(crate) fn shown(self) -> Vec<Vec<Held>> {
        let sort = self.settings.with(|s| s.sort);
        self.session.with(|s| {
            let view = if sort == Sort::Melds { s.view() } else { None };
            self.hand.with(|hand| hand.shown(sort, view.as_ref()))
        })
    }
}
