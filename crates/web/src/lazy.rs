//! Lazy loading of everything the first card on a table does not need: the screens, sheets and panels in
//! [`LazyView`], the connection to a server's table, the table on this device, and the bots. Each [`Bundle`] is a
//! file, loaded on demand or prefetched some time after the page is shown.

use std::pin::Pin;
use std::rc::Rc;
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll, Waker};

use leptos::prelude::*;
use upcard_client::house_rules::TrialMatch;
use upcard_client::wire::{Level, RuleSource};
use upcard_client::{DeviceCommand, DeviceReply, Planner};
use upcard_engine::{Action, OwnView, Rules, View};

use crate::browser;
use crate::bundles::BundleStates;
pub(crate) use crate::bundles::{Bundle, LoadState};
use crate::connection::{Connection, Listener};
use crate::screens::Overlay;
use crate::store::App;
use crate::text::tr;

/// Delay before the table is prefetched, in milliseconds after the page is shown.
const FELT_PREFETCH_DELAY: u32 = 1_000;

/// The same for the other bundles.
const PREFETCH_DELAY: u32 = 20_000;

/// Delay after a table is shown before its next bundle is prefetched, in milliseconds.
const TABLE_PREFETCH_DELAY: u32 = 4_000;

/// Delay before loading the bots is retried, in milliseconds.
const RETRY_DELAY: u32 = 5_000;

/// Views that the bundles draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LazyView {
    Home,
    /// Choosing a game, with others (`true`) or alone.
    ChooseGame(bool),
    /// Setting up its table.
    SetUp(bool),
    /// Changing its rules.
    HouseEditor(bool),
    /// House rules from a link.
    HouseLink,
    /// The lobby: the table between matches.
    Lobby,
    /// The table during a match.
    Felt,
    /// The curtain between people who share this device.
    Curtain,
    /// A lay-down (or the move that ends the deal) being composed.
    LayDown,
    /// A rearrangement being composed.
    Arrange,
    /// Cutting the pack.
    Cut,
    /// Drawing a card from a hidden hand.
    Pick,
    /// The strip of news and requests about people.
    Strip,
    /// Rule changes at this table.
    ChangedRules,
    /// House rules saved on this device, to choose from.
    OwnGames,
    /// Playing a game file.
    GameFile,
    /// An overlay's content.
    Sheet(Overlay),
}

impl LazyView {
    /// Returns the bundle that draws it.
    fn bundle(self) -> Bundle {
        match self {
            LazyView::Home => Bundle::Home,
            LazyView::Lobby | LazyView::Strip | LazyView::Sheet(Overlay::OwnProfile) => {
                Bundle::Room
            }
            LazyView::Felt => Bundle::Felt,
            LazyView::HouseEditor(_)
            | LazyView::HouseLink
            | LazyView::OwnGames
            | LazyView::GameFile
            | LazyView::Sheet(
                Overlay::Replay
                | Overlay::Games
                | Overlay::HomeScore
                | Overlay::Puzzle
                | Overlay::Lessons
                | Overlay::Lesson(_),
            ) => Bundle::Library,
            LazyView::ChooseGame(_)
            | LazyView::SetUp(_)
            | LazyView::ChangedRules
            | LazyView::Curtain
            | LazyView::LayDown
            | LazyView::Arrange
            | LazyView::Cut
            | LazyView::Pick
            | LazyView::Sheet(_) => Bundle::Table,
        }
    }
}

/// A request to a bundle.
pub(crate) enum Job {
    /// Draw a part.
    Draw(LazyView),
    /// Open a connection to this table of the server.
    Connect(String, Listener),
    /// Ask a bot of this level for an action: view, rules, level, seed.
    Decide(Box<OwnView>, Arc<Rules>, Level, u64),
    /// Put rule flaws, given by their codes, into words.
    DescribeFlaws(Vec<String>),
    /// Let bots play a match by these rules with this seed.
    PlayTrial(RuleSource, [u8; 32]),
    /// Find stored matches that are not listed.
    FindUnlisted,
    /// Save the finished match to the list of played matches.
    SaveMatch(Box<App>),
}

pub(crate) enum JobResult {
    View(AnyView),
    Connection(Box<dyn Connection>),
    /// The bot's answer.
    Action(Option<Action>),
    /// The flaws in sentences.
    Sentences(String),
    TrialMatch(Option<TrialMatch>),
    /// The job belongs to another bundle.
    Nothing,
}

