//! House rules to choose from: those that this device keeps, those of a link, and those of a game's file.

use leptos::prelude::*;
use upcard_client::house_rules::{HouseRules, LinkFault, RulesEditor, from_file};
use upcard_rulebook::{choice_label, flaw_lines};
use wasm_bindgen::closure::Closure;

use crate::differences::{both, differences};
use crate::house_keep::{drop_kept, keep, sharing, shelf};
use crate::store::{App, Screen};
use crate::text::tr;
use crate::{browser, rules_sheet};

/// The name of the game that house rules change.
fn game_name(app: App, rules: &HouseRules) -> String {
    let id = rules.game.split('+').next().unwrap_or_default();
    app.library().file(id).map_or_else(|| rules.game.clone(), |file| file.catalogue.name.clone())
}

/// The house rules of this device.
#[component]
pub(crate) fn OwnGames() -> impl IntoView {
    let app = App::get();
    let kept: Vec<HouseRules> = shelf().iter().cloned().collect();
    let one = move |rules: HouseRules| {
        let below = tr!("rules-of", game = game_name(app, &rules), count = rules.changes.len());
        let (name, text) = (rules.name.clone(), rules.text());
        view! {
            <button class="btn big" on:click=move |_| app.set_screen(Screen::Link(text.clone()))>
                <b>{name}</b><small>{below}</small></button>
        }
    };
    let some = !kept.is_empty();
    let list = some.then(|| {
        view! {
            <section class="list-of own-games"><h2>{tr!("own-games")}</h2>
                {kept.into_iter().map(one).collect_view()}
            </section>
        }
    });
    list.into_any()
}

/// A game's file, pasted, dropped or chosen; what is wrong with it stands below, line by line.
#[component]
pub(crate) fn FromFile() -> impl IntoView {
    let app = App::get();
    let text = RwSignal::new(String::new());
    let flaws = RwSignal::new(Vec::<String>::new());
    let read = move || match text.with_untracked(|text| from_file(text, &app.library())) {
        Ok(rules) => app.set_screen(Screen::Link(rules.text())),
        Err(found) => flaws.set(lines(&found)),
    };
    let take = move |file: web_sys::File| {
        // What is longer than any game's file is not even read.
        if file.size() > 200_000.0 {
            return flaws.set(vec![tr!("file-long")]);
        }
        let put = Closure::once(move |read: wasm_bindgen::JsValue| {
            let _ = text.try_set(read.as_string().unwrap_or_default());
        });
        let _ = file.text().then(&put);
        put.forget();
    };
    let first = |files: Option<web_sys::FileList>| files.and_then(|files| files.get(0));
    view! {
        <details class="from-file"><summary><h2>{tr!("from-file")}</h2></summary>
        <p class="hint">{tr!("from-file-words")}</p>
        <label class="named">{tr!("file-choose")}
            <input type="file" accept=".toml,text/plain" on:change=move |event| {
                let input = event_target::<web_sys::HtmlInputElement>(&event);
                first(input.files()).into_iter().for_each(take);
            }/></label>
        <label class="named">{tr!("file-paste")}
            <textarea id="game-file" rows="8" spellcheck="false" prop:value=move || text.get()
                on:input=move |event| text.set(event_target_value(&event))
                on:dragover=move |event| event.prevent_default()
                on:drop=move |event| {
                    event.prevent_default();
                    first(event.data_transfer().and_then(|all| all.files())).into_iter().for_each(take);
                }></textarea></label>
        {move || (!flaws.with(Vec::is_empty)).then(|| view! {
            <ul class="notice flaws" role="alert">
                {flaws.get().into_iter().map(|flaw| view! { <li>{flaw}</li> }).collect_view()}
            </ul>
        })}
        <button class="btn" disabled=move || text.with(|text| text.trim().is_empty()) on:click=move |_| read()>{tr!("file-read")}</button>
        </details>
    }
    .into_any()
}

/// What is wrong with a file, with its lines.
fn lines(flaws: &upcard_engine::Flaws) -> Vec<String> {
    let placed = flaws.iter().map(|flaw| flaw.line()).collect::<Vec<_>>();
    let worded = flaw_lines(flaws).into_iter().enumerate();
    let line = |(at, words): (usize, String)| match placed.get(at) {
        Some(line) if *line > 0 => tr!("file-line", line = *line, words = words),
        _ => words,
    };
    worded.map(line).collect()
}

