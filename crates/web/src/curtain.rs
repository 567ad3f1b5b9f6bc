//! The curtain that hides hands between people who share this device: shows whose turn it is, what has
//! happened, and a discard offered to several people.

use std::cell::Cell;

use leptos::prelude::*;
use upcard_client::Curtain as Says;
use upcard_engine::Seat;

use crate::card::face_html;
use crate::memo::memo;
use crate::seat_face::{self, Face};
use crate::store::App;
use crate::table::Bar;
use crate::text::{spoken, tr};
use crate::{browser, news};

/// Number of log lines shown about what has happened since the last player looked.
const LOG_LINES: usize = 4;

#[component]
pub(crate) fn Curtain() -> impl IntoView {
    let app = App::get();
    let says = memo(move || {
        app.shared_device().with(|around| {
            let around = around.as_ref()?;
            let says = app.session().with(|s| s.view.is_some().then(|| around.curtain(s)))?;
            Some((says, around.clone()))
        })
    });
    // The person who has called for the card.
    let called = RwSignal::new(None::<Seat>);
    Effect::new(move |_| {
        says.track();
        called.set(None);
        // Keyboard users continue with the first button.
        browser::next_frame(|| browser::focus("curtain-go"));
    });
    let recap = move || {
        let lines = app.log().with(|log| {
            let lines = log.lines();
            lines[lines.len().saturating_sub(LOG_LINES)..].to_vec()
        });
        (!lines.is_empty()).then(|| {
            view! {
                <ul class="log">{lines.into_iter().map(|line| view! { <li>{line}</li> }).collect_view()}</ul>
            }
        })
    };
    view! {
        <div class="lobby curtain">
            <Bar/>
            <main>
                {move || says.get().map(|(says, _)| match (called.get(), says) {
                    (Some(seat), _) | (None, Says::Pass(seat)) => next_player(app, seat).into_any(),
                    (None, Says::Offer { asked, race, call }) => {
                        offer_view(app, asked.len(), race, call).into_any()
                    }
                    (None, Says::Waits) => view! { <h2>{tr!("curtain-bots")}</h2> }.into_any(),
                })}
                {recap}
            </main>
            <footer>
                {move || says.get().map(|(says, around)| match (called.get(), says) {
                    (Some(seat), _) => view! {
                        <div class="buttons wrap">
                            {view_button(app, seat, true)}
                            <button class="btn" on:click=move |_| called.set(None)>{tr!("back")}</button>
                        </div>
                    }.into_any(),
                    (None, Says::Pass(seat)) => view_button(app, seat, true).into_any(),
                    (None, Says::Offer { asked, .. }) => call_buttons(app, asked, around.resumes, called).into_any(),
                    (None, Says::Waits) => view! {
                        <div class="buttons wrap">
                            {around.people.into_iter().map(|seat| view_button(app, seat, false)).collect_view()}
                        </div>
                    }.into_any(),
                })}
            </footer>
        </div>
    }
    .into_any()
}

fn name(app: App, seat: Seat) -> String {
    app.session().with(|s| news::name(s, seat))
}

/// Names the next player to take the device.
fn next_player(app: App, seat: Seat) -> impl IntoView {
    let face = app.session().with(|s| Face::of(s, seat));
    view! {
        <div class="to">
            <span class=seat_face::class(seat) aria-hidden="true">{face.view()}</span>
            <h2 aria-live="polite">{tr!("curtain-pass", name = name(app, seat))}</h2>
            <p class="hint">{tr!("curtain-hidden")}</p>
        </div>
    }
}

/// Shows the offered card and who gets it.
fn offer_view(app: App, asked: usize, race: bool, call: bool) -> impl IntoView {
    let card = app.session().with(|s| s.view.as_ref().and_then(|own| own.table.upcard()));
    let question = if call { "curtain-call" } else { "curtain-offer" };
    let several = if race { "curtain-race" } else { "curtain-order" };
    card.map(|card| {
        view! {
            <div class="to">
                <span aria-hidden="true" inner_html=face_html(Some(card), false)></span>
                <h2 aria-live="polite">{tr!(question, card = spoken(card))}</h2>
                <p class="hint">{tr!("curtain-aloud")}{(asked > 1).then(|| view! { " "{tr!(several)} })}</p>
            </div>
        }
    })
}

/// The people who may call for the card, and a button for none of them.
fn call_buttons(
    app: App,
    asked: Vec<Seat>,
    goes_on: Option<Seat>,
    called: RwSignal<Option<Seat>>,
) -> impl IntoView {
    let nobody = match goes_on {
        Some(seat) => tr!("curtain-nobody-next", name = name(app, seat)),
        None => tr!("curtain-nobody"),
    };
    let wants = move |seat: Seat| {
        view! {
            <button class="btn" on:click=move |_| called.set(Some(seat))>{tr!("curtain-wants", name = name(app, seat))}</button>
        }
    };
    view! {
        <div class="buttons wrap">
            {asked.into_iter().map(wants).collect_view()}
            <button class="btn go" id="curtain-go" on:click=move |_| app.pass_all()>{nobody}</button>
        </div>
    }
}

/// Button that shows a player's cards: permanently on a tap, otherwise for as long as it is held.
fn view_button(app: App, seat: Seat, main: bool) -> impl IntoView {
    view! {
        <button class="btn look" class=("go", main) class=("big", main) id=main.then_some("curtain-go")
            on:pointerdown=move |event| if event.button() == 0 { press(app, seat) }
            on:keydown=move |event| if event.key() == " " && !event.repeat() { press(app, seat) }
            on:contextmenu=move |event| event.prevent_default()
            on:click=move |_| if !RELEASED.get() { app.set_viewer(seat) }><b>{tr!("curtain-look", name = name(app, seat))}</b></button>
    }
}

/// Minimum duration of a long press, in milliseconds.
const LONG_PRESS: u32 = 400;

thread_local! {
    /// Number of the last press, and of the one in progress.
    static PRESSES: Cell<(u32, Option<u32>)> = const { Cell::new((0, None)) };
    /// Whether cards are shown only while the press lasts.
    static HELD: Cell<bool> = const { Cell::new(false) };
    /// Whether a long press has just ended.
    static RELEASED: Cell<bool> = const { Cell::new(false) };
}

/// Handles a press. The button disappears when cards are shown, so window events report the release.
fn press(app: App, seat: Seat) {
    let number = PRESSES.get().0 + 1;
    if number == 1 {
        for ends in ["pointerup", "pointercancel", "keyup", "blur"] {
            browser::listen(ends, move |_: web_sys::Event| release(app));
        }
    }
    PRESSES.set((number, Some(number)));
    browser::set_timeout(LONG_PRESS, move || {
        if PRESSES.get().1 == Some(number) {
            HELD.set(true);
            app.set_viewer(seat);
        }
    });
}

fn release(app: App) {
    PRESSES.set((PRESSES.get().0, None));
    if HELD.replace(false) {
        RELEASED.set(true);
        browser::set_timeout(50, || RELEASED.set(false));
        app.stop_viewing();
    }
}
