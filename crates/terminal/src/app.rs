//! State of a table in a terminal: the client state, the user interface, and the table itself if it runs in
//! this process.

use std::sync::Arc;

use upcard_bots::{Budget, Cancelled, think};
use upcard_client::hint::Hint;
use upcard_client::prompt::{AnswerAction, Draft, Question};
use upcard_client::wire::{ClientMessage, Level, Pace, SetUp, Stage};
use upcard_client::{
    Controller, HandCard, LocalTable, Prompt, Session, Sort, StandingAnswers, SteadyPlanner,
    bot_delay, record_of, tr,
};
use upcard_engine::table::Phase;
use upcard_engine::{Action, Flaws, Library, OwnView, Rules, Seat, View};
use upcard_table::{BotRequest, Millis, RestoreError};

use crate::hits::Hit;
pub(crate) use crate::hits::Spot;
use crate::place::Place;
use crate::texts::Words;

/// Number of playouts per bot decision.
const PLAYOUTS: u32 = 24;

/// Computes a bot's answer from its view, level and seed, while it is wanted.
///
/// # Errors
///
/// When it is no longer wanted.
pub(crate) fn decide_while(
    view: &View<'_>,
    level: Level,
    number: u64,
    wanted: &dyn Fn() -> bool,
) -> Result<Action, Cancelled> {
    think(level, number, view, &Budget::Playouts(PLAYOUTS), wanted).map(|thought| thought.action)
}

/// Colouring of suits, in addition to their symbols.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Colours {
    /// No colours at all.
    None,
    /// Red and black.
    #[default]
    Two,
    /// A colour for each suit.
    Four,
}

/// Display settings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Looks {
    /// Colouring.
    pub colours: Colours,
    /// Suits as letters, for terminals without suit symbols.
    pub letters: bool,
    /// ASCII only; implies letters.
    pub ascii: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Focus {
    #[default]
    Hand,
    /// A spot on the table, by index.
    Spot(usize),
}

/// Sheet that covers the table.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Sheet {
    Rules,
    Scores,
    Hint(Box<Hint>),
    Keys,
    Log,
    /// The discard pile, from which a card can be taken with those above it.
    Discards,
    /// Standing answers to offers, and the pace.
    Preferences,
    /// Glossary entries that contain this query.
    Words(String),
}

/// An open sheet with its scroll position and the selected item, if it has items.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Open {
    pub(crate) sheet: Sheet,
    pub(crate) scroll: usize,
    pub(crate) at: usize,
}

/// Effect of an answer to a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Effect {
    /// Gives an answer of the prompt.
    AnswerAction(AnswerAction),
    /// Leaves the table.
    Quit,
}

/// A question with its answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Ask {
    pub(crate) question: String,
    pub(crate) answers: Vec<(String, Effect)>,
    pub(crate) at: usize,
}

/// A table in a terminal.
pub struct App {
    pub(crate) words: Words,
    pub(crate) looks: Looks,
    pub(crate) place: Place,
    pub(crate) play: Controller<Words>,
    pub(crate) sort: Sort,
    pub(crate) focus: Focus,
    /// Cursor position in the hand.
    pub(crate) at: usize,
    /// Cursor position in the focused slot or meld of a draft.
    pub(crate) within: usize,
    /// `true` if a draft was open at the last refresh.
    pub(crate) drafting: bool,
    pub(crate) sheet: Option<Open>,
    pub(crate) ask: Option<Ask>,
    pub(crate) pace: Pace,
    /// `true` if lines come from a script.
    scripted: bool,
    /// An action being typed.
    pub(crate) line: Option<String>,
    /// Height of the cut, per mille.
    pub(crate) cut: u16,
    /// Index of the card to draw from a hidden hand, from 0.
    pub(crate) pick: u8,
    /// The prompt, as of the last refresh.
    pub(crate) prompt: Prompt,
    /// Clickable areas of the last frame.
    pub(crate) hits: Vec<Hit>,
    /// `true` if the last frame had too little room for the table.
    pub(crate) too_small: bool,
    /// Total and visible number of lines of the open sheet, in the last frame.
    pub(crate) sheet_size: (usize, usize),
    now: Millis,
    done: bool,
}

impl App {
    /// Opens a new table, seats the person first and starts the match. All randomness derives from `seed`.
    ///
    /// # Errors
    /// Flaws of the rules.
    pub fn new(
        library: Arc<Library>,
        set_up: SetUp,
        name: &str,
        seed: [u8; 32],
        now: Millis,
    ) -> Result<App, Flaws> {
        let local = LocalTable::new(library.clone(), set_up, seed)?;
        let mut app = App::local_app(local, library, now);
        app.send(ClientMessage::Sit { seat: Some(Seat::at(0)), name: name.to_owned() });
        app.send(ClientMessage::Start);
        Ok(app)
    }

