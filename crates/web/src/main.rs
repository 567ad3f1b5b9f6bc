//! The page: table, screens, card faces. The rules come from the engine compiled into it.
#![allow(unreachable_pub, reason = "the component macro makes items public")]

mod address;
mod backup;
mod board;
mod bots;
mod browser;
mod bundles;
mod card;
mod coach;
mod connection;
mod controls;
mod curtain;
mod device;
mod differences;
mod drag;
mod drop_actions;
mod entry_points;
mod faces;
mod fair;
mod fault;
mod figures;
mod games;
mod hand;
mod hint;
mod home;
mod hosted_table;
mod house_editor;
mod house_file;
mod house_list;
mod house_storage;
mod house_trial;
mod house_values;
mod invite;
mod json;
mod keys;
mod layout;
mod lazy;
mod lesson;
mod lobby;
mod match_database;
mod match_saving;
mod matches;
mod memo;
mod motion;
mod navigation;
mod new_table;
mod news;
mod overlays;
mod panels;
mod people;
mod phrases;
mod prompt;
mod puzzle;
mod quick_start;
mod record;
mod regulars;
mod remote;
mod replay;
mod rules_sheet;
mod running;
mod saved_link;
mod saved_matches;
mod score_book;
mod score_curve;
mod score_entry;
mod score_home;
mod score_shared;
mod score_sheet;
mod scores;
mod screens;
mod seat_face;
mod server_games;
mod set_up;
mod settings;
mod settings_screen;
mod shared_device;
mod sheets;
mod sound;
mod store;
mod story;
mod strip;
mod table;
mod table_options;
mod table_set_up;
mod text;
mod visits;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::DedicatedWorkerGlobalScope;

use crate::lazy::{Bundle, LazyView};
use crate::store::{App, Screen};

/// The page. The first screen may have been tapped before the program was loaded, and its bundle may be
/// loaded already.
#[component]
fn Page(tapped: Option<String>, home: bool) -> impl IntoView {
    let app = App::new(games::games());
    if home {
        app.bundles().state(Bundle::Home).set(lazy::LoadState::Loaded);
    }
    provide_context(app);
    Effect::new(move |_| {
        app.settings().with(settings::Settings::show);
        app.measure_layout();
    });
    for asked in ["(prefers-color-scheme: dark)", "(prefers-contrast: more)"] {
        browser::on_media_change(asked, move || {
            app.settings().with_untracked(settings::Settings::show);
        });
    }
    browser::listen("pagehide", move |_: web_sys::Event| app.handle_page_hide());
    browser::on_hidden(move || app.lower_curtain());
    store::install_nudge(app);
    lazy::prefetch_after_start(app.bundles());
    Effect::new(move |_| {
        if app.bundles().state(Bundle::Room).get() == lazy::LoadState::Loaded {
            app.open_connection();
        }
    });
    Effect::new(move |_| {
        if app.bundles().state(Bundle::Table).get() == lazy::LoadState::Loaded {
            // Cache the rule sheets for offline use.
            browser::set_timeout(5_000, move || rules_sheet::cache_texts(app));
        }
    });
    Effect::new(move |_| {
        if app.bundles().state(Bundle::Library).get() == lazy::LoadState::Loaded {
            lazy::find_unlisted();
        }
    });
    address::follow(app);
    if let Some(tap) = tapped.filter(|_| app.screen().get_untracked() == Screen::Home) {
        browser::set_timeout(0, move || quick_start::run_action(app, &tap));
    }
    view! {
        {move || match app.screen().get() {
            Screen::Home => lazy::view(app.bundles(), LazyView::Home),
            Screen::ChooseGame(friends) => lazy::view(app.bundles(), LazyView::ChooseGame(friends)),
            Screen::SetUp(friends, _) => lazy::view(app.bundles(), LazyView::SetUp(friends)),
            Screen::HouseEditor(friends) => lazy::view(app.bundles(), LazyView::HouseEditor(friends)),
            Screen::HouseLink(_) => lazy::view(app.bundles(), LazyView::HouseLink),
            Screen::Table => view! { <table::TableScreen/> }.into_any(),
        }}
        <overlays::Overlays/>
    }
}

fn main() {
    fault::install();
    lazy::install(entry_points::ENTRY_POINTS);
    if let Ok(scope) = js_sys::global().dyn_into::<DedicatedWorkerGlobalScope>() {
        return device::run_worker(scope);
    }
    js_sys::futures::spawn_local(async {
        // The static page stays until the program can draw the screen, unless a tap is waiting.
        let home = browser::is_static_page_shown()
            && browser::early_input().0.is_none()
            && lazy::load(Bundle::Home).await;
        let (tapped, focus) = browser::early_input();
        if let Some(body) = browser::document().body() {
            body.set_inner_html(&faces::sprite());
        }
        leptos::mount::mount_to_body(move || view! { <Page tapped home/> });
        focus.iter().for_each(|tap| browser::focus_button(tap));
    });
}
