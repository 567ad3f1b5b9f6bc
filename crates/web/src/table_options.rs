//! Convenience settings: standing answers to offers, bot speed, confirmations.

use leptos::prelude::*;
use upcard_cards::RANKS;
use upcard_client::wire::{ClientMessage, Pace, Power};

use crate::settings::Settings;
use crate::store::App;
use crate::text::tr;

/// A switch with its label.
fn switch(
    id: &'static str,
    get: impl Fn() -> bool + Send + Sync + 'static,
    set: impl Fn(bool) + 'static,
) -> impl IntoView {
    view! {
        <label class="switch">
            <input type="checkbox" prop:checked=get on:change=move |event| set(event_target_checked(&event))/>
            <span>{tr!(id)}</span>
        </label>
    }
    .into_any()
}

#[component]
pub(crate) fn TableOptions() -> impl IntoView {
    let app = App::get();
    let buying = app
        .session()
        .with_untracked(|s| s.rules.as_ref().is_some_and(|r| r.deals.iter().any(|d| d.buying)));
    let remote = app.table().is_some();
    let host = app.session().with_untracked(|s| s.host);
    let pace = move || match remote {
        true => app.session().with(|s| s.pace),
        false => app.settings().with(|s| s.pace),
    };
    let choose = move |pace: Pace| {
        if remote {
            app.send(ClientMessage::Host { power: Power::Pace { pace } });
        } else {
            app.change_settings(|s| s.pace = pace);
        }
    };
    let setting = move |set: fn(&mut Settings, bool)| {
        move |on: bool| {
            app.change_settings(|settings| set(settings, on));
        }
    };
    view! {
        <div class="settings comfort">
            {buying.then(|| view! {
                <section class="list-of">
                    <h3>{tr!("offers")}</h3>
                    {switch("standing-helpful", move || app.standing().with(|s| s.only_helpful == Some(true)),
                        move |on| app.change_standing(|s| s.only_helpful = Some(on)))}
                    {switch("standing-deal", move || app.standing().with(|s| s.not_this_deal),
                        move |on| app.change_standing(|s| s.not_this_deal = on))}
                    {switch("standing-down", move || app.standing().with(|s| s.not_when_down),
                        move |on| app.change_standing(|s| s.not_when_down = on))}
                    {switch("standing-own", move || app.standing().with(|s| s.own_discards),
                        move |on| app.change_standing(|s| s.own_discards = on))}
                    <p id="any-rank">{tr!("standing-ranks")}</p>
                    <div class="chips" role="group" aria-labelledby="any-rank">
                        {RANKS.into_iter().rev().map(|rank| view! {
                            <button class="chip" aria-pressed=move || app.standing().with(|s| s.ranks.has(rank)).to_string()
                                aria-label=upcard_rulebook::ranks_name(rank)
                                on:click=move |_| app.change_standing(|s| s.ranks.toggle(rank))>
                                {if rank.letter() == 'T' { "10".to_owned() } else { rank.letter().to_string() }}</button>
                        }).collect_view()}
                    </div>
                    <p class="hint">{tr!("standing-secret")}</p>
                </section>
            })}
            <div class="setting" role="group" aria-label=tr!("setting-pace")>
                <span>{tr!("setting-pace")}</span>
                <div class="segments">
                    {Pace::ALL.into_iter().map(|own| view! {
                        <button disabled=remote && !host aria-pressed=move || (pace() == own).to_string()
                            on:click=move |_| choose(own)>{tr!(&format!("pace-{}", own.word()))}</button>
                    }).collect_view()}
                </div>
                {(remote && !host).then(|| view! { <p class="hint">{tr!("pace-host")}</p> })}
            </div>
            {(remote && host).then(|| switch("setting-hints", move || app.session().with(|s| s.hints),
                move |allowed| app.send(ClientMessage::Host { power: Power::Hints { allowed } })))}
            {remote.then(|| switch("setting-beside", move || app.settings().with(|s| s.beside), setting(|s, on| s.beside = on)))}
            {switch("setting-motion", move || app.settings().with(|s| s.motion), setting(|s, on| s.motion = on))}
            {switch("setting-ask-discard", move || app.settings().with(|s| s.ask_discard), setting(|s, on| s.ask_discard = on))}
            {switch("setting-coach", move || app.coach_progress().get() != upcard_client::coach::ShownCoachLines::ALL,
                move |on| crate::coach::set_coaching(app, on))}
        </div>
    }
    .into_any()
}
