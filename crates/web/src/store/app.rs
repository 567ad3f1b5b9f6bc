//! The page's state, and what may be done to it.

use std::sync::Arc;

use leptos::prelude::*;
use upcard_client::coach::Taught;
use upcard_client::prompt::{Does, can_lay_down};
use upcard_client::wire::{Phrase, SetUp};
use upcard_client::{
    Draft as Panel, Hand, Held, LayDownDraft, Log, Reply, Session, Sort, Standing, Targets,
    throws_away_a_lay_down,
};
use upcard_engine::{Action, Library, MeldId, Seat, View};

use super::kept;
use crate::browser;
use crate::later::Second;
use crate::memo::memo;
use crate::room::{self, Room};
use crate::screens::{Overlay, Screen};
use crate::settings::Settings;
use crate::text::tr;

/// A phrase that somebody has just sent, shown at their tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bubble {
    /// Whose.
    pub(crate) seat: Seat,
    /// What.
    pub(crate) phrase: Phrase,
    /// Tells one from the next.
    number: u32,
}

/// How long it is shown, in milliseconds.
const BUBBLE: u32 = 3_000;

/// The same of what happens to all.
const TOAST: u32 = 4_000;

/// A question with its answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Ask {
    /// The question.
    pub(crate) question: String,
    /// The answers, what they do, and whether most people will want it.
    pub(crate) answers: Vec<(String, Does, bool)>,
}

/// The cards of the hand with these ids.
fn held(hand: &Hand, ids: &[u32]) -> Vec<Held> {
    ids.iter().filter_map(|id| hand.get(*id)).collect()
}

/// The page's state; a handle that is copied freely.
#[derive(Clone, Copy)]
pub(crate) struct App {
    /// The screen.
    pub(crate) screen: RwSignal<Screen>,
    /// How much room the screen has.
    pub(crate) room: RwSignal<Room>,
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
    /// A sentence that is read before all else, until the next move.
    pub(crate) notice: RwSignal<Option<String>>,
    /// Does it say why something was not done?
    pub(crate) is_refusal: RwSignal<bool>,
    /// How the record that was saved compares with what the page was shown; true where it is wrong.
    pub(crate) compared: RwSignal<Option<(String, bool)>>,
    /// The address at which a page that was too old is to be loaded again.
    pub(crate) again: RwSignal<Option<String>>,
    /// The sentences of the last batch, for screen readers.
    pub(crate) news: RwSignal<String>,
    /// The meld on which the selected cards are being laid off, one after the other.
    pub(crate) laying: RwSignal<Option<MeldId>>,
    /// What happened, in sentences, the latest last.
    pub(crate) log: RwSignal<Log>,
    /// Is the connection there?
    pub(crate) online: RwSignal<bool>,
    /// Standing answers to offers.
    pub(crate) standing: RwSignal<Standing>,
    /// What they make of the offer that is open.
    pub(crate) reply: Memo<Reply>,
    /// Does the hand hold something that may be laid down now?
    pub(crate) can_lay: Memo<bool>,
    /// Where the selected cards may go.
    pub(crate) targets: Memo<Targets>,
    /// The lay-down that was put together last; it is there again when it is opened again.
    pub(crate) prepared: RwSignal<LayDownDraft>,
    /// The decision in which a discard was asked about.
    pub(crate) asked_twice: RwSignal<Option<u32>>,
    /// What the coach has said.
    pub(crate) taught: RwSignal<Taught>,
    /// The person is asked and has done nothing for long.
    pub(crate) nudged: RwSignal<bool>,
    /// Are the texts of rule sheets there?
    pub(crate) sheet_texts: RwSignal<Second>,
    /// The link that friends join by.
    pub(crate) invite: RwSignal<Option<String>>,
    /// The place of the table that is shown, in the browser's history.
    pub(crate) place: RwSignal<Option<String>>,
    /// The person has just come to the table: a bot that covers gives the seat back.
    pub(crate) arriving: RwSignal<bool>,
    /// A match that is to begin in the place of the one that waits.
    pub(crate) requested: RwSignal<Option<SetUp>>,
    /// The game whose table is being set up, with its variations.
    pub(crate) chosen: RwSignal<Option<String>>,
    /// The phrases that were just sent.
    pub(crate) bubbles: RwSignal<Vec<Bubble>>,
    /// This person has made the table and is to sit down at it.
    pub(crate) hosting: RwSignal<bool>,
    /// What has just happened that everybody should see, in large letters.
    pub(crate) toast: RwSignal<Option<String>>,
    /// Counts what was refused, so that each time is seen.
    pub(crate) refusals: RwSignal<u32>,
    /// How far the second part of the program is.
    pub(crate) second: RwSignal<Second>,
}

