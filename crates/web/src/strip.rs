//! Strip over the table about people: pauses, idle players, requests, and news shown until read or for some
//! seconds.

use leptos::prelude::*;
use upcard_client::wire::{ClientMessage, Pause};
use upcard_client::{Matter, Session};
use upcard_engine::{Seat, Seats};

use crate::memo::memo;
use crate::news;
use crate::people::request_label;
use crate::store::{App, Overlay, PeopleNews};
use crate::text::tr;

/// Length of the pause proposed when a player is idle, in minutes.
const PAUSE_MINUTES: u8 = 5;

#[component]
pub(crate) fn Strip(
    /// Whether to show requests: not where they are visible anyway.
    requests: bool,
) -> impl IntoView {
    let app = App::get();
    // Idle players for whom this player chose to wait.
    let waits = RwSignal::new(Seats::NONE);
    let matter = memo(move || app.session().with(|s| s.matter(requests, waits.get())));
    let silent = memo(move || app.session().with(Session::silent));
    let seated = memo(move || app.session().with(|s| s.seat.is_some()));
    // Forget the choice for players who have acted.
    Effect::new(move |_| {
        let now: Seats = silent.get().into_iter().collect();
        waits.update(|waits| *waits = waits.minus(waits.minus(now)));
    });
    let button = move |does: ClientMessage, id: &'static str| {
        view! { <button class="btn go" on:click=move |_| app.send(does.clone())>{tr!(id)}</button> }
    };
    let paused = move |pause: Pause| {
        let words = app.session().with(|s| {
            let minutes = pause.left.div_ceil(60);
            let who = if s.seat == Some(pause.by) { "you" } else { "other" };
            tr!("paused", name = news::name(s, pause.by), who = who, minutes = minutes)
        });
        let ends = move || seated.get().then(|| button(ClientMessage::Resume, "pause-end"));
        view! { <p>{words}</p>{ends} }.into_any()
    };
    let quiet = move |seat: Seat| {
        let words = app.session().with(|s| tr!("silent", name = news::name(s, seat)));
        view! {
            <p>{words}</p>
            <div class="buttons">
                <button class="btn" on:click=move |_| waits.update(|all| *all = all.with(seat))>{tr!("silent-wait")}</button>
                <button class="btn" on:click=move |_| app.send(ClientMessage::Pause { minutes: PAUSE_MINUTES })>{tr!("silent-pause")}</button>
                {button(ClientMessage::LetBotPlay { seat }, "silent-bot")}
            </div>
        }
        .into_any()
    };
    let asks = move |matter: Matter| {
        match matter {
        Matter::Claimed => {
            view! { <p>{tr!("lost-claimed")}</p>{button(ClientMessage::Object, "object")} }
                .into_any()
        }
        Matter::Asks(visitor) => view! {
            <p>{app.session().with(|s| request_label(s, &visitor))}</p>
            <button class="btn go" on:click=move |_| app.show(Overlay::People)>{tr!("wish-answer")}</button>
        }
        .into_any(),
        Matter::Paused(pause) => paused(pause),
        Matter::Silent(seat) => quiet(seat),
    }
    };
    // Always one strip, as the table is behind it. On a low phone news comes first.
    let any = memo(move || {
        app.people_news().with(|news| !news.is_empty()) || matter.with(Option::is_some)
    });
    let news =
        move || app.people_news().with(|news| (!news.is_empty()).then(|| news_line(app, news)));
    view! {
        <div class="strip">
            {move || any.get().then(|| view! {
                <div class="line">{news}{move || matter.get().map(|one| view! { <div class="asks">{asks(one)}</div> })}</div>
            })}
        </div>
    }
    .into_any()
}

/// News in one line; items with more in the deal's story come first.
fn news_line(app: App, items: &[PeopleNews]) -> impl IntoView + use<> {
    let (mut first, plain): (Vec<_>, Vec<_>) = items.iter().partition(|item| item.story);
    let story = !first.is_empty();
    first.extend(plain);
    let text = first.iter().map(|item| &*item.text).collect::<Vec<_>>().join(" ");
    let label = tr!("news-read", news = text.clone());
    let numbers: Vec<u32> = items.iter().map(|item| item.number).collect();
    let read = move || numbers.iter().for_each(|number| app.dismiss_people_news(*number));
    let story = story.then(|| {
        let read = read.clone();
        view! {
            <button class="btn" on:click=move |_| {
                read();
                app.show(Overlay::Story);
            }>{tr!("what-happened")}</button>
        }
    });
    view! {
        <div class="news">
            <button class="read" aria-label=label on:click=move |_| read()>{text}</button>
            {story}
        </div>
    }
}
