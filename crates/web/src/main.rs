//! The page: the table, its screens, its card faces. Rules are asked of the engine, which is
//! inside the page.
#![allow(unreachable_pub, reason = "the component macro makes items public")]

mod address;
mod board;
mod bots;
mod browser;
mod card;
mod coach;
mod comfort;
mod drag;
mod faces;
mod fair;
mod fault;
mod hand;
mod hint;
mod home;
mod keys;
mod later;
mod lobby;
mod memo;
mod motion;
mod new_table;
mod news;
mod nudge;
mod overlays;
mod panels;
mod phrases;
mod prompt;
mod refusals;
mod remote;
mod room;
mod rules_sheet;
mod scores;
mod seat_face;
mod set_up;
mod settings;
mod settings_screen;
mod sheets;
mod sound;
mod store;
mod story;
mod table;
mod text;
mod visits;

use leptos::prelude::*;
use upcard_engine::Library;
use upcard_table::compact;
use wasm_bindgen::JsCast;
use web_sys::DedicatedWorkerGlobalScope;

use crate::later::Part;
use crate::store::{App, Screen};

/// The games, as the build script has read them.
fn games() -> Library {
    compact::read(include_bytes!(concat!(env!("OUT_DIR"), "/games"))).unwrap_or_default()
}

/// The page.
#[component]
fn Page() -> impl IntoView {
    let app = App::new(games());
    provide_context(app);
    Effect::new(move |_| {
        app.settings.with(settings::Settings::show);
        room::look_again(app.room);
    });
    browser::on_match("(prefers-color-scheme: dark)", move || {
        app.settings.with_untracked(settings::Settings::show);
    });
    browser::listen("pagehide", move |_: web_sys::Event| app.put_away());
    nudge::install(app);
    later::comes_by_itself(app);
    Effect::new(move |_| {
        if app.second.get() == later::Second::There {
            app.open_line();
        }
    });
    address::follow(app);
    view! {
        {move || match app.screen.get() {
            Screen::Home => view! { <home::Home/> }.into_any(),
            Screen::New(friends) => later::part(app, Part::ChooseGame(friends)),
            Screen::SetUp(friends) => later::part(app, Part::SetUp(friends)),
            Screen::Table => view! { <table::TableScreen/> }.into_any(),
        }}
        <overlays::Overlays/>
    }
}

fn main() {
    fault::watch();
    if let Ok(scope) = js_sys::global().dyn_into::<DedicatedWorkerGlobalScope>() {
        return bots::serve(scope);
    }
    if let Some(body) = browser::document().body() {
        // What the page showed while it loaded goes.
        body.set_inner_html(&faces::sprite());
    }
    leptos::mount::mount_to_body(Page);
}
