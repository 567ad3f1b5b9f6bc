//! The page's state, and what the parts of the page may look at and ask for.

use std::sync::Arc;

use leptos::prelude::*;
use upcard_cards::Cards;
use upcard_client::coach::Taught;
use upcard_client::following::SheetLink;
use upcard_client::house_rules::HouseRules;
use upcard_client::layout::Room;
use upcard_client::prompt::LayDown;
use upcard_client::wire::{ClientMessage, Phrase, Stage};
use upcard_client::{
    Around, Ask, Changed, Controller, Draft, Hand, Held, Log, Notice, Plan, Prompt, Session,
    Standing, Targets,
};
use upcard_engine::{Library, Seat, View};

use super::kept;
use super::look::{Look, Play, Seen};
use crate::browser;
use crate::bundles::{Bundles, Second};
use crate::room;
use crate::screens::{Looked, Overlay, Screen};
use crate::settings::Settings;
use crate::text::Page;

/// A phrase that somebody has just sent, shown at their tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bubble {
    /// Whose.
    pub(crate) seat: Seat,
    pub(crate) phrase: Phrase,
    /// Tells one from the next.
    number: u32,
}

/// A line about people, which stays until it is read or for some seconds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PeopleNews {
    /// What happened.
    pub(crate) text: String,
    /// Does it speak of what the play so far tells more of?
    pub(crate) story: bool,
    /// Tells one from the next.
    pub(crate) number: u32,
}

/// How long such a line stays, in milliseconds, …
const PEOPLE: u32 = 5_000;

/// … and how many there are at the most; the oldest goes.
const PEOPLE_MOST: usize = 3;

/// How long it is shown, in milliseconds.
const BUBBLE: u32 = 3_000;

/// The same of what happens to all.
const TOAST: u32 = 4_000;

/// What of the controller has changed: each is set when its part has.
#[derive(Clone, Copy)]
struct Parts {
    session: RwSignal<()>,
    hand: RwSignal<()>,
    selected: RwSignal<()>,
    draft: RwSignal<()>,
    ask: RwSignal<()>,
    notice: RwSignal<()>,
    log: RwSignal<()>,
    standing: RwSignal<()>,
}

impl Parts {
    fn new() -> Parts {
        let part = || RwSignal::new(());
        Parts {
            session: part(),
            hand: part(),
            selected: part(),
            draft: part(),
            ask: part(),
            notice: part(),
            log: part(),
            standing: part(),
        }
    }
}

/// The page's state; a handle that is copied freely.
#[derive(Clone, Copy)]
pub(crate) struct App {
    /// The match.
    pub(super) play: Play,
    parts: Parts,
    pub(super) screen: RwSignal<Screen>,
    /// How much room the screen has.
    room: RwSignal<Room>,
    /// What lies over it.
    pub(super) overlay: RwSignal<Option<Overlay>>,
    pub(super) settings: RwSignal<Settings>,
    pub(super) compared: RwSignal<Option<(String, bool)>>,
    pub(super) again: RwSignal<Option<String>>,
    pub(super) news: RwSignal<String>,
    pub(super) online: RwSignal<bool>,
    taught: RwSignal<Taught>,
    pub(super) nudged: RwSignal<bool>,
    /// Are the texts of rule sheets there?
    sheet_texts: RwSignal<Second>,
    pub(super) invite: RwSignal<Option<String>>,
    pub(super) place: RwSignal<Option<String>>,
    /// The person has just come to the table: a bot that covers gives the seat back.
    pub(super) arriving: RwSignal<bool>,
    chosen: RwSignal<Option<HouseRules>>,
    bubbles: RwSignal<Vec<Bubble>>,
    /// This person has made the table and is to sit down at it.
    pub(super) hosting: RwSignal<bool>,
    /// Who is to deal first at the table that this person hosts.
    dealer_to_be: RwSignal<Option<String>>,
    pub(super) toast: RwSignal<Option<String>>,
    /// How far the later parts of the program are.
    pub(super) second: Bundles,
    people_news: RwSignal<Vec<PeopleNews>>,
    /// After a match: is the place between matches shown, and not its last cards?
    lobby: RwSignal<bool>,
    pub(super) looked: RwSignal<Option<Looked>>,
    /// The score sheet of others that is to be opened.
    sheet: RwSignal<Option<SheetLink>>,
    pub(super) around: RwSignal<Option<Around>>,
    /// Who takes what is said to the table, where that is a lesson's.
    pub(super) sink: Option<Callback<ClientMessage>>,
}

