//! Before the match: who sits where, and the link that friends join by.

use leptos::prelude::*;
use upcard_client::wire::{ClientMessage, Sitter};
use upcard_engine::Seat;

use crate::news;
use crate::sheets::LinkCard;
use crate::store::{App, Overlay};
use crate::text::tr;

/// The screen before the match.
#[component]
pub(crate) fn Lobby() -> impl IntoView {
    let app = App::get();
    let name = RwSignal::new(app.settings.with_untracked(|s| s.name.clone()));
    let title = move || {
        app.session
            .with(|s| s.rules.as_ref().map_or_else(String::new, |r| r.set.catalogue.name.clone()))
    };
    let seated = move || app.session.with(|s| s.seat.is_some());
    // A wrong link leads to no table that others could be invited to.
    let known = move || app.session.with(|s| s.set_up.is_some());
    let full = move || {
        app.session.with(|s| s.seat.is_none() && s.set_up.is_some() && s.free_seats().is_empty())
    };
    let sit = move |_| {
        let wish = name.get_untracked();
        if !wish.trim().is_empty() && upcard_table::name::clean(&wish).is_none() {
            app.notice.set(Some(tr!("error-bad-name")));
            return;
        }
        app.notice.set(None);
        app.settings.update(|s| s.name = wish);
        app.settings.with_untracked(crate::settings::Settings::save);
        app.send(ClientMessage::Sit {
            seat: None,
            name: app.settings.with_untracked(|s| s.name_or_guest()),
        });
    };
    view! {
        <div class="lobby">
            <header class="bar">
                <button class="ico" aria-label=tr!("leave") on:click=move |_| app.overlay.set(Some(Overlay::Leave))><span class="i i-back" aria-hidden="true"></span></button>
                <h1><b>{title}</b><small>{tr!("lobby-sub")}</small></h1>
            </header>
            <main>
                {move || app.invite.get().filter(|_| known()).map(|link| {
                    let picture = crate::remote::qr(&link);
                    view! {
                        <h2>{tr!("invite-friends")}</h2>
                        <LinkCard link picture alt=tr!("qr-alt")/>
                    }
                })}
                <section>
                    <h2>{tr!("seats")}</h2>
                    <ol class="standings">
                        {move || app.session.with(|s| s.seated.iter().enumerate().map(|(i, info)| {
                            let text = match &info.sitter {
                                Sitter::Free => tr!("seat-free"),
                                Sitter::Bot { level } => tr!("seat-bot", level = tr!(&format!("level-{}", level.name()))),
                                Sitter::Person { name } if s.seat == Some(Seat(i as u8)) => tr!("seat-you", name = name.clone()),
                                Sitter::Person { name } => name.clone(),
                            };
                            // The own seat has one's name here; a free one has none yet.
                            let whose = match &info.sitter {
                                Sitter::Free => "+".to_owned(),
                                Sitter::Person { name } => name.clone(),
                                Sitter::Bot { .. } => news::name(s, Seat(i as u8)),
                            };
                            let initial: String = whose.chars().take(1).collect();
                            view! { <li><span class=format!("av av-{}", i % 8) aria-hidden="true">{initial}</span><b>{text}</b></li> }
                        }).collect_view())}
                    </ol>
                </section>
                {move || full().then(|| view! {
                    <div class="sit">
                        <p class="notice" role="alert">{tr!("error-table-full")}</p>
                        <button class="btn" on:click=move |_| app.leave()>{tr!("to-start")}</button>
                    </div>
                })}
                {move || (!seated() && !full()).then(|| view! {
                    <form class="sit" on:submit=move |event| { event.prevent_default(); sit(()) }>
                        <label>{tr!("your-name")}
                            <input type="text" maxlength="24" autocomplete="nickname" prop:value=move || name.get()
                                on:input=move |event| name.set(event_target_value(&event))/></label>
                        <button class="btn go" type="submit">{tr!("sit-down")}</button>
                    </form>
                })}
                {move || app.notice.get().map(|n| view! { <p class="notice" role="alert">{n}</p> })}
            </main>
            <footer>
                {move || if app.session.with(|s| s.host) {
                    view! { <button class="btn go big" on:click=move |_| app.send(ClientMessage::Start)><b>{tr!("start")}</b><small>{tr!("start-sub")}</small></button> }.into_any()
                } else {
                    view! { <p class="hint">{tr!("waiting-host")}</p> }.into_any()
                }}
            </footer>
        </div>
    }
    .into_any()
}
