//! The state of a table in a terminal: what the client knows, what the person has before them, and the
//! table itself where it lies in this process.

use std::sync::Arc;

use upcard_bots::{Abandoned, Budget, think};
use upcard_client::hint::Hint;
use upcard_client::prompt::{Does, Draft, Question};
use upcard_client::wire::{ClientMessage, Level, Pace, SetUp, Stage};
use upcard_client::{
    Controller, Held, Local, Prompt, Session, Sort, Standing, Steadily, bot_pause, record_of, tr,
};
use upcard_engine::table::Phase;
use upcard_engine::{Action, Flaws, Library, OwnView, Rules, Seat, View};
use upcard_table::{Millis, RestoreError, Think};

use crate::hits::Hit;
pub(crate) use crate::hits::Spot;
use crate::place::Place;
use crate::texts::Words;

/// How many playouts a thinking bot makes.
const PLAYOUTS: u32 = 24;

/// A bot's answer as long as somebody waits for it: what it sees, its level, a number of its own.
///
/// # Errors
///
/// When nobody does any more.
pub(crate) fn decide_while(
    view: &View<'_>,
    level: Level,
    number: u64,
    wanted: &dyn Fn() -> bool,
) -> Result<Action, Abandoned> {
    think(level, number, view, &Budget::Playouts(PLAYOUTS), wanted).map(|thought| thought.action)
}

/// How suits are told apart beside their signs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Colours {
    /// Not at all: nothing is coloured.
    None,
    /// Red and black.
    #[default]
    Two,
    /// Each suit has its own.
    Four,
}

/// How the table looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Looks {
    /// The colours.
    pub colours: Colours,
    /// Suits as letters, where a terminal has no signs for them.
    pub letters: bool,
    /// No sign that is not in ASCII; suits are letters then.
    pub ascii: bool,
}

/// Where the keys go.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Focus {
    /// The hand.
    #[default]
    Hand,
    /// A place on the table, by its number.
    Spot(usize),
}

/// What lies over the table.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Sheet {
    /// The rule sheet.
    Rules,
    /// The score sheet.
    Scores,
    /// A hint.
    Hint(Box<Hint>),
    /// The keys.
    Keys,
    /// What has happened.
    Log,
    /// The discards, one of which can be taken with those above it.
    Discards,
    /// Standing answers to offers, and the pace.
    Comfort,
    /// The words of the card table in which this occurs.
    Words(String),
}

/// A sheet with how far it is scrolled and the line that is chosen, where lines can be.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Open {
    pub(crate) sheet: Sheet,
    pub(crate) scroll: usize,
    pub(crate) at: usize,
}

/// What the answer to a question does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Then {
    /// What an answer of the prompt does.
    Does(Does),
    /// Leaves the table.
    Quit,
}

/// A question with its answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Ask {
    pub(crate) question: String,
    pub(crate) answers: Vec<(String, Then)>,
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
    /// The place of the cursor in the hand.
    pub(crate) at: usize,
    /// Its place in the slot or the meld of a draft that has the focus.
    pub(crate) within: usize,
    /// Was something being put together when it was looked last?
    pub(crate) drafting: bool,
    pub(crate) sheet: Option<Open>,
    pub(crate) ask: Option<Ask>,
    pub(crate) pace: Pace,
    /// Do lines come from a script?
    scripted: bool,
    /// An action that is being typed.
    pub(crate) line: Option<String>,
    /// How high the pack is cut, per mille.
    pub(crate) cut: u16,
    /// The place of the card that is drawn from a hidden hand, from 0.
    pub(crate) pick: u8,
    /// What is asked, as it was when it was looked last.
    pub(crate) prompt: Prompt,
    /// What lies where on the screen, as it was drawn last.
    pub(crate) hits: Vec<Hit>,
    /// Was there too little room for the table when it was drawn last?
    pub(crate) too_small: bool,
    /// How many lines the sheet that is open has, and how many of them are seen, as it was drawn last.
    pub(crate) sheet_size: (usize, usize),
    now: Millis,
    done: bool,
}

