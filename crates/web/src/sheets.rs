//! Seat sheets: leaving, giving up, the host's powers, invitations, another device.

use leptos::prelude::*;
use upcard_client::address::SHORT_CODE;
use upcard_client::wire::{ClientMessage, Power};
use upcard_client::{Leaving, Player};
use upcard_engine::Seat;

use crate::invite::{Invite, Share};
use crate::memo::memo;
use crate::store::{App, Overlay};
use crate::text::tr;
use crate::{address, browser, news, remote, saved_link};

/// A confirmation: its text, the yes button, and the no button, which is highlighted.
fn confirmation(
    app: App,
    words: String,
    yes: String,
    no: String,
    does: impl Fn() + 'static,
) -> impl IntoView {
    view! {
        <p>{words}</p>
        <div class="buttons wrap question">
            <button class="btn" on:click=move |_| does()>{yes}</button>
            <button class="btn go" on:click=move |_| app.close_sheet()>{no}</button>
        </div>
    }
}

/// Confirmation to leave the table.
#[component]
pub(crate) fn LeaveSheet() -> impl IntoView {
    let app = App::get();
    let seated = app.session().with_untracked(|s| s.seat.is_some());
    let remote = app.invite().get_untracked().is_some();
    let words = match app.session().with_untracked(upcard_client::Session::leaving) {
        Leaving::Covered if remote => tr!("leave-covered"),
        Leaving::Covered => tr!("leave-waits"),
        Leaving::Free if seated => tr!("leave-free"),
        Leaving::Free => tr!("leave-looking"),
    };
    // The link opened at this table, if any.
    let link = saved_link::load().map(|_| {
        let goes = move |_| {
            app.send_leave();
            address::open_saved_link(app);
        };
        view! { <div class="buttons wrap"><button class="btn" on:click=goes>{tr!("leave-for-link")}</button></div> }
    });
    view! { {confirmation(app, words, tr!("leave-yes"), tr!("stay"), move || app.leave())}{link} }
        .into_any()
}

/// Confirmation to give up the seat.
#[component]
pub(crate) fn GiveUpSheet() -> impl IntoView {
    let app = App::get();
    confirmation(app, tr!("give-up-words"), tr!("give-up-yes"), tr!("keep-seat"), move || {
        app.close_sheet();
        app.send(ClientMessage::GiveUp);
    })
    .into_any()
}

/// Text ids of a power: its button, and its effect.
fn power_texts(power: Power) -> (&'static str, &'static str) {
    match power {
        Power::Cover { .. } => ("power-cover", "power-cover-sub"),
        Power::Open { .. } => ("power-open", "power-open-sub"),
        Power::Kick { .. } => ("power-kick", "power-kick-sub"),
        Power::End => ("end-match", "end-match-sure"),
        Power::Pace { .. } => ("setting-pace", "setting-pace"),
        Power::Hints { .. } => ("setting-hints", "setting-hints"),
        Power::Phrases { .. } => ("say-something", "phrases-off"),
        Power::Give { .. } => ("power-give", "power-give-sub"),
        Power::Dismiss { .. } => ("power-dismiss", "power-dismiss-sub"),
        Power::Admit { .. } => ("admission", "admission"),
        Power::Appoint { .. } => ("power-appoint", "power-appoint-sub"),
    }
}

/// Returns a tile's tag for who plays the seat.
pub(crate) fn player_tag(player: Player) -> Option<String> {
    Some(match player {
        Player::Person | Player::Nobody => return None,
        Player::Bot => tr!("tag-bot"),
        Player::Covered => tr!("tag-covered"),
        Player::CoveredAway => tr!("tag-covered-away"),
        Player::Away => tr!("tag-away"),
    })
}

