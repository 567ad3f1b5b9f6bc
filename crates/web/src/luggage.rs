//! Backup: everything stored on this device, saved as a file and restored, also on another device.

use leptos::prelude::*;
use upcard_client::Order;
use upcard_client::luggage::{
    Brought, MATCH, WAITING, brought, holds, is_match, is_taken, list_without,
};
use wasm_bindgen::closure::Closure;

use crate::browser;
use crate::device;
use crate::json::Json;
use crate::score_book;
use crate::store::waiting;
use crate::text::tr;

/// Field that identifies such a file, with the format version.
const FORM: (&str, &str) = ("upcard-device", "1");

/// Saves the backup file.
fn save() {
    let file = Json::new();
    file.set(FORM.0, FORM.1);
    for name in browser::all_stored().into_iter().filter(|name| is_taken(name)) {
        browser::stored(&name).into_iter().for_each(|value| file.set(&name, value));
    }
    with_matches(file, waiting::stored());
}

/// Adds the matches in the database, one by one.
fn with_matches(file: Json, mut left: Vec<(u64, String)>) {
    let Some((number, name)) = left.pop() else {
        return browser::download(&tr!("luggage-file-name"), &file.print());
    };
    device::ask(Order::Fetch(number), move |device| {
        device.kept().into_iter().for_each(|text| file.set(&name, text));
        with_matches(file, left);
    });
}

/// Restores a backup and passes the number of items to `then`; `None` if it is another kind of file.
fn bring(text: &str, then: impl FnOnce(Option<usize>) + 'static) {
    let file = Json::parse(text).filter(|file| file.text(FORM.0).as_deref() == Some(FORM.1));
    let Some(file) = file else { return then(None) };
    let texts = browser::all_stored().into_iter().filter(|name| is_match(name));
    let here = texts.filter_map(|name| browser::stored(&name)).collect();
    beside(here, waiting::stored(), move |here| then(Some(unpack(&file, &here))));
}

/// Collects the matches in the database and in local storage, one by one.
fn beside(
    mut here: Vec<String>,
    mut left: Vec<(u64, String)>,
    then: impl FnOnce(Vec<String>) + 'static,
) {
    let Some((number, _)) = left.pop() else { return then(here) };
    device::ask(Order::Fetch(number), move |device| {
        here.extend(device.kept());
        beside(here, left, then);
    });
}

/// Restores a backup, except matches that already exist here, even if they have progressed since.
fn unpack(file: &Json, here: &[String]) -> usize {
    let value = |name: &String| file.text(name).unwrap_or_default();
    let known = |name: &String| is_match(name) && here.iter().any(|own| holds(own, &value(name)));
    let (left, names): (Vec<String>, Vec<String>) = file.names().into_iter().partition(known);
    let mut number = 0;
    for name in names {
        let Some(mut value) = file.text(&name) else { continue };
        if name == WAITING {
            value = list_without(&value, &left);
        }
        // The current match may be in the database.
        let present = || waiting::has_present().then(String::new).filter(|_| name == MATCH);
        let own = browser::stored(&name).or_else(present);
        let came = match brought(&name, own.as_deref(), &value) {
            Brought::Keep(text) => {
                browser::store(&name, &text);
                browser::stored(&name).as_ref() == Some(&text)
            }
            Brought::Waits(kept) => waiting::add(&kept, tr!("luggage-match")),
            Brought::Beside(begun) => score_book::keep_beside(begun, &value),
            Brought::Not => false,
        };
        number += usize::from(came);
    }
    number
}

/// Saving and restoring a backup.
#[component]
pub(crate) fn Luggage() -> impl IntoView {
    let said = RwSignal::new(None::<(String, bool)>);
    let take = move |file: web_sys::File| {
        let read = Closure::once(move |text: wasm_bindgen::JsValue| {
            bring(&text.as_string().unwrap_or_default(), move |number| {
                // The sheet may have been closed.
                let _ = said.try_set(Some(match number {
                    Some(number) => (tr!("luggage-came", count = number), false),
                    None => (tr!("luggage-wrong"), true),
                }));
            });
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
            {move || said.get().map(|(words, wrong)| view! {
                <p class=if wrong { "notice" } else { "hint" } role="status">{words}</p>
            })}
        </section>
    }
    .into_any()
}