/// House rules by their text, before anything is accepted: what differs from the game, then what to do.
#[component]
pub(crate) fn HouseLink() -> impl IntoView {
    let app = App::get();
    let body = move || {
        let Screen::Link(text) = app.screen().get() else { return None };
        Some(match HouseRules::read(&text) {
            // What changes nothing is no change.
            Ok(rules) => looking(
                app,
                match RulesEditor::open(app.library(), &rules) {
                    Ok(editor) => editor.house_rules(),
                    Err(_) => rules,
                },
            ),
            Err(fault) => {
                let words = tr!(match fault {
                    LinkFault::Long => "link-long",
                    LinkFault::Later => "link-later",
                    LinkFault::Damaged => "link-damaged",
                });
                view! { <main><p class="notice" role="alert">{words}</p></main> }.into_any()
            }
        })
    };
    view! {
        <div class="new house-link">
            <header class="bar">
                <button class="ico" aria-label=tr!("back") on:click=move |_| browser::step_back()>
                    <span class="i i-back" aria-hidden="true"></span></button>
                <h1><b>{tr!("house-rules")}</b><small>{tr!("link-sub")}</small></h1>
            </header>
            {body}
        </div>
    }
    .into_any()
}

fn looking(app: App, rules: HouseRules) -> AnyView {
    let game = game_name(app, &rules);
    let name = if rules.name.is_empty() {
        tr!("own-name-usual", game = game.clone())
    } else {
        rules.name.clone()
    };
    let made = both(app, &rules);
    let good = made.is_ok();
    let about = RwSignal::new(false);
    let shares = RwSignal::new(false);
    let kept = RwSignal::new(shelf().find(&rules.name) == Some(&rules));
    let failed = RwSignal::new(false);
    let stored = StoredValue::new(rules.clone());
    let named = StoredValue::new(HouseRules { name: name.clone(), ..rules.clone() });
    let go = move |screen: Screen| {
        app.choose_rules(named.get_value());
        app.unsay();
        app.set_screen(screen);
    };
    let variations = {
        let library = app.library();
        let id = rules.game.split('+').next().unwrap_or_default();
        let chosen: Vec<&str> = rules.game.split('+').skip(1).collect();
        let file = library.file(id);
        let all = file.into_iter().flat_map(|file| &file.variations);
        let chosen = all.filter(|v| chosen.contains(&v.id.as_str()));
        chosen.map(|v| v.about.clone()).collect::<Vec<_>>()
    };
    let differ = {
        let made = made.clone();
        move || {
            let made = made.clone();
            rules_sheet::shown(app, move || {
                Some(match &made {
                    Ok((here, there)) => differences(here, there),
                    Err(flaws) => view! {
                        <p class="notice" role="alert">{tr!("error-bad-rules", flaws = flaws.clone())}</p>
                        <ul>{stored.with_value(|rules| rules.changes.iter().map(|(path, value)| {
                            view! { <li>{choice_label(path)}": "{value.clone()}</li> }
                        }).collect_view())}</ul>
                    }.into_any(),
                })
            })
        }
    };
    let sheet = move || {
        let made = made.clone();
        about.get().then(move || {
            rules_sheet::shown(app, move || {
                made.ok().map(|(here, _)| rules_sheet::of(&here).into_any())
            })
        })
    };
    let title = name.clone();
    view! {
        <main>
            <section class="pane">
                <h2 class="title">{title}</h2>
                <p>{tr!("rules-of", game = game, count = rules.changes.len())}</p>
                {(!variations.is_empty()).then(|| view! {
                    <ul>{variations.into_iter().map(|words| view! { <li>{words}</li> }).collect_view()}</ul>
                })}
                {differ}
            </section>
            {move || app.notice_text().map(|n| view! { <p class="notice" role="alert">{n}</p> })}
            <div class="buttons wrap">
                <button class="btn" disabled=move || kept.get() on:click=move |_| {
                    let done = named.with_value(keep);
                    kept.set(done);
                    failed.set(!done);
                }>{move || tr!(if kept.get() { "rules-kept" } else { "keep-rules" })}</button>
                <button class="btn" on:click=move |_| go(Screen::House(false))>{tr!("change-rules")}</button>
                <button class="btn" aria-expanded=move || shares.get().to_string()
                    on:click=move |_| shares.update(|on| *on = !*on)>{tr!("send-rules")}</button>
                {good.then(|| view! {
                    <button class="btn" aria-expanded=move || about.get().to_string()
                        on:click=move |_| about.update(|on| *on = !*on)>{tr!("read-rules")}</button>
                })}
                {move || kept.get().then(|| view! {
                    <button class="btn" on:click=move |_| {
                        named.with_value(|rules| drop_kept(&rules.name));
                        kept.set(false);
                    }>{tr!("drop-rules")}</button>
                })}
            </div>
            {move || failed.get().then(|| view! { <p class="notice" role="alert">{tr!("keep-failed")}</p> })}
            {move || shares.get().then(|| named.with_value(sharing))}
            {sheet}
        </main>
        <footer>
            <div class="buttons">
                <button class="btn big" disabled=!good on:click=move |_| go(Screen::SetUp(true))><b>{tr!("play-friends")}</b></button>
                <button class="btn go big" disabled=!good on:click=move |_| go(Screen::SetUp(false))><b>{tr!("play-bots")}</b></button>
            </div>
        </footer>
    }
    .into_any()
}
