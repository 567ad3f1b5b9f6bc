//! The first screen: matches in progress, and what can be started.

use leptos::prelude::*;
use upcard_client::Session;

use crate::card::face_html;
use crate::quick_start::{last_house_rules, run_action, short_set_up};
use crate::running::{describe, table};
use crate::store::{App, waiting};
use crate::text::tr;
use crate::{address, browser, device, saved_link};

/// Choice of two or four suit colours, offered once after the first match.
#[component]
fn Colours() -> impl IntoView {
    let app = App::get();
    let choose = move |four: bool| {
        app.change_settings(|s| (s.four_colours, s.colours_offered) = (four, true));
    };
    let suits = |class: &'static str| {
        view! {
            <span class=format!("suits {class}") aria-hidden="true">
                <i class="spades">"♠\u{fe0e}"</i><i class="hearts">"♥\u{fe0e}"</i><i class="clubs">"♣\u{fe0e}"</i><i class="diamonds">"♦\u{fe0e}"</i>
            </span>
        }
    };
    view! {
        <section class="offer-colours" aria-label=tr!("setting-colours")>
            <p>{tr!("colours-offer")}</p>
            <div class="buttons wrap">
                <button class="btn" on:click=move |_| choose(false)>{suits("two-suits")}<b>{tr!("colours-two")}</b></button>
                <button class="btn" on:click=move |_| choose(true)>{suits("four-suits")}<b>{tr!("colours-four")}</b></button>
            </div>
        </section>
    }
    .into_any()
}

/// The first screen.
#[component]
pub(crate) fn Home() -> impl IntoView {
    let app = App::get();
    let fan: String = ["TH", "JH", "QH", "KH", "AH"]
        .iter()
        .filter_map(|c| c.parse().ok())
        .map(|card| face_html(Some(card), false))
        .collect();
    let name = move || {
        if let Some(house) = last_house_rules(app).filter(|house| !house.name.is_empty()) {
            return house.name;
        }
        let game = app.settings().with(|s| s.game.clone());
        let id = game.split('+').next().unwrap_or_default().to_owned();
        app.session().with_untracked(|s| {
            s.library().file(&id).map_or(id.clone(), |f| f.catalogue.name.clone())
        })
    };
    let count = app.session().with_untracked(|s| s.library().ids().count());
    let visits = crate::visits::all();
    let waiting = waiting::all().len();
    let link = RwSignal::new(saved_link::load());
    let bots = move || app.settings().with(|s| s.players.saturating_sub(1));
    // After the screen is drawn.
    browser::set_timeout(0, device::prestart_worker);
    let kept = RwSignal::new(app.has_saved_match());
    let waits = RwSignal::new(tr!("go-on-sub"));
    if kept.get_untracked() {
        // Preview the match after the screen is drawn.
        let found = move |found: Result<Session, String>| match found {
            Ok(session) => {
                let _ = waits.try_set(describe(&session));
            }
            Err(why) => {
                app.delete_saved_match();
                let _ = kept.try_set(false);
                app.inform(why);
            }
        };
        browser::set_timeout(0, move || app.preview_saved_match(found));
    }
    let offered = move || app.settings().with(|s| s.colours_offered || !s.played);
    view! {
        <div class="home" inert=move || app.overlay().get().is_some()>
            <header>
                <div class="fan" aria-hidden="true" inner_html=fan></div>
                <h1>{tr!("app-name")}</h1>
                <p>{tr!("home-line")}</p>
            </header>
            <main>
                {move || app.notice_text().map(|n| view! { <p class="notice card-notice" role="alert">{n}</p> })}
                {move || app.reload_address().get().map(|path| view! {
                    <button class="btn go big" on:click=move |_| browser::navigate(&path)><b>{tr!("load-again")}</b></button>
                })}
                {move || kept.get().then(|| view! {
                    <button class="btn go big" data-tap="go-on" on:click=move |_| run_action(app, "go-on")><b>{tr!("go-on")}</b><small>{move || waits.get()}</small></button>
                })}
                {move || link.get().map(|_| view! {
                    <div class="kept-match">
                        <button class="btn big" on:click=move |_| address::open_saved_link(app)>
                            <b>{tr!("link-kept")}</b><small>{tr!("link-kept-sub")}</small></button>
                        <button class="ico" aria-label=tr!("link-drop") on:click=move |_| { saved_link::delete(); link.set(None) }>
                            <span class="i i-close" aria-hidden="true"></span></button>
                    </div>
                })}
                {visits.seated().cloned().map(|visit| table(app, visit)).collect_view()}
                <button class="btn big" class=("go", move || !kept.get()) data-tap="play-now" on:click=move |_| run_action(app, "play-now")>
                    <b>{tr!("play-now")}</b>
                    <small>{move || tr!("play-now-sub", game = name(), bots = bots())}</small>
                </button>
                {move || app.settings().with(|_| short_set_up(app)).map(|_| view! {
                    <button class="btn big" data-tap="play-short" on:click=move |_| run_action(app, "play-short")>
                        <b>{tr!("play-short")}</b><small>{tr!("play-short-sub", game = name())}</small></button>
                })}
                <button class="btn big" data-tap="choose-game" on:click=move |_| run_action(app, "choose-game")>
                    <b>{tr!("choose-game")}</b><small>{tr!("choose-game-sub", count = count)}</small>
                </button>
                <button class="btn big" data-tap="invite-friends" on:click=move |_| run_action(app, "invite-friends")>
                    <b>{tr!("invite-friends")}</b><small>{tr!("invite-friends-sub")}</small>
                </button>
                <button class="btn big" data-tap="join-code" on:click=move |_| run_action(app, "join-code")>
                    <b>{tr!("join-code")}</b>
                </button>
                {move || (!offered()).then(|| view! { <Colours/> })}
                <button class="btn big" data-tap="score-home" on:click=move |_| run_action(app, "score-home")>
                    <b>{tr!("score-home")}</b>
                </button>
                <button class="btn big" data-tap="lessons" on:click=move |_| run_action(app, "lessons")>
                    <b>{tr!("lessons")}</b><small>{tr!("lessons-sub")}</small>
                </button>
                <button class="btn big" data-tap="puzzle" on:click=move |_| run_action(app, "puzzle")>
                    <b>{tr!("puzzle")}</b><small>{tr!("puzzle-sub")}</small>
                </button>
                <button class="btn big" data-tap="my-games" on:click=move |_| run_action(app, "my-games")>
                    <b>{tr!("my-games")}</b>{(waiting > 0).then(|| view! { <small>{tr!("my-games-sub", count = waiting)}</small> })}
                </button>
                <button class="btn big" data-tap="settings" on:click=move |_| run_action(app, "settings")>
                    <b>{tr!("settings")}</b>
                </button>
            </main>
        </div>
    }
    .into_any()
}