    /// Restores a saved table.
    ///
    /// # Errors
    /// Why its entries do not restore.
    pub fn resumed(
        library: Arc<Library>,
        entries: Vec<upcard_table::Entry>,
        seed: [u8; 32],
        now: Millis,
    ) -> Result<App, RestoreError> {
        let local = LocalTable::restore(library.clone(), entries, seed)?;
        let mut app = App::local_app(local, library, now);
        if app.play.session().covered() && app.play.session().in_match() {
            app.send(ClientMessage::TakeBack);
        }
        Ok(app)
    }

    fn local_app(mut local: LocalTable, library: Arc<Library>, now: Millis) -> App {
        let messages = local.connect(now);
        let mut app = App::with(Place::Local(Box::new(local)), library, now);
        app.receive(messages);
        app
    }

    pub(crate) fn with(place: Place, library: Arc<Library>, now: Millis) -> App {
        let play = Controller::new(
            Words::default(),
            Session::new(library, now),
            StandingAnswers::default(),
        );
        let play = match place {
            Place::Local(_) => play.private(),
            Place::Remote(_) => play,
        };
        App {
            words: Words::default(),
            looks: Looks::default(),
            place,
            play: play.with_planner(&SteadyPlanner),
            sort: Sort::default(),
            focus: Focus::Hand,
            at: 0,
            within: 0,
            drafting: false,
            sheet: None,
            ask: None,
            pace: Pace::Usual,
            scripted: false,
            line: None,
            cut: 500,
            pick: 0,
            prompt: Prompt::default(),
            hits: Vec::new(),
            too_small: false,
            sheet_size: (0, 0),
            now,
            done: false,
        }
    }

    /// Sets the display settings.
    pub fn set_looks(&mut self, looks: Looks) {
        self.looks = Looks { letters: looks.letters || looks.ascii, ..looks };
        let Looks { letters, ascii, .. } = self.looks;
        self.set_words(Words { letters, ascii, ..self.words });
    }

    /// Switches to typed lines, from a person or a script: texts do not mention keys then.
    pub(crate) fn set_line_mode(&mut self, scripted: bool) {
        self.scripted = scripted;
        self.set_words(Words { typed: true, ..self.words });
    }

    fn set_words(&mut self, words: Words) {
        self.words = words;
        *self.play.texts_mut() = words;
    }

    /// Sets the pace of the bots.
    pub fn set_pace(&mut self, pace: Pace) {
        self.pace = pace;
    }

    /// Returns `true` if the person has left the table.
    #[must_use]
    pub fn done(&self) -> bool {
        self.done
    }

    /// Returns `true` if the person has a seat.
    #[must_use]
    pub fn seated(&self) -> bool {
        self.play.session().seat.is_some()
    }

    /// The table as text, for saving; empty for a remote table.
    #[must_use]
    pub fn saved_text(&self) -> String {
        self.local().map(LocalTable::saved_text).unwrap_or_default()
    }

    fn local(&self) -> Option<&LocalTable> {
        match &self.place {
            Place::Local(local) => Some(local),
            Place::Remote(_) => None,
        }
    }

    /// Progress of the match: the number of deals begun, and the totals by seat, the person's first.
    #[must_use]
    pub fn standing(&self) -> (u8, Vec<i32>) {
        self.play.view().map_or_else(Default::default, |view| {
            (view.table.deals_begun(), view.table.scores().to_vec())
        })
    }

    /// Number of changes of the table; if it has grown, there is something to save.
    #[must_use]
    pub fn changes(&self) -> usize {
        self.local().map_or(0, |local| local.entries().len())
    }

    /// Number of the finished match at this table, from 1; `None` while it is not over.
    #[must_use]
    pub fn match_over(&self) -> Option<u32> {
        (self.play.session().stage == Stage::Over).then_some(self.play.session().number)
    }

    /// Record of the last match as text, once it is over.
    #[must_use]
    pub fn record(&self) -> Option<String> {
        record_of(self.play.session().library().clone(), self.local()?.entries())
    }

    /// Sets the current time, in milliseconds of any epoch.
    pub fn set_now(&mut self, now: Millis) {
        self.now = now;
    }