impl App {
    /// A new table: the person sits in the first seat and the match begins. `seed` is all its chance.
    ///
    /// # Errors
    /// What is wrong with the rules.
    pub fn new(
        library: Arc<Library>,
        set_up: SetUp,
        name: &str,
        seed: [u8; 32],
        now: Millis,
    ) -> Result<App, Flaws> {
        let local = Local::new(library.clone(), set_up, seed)?;
        let mut app = App::here(local, library, now);
        app.send(ClientMessage::Sit { seat: Some(Seat::at(0)), name: name.to_owned() });
        app.send(ClientMessage::Start);
        Ok(app)
    }

    /// A table that was kept, to go on with.
    ///
    /// # Errors
    /// Why its entries make no table.
    pub fn resumed(
        library: Arc<Library>,
        entries: Vec<upcard_table::Entry>,
        seed: [u8; 32],
        now: Millis,
    ) -> Result<App, RestoreError> {
        let local = Local::restore(library.clone(), entries, seed)?;
        let mut app = App::here(local, library, now);
        if app.play.session().covered() && app.play.session().in_match() {
            app.send(ClientMessage::TakeBack);
        }
        Ok(app)
    }

    fn here(mut local: Local, library: Arc<Library>, now: Millis) -> App {
        let messages = local.connect(now);
        let mut app = App::with(Place::Here(Box::new(local)), library, now);
        app.receive(messages);
        app
    }

