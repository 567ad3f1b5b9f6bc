//! Code splitting: what only one of these functions uses is compiled into a file of its own, and what several
//! use into a shared file.
#![allow(unsafe_code, reason = "the macro binds the parts by functions of the C ABI")]

use std::rc::Rc;

use leptos::prelude::*;
use leptos::wasm_split::{SplitLoaderError, wasm_split};
use upcard_client::SteadyPlanner;
use upcard_rulebook::coded_sentence;

use crate::lazy::{Bots, Bundle, EntryPoints, HostedTable, Job, JobResult, LazyView};
use crate::remote::Remote;
use crate::screens::Overlay;

/// Entry points for the modules below.
pub(crate) const ENTRY_POINTS: EntryPoints = EntryPoints {
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
fn host() -> Result<Rc<dyn HostedTable>, SplitLoaderError> {
    Ok(Rc::new(crate::hosted_table::Table::new()))
}

/// The bots, and the planner of the player's hand.
#[wasm_split(bots, wasm_split_path = leptos::wasm_split, fallible)]
fn bots() -> Result<Bots, SplitLoaderError> {
    Ok(Bots { planner: &SteadyPlanner, decide: crate::bots::decide })
}

/// The first screen.
#[wasm_split(home, wasm_split_path = leptos::wasm_split, preload(load_home), fallible)]
fn home(job: Job) -> Result<JobResult, SplitLoaderError> {
    Ok(match job {
        Job::Draw(LazyView::Home) => {
            crate::text::add_home();
            JobResult::View(view! { <crate::home::Home/> }.into_any())
        }
        _ => JobResult::Nothing,
    })
}

/// For guests with a link.
#[wasm_split(room, wasm_split_path = leptos::wasm_split, preload(load_room), fallible)]
fn room(job: Job) -> Result<JobResult, SplitLoaderError> {
    crate::text::add_room();
    Ok(match job {
        Job::Connect(table, listener) => {
            JobResult::Connection(Box::new(Remote::open(&table, listener)))
        }
        Job::Draw(LazyView::Lobby) => JobResult::View(view! { <crate::lobby::Lobby/> }.into_any()),
        Job::Draw(LazyView::Strip) => {
            JobResult::View(view! { <crate::strip::Strip requests=true/> }.into_any())
        }
        Job::Draw(LazyView::Sheet(Overlay::OwnProfile)) => {
            JobResult::View(view! { <crate::people::OwnProfile/> }.into_any())
        }
        _ => JobResult::Nothing,
    })
}

/// The table during a match.
#[wasm_split(felt, wasm_split_path = leptos::wasm_split, preload(load_felt), fallible)]
fn felt(job: Job) -> Result<JobResult, SplitLoaderError> {
    Ok(match job {
        Job::Draw(LazyView::Felt) => JobResult::View(view! { <crate::table::Felt/> }.into_any()),
        _ => JobResult::Nothing,
    })
}

/// Later turns of a table, and the screens before and beside it.
#[wasm_split(later, wasm_split_path = leptos::wasm_split, preload(load_later), fallible)]
fn later(job: Job) -> Result<JobResult, SplitLoaderError> {
    Ok(match job {
        Job::Draw(part) => JobResult::View(draw(part)),
        Job::Decide(view, rules, level, number) => {
            JobResult::Action(crate::bots::decide_deeply(&view, &rules, level, number))
        }
        Job::DescribeFlaws(flaws) => {
            upcard_rulebook::load_flaw_texts();
            let sentences: Vec<String> = flaws.iter().map(|flaw| coded_sentence(flaw)).collect();
            JobResult::Sentences(sentences.join(" "))
        }
        Job::SaveMatch(app) => {
            crate::match_saving::save_finished(*app);
            JobResult::Nothing
        }
        _ => JobResult::Nothing,
    })
}

fn draw(part: LazyView) -> AnyView {
    add_words_and_style();
    match part {
        LazyView::ChooseGame(friends) => {
            view! { <crate::new_table::ChooseGame friends/> }.into_any()
        }
        LazyView::SetUp(friends) => view! { <crate::set_up::SetUpTable friends/> }.into_any(),
        LazyView::Curtain => view! { <crate::curtain::Curtain/> }.into_any(),
        LazyView::ChangedRules => view! { <crate::rules_sheet::ChangedRules/> }.into_any(),
        LazyView::LayDown => view! { <crate::panels::DownPanel/> }.into_any(),
        LazyView::Arrange => view! { <crate::panels::ArrangePanel/> }.into_any(),
        LazyView::Cut => view! { <crate::panels::CutPanel/> }.into_any(),
        LazyView::Pick => view! { <crate::panels::PickPanel/> }.into_any(),
        LazyView::Sheet(overlay) => crate::overlays::content(overlay),
        _ => ().into_any(),
    }
}

/// House rules and replays.
#[wasm_split(library, wasm_split_path = leptos::wasm_split, preload(load_library), fallible)]
fn library(job: Job) -> Result<JobResult, SplitLoaderError> {
    // It comes by itself, and is asked for something at once: whatever is on the screen can be printed then.
    crate::browser::add_style(include_str!("../styles/print.css"));
    Ok(match job {
        Job::FindUnlisted => {
            crate::store::waiting::find_unlisted(|| {});
            use_context().into_iter().for_each(crate::matches::record_meetings);
            JobResult::Nothing
        }
        Job::PlayTrial(source, seed) => {
            JobResult::TrialMatch(crate::house_trial::play_match(&source, seed))
        }
        Job::Draw(part) => {
            add_words_and_style();
            crate::text::add_library();
            crate::browser::add_style(include_str!("../styles/library.css"));
            JobResult::View(match part {
                LazyView::HouseEditor(friends) => {
                    view! { <crate::house_editor::HouseEditor friends/> }.into_any()
                }
                LazyView::HouseLink => view! { <crate::house_list::HouseLink/> }.into_any(),
                LazyView::OwnGames => view! { <crate::house_list::OwnGames/> }.into_any(),
                LazyView::GameFile => view! { <crate::house_file::FromFile/> }.into_any(),
                LazyView::Sheet(Overlay::Replay) => {
                    view! { <crate::replay::ReplaySheet/> }.into_any()
                }
                LazyView::Sheet(Overlay::Games) => {
                    view! { <crate::matches::GamesSheet/> }.into_any()
                }
                LazyView::Sheet(Overlay::HomeScore) => {
                    view! { <crate::score_home::HomeScore/> }.into_any()
                }
                LazyView::Sheet(Overlay::Lessons) => {
                    view! { <crate::lesson::LessonsSheet/> }.into_any()
                }
                LazyView::Sheet(Overlay::Lesson(course)) => {
                    view! { <crate::lesson::LessonSheet course/> }.into_any()
                }
                LazyView::Sheet(Overlay::Puzzle) => {
                    view! { <crate::puzzle::PuzzleSheet/> }.into_any()
                }
                _ => ().into_any(),
            })
        }
        _ => JobResult::Nothing,
    })
}

/// Adds the texts and styles of what is drawn here.
fn add_words_and_style() {
    crate::browser::add_style(include_str!("../styles/later.css"));
    crate::text::add_room();
    crate::text::add_later();
    upcard_rulebook::load_flaw_texts();
}
