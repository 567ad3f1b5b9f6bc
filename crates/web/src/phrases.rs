//! Phrases: sent with one tap, shown briefly at the speaker's seat.

use leptos::prelude::*;
use upcard_client::wire::{ClientMessage, Phrase, Power};
use upcard_engine::Seat;

use crate::memo::memo;
use crate::store::App;
use crate::text::tr;

const OFFERED_PHRASES: [Phrase; 6] = [
    Phrase::Hello,
    Phrase::GoodLuck,
    Phrase::WellPlayed,
    Phrase::Thanks,
    Phrase::Oops,
    Phrase::OneMoment,
];

fn phrase_text(phrase: Phrase) -> String {
    tr!(&format!("phrase-{}", phrase.word()))
}

/// The phrases, and the host's switch for them.
#[component]
pub(crate) fn Phrases() -> impl IntoView {
    let app = App::get();
    let allowed = memo(move || app.session().with(|s| s.phrases));
    let host = app.session().with_untracked(|s| s.host);
    view! {
        {move || if allowed.get() {
            view! {
                <div class="phrases">
                    {OFFERED_PHRASES.into_iter().map(|phrase| view! {
                        <button class="chip" on:click=move |_| {
                            app.close_sheet();
                            app.send(ClientMessage::Say { phrase });
                        }>{phrase_text(phrase)}</button>
                    }).collect_view()}
                </div>
            }.into_any()
        } else {
            view! { <p class="hint">{tr!("phrases-off")}</p> }.into_any()
        }}
        {host.then(|| view! {
            <button class="item" on:click=move |_| {
                let allowed = !allowed.get_untracked();
                app.send(ClientMessage::Host { power: Power::Phrases { allowed } });
            }>{move || tr!(if allowed.get() { "phrases-switch-off" } else { "phrases-switch-on" })}</button>
        })}
    }
    .into_any()
}

/// The phrase this seat has just sent. Screen readers get it with the table's news.
pub(crate) fn bubble(app: App, seat: Seat) -> impl IntoView {
    let phrase = memo(move || {
        app.bubbles().with(|all| all.iter().find(|b| b.seat == seat).map(|b| b.phrase))
    });
    move || {
        phrase.get().map(
            |phrase| view! { <span class="bubble" aria-hidden="true">{phrase_text(phrase)}</span> },
        )
    }
}

/// The same for the player's own seat, which has no tile.
#[component]
pub(crate) fn OwnBubble() -> impl IntoView {
    let app = App::get();
    let phrase = memo(move || {
        let seat = app.session().with(|s| s.seat);
        app.bubbles().with(|all| all.iter().find(|b| Some(b.seat) == seat).map(|b| b.seat))
    });
    move || phrase.get().map(|seat| view! { <div class="own-bubble">{bubble(app, seat)}</div> })
}