/// The host's powers over a seat.
#[component]
pub(crate) fn SeatSheet(seat: Seat) -> impl IntoView {
    let app = App::get();
    // Irreversible actions need confirmation.
    let sure = RwSignal::new(None::<Power>);
    move || {
        let (name, powers) = app.session().with(|s| (news::name(s, seat), s.powers(seat)));
        let powers = powers.into_iter().map(|power| {
            let (word, below) = power_texts(power);
            let harmless = matches!(power, Power::Cover { .. });
            let asked = sure.get() == Some(power);
            let text = if asked { tr!("power-sure") } else { tr!(word, name = name.clone()) };
            view! {
                <button class="item" on:click=move |_| {
                    if harmless || asked {
                        app.close_sheet();
                        app.send(ClientMessage::Host { power });
                    } else {
                        sure.set(Some(power));
                    }
                }><b>{text}</b><small>{tr!(below, name = name.clone())}</small></button>
            }
        });
        view! { <nav class="list powers">{powers.collect_view()}</nav> }
    }
}

#[component]
pub(crate) fn LinkCard(link: String, picture: String, alt: String) -> impl IntoView {
    view! {
        <section class="invite">
            <img class="qr" src=picture alt=alt width="180" height="180"/>
            <p class="link"><code>{link.clone()}</code></p>
            <Share title=tr!("app-name") text=tr!("share-seat") link copy="copy-link"/>
        </section>
    }
    .into_any()
}

/// Joining a table by its short code.
#[component]
pub(crate) fn JoinSheet() -> impl IntoView {
    let code = RwSignal::new(String::new());
    let go = move || {
        let typed: String = code.get_untracked();
        let plain: String = typed
            .chars()
            .filter(char::is_ascii_alphanumeric)
            .collect::<String>()
            .to_ascii_lowercase();
        if plain.len() == SHORT_CODE {
            browser::navigate(&format!("/c/{plain}"));
        } else {
            browser::focus("code");
        }
    };
    view! {
        <form class="sit" on:submit=move |event| { event.prevent_default(); go() }>
            <label>{tr!("join-code-words")}
                <input type="text" id="code" maxlength="9" autocapitalize="none" autocomplete="off" spellcheck="false"
                    prop:value=move || code.get() on:input=move |event| code.set(event_target_value(&event))/></label>
            <button class="btn go" type="submit">{tr!("join-go")}</button>
        </form>
    }
    .into_any()
}

/// The QR code of the link, to show to people nearby.
#[component]
pub(crate) fn CodeSheet() -> impl IntoView {
    let app = App::get();
    app.invite().get_untracked().map(|link| {
        let picture = remote::qr_address(&link);
        view! {
            <p class="hint">{tr!("code-words")}</p>
            <section class="invite"><img class="qr" src=picture alt=tr!("qr-alt") width="240" height="240"/></section>
        }
    })
}

#[component]
pub(crate) fn InviteSheet() -> impl IntoView {
    view! { <p class="hint">{tr!("invite-words")}</p><Invite/> }
}

/// The link that moves the player's seat to another device.
#[component]
pub(crate) fn DeviceSheet() -> impl IntoView {
    let app = App::get();
    let made = RwSignal::new(None::<Option<String>>);
    let table = app.table();
    if let Some(table) = &table {
        remote::rejoin_link(table, move |link| made.set(Some(link)));
    }
    // The seat has moved, so the link is used up.
    let moved = memo(move || app.session().with(|s| s.seat.is_none()));
    Effect::new(move |_| {
        if moved.get() {
            app.close_sheet();
        }
    });
    let picture = table.map(|table| remote::rejoin_qr_address(&table)).unwrap_or_default();
    view! {
        <p class="hint">{tr!("device-words")}</p>
        {move || match made.get() {
            None => view! { <p role="status">{tr!("loading")}</p> }.into_any(),
            Some(None) => view! { <p class="notice" role="alert">{tr!("device-failed")}</p> }.into_any(),
            Some(Some(link)) => {
                let picture = picture.clone();
                view! { <LinkCard link picture alt=tr!("device-alt")/> }.into_any()
            }
        }}
    }
    .into_any()
}

/// Button for the seat's sheet, if the host has powers over it.
pub(crate) fn seat_button(app: App, seat: Seat) -> impl IntoView {
    let any = memo(move || app.session().with(|s| !s.powers(seat).is_empty()));
    move || {
        any.get().then(|| {
            let name = app.session().with(|s| news::name(s, seat));
            view! {
                <button class="whole" aria-label=tr!("seat-powers", name = name)
                    on:click=move |_| app.show(Overlay::Seat(seat))></button>
            }
        })
    }
}
