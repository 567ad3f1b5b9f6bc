//! Overlays: menu, discards, scores, rules, settings, seat sheets.

use leptos::prelude::*;
use upcard_cards::Card;
use upcard_client::wire::{ClientMessage, Stage};

use crate::browser;
use crate::card::{face_html, named_html};
use crate::coach::ContractSheet;
use crate::hint::HintSheet;
use crate::keys::Keys;
use crate::lazy::LazyView;
use crate::people::PeopleSheet;
use crate::phrases::Phrases;
use crate::rules_sheet::RulesSheet;
use crate::scores::Scores;
use crate::settings_screen::SettingsScreen;
use crate::sheets::{
    CodeSheet, DeviceSheet, GiveUpSheet, InviteSheet, JoinSheet, LeaveSheet, SeatSheet,
};
use crate::store::{App, Overlay};
use crate::story::Story;
use crate::table_options::TableOptions;
use crate::table_set_up::TableSetUp;
use crate::text::{self, tr};

#[component]
pub(crate) fn Overlays() -> impl IntoView {
    let app = App::get();
    crate::keys::install(app);
    Effect::new(move |was: Option<bool>| {
        let open = app.overlay().get().is_some();
        // Everything below is inert while a sheet is open; then the focus returns.
        browser::set_inert(".home, .new, .lobby, .table:not(.replay):not(.lesson)", open);
        if open {
            browser::next_frame(|| browser::focus("sheet"));
        } else if was == Some(true) {
            browser::restore_focus();
        }
        open
    });
    move || {
        app.overlay().get().map(|overlay| {
            let title = match overlay {
                Overlay::Menu => tr!("menu"),
                Overlay::Rules => tr!("rules"),
                Overlay::Scores => tr!("scores"),
                Overlay::Settings => tr!("settings"),
                Overlay::Discards => tr!("discards"),
                Overlay::Leave => tr!("leave-title"),
                Overlay::GiveUp => tr!("give-up-title"),
                Overlay::Seat(seat) => {
                    app.session().with_untracked(|s| crate::news::name(s, seat))
                }
                Overlay::Invite => tr!("invite-friends"),
                Overlay::MoveSeat => tr!("other-device"),
                Overlay::TableOptions => tr!("comfort"),
                Overlay::Contract => tr!("contract-title"),
                Overlay::Hint => tr!("hint"),
                Overlay::Keys => tr!("keys"),
                Overlay::Story => tr!("story"),
                Overlay::Phrases => tr!("say-something"),
                Overlay::QrCode => tr!("show-code"),
                Overlay::People => tr!("people-here"),
                Overlay::OwnProfile => tr!("name-and-face"),
                Overlay::TableSetUp => tr!("change-game"),
                Overlay::Join => tr!("join-code"),
                Overlay::Replay => tr!("replay"),
                Overlay::Games => tr!("my-games"),
                Overlay::HomeScore => tr!("score-home"),
                Overlay::Puzzle => tr!("puzzle"),
                Overlay::Lessons | Overlay::Lesson(_) => tr!("lessons"),
            };
            let label = title.clone();
            let full = matches!(overlay, Overlay::Replay | Overlay::HomeScore | Overlay::Lesson(_));
            view! {
                <div class="veil" on:click=move |_| app.dismiss()></div>
                <section class="sheet" class=("full", full) id="sheet" tabindex="-1" role="dialog" aria-modal="true" aria-label=label>
                    <header><h2>{title}</h2>
                        <button class="ico" aria-label=tr!("close") on:click=move |_| app.dismiss()>
                            <span class="i i-close" aria-hidden="true"></span>
                        </button>
                    </header>
                    <div class="body">{crate::lazy::view(app.bundles(), LazyView::Sheet(overlay))}</div>
                </section>
            }
        })
    }
}

pub(crate) fn content(overlay: Overlay) -> AnyView {
    match overlay {
        Overlay::Menu => view! { <Menu/> }.into_any(),
        Overlay::Rules => view! { <RulesSheet/> }.into_any(),
        Overlay::Scores => view! { <Scores/> }.into_any(),
        Overlay::Settings => view! { <SettingsScreen/> }.into_any(),
        Overlay::Discards => view! { <Discards/> }.into_any(),
        Overlay::Leave => view! { <LeaveSheet/> }.into_any(),
        Overlay::GiveUp => view! { <GiveUpSheet/> }.into_any(),
        Overlay::Seat(seat) => view! { <SeatSheet seat/> }.into_any(),
        Overlay::Invite => view! { <InviteSheet/> }.into_any(),
        Overlay::MoveSeat => view! { <DeviceSheet/> }.into_any(),
        Overlay::TableOptions => view! { <TableOptions/> }.into_any(),
        Overlay::Contract => view! { <ContractSheet/> }.into_any(),
        Overlay::Hint => view! { <HintSheet/> }.into_any(),
        Overlay::Keys => view! { <Keys/> }.into_any(),
        Overlay::Story => view! { <Story/> }.into_any(),
        Overlay::Phrases => view! { <Phrases/> }.into_any(),
        Overlay::QrCode => view! { <CodeSheet/> }.into_any(),
        Overlay::People => view! { <PeopleSheet/> }.into_any(),
        Overlay::TableSetUp => view! { <TableSetUp/> }.into_any(),
        Overlay::Join => view! { <JoinSheet/> }.into_any(),
        // In other bundles.
        Overlay::OwnProfile
        | Overlay::Replay
        | Overlay::Games
        | Overlay::HomeScore
        | Overlay::Puzzle
        | Overlay::Lessons
        | Overlay::Lesson(_) => ().into_any(),
    }
}

