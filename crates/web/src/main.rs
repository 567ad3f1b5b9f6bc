//! The page: table, screens, card faces. The rules come from the engine compiled into it.
#![allow(unreachable_pub, reason = "the component macro makes items public")]

mod address;
mod around;
mod begin;
mod board;
mod bots;
mod browser;
mod bundles;
mod card;
mod coach;
mod comfort;
mod curtain;
mod device;
mod differences;
mod drag;
mod drops;
mod faces;
mod fair;
mod fault;
mod figures;
mod games;
mod hand;
mod hint;
mod home;
mod host;
mod house;
mod house_editor;
mod house_file;
mod house_keep;
mod house_opinion;
mod house_shelf;
mod house_values;
mod invite;
mod json;
mod kept_link;
mod keys;
mod later;
mod lesson;
mod line;
mod lobby;
mod luggage;
mod matches;
mod matches_kept;
mod memo;
mod motion;
mod new_table;
mod news;
mod overlays;
mod panels;
mod people;
mod phrases;
mod places;
mod prompt;
mod puzzle;
mod record;
mod regulars;
mod remote;
mod replay;
mod room;
mod rules_sheet;
mod running;
mod score_book;
mod score_curve;
mod score_entry;
mod score_kept;
mod score_shared;
mod score_sheet;
mod scores;
mod screens;
mod seat_face;
mod second;
mod set_up;
mod settings;
mod settings_screen;
mod sheets;
mod sound;
mod store;
mod story;
mod strip;
mod table;
mod table_set_up;
mod text;
mod unkept;
mod vault;
mod visits;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::DedicatedWorkerGlobalScope;

use crate::later::{Bundle, Part};
use crate::store::{App, Screen};

/// The page. The first screen may have been tapped before the program was loaded, and its bundle may be
/// loaded already.
#[component]
fn Page(tapped: Option<String>, home: bool) -> impl IntoView {
    let app = App::new(games::games());
    if home {
        app.second().of(Bundle::Home).set(later::Second::There);
    }
    provide_context(app);
    Effect::new(move |_| {
        app.settings().with(settings::Settings::show);
        app.look_at_room();
    });
    for asked in ["(prefers-color-scheme: dark)", "(prefers-contrast: more)"] {
        browser::on_match(asked, move || {
            app.settings().with_untracked(settings::Settings::show);
        });
    }
    browser::listen("pagehide", move |_: web_sys::Event| app.put_away());
    browser::when_hidden(move || app.cover());
    store::install_nudge(app);
    later::come_by_themselves(app.second());
    Effect::new(move |_| {
        if app.second().of(Bundle::Room).get() == later::Second::There {
            app.open_line();
        }
    });
    Effect::new(move |_| {
        if app.second().of(Bundle::Table).get() == later::Second::There {
            // Cache the rule sheets for offline use.
            browser::later(5_000, move || rules_sheet::keep(app));
        }
    });
    Effect::new(move |_| {
        if app.second().of(Bundle::Library).get() == later::Second::There {
            later::find_matches();
        }
    });
    address::follow(app);
    if let Some(tap) = tapped.filter(|_| app.screen().get_untracked() == Screen::Home) {
        browser::later(0, move || begin::does(app, &tap));
    }
    view! {
        {move || match app.screen().get() {
            Screen::Home => later::part(app.second(), Part::Home),
            Screen::New(friends) => later::part(app.second(), Part::ChooseGame(friends)),
            Screen::SetUp(friends, _) => later::part(app.second(), Part::SetUp(friends)),
            Screen::House(friends) => later::part(app.second(), Part::House(friends)),
            Screen::Link(_) => later::part(app.second(), Part::Link),
            Screen::Table => view! { <table::TableScreen/> }.into_any(),
        }}
        <overlays::Overlays/>
    }
}

fn main() {
    fault::watch();
    later::install(second::HOOKS);
    if let Ok(scope) = js_sys::global().dyn_into::<DedicatedWorkerGlobalScope>() {
        return device::serve(scope);
    }
    js_sys::futures::spawn_local(async {
        // The static page stays until the program can draw the screen, unless a tap is waiting.
        let home = browser::stands_already()
            && browser::tapped_before().0.is_none()
            && later::fetch(Bundle::Home).await;
        let (tapped, focus) = browser::tapped_before();
        if let Some(body) = browser::document().body() {
            body.set_inner_html(&faces::sprite());
        }
        leptos::mount::mount_to_body(move || view! { <Page tapped home/> });
        focus.iter().for_each(|tap| browser::focus_tap(tap));
    });
}
