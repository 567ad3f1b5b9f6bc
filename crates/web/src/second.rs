//! Code splitting: what only one of these functions uses is compiled into a file of its own, and what several
//! use into a shared file.
#![allow(unsafe_code, reason = "the macro binds the parts by functions of the C ABI")]

use std::rc::Rc;

use leptos::prelude::*;
use leptos::wasm_split::{SplitLoaderError, wasm_split};
use upcard_client::Steadily;
use upcard_rulebook::coded_sentence;

use crate::later::{Bots, Bundle, Done, Hooks, Host, Job, Part};
use crate::remote::Remote;
use crate::screens::Overlay;

/// Entry points for the modules below.
pub(crate) const HOOKS: Hooks = Hooks {
    load: |bundle| {
        Box::pin(async move {
            match bundle {
                Bundle::Home => load_home().await.is_ok(),
                Bundle::Room => load_room().await.is_ok(),
                Bundle::Felt => load_felt().await.is_ok(),
                Bundle::Table => load_later().await.is_ok(),
                Bundle::Library => load_library().await.is_ok(),
            }
        })
    },
    run: |job| {
        Box::pin(async {
            match job.bundle() {
                Bundle::Home => home(job).await.ok(),
                Bundle::Room => room(job).await.ok(),
                Bundle::Felt => felt(job).await.ok(),
                Bundle::Table => later(job).await.ok(),
                Bundle::Library => library(job).await.ok(),
            }
        })
    },
    host: || Box::pin(async { host().await.ok() }),
    bots: || Box::pin(async { bots().await.ok() }),
};

/// A table on this device, without its bots. The macro makes it a future that first loads the code only used here.
#[wasm_split(device, wasm_split_path = leptos::wasm_split, fallible)]
fn host() -> Result<Rc<dyn Host>, SplitLoaderError> {
    Ok(Rc::new(crate::host::Table::new()))
}

/// The bots, and the planner of the player's hand.
#[wasm_split(bots, wasm_split_path = leptos::wasm_split, fallible)]
fn bots() -> Result<Bots, SplitLoaderError> {
    Ok(Bots { planner: &Steadily, decide: crate::bots::decide })
}

/// The first screen.
#[wasm_split(home, wasm_split_path = leptos::wasm_split, preload(load_home), fallible)]
fn home(job: Job) -> Result<Done, SplitLoaderError> {
    Ok(match job {
        Job::Draw(Part::Home) => {
            crate::text::add_home();
            Done::View(view! { <crate::home::Home/> }.into_any())
        }
        _ => Done::Nothing,
    })
}

/// For guests with a link.
#[wasm_split(room, wasm_split_path = leptos::wasm_split, preload(load_room), fallible)]
fn room(job: Job) -> Result<Done, SplitLoaderError> {
    crate::text::add_room();
    Ok(match job {
        Job::Open(table, listener) => Done::Line(Box::new(Remote::open(&table, listener))),
        Job::Draw(Part::Lobby) => Done::View(view! { <crate::lobby::Lobby/> }.into_any()),
        Job::Draw(Part::Strip) => {
            Done::View(view! { <crate::strip::Strip requests=true/> }.into_any())
        }
        Job::Draw(Part::Sheet(Overlay::Me)) => {
            Done::View(view! { <crate::people::Me/> }.into_any())
        }
        _ => Done::Nothing,
    })
}

/// The table during a match.
#[wasm_split(felt, wasm_split_path = leptos::wasm_split, preload(load_felt), fallible)]
fn felt(job: Job) -> Result<Done, SplitLoaderError> {
    Ok(match job {
        Job::Draw(Part::Felt) => Done::View(view! { <crate::table::Felt/> }.into_any()),
        _ => Done::Nothing,
    })
}

