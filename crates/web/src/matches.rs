//! My games: the matches that were played on this device, and a record to open.

use leptos::prelude::*;
use wasm_bindgen::closure::Closure;

use crate::screens::Looked;
use crate::store::App;
use crate::text::tr;

/// A record that somebody has as a file.
#[component]
pub(crate) fn GamesSheet() -> impl IntoView {
    let app = App::get();
    let take = move |file: web_sys::File| {
        let look = Closure::once(move |read: wasm_bindgen::JsValue| {
            app.look_again(Looked::Record(read.as_string().unwrap_or_default().into(), None));
        });
        let _ = file.text().then(&look);
        look.forget();
    };
    let first = |files: Option<web_sys::FileList>| files.and_then(|files| files.get(0));
    view! {
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
    }
    .into_any()
}