    /// Milliseconds to wait before asking the next bot; `None` if no bot is to act.
    #[must_use]
    pub fn pause(&self) -> Option<u32> {
        let asked = self.must_decide();
        let thinks = self.local().is_some_and(LocalTable::is_bot_turn);
        // Nobody watches a script; but if it has to act at the same time, it must get the time to answer.
        let hurries = self.scripted && self.pace == Pace::Fast && !asked;
        let pause = || bot_delay(self.play.session(), self.pace, asked, 0);
        thinks.then(|| if hurries { 0 } else { pause() })
    }

    /// Returns the next request to a bot.
    pub fn question(&mut self) -> Option<BotRequest> {
        match &mut self.place {
            Place::Local(local) => local.question(),
            Place::Remote(_) => None,
        }
    }

    /// Handles a bot's answer.
    pub fn answer(&mut self, seat: Seat, request: u64, action: Option<Action>) {
        if let Place::Local(local) = &mut self.place {
            let messages = local.answer(self.now, seat, request, action);
            self.receive(messages);
        }
    }

    /// Returns `true` if the person must decide, because no standing answer does.
    pub(crate) fn must_decide(&self) -> bool {
        self.play.needs_decision()
    }

    /// Returns the rules and the view of the match, once known.
    pub(crate) fn rules_and_view(&self) -> Option<(&Rules, &OwnView)> {
        let session = self.play.session();
        session.rules.as_deref().zip(session.view.as_ref())
    }

    /// Returns the hand as displayed, in groups, without cards in a draft.
    pub(crate) fn displayed_hand(&self) -> Vec<Vec<HandCard>> {
        self.play.shown(self.sort)
    }

    /// Returns `true` if the own seat is to act in such a phase.
    pub(crate) fn is_deciding_in(&self, is: impl Fn(Phase) -> bool) -> bool {
        self.play.session().must_decide()
            && self.play.view().is_some_and(|view| is(view.table.phase()))
    }

    pub(crate) fn open(&mut self, sheet: Sheet) {
        self.sheet = Some(Open { sheet, scroll: 0, at: 0 });
    }

    /// Reports that the match cannot be saved at present.
    pub(crate) fn report_unsaved(&mut self, why: &str) {
        let words = tr!("cannot-keep", &self.words, why = why);
        self.play.refuse(words);
    }

    pub(crate) fn leave(&mut self) {
        self.done = true;
    }

    /// Sends a message to the table, and folds the replies.
    pub(crate) fn send(&mut self, message: ClientMessage) {
        self.play.send(message);
        self.pass_on();
    }

    /// Sends the outbox, and shows a pending question.
    pub(crate) fn pass_on(&mut self) {
        for message in self.play.take_outbox() {
            match &mut self.place {
                Place::Local(local) => {
                    let answers = local.send(self.now, message);
                    self.receive(answers);
                }
                Place::Remote(remote) => remote.push(message),
            }
        }
        if let Some(ask) = self.play.take_confirmation() {
            let mut answers = ask.answers;
            // The default answer comes first, under the cursor.
            answers.sort_by_key(|(_, _, main)| !main);
            let answers =
                answers.into_iter().map(|(text, does, _)| (text, Effect::AnswerAction(does)));
            self.ask = Some(Ask { question: ask.question, answers: answers.collect(), at: 0 });
        }
        self.refresh();
    }

    /// Recomputes derived state.
    pub(crate) fn refresh(&mut self) {
        self.prompt = self.play.prompt();
        if self.awaits_seat() && matches!(self.prompt.question, Question::Watching(_)) {
            self.prompt.question = Question::Nothing;
        }
        let drafting = *self.play.draft() != Draft::None;
        if std::mem::replace(&mut self.drafting, drafting) != drafting {
            (self.focus, self.within) = (Focus::Hand, 0);
        }
        let cards: usize = self.displayed_hand().iter().map(Vec::len).sum();
        self.at = self.at.min(cards.saturating_sub(1));
        let spots = self.spots();
        if let Focus::Spot(at) = self.focus {
            match spots.len() {
                0 => self.focus = Focus::Hand,
                count => self.focus = Focus::Spot(at.min(count - 1)),
            }
        }
        let inside = match self.focused(&spots) {
            Some(spot) => self.cards_in(spot).len(),
            None => 0,
        };
        self.within = self.within.min(inside.saturating_sub(1));
    }

    /// Returns the spot that has the focus.
    pub(crate) fn focused(&self, spots: &[Spot]) -> Option<Spot> {
        match self.focus {
            Focus::Hand => None,
            Focus::Spot(at) => spots.get(at).copied(),
        }
    }
}
