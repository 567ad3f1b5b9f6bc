//! The second part of the program: what the first turns with bots do not need. That is the screens,
//! sheets and panels that [`Part`] lists, the line to a server's table, and the two best bots. It is a file of
//! its own, and comes when one of them is asked for, or by itself a while after the page stands.
#![allow(unsafe_code, reason = "the macro binds the two parts by functions of the C ABI")]

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use leptos::prelude::*;
use leptos::wasm_split::{SplitLoaderError, wasm_split};
use upcard_client::wire::Level;
use upcard_engine::{Action, OwnView, Rules};
use upcard_rulebook::coded_sentence;

use crate::browser;
use crate::remote::{Line, Remote};
use crate::store::{App, Overlay};
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
enum Job {
    /// Draw this.
    Draw(Part),
    /// Open the line to this table of the server.
    Open(Box<App>, String),
    /// Let a bot of this level decide, by this view, under these rules, with this number.
    Decide(Box<OwnView>, Arc<Rules>, Level, u64),
    /// Word these flaws of rules, which are given by their codes.
    Word(Vec<String>),
}

/// What came of it.
enum Done {
    View(AnyView),
    Line(Box<dyn Line>),
    Action(Option<Action>),
    Words(String),
}

/// Does something. The macro makes it a future that loads the second part first.
#[wasm_split(later, wasm_split_path = leptos::wasm_split, preload(load), fallible)]
fn run(job: Job) -> Result<Done, SplitLoaderError> {
    Ok(match job {
        Job::Draw(part) => Done::View(draw(part)),
        Job::Open(app, table) => Done::Line(Box::new(Remote::open(*app, &table))),
        Job::Decide(view, rules, level, number) => {
            Done::Action(crate::bots::decide_deeply(&view, &rules, level, number))
        }
        Job::Word(flaws) => {
            upcard_rulebook::load_flaw_texts();
            let sentences: Vec<String> = flaws.iter().map(|flaw| coded_sentence(flaw)).collect();
            Done::Words(sentences.join(" "))
        }
    })
}

fn draw(part: Part) -> AnyView {
    crate::text::add_later();
    upcard_rulebook::load_flaw_texts();
    match part {
        Part::ChooseGame(friends) => view! { <crate::new_table::ChooseGame friends/> }.into_any(),
        Part::SetUp(friends) => view! { <crate::set_up::SetUpTable friends/> }.into_any(),
        Part::Lobby => view! { <crate::lobby::Lobby/> }.into_any(),
        Part::Down => view! { <crate::panels::DownPanel/> }.into_any(),
        Part::Arrange => view! { <crate::panels::ArrangePanel/> }.into_any(),
        Part::Cut => view! { <crate::panels::CutPanel/> }.into_any(),
        Part::Pick => view! { <crate::panels::PickPanel/> }.into_any(),
        Part::Sheet(overlay) => crate::overlays::body(overlay),
    }
}

/// Fetches the second part; true once it is there, false where it could not be had.
pub(crate) async fn fetch() -> bool {
    load().await.is_ok()
}

/// Does something at once; none where the second part is not there.
fn at_once(job: Job) -> Option<Done> {
    match pin!(run(job)).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(done) => done.ok(),
        Poll::Pending => None,
    }
}

/// Opens the line to a table of the server; none where the second part is not there.
pub(crate) fn open_line(app: App, table: String) -> Option<Box<dyn Line>> {
    match at_once(Job::Open(Box::new(app), table)) {
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

/// What is wrong with rules, in sentences. Only the host of a server's table hears of it, who has the
/// second part; empty where it is not there.
pub(crate) fn in_words(flaws: Vec<String>) -> String {
    match at_once(Job::Word(flaws)) {
        Some(Done::Words(words)) => words,
        _ => String::new(),
    }
}

/// Asks for the second part, unless it is there or on its way.
pub(crate) fn ask(app: App) {
    if matches!(app.second.get_untracked(), Second::Coming | Second::There) {
        return;
    }
    app.second.set(Second::Coming);
    leptos::task::spawn_local(async move {
        if fetch().await { app.second.set(Second::There) } else { why_not(app.second) }
    });
}

/// Something could not be had: because there is no line, or because the server has another version of
/// the page by now, whose first page begins with another program.
pub(crate) fn why_not(state: RwSignal<Second>) {
    browser::fetch("/", move |bytes| {
        let other = bytes.is_some_and(|bytes| {
            let own = browser::program();
            !own.is_empty() && !String::from_utf8_lossy(&bytes).contains(&own)
        });
        state.set(if other { Second::Old } else { Second::Failed });
    });
}

/// Lets the second part come by itself after a while.
pub(crate) fn comes_by_itself(app: App) {
    browser::later(BY_ITSELF, move || {
        if app.second.get_untracked() == Second::Unasked {
            ask(app);
        }
    });
}

/// A part, as soon as it can be drawn.
pub(crate) fn part(app: App, part: Part) -> AnyView {
    // Not while something is being drawn that looks at the same signal.
    browser::later(0, move || ask(app));
    let view = move || match app.second.get() {
        Second::There => match at_once(Job::Draw(part)) {
            Some(Done::View(view)) => view,
            _ => missing(Second::Failed, move || ask(app)),
        },
        state => missing(state, move || ask(app)),
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
