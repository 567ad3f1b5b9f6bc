//! Backup: everything stored on this device, saved as a file and restored, also on another device.

use leptos::prelude::*;
use upcard_client::DeviceCommand;
use upcard_client::import::{
    ImportAction, MATCH_KEY, WAITING_LIST_KEY, import_action, is_continuation, is_exported,
    is_match_key, without_matches,
};
use wasm_bindgen::closure::Closure;

use crate::browser;
use crate::device;
use crate::json::Json;
use crate::score_book;
use crate::store::waiting;
use crate::text::tr;

/// Field that identifies such a file, with the format version.
const FORMAT: (&str, &str) = ("upcard-device", "1");

fn save_file() {
    let file = Json::new();
    file.set(FORMAT.0, FORMAT.1);
    for name in browser::stored_keys().into_iter().filter(|name| is_exported(name)) {
        browser::stored(&name).into_iter().for_each(|value| file.set(&name, value));
    }
    add_matches(file, waiting::database_matches());
}

/// Adds the matches in the database, one by one.
fn add_matches(file: Json, mut left: Vec<(u64, String)>) {
    let Some((number, name)) = left.pop() else {
        return browser::download(&tr!("luggage-file-name"), &file.print());
    };
    device::run_storage_command(DeviceCommand::Fetch(number), move |device| {
        device.serialized().into_iter().for_each(|text| file.set(&name, text));
        add_matches(file, left);
    });
}

/// Restores a backup and passes the number of items to `then`; `None` if it is another kind of file.
fn restore(text: &str, then: impl FnOnce(Option<usize>) + 'static) {
    let file = Json::parse(text).filter(|file| file.text(FORMAT.0).as_deref() == Some(FORMAT.1));
    let Some(file) = file else { return then(None) };
    let texts = browser::stored_keys().into_iter().filter(|name| is_match_key(name));
    let here = texts.filter_map(|name| browser::stored(&name)).collect();
    collect_matches(here, waiting::database_matches(), move |here| {
        then(Some(restore_items(&file, &here)))
    });
}

/// Collects the matches in the database and in local storage, one by one.
fn collect_matches(
    mut here: Vec<String>,
    mut left: Vec<(u64, String)>,
    then: impl FnOnce(Vec<String>) + 'static,
) {
    let Some((number, _)) = left.pop() else { return then(here) };
    device::run_storage_command(DeviceCommand::Fetch(number), move |device| {
        here.extend(device.serialized());
        collect_matches(here, left, then);
    });
}

/// Restores a backup, except matches that already exist here, even if they have progressed since.
fn restore_items(file: &Json, here: &[String]) -> usize {
    let value = |name: &String| file.text(name).unwrap_or_default();
    let known = |name: &String| {
        is_match_key(name) && here.iter().any(|own| is_continuation(own, &value(name)))
    };
    let (left, names): (Vec<String>, Vec<String>) = file.names().into_iter().partition(known);
    let mut number = 0;
    for name in names {
        let Some(mut value) = file.text(&name) else { continue };
        if name == WAITING_LIST_KEY {
            value = without_matches(&value, &left);
        }
        // The current match may be in the database.
        let present =
            || waiting::is_current_in_database().then(String::new).filter(|_| name == MATCH_KEY);
        let own = browser::stored(&name).or_else(present);
        let imported = match import_action(&name, own.as_deref(), &value) {
            ImportAction::Store(text) => {
                browser::store(&name, &text);
                browser::stored(&name).as_ref() == Some(&text)
            }
            ImportAction::AddWaiting(kept) => waiting::add(&kept, tr!("luggage-match")),
            ImportAction::KeepBoth(begun) => score_book::save_copy(begun, &value),
            ImportAction::Skip => false,
        };
        number += usize::from(imported);
    }
    number
}

pub(crate) fn chosen_file(event: &web_sys::Event) -> Option<web_sys::File> {
    event_target::<web_sys::HtmlInputElement>(event).files()?.get(0)
}

pub(crate) fn dropped_file(event: &web_sys::DragEvent) -> Option<web_sys::File> {
    event.data_transfer()?.files()?.get(0)
}

/// Reads a file and passes its text to `then`.
pub(crate) fn read_file(file: &web_sys::File, then: Box<dyn FnOnce(String)>) {
    let read = Closure::once(move |text: wasm_bindgen::JsValue| {
        then(text.as_string().unwrap_or_default());
    });
    let _ = file.text().then(&read);
    read.forget();
}

#[component]
pub(crate) fn Backup() -> impl IntoView {
    let outcome = RwSignal::new(None::<(String, bool)>);
    let take = move |text: String| {
        restore(&text, move |number| {
            // The sheet may have been closed.
            let _ = outcome.try_set(Some(match number {
                Some(number) => (tr!("luggage-came", count = number), false),
                None => (tr!("luggage-wrong"), true),
            }));
        });
    };
    view! {
        <section class="from-file luggage"><h3>{tr!("luggage")}</h3>
            <p class="hint">{tr!("luggage-words")}</p>
            <div class="buttons wrap"><button class="btn" on:click=move |_| save_file()>{tr!("luggage-save")}</button></div>
            <label class="named">{tr!("luggage-open")}
                <input type="file" id="luggage" accept=".json,application/json" on:change=move |event| {
                    chosen_file(&event).iter().for_each(|file| read_file(file, Box::new(take)));
                }/></label>
            {move || outcome.get().map(|(words, wrong)| view! {
                <p class=if wrong { "notice" } else { "hint" } role="status">{words}</p>
            })}
        </section>
    }
    .into_any()
}