/// What is looked at of the page's own state, by the name of its field.
macro_rules! seen {
    ($($(#[$doc:meta])* $name:ident: $type:ty = $field:ident;)+) => { impl App { $(
        $(#[$doc])*
        pub(crate) fn $name(self) -> Seen<$type> {
            Seen::of(self.$field)
        }
    )+ } };
}

/// What is looked at of the match: a part of the controller, and which change of it is told.
macro_rules! looks {
    ($($(#[$doc:meta])* $name:ident: $type:ty = $part:ident on $changed:ident;)+) => { impl App { $(
        $(#[$doc])*
        pub(crate) fn $name(self) -> Look<$type> {
            Look { play: self.play, changed: self.parts.$changed, part: Controller::$part }
        }
    )+ } };
}

seen! {
    /// The match that is looked at again.
    looked: Option<Looked> = looked;
    /// The screen.
    screen: Screen = screen;
    /// How much room it has.
    room: Room = room;
    /// What lies over the screen.
    overlay: Option<Overlay> = overlay;
    /// The settings.
    settings: Settings = settings;
    /// How the record that was saved compares with what the page was shown; true where it is wrong.
    compared: Option<(String, bool)> = compared;
    /// The address at which a page that was too old is to be loaded again.
    again: Option<String> = again;
    /// The sentences of the last batch, for screen readers.
    news: String = news;
    /// Is the connection there?
    online: bool = online;
    /// What the coach has said.
    taught: Taught = taught;
    /// The person is asked and has done nothing for long.
    nudged: bool = nudged;
    /// The link that friends join by.
    invite: Option<String> = invite;
    /// The place of the table that is shown, in the browser's history.
    place: Option<String> = place;
    /// The game whose table is being set up, with its house rules.
    chosen_rules: Option<HouseRules> = chosen;
    /// The phrases that were just sent.
    bubbles: Vec<Bubble> = bubbles;
    /// Has this person made the table and is to sit down at it?
    hosting: bool = hosting;
    /// Who is to deal first at the table that this person hosts.
    dealer_to_be: Option<String> = dealer_to_be;
    /// What has just happened that everybody should see, in large letters.
    toast: Option<String> = toast;
    /// After a match: is the place between matches shown?
    in_lobby: bool = lobby;
    /// What has just happened to people.
    people_news: Vec<PeopleNews> = people_news;
    /// The people who share this device at its table.
    around: Option<Around> = around;
}

looks! {
    /// What is known of the table.
    session: Session = session on session;
    /// The own hand in its order.
    hand: Hand = hand on hand;
    /// The ids of the selected cards.
    selected: Vec<u32> = selected on selected;
    /// Where they may go.
    targets: Targets = targets on selected;
    /// What is being put together.
    draft: Draft = draft on draft;
    /// The question that is open.
    question: Option<Ask> = ask on ask;
    /// A sentence that is read before all else, until the next move.
    notice: Option<Notice> = notice on notice;
    /// What happened, in sentences, the latest last.
    log: Log = log on log;
    /// Standing answers to offers.
    standing: Standing = standing on standing;
    /// Does the hand hold something that may be laid down now, and is it advised?
    lay_down: LayDown = lay_down on session;
    /// The plan of the hand.
    plan: Plan = plan on hand;
}

impl App {
    /// The state at the start.
    pub(crate) fn new(library: Library) -> App {
        let session = Session::new(Arc::new(library), 1);
        App {
            play: StoredValue::new(Controller::new(Page, session, kept::standing()).card_by_card()),
            parts: Parts::new(),
            screen: RwSignal::new(Screen::Home),
            room: room::watch(),
            overlay: RwSignal::new(None),
            settings: RwSignal::new(Settings::load()),
            compared: RwSignal::default(),
            again: RwSignal::default(),
            news: RwSignal::default(),
            online: RwSignal::new(true),
            taught: RwSignal::new(kept::taught()),
            nudged: RwSignal::new(false),
            sheet_texts: RwSignal::default(),
            invite: RwSignal::default(),
            place: RwSignal::default(),
            arriving: RwSignal::default(),
            chosen: RwSignal::default(),
            bubbles: RwSignal::default(),
            hosting: RwSignal::default(),
            dealer_to_be: RwSignal::default(),
            toast: RwSignal::default(),
            second: Bundles::default(),
            people_news: RwSignal::default(),
            lobby: RwSignal::default(),
            looked: RwSignal::default(),
            sheet: RwSignal::default(),
            around: RwSignal::default(),
            sink: None,
        }
    }

    /// The same page with another match in the place of its own, and nothing else of that.
    pub(super) fn with_play(self, play: Play) -> App {
        App {
            play,
            parts: Parts::new(),
            overlay: RwSignal::default(),
            news: RwSignal::default(),
            invite: RwSignal::default(),
            bubbles: RwSignal::default(),
            toast: RwSignal::default(),
            people_news: RwSignal::default(),
            ..self
        }
    }

    /// Opens a score sheet that others keep.
    pub(crate) fn follow_sheet(self, link: SheetLink) {
        self.sheet.set(Some(link));
        self.show(Overlay::Score);
    }

    /// The one that is to be opened, once.
    pub(crate) fn take_sheet(self) -> Option<SheetLink> {
        self.sheet.write_untracked().take()
    }

    /// The state, from anywhere in the page.
    pub(crate) fn get() -> App {
        expect_context::<App>()
    }

    /// The same as text.
    pub(crate) fn notice_text(self) -> Option<String> {
        self.notice().with(|notice| notice.as_ref().map(|notice| notice.text.clone()))
    }

    /// Counts what was refused, so that each time is seen.
    pub(crate) fn refusals(self) -> u32 {
        self.parts.notice.track();
        self.play.with_value(Controller::refusals)
    }

    /// The decision that is open, and what the hand holds: what is said of them holds as long as they do.
    pub(crate) fn moment(self) -> (Option<u32>, Option<Cards>) {
        self.session().with(|s| s.view.as_ref().map(|own| (own.table.decision(), own.hand))).unzip()
    }

    /// What is asked, and the answers.
    pub(crate) fn prompt(self) -> Prompt {
        self.parts.session.track();
        self.parts.selected.track();
        self.parts.draft.track();
        self.play.with_value(Controller::prompt)
    }

    /// Is the person asked something that no standing answer settles?
    pub(crate) fn needed(self) -> bool {
        self.play.with_value(Controller::needed)
    }

    /// The hand in groups, without what lies in a draft.
    pub(crate) fn shown(self) -> Vec<Vec<Held>> {
        self.parts.session.track();
        self.parts.hand.track();
        self.parts.draft.track();
        let sort = self.settings.with(|settings| settings.sort);
        self.play.with_value(|play| play.shown(sort))
    }

    pub(crate) fn with_view<T>(self, look: impl FnOnce(&View<'_>) -> T) -> Option<T> {
        self.session().with(|s| s.view().as_ref().map(look))
    }

    /// The known games.
    pub(crate) fn library(self) -> Arc<Library> {
        self.session().with_untracked(|s| s.library().clone())
    }

    /// Cards have another size: looks at the room again.
    pub(crate) fn look_at_room(self) {
        room::look_again(self.room);
    }

    /// How far the later parts of the program are; who asks for one moves it on.
    pub(crate) fn second(self) -> Bundles {
        self.second
    }

    /// The same of the texts of rule sheets.
    pub(crate) fn sheet_texts(self) -> RwSignal<Second> {
        self.sheet_texts
    }

    /// Shows another screen.
    pub(crate) fn set_screen(self, screen: Screen) {
        self.screen.set(screen);
    }

    /// Shows something over the screen.
    pub(crate) fn show(self, overlay: Overlay) {
        // The way back closes it, over the first screen as well.
        if self.screen.get_untracked() == Screen::Home && !browser::is_above_home() {
            browser::push_place("/");
        }
        self.overlay.set(Some(overlay));
    }

    /// Closes it as the person asked for: over the first screen that is a step back.
    pub(crate) fn dismiss(self) {
        if self.back_from_replay() {
            return;
        }
        self.close_sheet();
        if self.screen.get_untracked() == Screen::Home && browser::is_above_home() {
            browser::step_back();
        }
    }

    /// Closes what lies over the screen. After the standings of a match with others comes the place between
    /// matches.
    pub(crate) fn close_sheet(self) {
        if self.overlay.get_untracked() == Some(Overlay::Scores)
            && self.invite.with_untracked(Option::is_some)
            && self.session().with_untracked(|s| s.stage == Stage::Over)
        {
            self.lobby.set(true);
        }
        self.overlay.set(None);
    }

    /// Whoever has played nothing here has no last cards to look at.
    pub(super) fn enter_lobby(self) {
        self.lobby.set(true);
    }

    /// A match begins: the table is shown.
    pub(super) fn leave_lobby(self) {
        self.lobby.set(false);
    }

    /// Tells what happened to people: it is overwritten by nothing else.
    pub(super) fn tell_of_people(self, text: String, story: bool) {
        let mut number = 0;
        self.people_news.update(|all| {
            number = all.last().map_or(0, |last| last.number + 1);
            if all.len() == PEOPLE_MOST {
                all.remove(0);
            }
            all.push(PeopleNews { text, story, number });
        });
        browser::later(PEOPLE, move || self.read_people_news(number));
    }

    /// Such a line was read.
    pub(crate) fn read_people_news(self, number: u32) {
        if self.people_news.with_untracked(|all| all.iter().any(|item| item.number == number)) {
            self.people_news.update(|all| all.retain(|item| item.number != number));
        }
    }

    /// Changes the settings, and keeps them.
    pub(crate) fn change_settings(self, change: impl FnOnce(&mut Settings)) {
        self.settings.update(change);
        self.settings.with_untracked(Settings::save);
    }

    /// Notes what was taught, and keeps it.
    pub(crate) fn set_taught(self, taught: Taught) {
        self.taught.set(taught);
        kept::keep_taught(taught);
    }

    /// A table is to be set up for this game with its house rules.
    pub(crate) fn choose_rules(self, rules: HouseRules) {
        self.chosen.set(Some(rules));
    }

    /// This person makes the next table that is gone to.
    pub(crate) fn host_next(self) {
        self.hosting.set(true);
        self.dealer_to_be.set(None);
    }

    /// Whoever has this name is to deal first at the table that this person hosts.
    pub(crate) fn let_deal_first(self, name: Option<String>) {
        self.dealer_to_be.set(name);
    }

    /// Shows how the record that was saved compares with what the page was shown.
    pub(crate) fn show_compared(self, how: (String, bool)) {
        self.compared.set(Some(how));
    }

    /// Shows for a moment, in large letters, what has happened. It is announced with the news.
    pub(super) fn proclaim(self, text: String) {
        self.toast.set(Some(text.clone()));
        browser::later(TOAST, move || {
            if self.toast.with_untracked(|shown| shown.as_ref() == Some(&text)) {
                self.toast.set(None);
            }
        });
    }

    /// Shows a phrase for a moment.
    pub(super) fn show_phrase(self, seat: Seat, phrase: Phrase) {
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

    /// Tells those who look at a part of the match that it has changed.
    pub(super) fn tell(self, changed: Changed) {
        let Parts { session, hand, selected, draft, ask, notice, log, standing } = self.parts;
        let all = [
            (changed.session, session),
            (changed.hand, hand),
            (changed.selected, selected),
            (changed.draft, draft),
            (changed.ask, ask),
            (changed.notice, notice),
            (changed.log, log),
            (changed.standing, standing),
        ];
        all.into_iter().filter(|(changed, _)| *changed).for_each(|(_, part)| part.set(()));
        if changed.standing && !self.is_shared() {
            self.standing().with_untracked(kept::keep_standing);
        }
    }
}
