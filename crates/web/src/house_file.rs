//! Playing a game file: parsed in the page, with errors by line.

use leptos::prelude::*;
use upcard_client::house_rules::from_file;
use upcard_rulebook::flaw_lines;

use crate::backup::{chosen_file, dropped_file, read_file};
use crate::store::{App, Screen};
use crate::text::tr;

/// Input for a game file, pasted, dropped or chosen; errors are listed below, by line.
#[component]
pub(crate) fn FromFile() -> impl IntoView {
    let app = App::get();
    let text = RwSignal::new(String::new());
    let flaws = RwSignal::new(Vec::<String>::new());
    let read = move || match text.with_untracked(|text| from_file(text, &app.library())) {
        Ok(rules) => app.set_screen(Screen::HouseLink(rules.text())),
        Err(found) => flaws.set(lines(&found)),
    };
    let take = move |file: web_sys::File| {
        // Skip files longer than any game file.
        if file.size() > 200_000.0 {
            return flaws.set(vec![tr!("file-long")]);
        }
        let put = move |read: String| {
            let _ = text.try_set(read);
        };
        read_file(&file, Box::new(put));
    };
    view! {
        <div>
        <p class="hint">{tr!("from-file-words")}</p>
        <label class="named">{tr!("file-choose")}
            <input type="file" accept=".toml,text/plain" on:change=move |event| {
                chosen_file(&event).into_iter().for_each(take);
            }/></label>
        <label class="named">{tr!("file-paste")}
            <textarea id="game-file" rows="8" spellcheck="false" prop:value=move || text.get()
                on:input=move |event| text.set(event_target_value(&event))
                on:dragover=move |event| event.prevent_default()
                on:drop=move |event| {
                    event.prevent_default();
                    dropped_file(&event).into_iter().for_each(take);
                }></textarea></label>
        {move || (!flaws.with(Vec::is_empty)).then(|| view! {
            <ul class="notice flaws" role="alert">
                {flaws.get().into_iter().map(|flaw| view! { <li>{flaw}</li> }).collect_view()}
            </ul>
        })}
        <button class="btn" disabled=move || text.with(|text| text.trim().is_empty()) on:click=move |_| read()>{tr!("file-read")}</button>
        </div>
    }
    .into_any()
}

/// Returns a file's flaws with their lines.
fn lines(flaws: &upcard_engine::Flaws) -> Vec<String> {
    let placed = flaws.iter().map(|flaw| flaw.line()).collect::<Vec<_>>();
    let worded = flaw_lines(flaws).into_iter().enumerate();
    let line = |(at, words): (usize, String)| match placed.get(at) {
        Some(line) if *line > 0 => tr!("file-line", line = *line, words = words),
        _ => words,
    };
    worded.map(line).collect()
}
