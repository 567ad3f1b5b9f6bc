//! What asks for the second part of the program: what the first turns with bots do not need. That is the
//! screens, sheets and panels that [`Part`] lists, the line to a server's table, and the two best bots. It is
//! a file of its own, and comes when one of them is asked for, or by itself a while after the page stands.

use std::pin::Pin;
use std::rc::Rc;
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll, Waker};

use leptos::prelude::*;
use upcard_client::house_rules::Tried;
use upcard_client::wire::{Level, RuleSource};
use upcard_client::{Answer, Order};
use upcard_engine::{Action, OwnView, Rules};

use crate::browser;
use crate::line::{Line, Listener};
use crate::screens::Overlay;
use crate::text::tr;

/// How long after the page stands the second part comes by itself, in milliseconds.
const BY_ITSELF: u32 = 20_000;

/// What the second part draws.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
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
    /// What a sheet over the screen holds.
    Sheet(Overlay),
}

/// How far something is that comes later: the second part, or the texts of rule sheets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Second {
    /// Nobody has asked for it.
    #[default]
    Unasked,
    /// It is on its way.
    Coming,
    /// It is there.
    There,
    /// It could not be had.
    Failed,
    /// It is not to be had any more: the server has another version of the page by now.
    Old,
}

/// What the second part is to do.
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
}

/// What comes when the second part is there.
pub(crate) type Coming<T> = Pin<Box<dyn Future<Output = T>>>;

/// The second part itself. It lies above all that asks for it, and is named here when the page begins.
#[derive(Clone, Copy)]
pub(crate) struct Hooks {
    /// Loads it; true once it is there.
    pub(crate) load: fn() -> Coming<bool>,
    /// Does something, when it is loaded; none where that could not be done.
    pub(crate) run: fn(Job) -> Coming<Option<Done>>,
    /// A table on this device, in this thread, with its bots: a part of its own, which a page has no use
    /// for whose tables are in a worker or at a server. None where it could not be had.
    pub(crate) host: fn() -> Coming<Option<Rc<dyn Host>>>,
}

/// A table on this device.
pub(crate) trait Host {
    /// Tells the table something, and hands on its answer: later where a bot must fetch first what it thinks
    /// by, from this address.
    fn tell(self: Rc<Self>, order: Order, nets: &str, then: Box<dyn FnOnce(Answer)>);
}

static HOOKS: OnceLock<Hooks> = OnceLock::new();

/// Names the second part.
pub(crate) fn install(hooks: Hooks) {
    let _ = HOOKS.set(hooks);
}

/// Fetches the second part; true once it is there, false where it could not be had.
pub(crate) async fn fetch() -> bool {
    match HOOKS.get() {
        Some(hooks) => (hooks.load)().await,
        None => false,
    }
}

/// A table on this device, in this thread; none where the part that it is in could not be had.
pub(crate) async fn host() -> Option<Rc<dyn Host>> {
    (HOOKS.get()?.host)().await
}

/// Does something at once; none where the second part is not there.
fn at_once(job: Job) -> Option<Done> {
    let mut doing = (HOOKS.get()?.run)(job);
    match doing.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(done) => done,
        Poll::Pending => None,
    }
}

/// Opens the line to a table of the server; none where the second part is not there.
pub(crate) fn open_line(table: String, listener: Listener) -> Option<Box<dyn Line>> {
    match at_once(Job::Open(table, listener)) {
        Some(Done::Line(line)) => Some(line),
        _ => None,
    }
}

/// Lets a sharp or an expert bot decide; none where it finds nothing, or the second part is not there.
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

/// Lets bots play a match; none where the second part is not there.
pub(crate) fn try_out(source: RuleSource, seed: [u8; 32]) -> Option<Tried> {
    match at_once(Job::Try(source, seed)) {
        Some(Done::Tried(tried)) => tried,
        _ => None,
    }
}

/// What is wrong with rules, in sentences. Only the host of a server's table hears of it, who has the
/// second part; empty where it is not there.
pub(crate) fn in_words(flaws: Vec<String>) -> String {
    match at_once(Job::Word(flaws)) {
        Some(Done::Words(words)) => words,
        _ => String::new(),
    }
}

/// Asks for the second part, unless it is there or on its way.
pub(crate) fn ask(second: RwSignal<Second>) {
    if matches!(second.get_untracked(), Second::Coming | Second::There) {
        return;
    }
    second.set(Second::Coming);
    leptos::task::spawn_local(async move {
        if fetch().await { second.set(Second::There) } else { why_not(second) }
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

/// Lets the second part come by itself after a while.
pub(crate) fn comes_by_itself(second: RwSignal<Second>) {
    browser::later(BY_ITSELF, move || {
        if second.get_untracked() == Second::Unasked {
            ask(second);
        }
    });
}

/// A part, as soon as it can be drawn.
pub(crate) fn part(second: RwSignal<Second>, part: Part) -> AnyView {
    // Not while something is being drawn that looks at the same signal.
    browser::later(0, move || ask(second));
    let view = move || match second.get() {
        Second::There => match at_once(Job::Draw(part)) {
            Some(Done::View(view)) => view,
            _ => missing(Second::Failed, move || ask(second)),
        },
        state => missing(state, move || ask(second)),
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
