//! The page's state.

mod heed;
mod link;

use std::sync::Arc;

use leptos::prelude::*;
pub(crate) use upcard_client::Draft as Panel;
use upcard_client::wire::SetUp;
use upcard_client::{Hand, Held, Log, Session, Sort};
use upcard_engine::{Action, Library, Seat, View};

use crate::settings::Settings;

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
    /// Whether to leave.
    Leave,
    /// Whether to give the seat up.
    GiveUp,
    /// What the host may do to a seat.
    Seat(Seat),
    /// The link that friends join by.
    Invite,
    /// The link that moves the own seat to another device.
    Device,
    /// Whether a new match is to take the place of the one that waits.
    Replace,
}

/// A question with its answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Ask {
    /// The question.
    pub(crate) question: String,
    /// The answers and what they do.
    pub(crate) answers: Vec<(String, Action)>,
}

/// The page's state; a handle that is copied freely.
#[derive(Clone, Copy)]
pub(crate) struct App {
    /// The screen.
    pub(crate) screen: RwSignal<Screen>,
    /// How much room the screen has.
    pub(crate) room: RwSignal<crate::room::Room>,
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
    /// How the record that was saved compares with what the page was shown; true where it is wrong.
    pub(crate) compared: RwSignal<Option<(String, bool)>>,
    /// The address at which a page that was too old is to be loaded again.
    pub(crate) again: RwSignal<Option<String>>,
    /// The sentences of the last batch, for screen readers.
    pub(crate) news: RwSignal<String>,
    /// The meld on which the selected cards are being laid off, one after the other.
    pub(crate) laying: RwSignal<Option<u16>>,
    /// What happened, in sentences, the latest last.
    pub(crate) log: RwSignal<Log>,
    /// Is the connection there?
    pub(crate) online: RwSignal<bool>,
    /// Offers are passed until the end of this deal.
    pub(crate) pass_deal: RwSignal<bool>,
    /// Are the texts of rule sheets there?
    pub(crate) sheet_texts: RwSignal<bool>,
    /// The link that friends join by.
    pub(crate) invite: RwSignal<Option<String>>,
    /// The place of the table that is shown, in the browser's history.
    pub(crate) place: RwSignal<Option<String>>,
    /// The person has just come to the table: a bot that covers gives the seat back.
    pub(crate) arriving: RwSignal<bool>,
    /// A match that is to begin in the place of the one that waits.
    pub(crate) wished: RwSignal<Option<SetUp>>,
}

impl App {
    /// The state at the start.
    pub(crate) fn new(library: Library) -> App {
        App {
            screen: RwSignal::new(Screen::Home),
            room: crate::room::watch(),
            overlay: RwSignal::new(None),
            settings: RwSignal::new(Settings::load()),
            session: RwSignal::new(Session::new(Arc::new(library), 1)),
            hand: RwSignal::default(),
            selected: RwSignal::default(),
            panel: RwSignal::default(),
            ask: RwSignal::default(),
            notice: RwSignal::default(),
            compared: RwSignal::default(),
            again: RwSignal::default(),
            news: RwSignal::default(),
            laying: RwSignal::default(),
            log: RwSignal::default(),
            online: RwSignal::new(true),
            pass_deal: RwSignal::new(false),
            sheet_texts: RwSignal::new(false),
            invite: RwSignal::default(),
            place: RwSignal::default(),
            arriving: RwSignal::default(),
            wished: RwSignal::default(),
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