#[component]
fn Menu() -> impl IntoView {
    let app = App::get();
    let item = move |id: &'static str, does: fn(App)| {
        view! { <button class="item" on:click=move |_| does(app)>{tr!(id)}</button> }
    };
    // Irreversible actions need confirmation.
    let sure = RwSignal::new(false);
    let playing = app.session().with_untracked(|s| s.stage == Stage::Playing && s.seat.is_some());
    let seated = app.session().with_untracked(|s| s.seat.is_some());
    let host = app.session().with_untracked(|s| s.host);
    let remote = app.invite().get_untracked().is_some();
    let shared = app.is_shared();
    view! {
        <nav class="list">
            {item("rules", |app| app.show(Overlay::Rules))}
            {item("scores", |app| app.show(Overlay::Scores))}
            {item("comfort", |app| app.show(Overlay::TableOptions))}
            {item("story", |app| app.show(Overlay::Story))}
            {(remote && seated).then(|| item("say-something", |app| app.show(Overlay::Phrases)))}
            {item("settings", |app| app.show(Overlay::Settings))}
            {item("keys", |app| app.show(Overlay::Keys))}
            {(playing && shared).then(|| item("cover-cards", |app| { app.close_sheet(); app.lower_curtain() }))}
            {(playing && !shared).then(|| item("hand-over", |app| { app.close_sheet(); app.send(ClientMessage::HandOver) }))}
            {(host && playing).then(|| view! {
                <button class="item" on:click=move |_| {
                    if sure.get_untracked() {
                        app.show(Overlay::Scores);
                        app.send(ClientMessage::Host { power: upcard_client::wire::Power::End });
                    }
                    sure.set(true);
                }>{move || tr!(if sure.get() { "end-match-sure" } else { "end-match" })}</button>
            })}
            {remote.then(|| item("people-here", |app| app.show(Overlay::People)))}
            {remote.then(|| item("name-and-face", |app| app.show(Overlay::OwnProfile)))}
            {remote.then(|| item("invite-friends", |app| app.show(Overlay::Invite)))}
            {(remote && seated).then(|| item("other-device", |app| app.show(Overlay::MoveSeat)))}
            {(remote && playing).then(|| item("give-up", |app| app.show(Overlay::GiveUp)))}
            {item("leave", |app| app.show(Overlay::Leave))}
            {crate::saved_link::load().map(|_| item("link-go", |app| app.show(Overlay::Leave)))}
        </nav>
        <h3>{tr!("what-happened")}</h3>
        <ol class="log">
            {app.log().with_untracked(|log| log.lines().iter().rev().take(40).map(|line| view! { <li>{line.clone()}</li> }).collect_view())}
        </ol>
    }
    .into_any()
}

#[component]
fn Discards() -> impl IntoView {
    use upcard_engine::choices::PileShown;
    let app = App::get();
    move || {
        app.session().with(|s| {
            let (rules, view) = (s.rules.as_ref()?, s.view.as_ref()?);
            let all = rules.set.choices.discarding.pile == PileShown::Spread;
            if s.view().is_some_and(|view| view.may_take_deep()) {
                let pile: Vec<Card> = view.table.pile().collect();
                return Some(discard_list(app, &pile));
            }
            let cards: String = if all {
                view.table.pile().rev().map(|c| named_html(c, true)).collect()
            } else {
                view.table.upcard().map(|c| named_html(c, false)).unwrap_or_default()
            };
            let words = match view.table.discards().len() {
                0 => tr!("discards-none"),
                _ if all => tr!("discards-all"),
                discards => tr!("discards-top", below = discards - 1),
            };
            let cards = view! { <div class="spreadout" inner_html=cards></div> };
            Some(view! { <p class="hint">{words}</p>{cards} }.into_any())
        })
    }
}

/// The discard pile, latest first; each card is taken with all above it.
fn discard_list(app: App, discards: &[Card]) -> AnyView {
    let card = |(below, card): (usize, &Card)| {
        let card = *card;
        let label = tr!("take-deep-card", card = text::spoken(card), count = below + 1);
        view! {
            <button class="deep" aria-label=label on:click=move |_| app.take_deep(card)
                inner_html=face_html(Some(card), true)></button>
        }
    };
    view! {
        <p class="hint">{tr!("take-deep-hint")}</p>
        <div class="spreadout">{discards.iter().rev().enumerate().map(card).collect_view()}</div>
    }
    .into_any()
}
