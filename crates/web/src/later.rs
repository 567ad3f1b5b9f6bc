//! What asks for the parts of the program that come later: what the first card on a table does not need. That
//! is the screens, sheets and panels that [`Part`] lists, the line to a server's table, the table on a device, and
//! the bots. Each [`Bundle`] is a file of its own, and comes when something of
//! it is asked for, or by itself a while after the page stands.

use std::pin::Pin;
use std::rc::Rc;
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll, Waker};

use leptos::prelude::*;
use upcard_client::house_rules::Tried;
use upcard_client::wire::{Level, RuleSource};
use upcard_client::{Answer, Order, Planner};
use upcard_engine::{Action, OwnView, Rules, View};

use crate::browser;
use crate::bundles::Bundles;
pub(crate) use crate::bundles::{Bundle, Second};
use crate::line::{Line, Listener};
use crate::screens::Overlay;
use crate::store::App;
use crate::text::tr;

/// How long after the page stands a table comes by itself that may be begun at a tap, in milliseconds, …
const TABLE: u32 = 1_000;

/// … the other bundles, …
const BY_ITSELF: u32 = 20_000;

/// … and how long after a table is shown what it may need next.
const BESIDE_THE_TABLE: u32 = 4_000;

/// How long after the bots could not be had they are asked for again, in milliseconds.
const AGAIN: u32 = 5_000;

/// What the bundles draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    /// Where one starts.
    Home,
    /// Choosing a game, for a table with others (true) or alone.
    ChooseGame(bool),
    /// Setting up its table.
    SetUp(bool),
    /// Changing its rules.
    House(bool),
    /// Looking at house rules.
    Link,
    /// The table before its match.
    Lobby,
    /// The table in its match.
    Felt,
    /// What hides the hands of people who share this device.
    Curtain,
    /// A lay-down, or what ends the deal, that is being put together.
    Down,
    /// A rearrangement that is being put together.
    Arrange,
    /// The pack, to be cut.
    Cut,
    /// A hand, to draw a card from.
    Pick,
    /// What concerns people, over the table.
    Strip,
    /// What is changed of the game that is played at this table.
    Changed,
    /// The house rules of this device, to be chosen.
    OwnGames,
    /// A game's file, to be played.
    File,
    /// What a sheet over the screen holds.
    Sheet(Overlay),
}

impl Part {
    /// Where it lies.
    fn bundle(self) -> Bundle {
        match self {
            Part::Home => Bundle::Home,
            Part::Lobby | Part::Strip | Part::Sheet(Overlay::Me) => Bundle::Room,
            Part::Felt => Bundle::Felt,
            Part::House(_)
            | Part::Link
            | Part::OwnGames
            | Part::File
            | Part::Sheet(
                Overlay::Replay
                | Overlay::Games
                | Overlay::Score
                | Overlay::Puzzle
                | Overlay::Lessons
                | Overlay::Lesson(_),
            ) => Bundle::Library,
            Part::ChooseGame(_)
            | Part::SetUp(_)
            | Part::Changed
            | Part::Curtain
            | Part::Down
            | Part::Arrange
            | Part::Cut
            | Part::Pick
            | Part::Sheet(_) => Bundle::Table,
        }
    }
}

/// What a bundle is to do.
pub(crate) enum Job {
    /// Draw this.
    Draw(Part),
    /// Open the line to this table of the server.
    Open(String, Listener),
    /// Let a bot of this level decide, by this view, under these rules, with this number.
    Decide(Box<OwnView>, Arc<Rules>, Level, u64),
    /// Word these flaws of rules, which are given by their codes.
    Word(Vec<String>),
    /// Let bots play a match by these rules, with this chance.
    Try(RuleSource, [u8; 32]),
    /// Find the matches that are stored and that nothing names.
    Find,
    /// Keep the match that is over among those that were played.
    Keep(Box<App>),
}

/// What came of it.
pub(crate) enum Done {
    /// It is drawn.
    View(AnyView),
    /// The line is open.
    Line(Box<dyn Line>),
    /// The bot's answer.
    Action(Option<Action>),
    /// The flaws in sentences.
    Words(String),
    /// What came of the match.
    Tried(Option<Tried>),
    /// Nothing: another bundle does it.
    Nothing,
}

