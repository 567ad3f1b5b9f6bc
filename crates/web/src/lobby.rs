//! Before the match: what is played, who sits where, and the link that friends join by.

use leptos::prelude::*;
use upcard_client::wire::{ClientMessage, Clock, Sitter};
use upcard_engine::Seat;

use crate::memo::memo;
use crate::news;
use crate::seat_face::{self, Face};
use crate::set_up::clock_words;
use crate::sheets::Invite;
use crate::store::{App, Overlay};
use crate::text::tr;

/// One seat, in words: who sits there, and how a bot plays.
fn seat(app: App, number: Seat) -> impl IntoView {
    app.session().with(|s| {
        let info = s.seated.get(number.index())?;
        let (name, more) = match &info.sitter {
            Sitter::Free => (tr!("seat-free"), None),
            Sitter::Bot { level } => (
                tr!("seat-bot", name = news::name(s, number), level = tr!(&format!("level-{}", level.name()))),
                Some(tr!(&format!("style-{}", level.name()))),
            ),
            Sitter::Person { name } if s.seat == Some(number) => {
                (tr!("seat-you", name = name.clone()), None)
            }
            Sitter::Person { name } => (name.clone(), None),
        };
        let host = s.host_seat == Some(number);
        Some(view! {
            <li><span class=seat_face::class(number) aria-hidden="true">{Face::of(s, number).view()}</span>
                <span class="sitter"><b>{name}</b>{more.map(|more| view! { <small>{more}</small> })}</span>
                {host.then(|| view! { <span class="pts">{tr!("tag-host")}</span> })}
            </li>
        })
    })
}

/// What is played here: the game in a sentence, its house rules, and the way to all of them.
#[component]
fn Rules() -> impl IntoView {
    let app = App::get();
    let rules = memo(move || {
        app.session().with(|s| {
            let (rules, set_up) = (s.rules.as_ref()?, s.set_up.as_ref()?);
            let chosen: Vec<&str> = set_up.game.split('+').skip(1).collect();
            let named = rules.set.variations.iter().filter(|v| chosen.contains(&v.id.as_str()));
            let house: Vec<String> = named.map(|v| v.about.clone()).collect();
            let clock = match set_up.clock {
                Clock::PerMove { seconds, bank } => clock_words(seconds, bank),
                Clock::None => None,
            };
            Some((rules.set.catalogue.summary.clone(), house, set_up.changes.len(), clock))
        })
    });
    move || {
        rules.get().map(|(summary, house, changes, clock)| {
            view! {
                <section class="about">
                    <p>{summary}</p>
                    {(!house.is_empty()).then(|| view! {
                        <ul>{house.into_iter().map(|words| view! { <li>{words}</li> }).collect_view()}</ul>
                    })}
                    {(changes > 0).then(|| view! { <p class="hint">{tr!("more-changes", count = changes)}</p> })}
                    {clock.map(|words| view! { <p>{words}</p> })}
                    <button class="btn" on:click=move |_| app.show(Overlay::Rules)>{tr!("read-rules")}</button>
                </section>
            }
        })
    }
}

/// The screen before the match.
#[component]
pub(crate) fn Lobby() -> impl IntoView {
    let app = App::get();
    let name = RwSignal::new(app.settings().with_untracked(|s| s.name.clone()));
    let title = move || {
        app.session()
            .with(|s| s.rules.as_ref().map_or_else(String::new, |r| r.set.catalogue.name.clone()))
    };
    let seated = move || app.session().with(|s| s.seat.is_some());
    // A wrong link leads to no table that others could be invited to.
    let known = move || app.session().with(|s| s.set_up.is_some());
    let full = move || {
        app.session().with(|s| s.seat.is_none() && s.set_up.is_some() && s.free_seats().is_empty())
    };
    let free = move || app.session().with(|s| !s.free_seats().is_empty());
    let sit = move |_| {
        let wanted = name.get_untracked();
        if upcard_table::name::clean(&wanted).is_none() {
            app.inform(tr!("error-bad-name"));
            crate::browser::focus("own-name");
            return;
        }
        app.unsay();
        app.change_settings(|s| s.name = wanted);
        app.send(ClientMessage::Sit {
            seat: None,
            name: app.settings().with_untracked(|s| s.name_or_guest()),
        });
    };
    let seats = memo(move || app.session().with(|s| s.seated.len()));
    view! {
        <div class="lobby">
            <header class="bar">
                <button class="ico" aria-label=tr!("leave") on:click=move |_| app.show(Overlay::Leave)><span class="i i-back" aria-hidden="true"></span></button>
                <h1><b>{title}</b><small>{tr!("lobby-sub")}</small></h1>
            </header>
            <main>
                {move || (known() && !seated() && !full() && !app.hosting().get()).then(|| view! {
                    <form class="sit" on:submit=move |event| { event.prevent_default(); sit(()) }>
                        <label>{tr!("your-name")}
                            <input type="text" id="own-name" maxlength="24" autocomplete="nickname" prop:value=move || name.get()
                                on:input=move |event| name.set(event_target_value(&event))/></label>
                        <button class="btn go" type="submit">{tr!("sit-down")}</button>
                    </form>
                })}
                {move || full().then(|| view! {
                    <div class="sit">
                        <p class="notice" role="alert">{tr!("error-table-full")}</p>
                        <button class="btn" on:click=move |_| app.leave()>{tr!("to-start")}</button>
                    </div>
                })}
                {move || app.notice_text().map(|n| view! { <p class="notice" role="alert">{n}</p> })}
                <Rules/>
                <section>
                    <h2>{tr!("seats")}</h2>
                    <ol class="standings">
                        {move || (0..seats.get()).map(|number| seat(app, Seat::at(number))).collect_view()}
                    </ol>
                </section>
                {move || (app.invite().with(Option::is_some) && known() && seated()).then(|| view! {
                    <section><h2>{tr!("invite-friends")}</h2><Invite/></section>
                })}
            </main>
            <footer>
                {move || if app.session().with(|s| s.host && s.seat.is_some()) {
                    view! { <button class="btn go big" on:click=move |_| app.send(ClientMessage::Start)><b>{tr!("start")}</b>
                        {move || free().then(|| view! { <small>{tr!("start-sub")}</small> })}</button> }.into_any()
                } else {
                    view! { <p class="hint">{move || tr!(if app.session().with(|s| s.host) { "sit-first" } else { "waiting-host" })}</p> }.into_any()
                }}
            </footer>
        </div>
    }
    .into_any()
}
