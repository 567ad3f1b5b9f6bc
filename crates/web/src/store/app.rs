//! The page's state, and its interface for components.

use std::sync::Arc;

use leptos::prelude::*;
use upcard_cards::Cards;
use upcard_client::coach::ShownCoachLines;
use upcard_client::house_rules::HouseRules;
use upcard_client::layout::HandLayout;
use upcard_client::prompt::LayDown;
use upcard_client::sheet_sync::SheetLink;
use upcard_client::wire::{ClientMessage, Phrase, Stage};
use upcard_client::{
    Changed, Confirmation, Controller, Draft, Hand, HandCard, Log, Notice, Plan, Prompt, Session,
    SharedDevice, StandingAnswers, Targets,
};
use upcard_engine::{Library, Seat, View};

use super::preferences;
use super::reactive::{ControllerView, StateView, StoredController};
use crate::browser;
use crate::bundles::{BundleStates, LoadState};
use crate::layout;
use crate::screens::{Overlay, ReplaySource, Screen};
use crate::settings::Settings;
use crate::text::Page;

/// A phrase just sent, shown at the sender's tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bubble {
    pub(crate) seat: Seat,
    pub(crate) phrase: Phrase,
    /// Distinguishes successive phrases.
    number: u32,
}

/// A news line about people, shown until read or for some seconds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PeopleNews {
    pub(crate) text: String,
    /// Whether the deal's story tells more about it.
    pub(crate) story: bool,
    /// Distinguishes successive lines.
    pub(crate) number: u32,
}

/// How long a news line is shown, in milliseconds.
const PEOPLE_NEWS_DURATION: u32 = 5_000;

/// Maximum number of news lines; the oldest is dropped.
const MAX_PEOPLE_NEWS: usize = 3;

/// How long a phrase is shown, in milliseconds.
const BUBBLE_DURATION: u32 = 3_000;

/// How long a toast is shown, in milliseconds.
const TOAST_DURATION: u32 = 4_000;

/// Change signals of the controller's parts.
#[derive(Clone, Copy, Default)]
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

/// The page's state; a `Copy` handle.
#[derive(Clone, Copy)]
pub(crate) struct App {
    /// The match.
    pub(super) controller: StoredController,
    parts: Parts,
    pub(super) screen: RwSignal<Screen>,
    /// Available space on the screen.
    layout: RwSignal<HandLayout>,
    pub(super) overlay: RwSignal<Option<Overlay>>,
    pub(super) settings: RwSignal<Settings>,
    pub(super) compared: RwSignal<Option<(String, bool)>>,
    pub(super) reload_address: RwSignal<Option<String>>,
    pub(super) news: RwSignal<String>,
    pub(super) online: RwSignal<bool>,
    coach_progress: RwSignal<ShownCoachLines>,
    pub(super) nudged: RwSignal<bool>,
    /// Loading state of the rule sheet texts.
    sheet_texts: RwSignal<LoadState>,
    pub(super) invite: RwSignal<Option<String>>,
    pub(super) table_path: RwSignal<Option<String>>,
    /// The player is arriving at the table; a bot covering for them gives the seat back.
    pub(super) arriving: RwSignal<bool>,
    chosen_rules: RwSignal<Option<HouseRules>>,
    bubbles: RwSignal<Vec<Bubble>>,
    pub(super) hosting: RwSignal<bool>,
    /// Name of the first dealer at the table this player hosts.
    dealer_to_be: RwSignal<Option<String>>,
    pub(super) toast: RwSignal<Option<String>>,
    pub(super) bundles: BundleStates,
    people_news: RwSignal<Vec<PeopleNews>>,
    lobby: RwSignal<bool>,
    pub(super) replay_source: RwSignal<Option<ReplaySource>>,
    /// Shared score sheet to open.
    sheet_link: RwSignal<Option<SheetLink>>,
    pub(super) shared_device: RwSignal<Option<SharedDevice>>,
    /// Receives the messages to a lesson's table.
    pub(super) lesson_sink: Option<Callback<ClientMessage>>,
}

