//! The lobby: rules, seats, who is ready, and the invitation link.

use leptos::prelude::*;
use upcard_client::wire::{ClientMessage, Clock, Lost, Sitter, Stage};
use upcard_client::with_first_dealer;

use crate::invite::Invite;
use crate::lazy::{self, LazyView};
use crate::memo::memo;
use crate::news;
use crate::people::{AdmissionSettings, OwnProfile, Readiness, Requests, SeatList, Visitors};
use crate::store::{App, Overlay};
use crate::strip::Strip;
use crate::text::tr;

/// Describes the clock; `None` without one.
pub(crate) fn clock_words(seconds: u16, bank: u16) -> Option<String> {
    (seconds > 0).then(|| tr!("clock-words", seconds = seconds, bank = bank))
}

/// The rules played here: the game in a sentence, its house rules, and a link to all rules.
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
            let changed = !set_up.changes.is_empty();
            Some((rules.set.catalogue.summary.clone(), house, changed, clock))
        })
    });
    move || {
        rules.get().map(|(summary, house, changed, clock)| {
            view! {
                <section class="about">
                    <p>{summary}</p>
                    {(!house.is_empty()).then(|| view! {
                        <ul>{house.into_iter().map(|words| view! { <li>{words}</li> }).collect_view()}</ul>
                    })}
                    // Rule changes are shown to all before they sit down.
                    {changed.then(|| lazy::view(app.bundles(), LazyView::ChangedRules))}
                    {clock.map(|words| view! { <p>{words}</p> })}
                    <button class="btn" on:click=move |_| app.show(Overlay::Rules)>{tr!("read-rules")}</button>
                </section>
            }
        })
    }
}

/// The lobby: who is here, who is ready, what is played.
#[component]
pub(crate) fn Lobby() -> impl IntoView {
    let app = App::get();
    let title = move || {
        app.session()
            .with(|s| s.rules.as_ref().map_or_else(String::new, |r| r.set.catalogue.name.clone()))
    };
    let seated = memo(move || app.session().with(|s| s.seat.is_some()));
    let host = memo(move || app.session().with(|s| s.host));
    // Unknown for a wrong link: no table to invite others to.
    let known = memo(move || app.session().with(|s| s.set_up.is_some()));
    let over = memo(move || app.session().with(|s| s.stage == Stage::Over));
    let full = move || {
        app.session().with(|s| {
            // A kicked player is told that, not that the table is full.
            let away = s.lost == Some(Lost::Kicked);
            s.seat.is_none() && !away && s.is_full()
        })
    };
    let free =
        move || app.session().with(|s| s.seated.iter().any(|info| info.sitter == Sitter::Free));
    let ready = memo(move || {
        app.session().with(|s| s.seat.is_some_and(|seat| s.ready_people().contains(&seat)))
    });
    // Players without whom the host would start.
    let without = move || {
        app.session().with(|s| {
            let mut late = s.unready_people();
            late.retain(|seat| s.seat != Some(*seat));
            (!late.is_empty() && !s.ready_people().is_empty())
                .then(|| news::names(s, late.into_iter().collect()))
        })
    };
    // In a group that meets again, the dealer is sent to the table as soon as they sit.
    Effect::new(move |_| {
        let Some(name) = app.dealer_to_be().get() else { return };
        let set_up = app.session().with(|s| {
            let now = s.set_up.as_ref().filter(|_| s.host)?;
            with_first_dealer(now, &s.seated, &name)
        });
        if let Some(set_up) = set_up {
            app.send(ClientMessage::SetUp { set_up });
        }
    });
    view! {
        <div class="lobby">
            <header class="bar">
                <button class="ico" aria-label=tr!("leave") on:click=move |_| app.show(Overlay::Leave)><span class="i i-back" aria-hidden="true"></span></button>
                <h1><b>{title}</b><small>{move || tr!(if over.get() { "lobby-between" } else { "lobby-sub" })}</small></h1>
                {move || over.get().then(|| view! {
                    <button class="ico" aria-label=tr!("scores") title=tr!("scores") on:click=move |_| app.show(Overlay::Scores)>
                        <span class="i i-scores" aria-hidden="true"></span></button>
                })}
            </header>
            <main>
                {move || app.invite().with(Option::is_some).then(|| view! { <Strip requests=false/> })}
                {move || full().then(|| view! { <p class="notice" role="alert">{tr!("error-table-full")}</p> })}
                {move || (known.get() && !seated.get() && !app.hosting().get()).then(|| view! { <OwnProfile/> })}
                {move || app.notice_text().map(|n| view! { <p class="notice" role="alert">{n}</p> })}
                <Requests/>
                <Readiness/>
                <Rules/>
                {move || host.get().then(|| view! {
                    <button class="btn" on:click=move |_| app.show(Overlay::TableSetUp)>{tr!("change-game")}</button>
                })}
                <SeatList/>
                <Visitors/>
                <AdmissionSettings/>
                {move || seated.get().then(|| view! {
                    <button class="btn" on:click=move |_| app.show(Overlay::OwnProfile)>{tr!("name-and-face")}</button>
                })}
                {move || (app.invite().with(Option::is_some) && known.get() && seated.get()).then(|| view! {
                    <section><h2>{tr!("invite-friends")}</h2><Invite/></section>
                })}
                {move || (!seated.get()).then(|| view! {
                    <button class="btn" on:click=move |_| app.leave()>{tr!("to-start")}</button>
                })}
            </main>
            <footer>
                {move || match (host.get(), seated.get(), ready.get()) {
                    (true, true, said) => view! {
                        <div class="buttons">
                            {(!said && without().is_none() && over.get()).then(|| view! {
                                <button class="btn big" on:click=move |_| app.send(ClientMessage::Rematch)><b>{tr!("ask-all")}</b>
                                    <small>{tr!("ask-all-sub")}</small></button>
                            })}
                            <button class="btn go big" on:click=move |_| app.send(ClientMessage::Start)><b>{tr!("start")}</b>
                                {move || match without() {
                                    Some(names) => Some(view! { <small>{tr!("start-without", names = names)}</small> }),
                                    None => free().then(|| view! { <small>{tr!("start-sub")}</small> }),
                                }}</button>
                        </div>
                    }.into_any(),
                    (false, true, false) => view! {
                        <button class="btn go big" on:click=move |_| app.send(ClientMessage::Rematch)><b>{tr!("want-to-play")}</b></button>
                    }.into_any(),
                    (host, seated, _) => view! {
                        <p class="hint">{tr!(if host { "sit-first" } else if seated { "waiting-host" } else { "you-look-on" })}</p>
                    }.into_any(),
                }}
            </footer>
        </div>
    }
    .into_any()
}
