//! Names of the people who share this device.

use leptos::prelude::*;
use upcard_client::{is_bot_name, player_names};

use crate::browser;
use crate::text::tr;

/// Storage key for all names but the first, one per line.
const KEY: &str = "upcard.around";

/// Returns the names typed last.
pub(crate) fn load() -> Vec<String> {
    browser::stored(KEY).map(|text| text.lines().map(str::to_owned).collect()).unwrap_or_default()
}

pub(crate) fn save(others: &[String]) {
    browser::store(KEY, &others.join("\n"));
}

/// Default name of the person at this index.
pub(crate) fn default_name(at: usize) -> String {
    tr!("person-number", number = at + 1)
}

/// Returns the name typed at this index, which is at least 1.
pub(crate) fn name_at(others: &[String], at: u8) -> String {
    others.get(usize::from(at) - 1).cloned().unwrap_or_default()
}

/// Returns the names of this many people; an error sentence if two are equal or one is a bot's name in records.
pub(crate) fn names(first: &str, others: &[String], people: u8) -> Result<Vec<String>, String> {
    let mut typed = vec![first.to_owned()];
    typed.extend((1..people).map(|at| name_at(others, at)));
    let names =
        player_names(&typed, default_name).map_err(|name| tr!("names-same", name = name))?;
    match names.iter().any(|name| is_bot_name(name)) {
        true => Err(tr!("error-bot-name")),
        false => Ok(names),
    }
}

/// The input fields for the names.
pub(crate) fn fields(
    first: RwSignal<String>,
    others: RwSignal<Vec<String>>,
    people: u8,
) -> impl IntoView {
    let type_in = move |at: u8, typed: String| match usize::from(at).checked_sub(1) {
        None => first.set(typed),
        Some(at) => others.update(|all| {
            if all.len() <= at {
                all.resize(at + 1, String::new());
            }
            all[at] = typed;
        }),
    };
    let field = move |at: u8| {
        let now = if at == 0 {
            first.get_untracked()
        } else {
            others.with_untracked(|all| name_at(all, at))
        };
        let place = usize::from(at);
        view! {
            <label class="named">{tr!("person-name", number = place + 1)}
                <input type="text" maxlength="24" autocomplete="off" placeholder=default_name(place) prop:value=now
                    on:input=move |event| type_in(at, event_target_value(&event))/></label>
        }
    };
    view! {
        <p class="hint">{tr!("people-around-words")}</p>
        {(0..people).map(field).collect_view()}
    }
}