    pub(crate) fn with(place: Place, library: Arc<Library>, now: Millis) -> App {
        let play =
            Controller::new(Words::default(), Session::new(library, now), Standing::default());
        let play = match place {
            Place::Here(_) => play.alone(),
            Place::Afar(_) => play,
        };
        App {
            words: Words::default(),
            looks: Looks::default(),
            place,
            play: play.planned_by(&Steadily),
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

    /// Chooses how the table looks.
    pub fn set_looks(&mut self, looks: Looks) {
        self.looks = Looks { letters: looks.letters || looks.ascii, ..looks };
        let Looks { letters, ascii, .. } = self.looks;
        self.say_in(Words { letters, ascii, ..self.words });
    }

    /// What is done is typed from now on, by a person or by a script: no words speak of keys.
    pub(crate) fn is_typed(&mut self, scripted: bool) {
        self.scripted = scripted;
        self.say_in(Words { typed: true, ..self.words });
    }

    fn say_in(&mut self, words: Words) {
        self.words = words;
        *self.play.texts_mut() = words;
    }

    /// Chooses how fast the bots play.
    pub fn set_pace(&mut self, pace: Pace) {
        self.pace = pace;
    }

    /// Has the person left the table?
    #[must_use]
    pub fn done(&self) -> bool {
        self.done
    }

    /// Has the person a seat?
    #[must_use]
    pub fn seated(&self) -> bool {
        self.play.session().seat.is_some()
    }

    /// The table as text, to be kept; empty where a server keeps it.
    #[must_use]
    pub fn kept(&self) -> String {
        self.local().map(Local::kept).unwrap_or_default()
    }

    fn local(&self) -> Option<&Local> {
        match &self.place {
            Place::Here(local) => Some(local),
            Place::Afar(_) => None,
        }
    }

    /// How far the match is: how many deals have begun, and the totals by seat, the person's first.
    #[must_use]
    pub fn standing(&self) -> (u8, Vec<i32>) {
        self.play.view().map_or_else(Default::default, |view| {
            (view.table.deals_begun(), view.table.scores().to_vec())
        })
    }

    /// How many changes of the table there were: where there are more, there is more to keep.
    #[must_use]
    pub fn changes(&self) -> usize {
        self.local().map_or(0, |local| local.entries().len())
    }

    /// The number of the match at this table, from 1, where it is over.
    #[must_use]
    pub fn match_over(&self) -> Option<u32> {
        (self.play.session().stage == Stage::Over).then_some(self.play.session().number)
    }

    /// The record of the match that was played last, as text, once it is over.
    #[must_use]
    pub fn record(&self) -> Option<String> {
        record_of(self.play.session().library().clone(), self.local()?.entries())
    }

    /// Tells the time, in milliseconds since whenever.
    pub fn set_now(&mut self, now: Millis) {
        self.now = now;
    }

    /// How many milliseconds to wait before the next bot is asked; none where none is.
    #[must_use]
    pub fn pause(&self) -> Option<u32> {
        let asked = self.asked();
        let thinks = self.local().is_some_and(Local::thinking);
        // Nobody watches a script; but where it is asked, too, it must have had the time to answer.
        let hurries = self.scripted && self.pace == Pace::Fast && !asked;
        let pause = || bot_pause(self.play.session(), self.pace, asked, 0);
        thinks.then(|| if hurries { 0 } else { pause() })
    }

    /// What the next bot is asked.
    pub fn question(&mut self) -> Option<Think> {
        match &mut self.place {
            Place::Here(local) => local.question(),
            Place::Afar(_) => None,
        }
    }

    /// Takes a bot's answer.
    pub fn answer(&mut self, seat: Seat, request: u64, action: Option<Action>) {
        if let Place::Here(local) = &mut self.place {
            let messages = local.answer(self.now, seat, request, action);
            self.receive(messages);
        }
    }

    /// Is the person asked something that no standing answer settles?
    pub(crate) fn asked(&self) -> bool {
        self.play.needed()
    }

    /// The rules and what is seen of the match, once it is there.
    pub(crate) fn known(&self) -> Option<(&Rules, &OwnView)> {
        let session = self.play.session();
        session.rules.as_deref().zip(session.view.as_ref())
    }

    /// The hand as it is shown, in groups, without what lies in a draft.
    pub(crate) fn shown(&self) -> Vec<Vec<Held>> {
        self.play.shown(self.sort)
    }

    /// Is the own seat asked in this phase?
    pub(crate) fn asked_in(&self, is: impl Fn(Phase) -> bool) -> bool {
        self.play.session().asked() && self.play.view().is_some_and(|view| is(view.table.phase()))
    }

    pub(crate) fn open(&mut self, sheet: Sheet) {
        self.sheet = Some(Open { sheet, scroll: 0, at: 0 });
    }

    /// Says why the match cannot be kept at present.
    pub(crate) fn cannot_keep(&mut self, why: &str) {
        let words = tr!("cannot-keep", &self.words, why = why);
        self.play.refuse(words);
    }

    pub(crate) fn leave(&mut self) {
        self.done = true;
    }

    /// Sends a message to the table, and folds what it says.
    pub(crate) fn send(&mut self, message: ClientMessage) {
        self.play.send(message);
        self.pass_on();
    }

    /// Sends what is to be sent, and takes over what is asked.
    pub(crate) fn pass_on(&mut self) {
        for message in self.play.take_outbox() {
            match &mut self.place {
                Place::Here(local) => {
                    let answers = local.send(self.now, message);
                    self.receive(answers);
                }
                Place::Afar(afar) => afar.push(message),
            }
        }
        if let Some(ask) = self.play.take_ask() {
            let mut answers = ask.answers;
            // What most people will want is under the cursor.
            answers.sort_by_key(|(_, _, main)| !main);
            let answers = answers.into_iter().map(|(text, does, _)| (text, Then::Does(does)));
            self.ask = Some(Ask { question: ask.question, answers: answers.collect(), at: 0 });
        }
        self.refresh();
    }

    /// Works out what follows from the state.
    pub(crate) fn refresh(&mut self) {
        self.prompt = self.play.prompt();
        if self.awaits_seat() && matches!(self.prompt.question, Question::Watching(_)) {
            self.prompt.question = Question::Nothing;
        }
        let drafting = *self.play.draft() != Draft::None;
        if std::mem::replace(&mut self.drafting, drafting) != drafting {
            (self.focus, self.within) = (Focus::Hand, 0);
        }
        let cards: usize = self.shown().iter().map(Vec::len).sum();
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

    /// The place on the table that has the focus.
    pub(crate) fn focused(&self, spots: &[Spot]) -> Option<Spot> {
        match self.focus {
            Focus::Hand => None,
            Focus::Spot(at) => spots.get(at).copied(),
        }
    }
}