impl Job {
    /// Returns the bundle that runs the job.
    pub(crate) fn bundle(&self) -> Bundle {
        match self {
            Job::Draw(part) => part.bundle(),
            Job::Connect(..) => Bundle::Room,
            Job::Decide(..) | Job::DescribeFlaws(_) | Job::SaveMatch(_) => Bundle::Table,
            Job::PlayTrial(..) | Job::FindUnlisted => Bundle::Library,
        }
    }
}

/// Future of a value that needs a bundle.
pub(crate) type BoxFuture<T> = Pin<Box<dyn Future<Output = T>>>;

/// Entry points of the bundles, which depend on this module; installed at start-up.
#[derive(Clone, Copy)]
pub(crate) struct EntryPoints {
    /// Loads a bundle; `true` if it is loaded.
    pub(crate) load: fn(Bundle) -> BoxFuture<bool>,
    /// Runs a job in its loaded bundle; `None` if it failed.
    pub(crate) run: fn(Job) -> BoxFuture<Option<JobResult>>,
    /// The bots: a module of their own, loaded when a table is shown. `None` if that failed.
    pub(crate) bots: fn() -> BoxFuture<Option<Bots>>,
    /// A table on this device, in this thread, with its bots: a module of its own, unused if tables run in a
    /// worker or on a server. `None` if it failed to load.
    pub(crate) host: fn() -> BoxFuture<Option<Rc<dyn HostedTable>>>,
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
pub(crate) trait HostedTable {
    /// Sends an order to the table and passes its response to `then`, later if a bot must first fetch its
    /// nets from this address.
    fn request(
        self: Rc<Self>,
        order: DeviceCommand,
        nets: &str,
        then: Box<dyn FnOnce(DeviceReply)>,
    );
}

static ENTRY_POINTS: OnceLock<EntryPoints> = OnceLock::new();

/// Installs the entry points of the bundles.
pub(crate) fn install(entries: EntryPoints) {
    let _ = ENTRY_POINTS.set(entries);
}

/// Loads a bundle; `true` if it is loaded, `false` if that failed.
pub(crate) async fn load(bundle: Bundle) -> bool {
    match ENTRY_POINTS.get() {
        Some(entries) => (entries.load)(bundle).await,
        None => false,
    }
}

/// Returns a table on this device, in this thread; `None` if its code cannot be loaded.
pub(crate) async fn hosted_table() -> Option<Rc<dyn HostedTable>> {
    (ENTRY_POINTS.get()?.host)().await
}

/// Runs `then` once the bots are loaded, retrying until they are. Also used in a worker.
pub(crate) fn with_bots(then: impl FnOnce(Bots) + 'static) {
    js_sys::futures::spawn_local(async move {
        let Some(entries) = ENTRY_POINTS.get() else { return };
        match (entries.bots)().await {
            Some(bots) => then(bots),
            None => browser::set_timeout(RETRY_DELAY, move || with_bots(then)),
        }
    });
}

/// Runs a job synchronously; `None` if its bundle is not loaded.
fn run_now(job: Job) -> Option<JobResult> {
    let mut doing = (ENTRY_POINTS.get()?.run)(job);
    match doing.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(done) => done,
        Poll::Pending => None,
    }
}

