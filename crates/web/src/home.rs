//! Where one starts.

use leptos::prelude::*;
use upcard_client::wire::{Level, SeatPlan, SetUp};

use crate::card::face_html;
use crate::store::{App, Overlay, Screen};
use crate::text::tr;

/// A set-up of one person and bots.
pub(crate) fn alone(game: &str, players: u8, level: Level) -> SetUp {
    let mut seats = vec![SeatPlan::Person];
    seats.extend((1..players).map(|_| SeatPlan::Bot { level }));
    // Bots need no window: a table of one's own waits for its person.
    SetUp { offer_seconds: 0, ..SetUp::new(game, seats) }
}

/// The game played last, or the first, as a match of three deals.
fn short(app: App) -> Option<SetUp> {
    let (game, players, level) = app.settings.with(|s| (s.game.clone(), s.players, s.level));
    let changes = upcard_client::first::short(&app.library(), &game, players)?;
    Some(SetUp { changes, ..alone(&game, players, level) })
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
        let game = app.settings.with(|s| s.game.clone());
        let id = game.split('+').next().unwrap_or_default().to_owned();
        app.session.with_untracked(|s| {
            s.library().file(&id).map_or(id.clone(), |f| f.catalogue.name.clone())
        })
    };
    let visits = crate::visits::all();
    let bots = move || app.settings.with(|s| s.players.saturating_sub(1));
    view! {
        <div class="home">
            <header>
                <div class="fan" aria-hidden="true" inner_html=fan></div>
                <h1>{tr!("app-name")}</h1>
                <p>{tr!("home-line")}</p>
            </header>
            <main>
                {move || app.notice.get().map(|n| view! { <p class="notice card-notice" role="alert">{n}</p> })}
                {move || app.again.get().map(|path| view! {
                    <button class="btn go big" on:click=move |_| crate::browser::go(&path)><b>{tr!("load-again")}</b></button>
                })}
                {app.can_go_on().then(|| view! {
                    <button class="btn go big" on:click=move |_| app.go_on()><b>{tr!("go-on")}</b><small>{tr!("go-on-sub")}</small></button>
                })}
                {visits.seated().cloned().map(|visit| view! {
                    <button class="btn big table-kept" on:click=move |_| crate::address::go_to(app, &visit.id)>
                        <b>{tr!("go-to-table", game = visit.game.clone())}</b><small>{tr!("go-to-table-sub")}</small></button>
                }).collect_view()}
                <button class="btn big" class=("go", !app.can_go_on()) on:click=move |_| {
                    let set_up = app.settings.with_untracked(|s| alone(&s.game, s.players, s.level));
                    app.play(set_up);
                }>
                    <b>{tr!("play-now")}</b>
                    <small>{move || tr!("play-now-sub", game = name(), bots = bots())}</small>
                </button>
                {move || short(app).map(|set_up| view! {
                    <button class="btn big" on:click=move |_| app.play(set_up.clone())>
                        <b>{tr!("play-short")}</b><small>{tr!("play-short-sub", game = name())}</small></button>
                })}
                <button class="btn big" on:click=move |_| app.screen.set(Screen::New(false))>
                    <b>{tr!("choose-game")}</b><small>{tr!("choose-game-sub")}</small>
                </button>
                <button class="btn big" on:click=move |_| app.screen.set(Screen::New(true))>
                    <b>{tr!("invite-friends")}</b><small>{tr!("invite-friends-sub")}</small>
                </button>
                <button class="btn big" on:click=move |_| app.overlay.set(Some(Overlay::Settings))>
                    <b>{tr!("settings")}</b>
                </button>
            </main>
        </div>
    }
    .into_any()
}
