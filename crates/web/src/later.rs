//! Lazy loading of everything the first card on a table does not need: the screens, sheets and panels in
//! [`Part`], the connection to a server's table, the table on this device, and the bots. Each [`Bundle`] is a
//! file, loaded on demand or prefetched some time after the page is shown.

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

/// Delay before the table is prefetched, in milliseconds after the page is shown.
const TABLE: u32 = 1_000;

/// The same for the other bundles.
const BY_ITSELF: u32 = 20_000;

/// Delay after a table is shown before its next bundle is prefetched, in milliseconds.
const BESIDE_THE_TABLE: u32 = 4_000;

/// Delay before loading the bots is retried, in milliseconds.
const AGAIN: u32 = 5_000;

/// Views that the bundles draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    /// The first screen.
    Home,
    /// Choosing a game, with others (`true`) or alone.
    ChooseGame(bool),
    /// Setting up its table.
    SetUp(bool),
    /// Changing its rules.
    House(bool),
    /// House rules from a link.
    Link,
    /// The lobby: the table between matches.
    Lobby,
    /// The table during a match.
    Felt,
    /// The curtain between people who share this device.
    Curtain,
    /// A lay-down (or the move that ends the deal) being composed.
    Down,
    /// A rearrangement being composed.
    Arrange,
    /// Cutting the pack.
    Cut,
    /// Drawing a card from a hidden hand.
    Pick,
    /// The strip of news and requests about people.
    Strip,
    /// Rule changes at this table.
    Changed,
    /// House rules saved on this device, to choose from.
    OwnGames,
    /// Playing a game file.
    File,
    /// An overlay's content.
    Sheet(Overlay),
}