/// Opens a connection to a table of the server; `None` if its bundle is not loaded.
pub(crate) fn open_connection(table: String, listener: Listener) -> Option<Box<dyn Connection>> {
    match run_now(Job::Connect(table, listener)) {
        Some(JobResult::Connection(connection)) => Some(connection),
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
    match run_now(Job::Decide(Box::new(view), rules, level, number)) {
        Some(JobResult::Action(action)) => action,
        _ => None,
    }
}

/// Lets bots play a match; `None` if their bundle is not loaded.
pub(crate) fn play_trial(source: RuleSource, seed: [u8; 32]) -> Option<TrialMatch> {
    match run_now(Job::PlayTrial(source, seed)) {
        Some(JobResult::TrialMatch(tried)) => tried,
        _ => None,
    }
}

/// Finds stored matches that are not listed, if the bundle is loaded.
pub(crate) fn find_unlisted() {
    run_now(Job::FindUnlisted);
}

/// Saves the match that has just ended to the list of played matches, even if the player leaves at once or
/// opens something else.
pub(crate) fn save_match(app: App) {
    if let Some(entries) = ENTRY_POINTS.get() {
        leptos::task::spawn_local(async move {
            (entries.run)(Job::SaveMatch(Box::new(app))).await;
        });
    }
}

/// Puts rule flaws into sentences; empty if the bundle is not loaded. Only the host of a server's table needs
/// it, and has used the same bundle for the set-up.
pub(crate) fn describe_flaws(flaws: Vec<String>) -> String {
    match run_now(Job::DescribeFlaws(flaws)) {
        Some(JobResult::Sentences(words)) => words,
        _ => String::new(),
    }
}

/// Requests a bundle unless it is loaded or loading.
pub(crate) fn request(bundles: BundleStates, bundle: Bundle) {
    let state = bundles.state(bundle);
    if matches!(state.get_untracked(), LoadState::Loading | LoadState::Loaded) {
        return;
    }
    state.set(LoadState::Loading);
    leptos::task::spawn_local(async move {
        if load(bundle).await { state.set(LoadState::Loaded) } else { set_failure(state) }
    });
}

/// Sets the reason of a failed load: no connection, or the server has another version of the page, whose
/// first page names another program.
pub(crate) fn set_failure(state: RwSignal<LoadState>) {
    check_outdated(move |old| state.set(if old { LoadState::Outdated } else { LoadState::Failed }));
}

/// Checks whether the server has another version of the page.
pub(crate) fn check_outdated(then: impl FnOnce(bool) + 'static) {
    browser::fetch_bytes("/", move |bytes| {
        then(bytes.is_some_and(|bytes| {
            let own = browser::program_address();
            !own.is_empty() && !String::from_utf8_lossy(&bytes).contains(&own)
        }));
    });
}

/// Prefetches the bundles after a while. A guest of a table needs its connection first.
pub(crate) fn prefetch_after_start(bundles: BundleStates) {
    browser::set_timeout(FELT_PREFETCH_DELAY, move || {
        if bundles.state(Bundle::Room).get_untracked() == LoadState::NotRequested {
            prefetch(bundles, Bundle::Felt);
        }
    });
    browser::set_timeout(PREFETCH_DELAY, move || {
        Bundle::ALL.into_iter().for_each(|one| prefetch(bundles, one))
    });
}

/// Prefetches what a table's turns need, once it is shown.
pub(crate) fn prefetch_at_table(bundles: BundleStates) {
    browser::set_timeout(TABLE_PREFETCH_DELAY, move || prefetch(bundles, Bundle::Table));
}

/// Requests a bundle that has not been requested yet.
fn prefetch(bundles: BundleStates, bundle: Bundle) {
    if bundles.state(bundle).get_untracked() == LoadState::NotRequested {
        request(bundles, bundle);
    }
}

/// Returns a part's view, drawn once its bundle is loaded.
pub(crate) fn view(bundles: BundleStates, part: LazyView) -> AnyView {
    let (bundle, state) = (part.bundle(), bundles.state(part.bundle()));
    let shown = RwSignal::new(());
    // Not while a view that tracks this signal is being drawn, nor after it has been disposed.
    browser::set_timeout(0, move || {
        if !shown.is_disposed() {
            request(bundles, bundle);
        }
    });
    let view = move || match state.get() {
        LoadState::Loaded => match run_now(Job::Draw(part)) {
            Some(JobResult::View(view)) => view,
            _ => placeholder(LoadState::Failed, move || request(bundles, bundle)),
        },
        state => placeholder(state, move || request(bundles, bundle)),
    };
    view.into_any()
}

/// Placeholder for a missing part: loading, or the reason for failure and a way on. Matches are always
/// stored, so an outdated page can be reloaded.
pub(crate) fn placeholder(state: LoadState, again: impl Fn() + 'static) -> AnyView {
    match state {
        LoadState::Outdated => view! {
            <p class="notice" role="alert">{tr!("part-old")}</p>
            <button class="btn go" on:click=move |_| browser::navigate(&browser::path())>{tr!("load-again")}</button>
        }
        .into_any(),
        LoadState::Failed => view! {
            <p class="notice" role="alert">{tr!("part-failed")}</p>
            <button class="btn" on:click=move |_| again()>{tr!("try-again")}</button>
        }
        .into_any(),
        _ => view! { <p class="loading" role="status">{tr!("loading")}</p> }.into_any(),
    }
}