impl App {
    /// The state at the start.
    pub(crate) fn new(library: Library) -> App {
        let session = RwSignal::new(Session::new(Arc::new(library), 1));
        let (hand, selected) = (RwSignal::<Hand>::default(), RwSignal::<Vec<u32>>::default());
        let standing = RwSignal::new(kept::standing());
        let reply = memo(move || {
            let reply = |s: &Session| s.view().map(|view| standing.with(|own| own.reply(&view)));
            session.with(reply).unwrap_or(Reply::Ask)
        });
        let can_lay =
            memo(move || session.with(|s| s.view().is_some_and(|view| can_lay_down(&view))));
        let targets = memo(move || {
            let chosen = selected.with(|ids| hand.with(|hand| held(hand, ids)));
            session.with(|s| s.view().map(|view| Targets::of(&view, &chosen))).unwrap_or_default()
        });
        App {
            screen: RwSignal::new(Screen::Home),
            room: room::watch(),
            overlay: RwSignal::new(None),
            settings: RwSignal::new(Settings::load()),
            session,
            hand,
            selected,
            panel: RwSignal::default(),
            ask: RwSignal::default(),
            notice: RwSignal::default(),
            is_refusal: RwSignal::default(),
            compared: RwSignal::default(),
            again: RwSignal::default(),
            news: RwSignal::default(),
            laying: RwSignal::default(),
            log: RwSignal::default(),
            online: RwSignal::new(true),
            standing,
            reply,
            can_lay,
            targets,
            prepared: RwSignal::default(),
            asked_twice: RwSignal::default(),
            taught: RwSignal::new(kept::taught()),
            nudged: RwSignal::new(false),
            sheet_texts: RwSignal::default(),
            invite: RwSignal::default(),
            place: RwSignal::default(),
            arriving: RwSignal::default(),
            requested: RwSignal::default(),
            chosen: RwSignal::default(),
            bubbles: RwSignal::default(),
            hosting: RwSignal::default(),
            toast: RwSignal::default(),
            refusals: RwSignal::default(),
            second: RwSignal::default(),
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

    /// Makes a move. It was judged where it was offered; the table judges it once more.
    pub(crate) fn act(self, action: Action) {
        self.notice.set(None);
        self.ask.set(None);
        let message = self.session.try_update(|s| s.act(&action)).flatten();
        if let Some(message) = message {
            self.send(message);
        }
    }

    /// Notes what was taught, and keeps it.
    pub(crate) fn set_taught(self, taught: Taught) {
        self.taught.set(taught);
        kept::keep_taught(taught);
    }

    /// Shows what this person should know now.
    pub(crate) fn inform(self, what: String) {
        self.notice.set(Some(what));
        self.is_refusal.set(false);
    }

    /// Shows why something was not done; the line shakes a little, so that it is noticed.
    pub(crate) fn refuse(self, why: String) {
        self.notice.set(Some(why));
        self.is_refusal.set(true);
        self.refusals.update(|count| *count += 1);
    }

    /// Shows for a moment, in large letters, what has happened. It is announced with the news.
    pub(crate) fn proclaim(self, text: String) {
        self.toast.set(Some(text.clone()));
        browser::later(TOAST, move || {
            if self.toast.with_untracked(|shown| shown.as_ref() == Some(&text)) {
                self.toast.set(None);
            }
        });
    }

    /// Shows a phrase for a moment.
    pub(crate) fn show_phrase(self, seat: Seat, phrase: Phrase) {
        let number =
            self.bubbles.with_untracked(|all| all.last().map_or(0, |last| last.number + 1));
        self.bubbles.update(|all| {
            all.retain(|bubble| bubble.seat != seat);
            all.push(Bubble { seat, phrase, number });
        });
        browser::later(BUBBLE, move || {
            let gone = move |bubble: &Bubble| bubble.seat == seat && bubble.number == number;
            if self.bubbles.with_untracked(|all| all.iter().any(gone)) {
                self.bubbles.update(|all| all.retain(|bubble| !gone(bubble)));
            }
        });
    }

    /// Looks at the own view.
    pub(crate) fn with_view<T>(self, look: impl FnOnce(&View<'_>) -> T) -> Option<T> {
        self.session.with(|s| s.view().as_ref().map(look))
    }

    /// The selected cards.
    pub(crate) fn chosen(self) -> Vec<Held> {
        self.selected.with(|ids| self.hand.with(|hand| held(hand, ids)))
    }

    /// Makes a move of the person's, unless it is one that is worth a question first.
    pub(crate) fn play_move(self, action: Action) {
        let now =
            self.session.with_untracked(|s| s.view.as_ref().map(|view| view.table.decision()));
        let lies_ready = self.can_lay.get_untracked();
        let asks = self.settings.with_untracked(|s| s.ask_discard)
            && self.asked_twice.get_untracked() != now
            && self.session.with_untracked(|s| {
                s.view().is_some_and(|v| throws_away_a_lay_down(&v, &action, lies_ready))
            });
        if asks {
            self.asked_twice.set(now);
            let answers = vec![
                (tr!("discard-anyway"), Does::Act(action), false),
                (tr!("go-down"), Does::Propose { free: false }, true),
            ];
            self.ask.set(Some(Ask { question: tr!("ask-discard"), answers }));
            return;
        }
        if self.session.with_untracked(Session::is_offer) {
            self.answered_by_hand(&action);
        }
        self.act(action);
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