impl Job {
    /// Who does it.
    pub(crate) fn bundle(&self) -> Bundle {
        match self {
            Job::Draw(part) => part.bundle(),
            Job::Open(..) => Bundle::Room,
            Job::Decide(..) | Job::Word(_) | Job::Keep(_) => Bundle::Table,
            Job::Try(..) | Job::Find => Bundle::Library,
        }
    }
}

/// What comes when a bundle is there.
pub(crate) type Coming<T> = Pin<Box<dyn Future<Output = T>>>;

/// The bundles themselves. They lie above all that asks for them, and are named here when the page begins.
#[derive(Clone, Copy)]
pub(crate) struct Hooks {
    /// Loads one; true once it is there.
    pub(crate) load: fn(Bundle) -> Coming<bool>,
    /// Does something, when its bundle is loaded; none where that could not be done.
    pub(crate) run: fn(Job) -> Coming<Option<Done>>,
    /// The bots: a part of its own, which comes when a table is shown. None where it could not be had.
    pub(crate) bots: fn() -> Coming<Option<Bots>>,
    /// A table on this device, in this thread, with its bots: a part of its own, which a page has no use
    /// for whose tables are in a worker or at a server. None where it could not be had.
    pub(crate) host: fn() -> Coming<Option<Rc<dyn Host>>>,
}

/// All bots but the two best, and who plans a hand as they do.
#[derive(Clone, Copy)]
pub(crate) struct Bots {
    /// Who plans the hand.
    pub(crate) planner: &'static dyn Planner,
    /// A bot's answer: what it sees, its level, a number of its own.
    pub(crate) decide: fn(&View<'_>, Level, u64) -> Action,
}

/// A table on this device.
pub(crate) trait Host {
    /// Tells the table something, and hands on its answer: later where a bot must fetch first what it thinks
    /// by, from this address.
    fn tell(self: Rc<Self>, order: Order, nets: &str, then: Box<dyn FnOnce(Answer)>);
}

static HOOKS: OnceLock<Hooks> = OnceLock::new();

/// Names the bundles.
pub(crate) fn install(hooks: Hooks) {
    let _ = HOOKS.set(hooks);
}

/// Fetches a bundle; true once it is there, false where it could not be had.
pub(crate) async fn fetch(bundle: Bundle) -> bool {
    match HOOKS.get() {
        Some(hooks) => (hooks.load)(bundle).await,
        None => false,
    }
}

/// A table on this device, in this thread; none where the part that it is in could not be had.
pub(crate) async fn host() -> Option<Rc<dyn Host>> {
    (HOOKS.get()?.host)().await
}

/// Does something with the bots as soon as they are there; asks for them again and again where they cannot be had. In a
/// worker as well.
pub(crate) fn with_bots(then: impl FnOnce(Bots) + 'static) {
    js_sys::futures::spawn_local(async move {
        let Some(hooks) = HOOKS.get() else { return };
        match (hooks.bots)().await {
            Some(bots) => then(bots),
            None => browser::later(AGAIN, move || with_bots(then)),
        }
    });
}

/// Does something at once; none where its bundle is not there.
fn at_once(job: Job) -> Option<Done> {
    let mut doing = (HOOKS.get()?.run)(job);
    match doing.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(done) => done,
        Poll::Pending => None,
    }
}

/// Opens the line to a table of the server; none where its bundle is not there.
pub(crate) fn open_line(table: String, listener: Listener) -> Option<Box<dyn Line>> {
    match at_once(Job::Open(table, listener)) {
        Some(Done::Line(line)) => Some(line),
        _ => None,
    }
}

/// Lets a sharp or an expert bot decide; none where it finds nothing, or their bundle is not there.
pub(crate) fn decide(
    view: OwnView,
    rules: Arc<Rules>,
    level: Level,
    number: u64,
) -> Option<Action> {
    match at_once(Job::Decide(Box::new(view), rules, level, number)) {
        Some(Done::Action(action)) => action,
        _ => None,
    }
}

/// Lets bots play a match; none where their bundle is not there.
pub(crate) fn try_out(source: RuleSource, seed: [u8; 32]) -> Option<Tried> {
    match at_once(Job::Try(source, seed)) {
        Some(Done::Tried(tried)) => tried,
        _ => None,
    }
}

