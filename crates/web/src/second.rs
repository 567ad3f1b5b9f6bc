//! The later parts of the program: what only one of these functions refers to comes as a file of its own.
#![allow(unsafe_code, reason = "the macro binds the two parts by functions of the C ABI")]

use std::rc::Rc;

use leptos::prelude::*;
use leptos::wasm_split::{SplitLoaderError, wasm_split};
use upcard_rulebook::coded_sentence;

use crate::later::{Done, Hooks, Host, Job, Part};
use crate::remote::Remote;

/// What those below ask it by.
pub(crate) const HOOKS: Hooks = Hooks {
    load: || Box::pin(async { load().await.is_ok() }),
    run: |job| Box::pin(async { run(job).await.ok() }),
    host: || Box::pin(async { host().await.ok() }),
};

/// A table on this device. The macro makes it a future that loads the part first that only this refers to.
#[wasm_split(device, wasm_split_path = leptos::wasm_split, fallible)]
fn host() -> Result<Rc<dyn Host>, SplitLoaderError> {
    Ok(Rc::new(crate::host::Table::new()))
}

/// Does something. The macro makes it a future that loads the second part first.
#[wasm_split(later, wasm_split_path = leptos::wasm_split, preload(load), fallible)]
fn run(job: Job) -> Result<Done, SplitLoaderError> {
    Ok(match job {
        Job::Draw(part) => Done::View(draw(part)),
        Job::Open(table, listener) => Done::Line(Box::new(Remote::open(&table, listener))),
        Job::Decide(view, rules, level, number) => {
            Done::Action(crate::bots::decide_deeply(&view, &rules, level, number))
        }
        Job::Try(source, seed) => Done::Tried(crate::house_opinion::play(&source, seed)),
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
        Part::House(friends) => view! { <crate::house_editor::HouseEditor friends/> }.into_any(),
        Part::Link => view! { <crate::house_shelf::HouseLink/> }.into_any(),
        Part::Lobby => view! { <crate::lobby::Lobby/> }.into_any(),
        Part::Down => view! { <crate::panels::DownPanel/> }.into_any(),
        Part::Arrange => view! { <crate::panels::ArrangePanel/> }.into_any(),
        Part::Cut => view! { <crate::panels::CutPanel/> }.into_any(),
        Part::Pick => view! { <crate::panels::PickPanel/> }.into_any(),
        Part::Strip => view! { <crate::strip::Strip requests=true/> }.into_any(),
        Part::Sheet(overlay) => crate::overlays::body(overlay),
    }
}
