//! All that this device keeps, saved as one file and brought back, also to another device.

use leptos::prelude::*;
use upcard_client::Order;
use upcard_client::luggage::{Brought, MATCH, brought, is_taken};
use wasm_bindgen::closure::Closure;

use crate::browser;
use crate::device;
use crate::json::Json;
use crate::store::waiting;
use crate::text::tr;

/// The field that says what such a file is, with the number of its form.
const FORM: (&str, &str) = ("upcard-device", "1");

/// Saves all of it as a file.
fn save() {
    let file = Json::new();
    file.set(FORM.0, FORM.1);
    for name in browser::all_stored().into_iter().filter(|name| is_taken(name)) {
        browser::stored(&name).into_iter().for_each(|value| file.set(&name, value));
    }
    with_matches(file, waiting::stored());
}

/// Adds the matches that are in the database, one after the other.
fn with_matches(file: Json, mut left: Vec<(u64, String)>) {
    let Some((number, name)) = left.pop() else {
        return browser::download(&tr!("luggage-file-name"), &file.print());
    };
    device::ask(Order::Fetch(number), move |device| {
        device.kept().into_iter().for_each(|text| file.set(&name, text));
        with_matches(file, left);
    });
}

/// Brings back what such a file holds: how many things, or none where it is another file.
fn bring(text: &str) -> Option<usize> {
    let file = Json::parse(text).filter(|file| file.text(FORM.0).as_deref() == Some(FORM.1))?;
    let mut number = 0;
    for name in file.names() {
        let Some(value) = file.text(&name) else { continue };
        // The present match may be in the database.
        let present = || waiting::has_present().then(String::new).filter(|_| name == MATCH);
        let own = browser::stored(&name).or_else(present);
        let came = match brought(&name, own.as_deref(), &value) {
            Brought::Keep(text) => {
                browser::store(&name, &text);
                browser::stored(&name).as_ref() == Some(&text)
            }
            Brought::Waits(kept) => waiting::add(&kept, tr!("luggage-match")),
            Brought::Not => false,
        };
        number += usize::from(came);
    }
    Some(number)
}

/// The way out, and the way in.
#[component]
pub(crate) fn Luggage() -> impl IntoView {
    let said = RwSignal::new(None::<String>);
    let take = move |file: web_sys::File| {
        let read = Closure::once(move |text: wasm_bindgen::JsValue| {
            let number = bring(&text.as_string().unwrap_or_default());
            said.set(Some(match number {
                Some(number) => tr!("luggage-came", count = number),
                None => tr!("luggage-wrong"),
            }));
        });
        let _ = file.text().then(&read);
        read.forget();
    };
    view! {
        <section class="from-file luggage"><h3>{tr!("luggage")}</h3>
            <p class="hint">{tr!("luggage-words")}</p>
            <div class="buttons wrap"><button class="btn" on:click=move |_| save()>{tr!("luggage-save")}</button></div>
            <label class="named">{tr!("luggage-open")}
                <input type="file" id="luggage" accept=".json,application/json" on:change=move |event| {
                    let input = event_target::<web_sys::HtmlInputElement>(&event);
                    let file = input.files().and_then(|files| files.get(0));
                    file.into_iter().for_each(take);
                }/></label>
            {move || said.get().map(|words| view! { <p class="notice" role="status">{words}</p> })}
        </section>
    }
    .into_any()
}