/// Finds the matches that are stored and that nothing names, where the bundle for that is there.
pub(crate) fn find_matches() {
    at_once(Job::Find);
}

/// Keeps the match that has just ended among those that were played. Whoever leaves at once, or looks at something
/// else, has it as well.
pub(crate) fn keep_match(app: App) {
    if let Some(hooks) = HOOKS.get() {
        leptos::task::spawn_local(async move {
            (hooks.run)(Job::Keep(Box::new(app))).await;
        });
    }
}

/// What is wrong with rules, in sentences. Only the host of a server's table hears of it, who has set it up
/// by the same bundle; empty where it is not there.
pub(crate) fn in_words(flaws: Vec<String>) -> String {
    match at_once(Job::Word(flaws)) {
        Some(Done::Words(words)) => words,
        _ => String::new(),
    }
}

/// Asks for a bundle, unless it is there or on its way.
pub(crate) fn ask(bundles: Bundles, bundle: Bundle) {
    let second = bundles.of(bundle);
    if matches!(second.get_untracked(), Second::Coming | Second::There) {
        return;
    }
    second.set(Second::Coming);
    leptos::task::spawn_local(async move {
        if fetch(bundle).await { second.set(Second::There) } else { why_not(second) }
    });
}

/// Something could not be had: because there is no line, or because the server has another version of
/// the page by now, whose first page begins with another program.
pub(crate) fn why_not(state: RwSignal<Second>) {
    is_old(move |old| state.set(if old { Second::Old } else { Second::Failed }));
}

/// Asks whether the server has another version of the page by now.
pub(crate) fn is_old(then: impl FnOnce(bool) + 'static) {
    browser::fetch("/", move |bytes| {
        then(bytes.is_some_and(|bytes| {
            let own = browser::program();
            !own.is_empty() && !String::from_utf8_lossy(&bytes).contains(&own)
        }));
    });
}

/// Lets the bundles come by themselves after a while. A guest of a table needs the line to it first.
pub(crate) fn come_by_themselves(bundles: Bundles) {
    browser::later(TABLE, move || {
        if bundles.of(Bundle::Room).get_untracked() == Second::Unasked {
            unasked(bundles, Bundle::Felt);
        }
    });
    browser::later(BY_ITSELF, move || {
        Bundle::ALL.into_iter().for_each(|one| unasked(bundles, one))
    });
}

/// A table is shown: what its turns need comes soon.
pub(crate) fn come_beside_the_table(bundles: Bundles) {
    browser::later(BESIDE_THE_TABLE, move || unasked(bundles, Bundle::Table));
}

/// Asks for a bundle for which nobody has asked so far.
fn unasked(bundles: Bundles, bundle: Bundle) {
    if bundles.of(bundle).get_untracked() == Second::Unasked {
        ask(bundles, bundle);
    }
}

/// A part, as soon as it can be drawn.
pub(crate) fn part(bundles: Bundles, part: Part) -> AnyView {
    let (bundle, second) = (part.bundle(), bundles.of(part.bundle()));
    let shown = RwSignal::new(());
    // Not while something is being drawn that looks at the same signal, nor for what is gone again by then.
    browser::later(0, move || {
        if !shown.is_disposed() {
            ask(bundles, bundle);
        }
    });
    let view = move || match second.get() {
        Second::There => match at_once(Job::Draw(part)) {
            Some(Done::View(view)) => view,
            _ => missing(Second::Failed, move || ask(bundles, bundle)),
        },
        state => missing(state, move || ask(bundles, bundle)),
    };
    view.into_any()
}

/// What stands in the place of something that is not there: that it comes, or why it does not, and the
/// way on. A match is kept wherever it is played, so a page that is too old can be loaded again.
pub(crate) fn missing(state: Second, again: impl Fn() + 'static) -> AnyView {
    match state {
        Second::Old => view! {
            <p class="notice" role="alert">{tr!("part-old")}</p>
            <button class="btn go" on:click=move |_| browser::go(&browser::path())>{tr!("load-again")}</button>
        }
        .into_any(),
        Second::Failed => view! {
            <p class="notice" role="alert">{tr!("part-failed")}</p>
            <button class="btn" on:click=move |_| again()>{tr!("try-again")}</button>
        }
        .into_any(),
        _ => view! { <p class="loading" role="status">{tr!("loading")}</p> }.into_any(),
    }
}