impl Part {
    /// Returns the bundle that draws it.
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

/// A request to a bundle.
pub(crate) enum Job {
    /// Draw a part.
    Draw(Part),
    /// Open a connection to this table of the server.
    Open(String, Listener),
    /// Ask a bot of this level for an action: view, rules, level, seed.
    Decide(Box<OwnView>, Arc<Rules>, Level, u64),
    /// Put rule flaws, given by their codes, into words.
    Word(Vec<String>),
    /// Let bots play a match by these rules with this seed.
    Try(RuleSource, [u8; 32]),
    /// Find stored matches that are not listed.
    Find,
    /// Save the finished match to the list of played matches.
    Keep(Box<App>),
}

/// A job's result.
pub(crate) enum Done {
    /// The view.
    View(AnyView),
    /// The open connection.
    Line(Box<dyn Line>),
    /// The bot's answer.
    Action(Option<Action>),
    /// The flaws in sentences.
    Words(String),
    /// The match's result.
    Tried(Option<Tried>),
    /// The job belongs to another bundle.
    Nothing,
}

impl Job {
    /// Returns the bundle that runs the job.
    pub(crate) fn bundle(&self) -> Bundle {
        match self {
            Job::Draw(part) => part.bundle(),
            Job::Open(..) => Bundle::Room,
            Job::Decide(..) | Job::Word(_) | Job::Keep(_) => Bundle::Table,
            Job::Try(..) | Job::Find => Bundle::Library,
        }
    }
}

/// Future of a value that needs a bundle.
pub(crate) type Coming<T> = Pin<Box<dyn Future<Output = T>>>;

/// Entry points of the bundles, which depend on this module; installed at start-up.
#[derive(Clone, Copy)]
pub(crate) struct Hooks {
    /// Loads a bundle; `true` if it is loaded.
    pub(crate) load: fn(Bundle) -> Coming<bool>,
    /// Runs a job in its loaded bundle; `None` if it failed.
    pub(crate) run: fn(Job) -> Coming<Option<Done>>,
    /// The bots: a module of their own, loaded when a table is shown. `None` if that failed.
    pub(crate) bots: fn() -> Coming<Option<Bots>>,
    /// A table on this device, in this thread, with its bots: a module of its own, unused if tables run in a
    /// worker or on a server. `None` if it failed to load.
    pub(crate) host: fn() -> Coming<Option<Rc<dyn Host>>>,
}

/// All bots but the two best, and their planner.
#[derive(Clone, Copy)]
pub(crate) struct Bots {
    /// Plans the player's hand.
    pub(crate) planner: &'static dyn Planner,
    /// Returns a bot's action: view, level, seed.
    pub(crate) decide: fn(&View<'_>, Level, u64) -> Action,
}

/// A table on this device.
pub(crate) trait Host {
    /// Sends an order to the table and passes its response to `then`, later if a bot must first fetch its
    /// nets from this address.
    fn tell(self: Rc<Self>, order: Order, nets: &str, then: Box<dyn FnOnce(Answer)>);
}

static HOOKS: OnceLock<Hooks> = OnceLock::new();

/// Installs the entry points of the bundles.
pub(crate) fn install(hooks: Hooks) {
    let _ = HOOKS.set(hooks);
}

/// Loads a bundle; `true` if it is loaded, `false` if that failed.
pub(crate) async fn fetch(bundle: Bundle) -> bool {
    match HOOKS.get() {
        Some(hooks) => (hooks.load)(bundle).await,
        None => false,
    }
}

/// Returns a table on this device, in this thread; `None` if its code cannot be loaded.
pub(crate) async fn host() -> Option<Rc<dyn Host>> {
    (HOOKS.get()?.host)().await
}

/// Runs `then` once the bots are loaded, retrying until they are. Also used in a worker.
pub(crate) fn with_bots(then: impl FnOnce(Bots) + 'static) {
    js_sys::futures::spawn_local(async move {
        let Some(hooks) = HOOKS.get() else { return };
        match (hooks.bots)().await {
            Some(bots) => then(bots),
            None => browser::later(AGAIN, move || with_bots(then)),
        }
    });
}

/// Runs a job synchronously; `None` if its bundle is not loaded.
fn at_once(job: Job) -> Option<Done> {
    let mut doing = (HOOKS.get()?.run)(job);
    match doing.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(done) => done,
        Poll::Pending => None,
    }
}

/// Opens a connection to a table of the server; `None` if its bundle is not loaded.
pub(crate) fn open_line(table: String, listener: Listener) -> Option<Box<dyn Line>> {
    match at_once(Job::Open(table, listener)) {
        Some(Done::Line(line)) => Some(line),
        _ => None,
    }
}

/// Asks a sharp or expert bot for an action; `None` if it has none or its bundle is not loaded.
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

/// Lets bots play a match; `None` if their bundle is not loaded.
pub(crate) fn try_out(source: RuleSource, seed: [u8; 32]) -> Option<Tried> {
    match at_once(Job::Try(source, seed)) {
        Some(Done::Tried(tried)) => tried,
        _ => None,
    }
}

/// Finds stored matches that are not listed, if the bundle is loaded.
pub(crate) fn find_matches() {
    at_once(Job::Find);
}

/// Saves the match that has just ended to the list of played matches, even if the player leaves at once or
/// opens something else.
pub(crate) fn keep_match(app: App) {
    if let Some(hooks) = HOOKS.get() {
        leptos::task::spawn_local(async move {
            (hooks.run)(Job::Keep(Box::new(app))).await;
        });
    }
}

/// Puts rule flaws into sentences; empty if the bundle is not loaded. Only the host of a server's table needs
/// it, and has used the same bundle for the set-up.
pub(crate) fn in_words(flaws: Vec<String>) -> String {
    match at_once(Job::Word(flaws)) {
        Some(Done::Words(words)) => words,
        _ => String::new(),
    }
}

/// Requests a bundle unless it is loaded or loading.
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

/// Sets the reason of a failed load: no connection, or the server has another version of the page, whose
/// first page names another program.
pub(crate) fn why_not(state: RwSignal<Second>) {
    is_old(move |old| state.set(if old { Second::Old } else { Second::Failed }));
}

/// Checks whether the server has another version of the page.
pub(crate) fn is_old(then: impl FnOnce(bool) + 'static) {
    browser::fetch("/", move |bytes| {
        then(bytes.is_some_and(|bytes| {
            let own = browser::program();
            !own.is_empty() && !String::from_utf8_lossy(&bytes).contains(&own)
        }));
    });
}

/// Prefetches the bundles after a while. A guest of a table needs its connection first.
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

/// Prefetches what a table's turns need, once it is shown.
pub(crate) fn come_beside_the_table(bundles: Bundles) {
    browser::later(BESIDE_THE_TABLE, move || unasked(bundles, Bundle::Table));
}

/// Requests a bundle that has not been requested yet.
fn unasked(bundles: Bundles, bundle: Bundle) {
    if bundles.of(bundle).get_untracked() == Second::Unasked {
        ask(bundles, bundle);
    }
}

/// Returns a part's view, drawn once its bundle is loaded.
pub(crate) fn part(bundles: Bundles, part: Part) -> AnyView {
    let (bundle, second) = (part.bundle(), bundles.of(part.bundle()));
    let shown = RwSignal::new(());
    // Not while a view that tracks this signal is being drawn, nor after it has been disposed.
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

/// Placeholder for a missing part: loading, or the reason for failure and a way on. Matches are always
/// stored, so an outdated page can be reloaded.
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
