//! What concerns people, over the table: a pause, who is silent, who asks for something, and news, which
//! stay until they are read or for some seconds, whatever else happens.

use leptos::prelude::*;
use upcard_client::Session;
use upcard_client::wire::{ClientMessage, Pause};
use upcard_engine::{Seat, Seats};

use crate::memo::memo;
use crate::news;
use crate::people::wish_words;
use crate::store::{App, Overlay, PeopleNews};
use crate::text::tr;

/// Minutes of a pause that is proposed because somebody is silent.
const PAUSE: u8 = 5;

#[component]
pub(crate) fn Strip(
    /// Is it said who asks for something? Not where that is seen anyway.
    requests: bool,
) -> impl IntoView {
    let app = App::get();
    // Those who are silent, and for whom one would rather wait.
    let waits = RwSignal::new(Seats::NONE);
    let pause = memo(move || app.session().with(|s| s.company.pause));
    let silent = memo(move || app.session().with(Session::silent));
    let asking = memo(move || {
        let first = |s: &Session| s.asking().first().map(|visitor| wish_words(s, visitor));
        app.session().with(first).filter(|_| requests)
    });
    let claimed = memo(move || app.session().with(|s| s.company.claimed));
    let seated = memo(move || app.session().with(|s| s.seat.is_some()));
    // Whoever has played meanwhile is waited for anew.
    Effect::new(move |_| {
        let now: Seats = silent.get().into_iter().collect();
        waits.update(|waits| *waits = waits.minus(waits.minus(now)));
    });
    let paused = move |pause: Pause| {
        let words = app.session().with(|s| {
            let minutes = pause.left.div_ceil(60);
            let who = if s.seat == Some(pause.by) { "you" } else { "other" };
            tr!("paused", name = news::name(s, pause.by), who = who, minutes = minutes)
        });
        view! {
            <div class="line"><p>{words}</p>
                {seated.get().then(|| view! {
                    <button class="btn go" on:click=move |_| app.send(ClientMessage::Resume)>{tr!("pause-end")}</button>
                })}
            </div>
        }
    };
    let quiet = move |seat: Seat| {
        let words = app.session().with(|s| tr!("silent", name = news::name(s, seat)));
        view! {
            <div class="line"><p>{words}</p>
                <div class="buttons">
                    <button class="btn" on:click=move |_| waits.update(|all| *all = all.with(seat))>{tr!("silent-wait")}</button>
                    <button class="btn" on:click=move |_| app.send(ClientMessage::Pause { minutes: PAUSE })>{tr!("silent-pause")}</button>
                    <button class="btn go" on:click=move |_| app.send(ClientMessage::LetBotPlay { seat })>{tr!("silent-bot")}</button>
                </div>
            </div>
        }
    };
    view! {
        <div class="strip">
            {move || pause.get().map(paused)}
            {move || silent.get().into_iter().filter(|seat| !waits.get().has(*seat)).map(quiet).collect_view()}
            {move || asking.get().map(|words| view! {
                <div class="line"><p>{words}</p>
                    <button class="btn go" on:click=move |_| app.show(Overlay::People)>{tr!("wish-answer")}</button></div>
            })}
            {move || claimed.get().map(|_| view! {
                <div class="line"><p>{tr!("lost-claimed")}</p>
                    <button class="btn go" on:click=move |_| app.send(ClientMessage::Object)>{tr!("object")}</button></div>
            })}
            {move || {
                // What can only be read is one line, however much of it there is: the table lies behind it.
                let (stories, plain): (Vec<_>, Vec<_>) =
                    app.people_news().get().into_iter().partition(|item| item.story);
                let plain = (!plain.is_empty()).then_some(plain);
                let lines = plain.into_iter().chain(stories.into_iter().map(|item| vec![item]));
                lines.map(|items| told(app, &items)).collect_view()
            }}
        </div>
    }
    .into_any()
}

/// News that stand in one line.
fn told(app: App, items: &[PeopleNews]) -> impl IntoView + use<> {
    let text = items.iter().map(|item| &*item.text).collect::<Vec<_>>().join(" ");
    let label = tr!("news-read", news = text.clone());
    let numbers: Vec<u32> = items.iter().map(|item| item.number).collect();
    let read = move || numbers.iter().for_each(|number| app.read_people_news(*number));
    let story = items.iter().any(|item| item.story).then(|| {
        let read = read.clone();
        view! {
            <button class="btn" on:click=move |_| {
                read();
                app.show(Overlay::Story);
            }>{tr!("what-happened")}</button>
        }
    });
    view! {
        <div class="line news">
            <button class="read" aria-label=label on:click=move |_| read()>{text}</button>
            {story}
        </div>
    }
}