/// Getters for the page's own state, by field name.
macro_rules! state_getters {
    ($($(#[$doc:meta])* $name:ident: $type:ty = $field:ident;)+) => { impl App { $(
        $(#[$doc])*
        pub(crate) fn $name(self) -> StateView<$type> {
            StateView::of(self.$field)
        }
    )+ } };
}

/// Getters for the match: a part of the controller, and its change signal.
macro_rules! controller_getters {
    ($($(#[$doc:meta])* $name:ident: $type:ty = $part:ident on $changed:ident;)+) => { impl App { $(
        $(#[$doc])*
        pub(crate) fn $name(self) -> ControllerView<$type> {
            ControllerView { controller: self.controller, changed: self.parts.$changed, part: Controller::$part }
        }
    )+ } };
}

state_getters! {
    /// The match being replayed.
    replay_source: Option<ReplaySource> = replay_source;
    screen: Screen = screen;
    /// Available space on the screen.
    layout: HandLayout = layout;
    overlay: Option<Overlay> = overlay;
    settings: Settings = settings;
    /// Result of comparing the saved record with what the page was shown; `true` if they differ.
    compared: Option<(String, bool)> = compared;
    /// The address for reloading an outdated page.
    reload_address: Option<String> = reload_address;
    /// The latest announcements, for screen readers.
    news: String = news;
    /// Whether the connection is up.
    online: bool = online;
    coach_progress: ShownCoachLines = coach_progress;
    /// The player has a decision and has been idle for long.
    nudged: bool = nudged;
    invite: Option<String> = invite;
    /// The shown table's entry in the browser's history.
    table_path: Option<String> = table_path;
    /// The game being set up, with its house rules.
    chosen_rules: Option<HouseRules> = chosen_rules;
    /// Phrases sent recently.
    bubbles: Vec<Bubble> = bubbles;
    /// Whether this player has created the table and is to be seated.
    hosting: bool = hosting;
    /// Name of the first dealer at the table this player hosts.
    dealer_to_be: Option<String> = dealer_to_be;
    /// Toast: an event shown to everybody in large letters.
    toast: Option<String> = toast;
    /// After a match: whether the lobby is shown.
    in_lobby: bool = lobby;
    people_news: Vec<PeopleNews> = people_news;
    /// The people sharing this device at its table.
    shared_device: Option<SharedDevice> = shared_device;
}

controller_getters! {
    /// The client's state of the table.
    session: Session = session on session;
    /// The player's hand in its order.
    hand: Hand = hand on hand;
    /// The ids of the selected cards.
    selected: Vec<u32> = selected on selected;
    /// Where the selected cards may go.
    targets: Targets = targets on selected;
    draft: Draft = draft on draft;
    question: Option<Confirmation> = ask on ask;
    /// A priority message, until the next move.
    notice: Option<Notice> = notice on notice;
    /// The log, latest line last.
    log: Log = log on log;
    /// Standing answers to offers.
    standing: StandingAnswers = standing on standing;
    /// Whether the hand can lay down now, and whether that is advised.
    lay_down: LayDown = lay_down on session;
    plan: Plan = plan on hand;
}

impl App {
    pub(crate) fn new(library: Library) -> App {
        let session = Session::new(Arc::new(library), 1);
        App {
            controller: StoredValue::new(
                Controller::new(Page, session, preferences::load_standing()).card_by_card(),
            ),
            parts: Parts::default(),
            screen: RwSignal::new(Screen::Home),
            layout: layout::watch(),
            overlay: RwSignal::new(None),
            settings: RwSignal::new(Settings::load()),
            compared: RwSignal::default(),
            reload_address: RwSignal::default(),
            news: RwSignal::default(),
            online: RwSignal::new(true),
            coach_progress: RwSignal::new(preferences::load_coach_progress()),
            nudged: RwSignal::new(false),
            sheet_texts: RwSignal::default(),
            invite: RwSignal::default(),
            table_path: RwSignal::default(),
            arriving: RwSignal::default(),
            chosen_rules: RwSignal::default(),
            bubbles: RwSignal::default(),
            hosting: RwSignal::default(),
            dealer_to_be: RwSignal::default(),
            toast: RwSignal::default(),
            bundles: BundleStates::default(),
            people_news: RwSignal::default(),
            lobby: RwSignal::default(),
            replay_source: RwSignal::default(),
            sheet_link: RwSignal::default(),
            shared_device: RwSignal::default(),
            lesson_sink: None,
        }
    }

    /// Returns a copy of the page with another match in place of its own.
    pub(super) fn with_controller(self, controller: StoredController) -> App {
        App {
            controller,
            parts: Parts::default(),
            overlay: RwSignal::default(),
            news: RwSignal::default(),
            invite: RwSignal::default(),
            bubbles: RwSignal::default(),
            toast: RwSignal::default(),
            people_news: RwSignal::default(),
            ..self
        }
    }

    pub(crate) fn open_shared_sheet(self, link: SheetLink) {
        self.sheet_link.set(Some(link));
        self.show(Overlay::HomeScore);
    }

    /// Takes the shared score sheet to open.
    pub(crate) fn take_sheet_link(self) -> Option<SheetLink> {
        self.sheet_link.write_untracked().take()
    }

    /// Returns the state from the Leptos context.
    pub(crate) fn get() -> App {
        expect_context::<App>()
    }

    /// Returns the priority message as text.
    pub(crate) fn notice_text(self) -> Option<String> {
        self.notice().with(|notice| notice.as_ref().map(|notice| notice.text.clone()))
    }

    /// Returns the number of refusals, so that each one is noticed.
    pub(crate) fn refusals(self) -> u32 {
        self.parts.notice.track();
        self.controller.with_value(Controller::refusals)
    }

    /// Returns the open decision and the hand; a hint is valid for this moment only.
    pub(crate) fn moment(self) -> (Option<u32>, Option<Cards>) {
        self.session().with(|s| s.view.as_ref().map(|own| (own.table.decision(), own.hand))).unzip()
    }

    pub(crate) fn prompt(self) -> Prompt {
        self.parts.session.track();
        self.parts.selected.track();
        self.parts.draft.track();
        self.controller.with_value(Controller::prompt)
    }

    /// Returns `true` if the player has a decision that no standing answer settles.
    pub(crate) fn needs_decision(self) -> bool {
        self.controller.with_value(Controller::needs_decision)
    }

    /// Returns the hand in groups, without cards in a draft.
    pub(crate) fn hand_groups(self) -> Vec<Vec<HandCard>> {
        self.parts.session.track();
        self.parts.hand.track();
        self.parts.draft.track();
        let sort = self.settings.with(|settings| settings.sort);
        self.controller.with_value(|controller| controller.shown(sort))
    }

    pub(crate) fn with_view<T>(self, look: impl FnOnce(&View<'_>) -> T) -> Option<T> {
        self.session().with(|s| s.view().as_ref().map(look))
    }

    pub(crate) fn library(self) -> Arc<Library> {
        self.session().with_untracked(|s| s.library().clone())
    }

    /// Measures the available space after the card size has changed.
    pub(crate) fn measure_layout(self) {
        layout::remeasure(self.layout);
    }

    pub(crate) fn bundles(self) -> BundleStates {
        self.bundles
    }

    pub(crate) fn sheet_texts(self) -> RwSignal<LoadState> {
        self.sheet_texts
    }

    pub(crate) fn set_screen(self, screen: Screen) {
        self.screen.set(screen);
    }

    pub(crate) fn show(self, overlay: Overlay) {
        // Back closes it, over the first screen as well.
        if self.screen.get_untracked() == Screen::Home && !browser::is_above_home() {
            browser::push_history("/");
        }
        self.overlay.set(Some(overlay));
    }

    /// Closes the overlay on user request; over the first screen that goes back in the history.
    pub(crate) fn dismiss(self) {
        if self.back_from_replay() {
            return;
        }
        self.close_sheet();
        if self.screen.get_untracked() == Screen::Home && browser::is_above_home() {
            browser::history_back();
        }
    }

    /// Closes the overlay. After the standings of a match with others the lobby follows.
    pub(crate) fn close_sheet(self) {
        if self.overlay.get_untracked() == Some(Overlay::Scores)
            && self.invite.with_untracked(Option::is_some)
            && self.session().with_untracked(|s| s.stage == Stage::Over)
        {
            self.lobby.set(true);
        }
        self.overlay.set(None);
    }

    /// Shows the lobby: there are no last cards to show.
    pub(super) fn enter_lobby(self) {
        self.lobby.set(true);
    }

    /// Leaves the lobby when a match begins.
    pub(super) fn leave_lobby(self) {
        self.lobby.set(false);
    }

    /// Adds a news line about people, which other messages do not overwrite.
    pub(super) fn add_people_news(self, text: String, story: bool) {
        let mut number = 0;
        self.people_news.update(|all| {
            number = all.last().map_or(0, |last| last.number + 1);
            if all.len() == MAX_PEOPLE_NEWS {
                all.remove(0);
            }
            all.push(PeopleNews { text, story, number });
        });
        browser::set_timeout(PEOPLE_NEWS_DURATION, move || self.dismiss_people_news(number));
    }

    /// Removes a news line that was read.
    pub(crate) fn dismiss_people_news(self, number: u32) {
        if self.people_news.with_untracked(|all| all.iter().any(|item| item.number == number)) {
            self.people_news.update(|all| all.retain(|item| item.number != number));
        }
    }

    /// Changes and saves the settings.
    pub(crate) fn change_settings(self, change: impl FnOnce(&mut Settings)) {
        self.settings.update(change);
        self.settings.with_untracked(Settings::save);
    }

    /// Records and saves the coach's progress.
    pub(crate) fn set_coach_progress(self, taught: ShownCoachLines) {
        self.coach_progress.set(taught);
        preferences::save_coach_progress(taught);
    }

    /// Selects a game with house rules for the set-up.
    pub(crate) fn choose_rules(self, rules: HouseRules) {
        self.chosen_rules.set(Some(rules));
    }

    /// Makes this player host of the next table, with its first dealer's name.
    pub(crate) fn host_next(self, dealer: Option<String>) {
        self.hosting.set(true);
        self.dealer_to_be.set(dealer);
    }

    /// Sets the first dealer, by name, at the table this player hosts.
    pub(crate) fn set_first_dealer(self, name: Option<String>) {
        self.dealer_to_be.set(name);
    }

    /// Shows how the saved record compares with what the page was shown.
    pub(crate) fn show_compared(self, how: (String, bool)) {
        self.compared.set(Some(how));
    }

    /// Shows a toast in large letters. It is announced with the news.
    pub(super) fn show_toast(self, text: String) {
        self.toast.set(Some(text.clone()));
        browser::set_timeout(TOAST_DURATION, move || {
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
        browser::set_timeout(BUBBLE_DURATION, move || {
            let gone = move |bubble: &Bubble| bubble.seat == seat && bubble.number == number;
            if self.bubbles.with_untracked(|all| all.iter().any(gone)) {
                self.bubbles.update(|all| all.retain(|bubble| !gone(bubble)));
            }
        });
    }

    /// Notifies subscribers of the changed parts of the match.
    pub(super) fn notify(self, changed: Changed) {
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
            self.standing().with_untracked(preferences::save_standing);
        }
    }
}
