//! My games: the matches that were played on this device, and a record to open.

use leptos::prelude::*;
use upcard_client::{AllPlayed, Played};
use wasm_bindgen::closure::Closure;

use crate::screens::Looked;
use crate::store::{App, waiting};
use crate::text::tr;
use crate::{browser, figures};

/// The key of the list.
const LIST: &str = "upcard.matches";

/// The key of a record, by the time when its match ended.
fn key(ended: u64) -> String {
    format!("upcard.record.{ended}")
}

/// The record of the match that ended then; empty where it is not there.
fn record(ended: u64) -> String {
    browser::stored(&key(ended)).unwrap_or_default()
}

/// What is kept of a match beside the list goes.
fn forget(ended: u64) {
    browser::forget(&key(ended));
    figures::forget(ended);
}

fn all() -> AllPlayed {
    browser::stored(LIST).map(|text| AllPlayed::read(&text)).unwrap_or_default()
}

/// Keeps the match on this device that is over, once.
pub(crate) fn keep(app: App, game: String, result: String) {
    if app.table().is_some() {
        return;
    }
    let Some(record) = app.own_record() else { return };
    let mut all = all();
    let last = all.iter().next().and_then(|last| browser::stored(&key(last.ended)));
    if last.as_ref() == Some(&record) {
        return;
    }
    let ended = browser::now() as u64;
    let gone = all.note(Played { ended, size: record.len(), game, result });
    gone.into_iter().for_each(forget);
    browser::store(&key(ended), &record);
    // Some browsers delete what a page keeps that was not opened for a week.
    browser::keep_for_good();
    browser::store(LIST, &all.text());
}

/// The matches, and a record that somebody has as a file.
#[component]
pub(crate) fn GamesSheet() -> impl IntoView {
    let app = App::get();
    let list = RwSignal::new(all().iter().cloned().collect::<Vec<Played>>());
    let take = move |file: web_sys::File| {
        let look = Closure::once(move |read: wasm_bindgen::JsValue| {
            app.look_again(Looked::Record(read.as_string().unwrap_or_default().into(), None));
        });
        let _ = file.text().then(&look);
        look.forget();
    };
    let first = |files: Option<web_sys::FileList>| files.and_then(|files| files.get(0));
    let one = move |played: Played| {
        let ended = played.ended;
        let date = js_sys::Date::new(&(ended as f64).into());
        let date =
            String::from(date.to_locale_date_string("en", &wasm_bindgen::JsValue::UNDEFINED));
        let forgets = tr!("match-forget", game = played.game.clone(), date = date.clone());
        view! {
            <div class="kept-match">
                <button class="btn big" on:click=move |_| {
                    // What cannot be read is said there to be none.
                    app.look_again(Looked::Record(record(ended).into(), None));
                }><b>{played.game}</b><small>{date}" · "{played.result}</small></button>
                <button class="ico" aria-label=forgets on:click=move |_| {
                    let mut all = all();
                    all.forget(ended);
                    forget(ended);
                    browser::store(LIST, &all.text());
                    list.set(all.iter().cloned().collect());
                }><span class="i i-close" aria-hidden="true"></span></button>
            </div>
        }
    };
    let waiting = RwSignal::new(waiting::all());
    let goes_on = move |one: waiting::Waiting| {
        let number = one.number;
        let drops = tr!("match-drop", game = one.about.clone());
        view! {
            <div class="kept-match">
                <button class="btn big" on:click=move |_| { app.close_sheet(); app.take_up(number) }>
                    <b>{one.about}</b><small>{tr!("go-on-sub")}</small></button>
                <button class="ico" aria-label=drops on:click=move |_| {
                    waiting::forget(number);
                    waiting.set(waiting::all());
                }><span class="i i-close" aria-hidden="true"></span></button>
            </div>
        }
    };
    view! {
        {move || (!waiting.with(Vec::is_empty)).then(|| view! {
            <section class="list-of waiting"><h3>{tr!("matches-waiting")}</h3>
                {waiting.get().into_iter().map(goes_on).collect_view()}</section>
        })}
        {move || list.with(Vec::is_empty).then(|| view! { <p>{tr!("matches-none")}</p> })}
        <div class="list-of">{move || list.get().into_iter().map(one).collect_view()}</div>
        <figures::FiguresOf matches=list record/>
        <section class="from-file"
            on:dragover=move |event| event.prevent_default()
            on:drop=move |event| {
                event.prevent_default();
                first(event.data_transfer().and_then(|all| all.files())).into_iter().for_each(take);
            }>
            <label class="named">{tr!("record-open")}
                <input type="file" id="record" accept=".upcard,text/plain" on:change=move |event| {
                    let input = event_target::<web_sys::HtmlInputElement>(&event);
                    first(input.files()).into_iter().for_each(take);
                }/></label>
            <p class="hint">{tr!("record-open-words")}</p>
        </section>
        <crate::luggage::Luggage/>
    }
    .into_any()
}