/// Later turns of a table, and the screens before and beside it.
#[wasm_split(later, wasm_split_path = leptos::wasm_split, preload(load_later), fallible)]
fn later(job: Job) -> Result<Done, SplitLoaderError> {
    Ok(match job {
        Job::Draw(part) => Done::View(draw(part)),
        Job::Decide(view, rules, level, number) => {
            Done::Action(crate::bots::decide_deeply(&view, &rules, level, number))
        }
        Job::Word(flaws) => {
            upcard_rulebook::load_flaw_texts();
            let sentences: Vec<String> = flaws.iter().map(|flaw| coded_sentence(flaw)).collect();
            Done::Words(sentences.join(" "))
        }
        Job::Keep(app) => {
            crate::unkept::keep(*app);
            Done::Nothing
        }
        _ => Done::Nothing,
    })
}

fn draw(part: Part) -> AnyView {
    add_words_and_style();
    match part {
        Part::ChooseGame(friends) => view! { <crate::new_table::ChooseGame friends/> }.into_any(),
        Part::SetUp(friends) => view! { <crate::set_up::SetUpTable friends/> }.into_any(),
        Part::Curtain => view! { <crate::curtain::Curtain/> }.into_any(),
        Part::Changed => view! { <crate::rules_sheet::Changed/> }.into_any(),
        Part::Down => view! { <crate::panels::DownPanel/> }.into_any(),
        Part::Arrange => view! { <crate::panels::ArrangePanel/> }.into_any(),
        Part::Cut => view! { <crate::panels::CutPanel/> }.into_any(),
        Part::Pick => view! { <crate::panels::PickPanel/> }.into_any(),
        Part::Sheet(overlay) => crate::overlays::body(overlay),
        _ => ().into_any(),
    }
}

/// House rules and replays.
#[wasm_split(library, wasm_split_path = leptos::wasm_split, preload(load_library), fallible)]
fn library(job: Job) -> Result<Done, SplitLoaderError> {
    // It comes by itself, and is asked for something at once: whatever is on the screen can be printed then.
    crate::browser::add_style(include_str!("../styles/print.css"));
    Ok(match job {
        Job::Find => {
            crate::store::waiting::find(|| {});
            use_context().into_iter().for_each(crate::matches::note_meetings);
            Done::Nothing
        }
        Job::Try(source, seed) => Done::Tried(crate::house_opinion::play(&source, seed)),
        Job::Draw(part) => {
            add_words_and_style();
            crate::text::add_library();
            crate::browser::add_style(include_str!("../styles/library.css"));
            Done::View(match part {
                Part::House(friends) => {
                    view! { <crate::house_editor::HouseEditor friends/> }.into_any()
                }
                Part::Link => view! { <crate::house_shelf::HouseLink/> }.into_any(),
                Part::OwnGames => view! { <crate::house_shelf::OwnGames/> }.into_any(),
                Part::File => view! { <crate::house_file::FromFile/> }.into_any(),
                Part::Sheet(Overlay::Replay) => view! { <crate::replay::ReplaySheet/> }.into_any(),
                Part::Sheet(Overlay::Games) => view! { <crate::matches::GamesSheet/> }.into_any(),
                Part::Sheet(Overlay::Score) => {
                    view! { <crate::score_kept::ScoreAtHome/> }.into_any()
                }
                Part::Sheet(Overlay::Lessons) => {
                    view! { <crate::lesson::LessonsSheet/> }.into_any()
                }
                Part::Sheet(Overlay::Lesson(course)) => {
                    view! { <crate::lesson::LessonSheet course/> }.into_any()
                }
                Part::Sheet(Overlay::Puzzle) => view! { <crate::puzzle::PuzzleSheet/> }.into_any(),
                _ => ().into_any(),
            })
        }
        _ => Done::Nothing,
    })
}

/// Adds the texts and styles of what is drawn here.
fn add_words_and_style() {
    crate::browser::add_style(include_str!("../styles/later.css"));
    crate::text::add_room();
    crate::text::add_later();
    upcard_rulebook::load_flaw_texts();
}
