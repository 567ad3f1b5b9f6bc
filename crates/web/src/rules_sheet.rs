//! Rule sheet of this table, in words and drawn examples.

use leptos::prelude::*;
use upcard_client::house_rules::HouseRules;
use upcard_engine::Rules;
use upcard_rulebook::{Section, Sentence, search_glossary, sheet};

use crate::card::named_html;
use crate::differences::{both, differences};
use crate::lazy::{LoadState, placeholder, set_failure};
use crate::memo::memo;
use crate::store::App;
use crate::text::tr;
use crate::{browser, layout};

/// The rule sheet of the table.
#[component]
pub(crate) fn RulesSheet() -> impl IntoView {
    let app = App::get();
    move || {
        when_loaded(app, || {
            let (rules, set_up) =
                app.session().with_untracked(|s| (s.rules.clone(), s.set_up.clone()));
            let sheet = rules.map(|rules| sheet_of(&rules).into_any());
            let house = set_up.filter(|set_up| !set_up.changes.is_empty());
            let changed = house.and_then(|set_up| {
                let own = HouseRules { changes: set_up.changes, ..HouseRules::of(&set_up.game) };
                both(app, &own).ok()
            });
            let changed = changed.map(|(here, there)| {
                view! { <section class="pane"><h3>{tr!("changed-rules")}</h3>{differences(&here, &there)}</section> }
            });
            Some(view! { {changed}{sheet} }.into_any())
        })
    }
}

/// Returns a view that needs the rule sheet texts, or a placeholder until they are loaded.
pub(crate) fn when_loaded(app: App, sheet: impl FnOnce() -> Option<AnyView>) -> Option<AnyView> {
    if ensure_texts(app) {
        return sheet();
    }
    Some(placeholder(app.sheet_texts().get(), move || {
        app.sheet_texts().set(LoadState::NotRequested)
    }))
}

/// Returns `true` if the rule sheet texts are loaded; requests them if nobody has.
pub(crate) fn ensure_texts(app: App) -> bool {
    let state = app.sheet_texts().get();
    if state == LoadState::NotRequested {
        // Not while a view that tracks this signal is being drawn.
        browser::set_timeout(0, move || fetch(app));
    }
    state == LoadState::Loaded
}

/// Caches the rule sheet texts for offline use.
pub(crate) fn cache_texts(app: App) {
    if !app.online().get_untracked() {
        return browser::set_timeout(5_000, move || cache_texts(app));
    }
    browser::fetch_bytes(&browser::meta("sheet-texts").unwrap_or_default(), drop);
}

fn fetch(app: App) {
    if app.sheet_texts().get_untracked() != LoadState::NotRequested {
        return;
    }
    app.sheet_texts().set(LoadState::Loading);
    let address = browser::meta("sheet-texts").unwrap_or_default();
    browser::fetch_bytes(&address, move |bytes| match bytes {
        Some(bytes) => {
            upcard_rulebook::load_sheet_texts(bytes);
            app.sheet_texts().set(LoadState::Loaded);
        }
        None => set_failure(app.sheet_texts()),
    });
}

/// Glossary of card terms with synonyms, and a search field.
#[component]
fn Glossary() -> impl IntoView {
    let query = RwSignal::new(String::new());
    let found = move || {
        let found = search_glossary(&query.get());
        if found.is_empty() {
            return view! { <p>{tr!("words-none")}</p> }.into_any();
        }
        let each = found.into_iter().map(|word| {
            let heading = word.heading();
            view! { <p><b>{heading}</b>" – "{word.meaning}</p> }
        });
        each.collect_view().into_any()
    };
    view! {
        <section class="words">
            <label class="named">{tr!("words-search")}
                <input type="text" autocomplete="off" enterkeyhint="search" prop:value=move || query.get()
                    on:input=move |event| query.set(event_target_value(&event))/></label>
            <div aria-live="polite">{found}</div>
        </section>
    }
}

fn collapsible(title: String, chapter: AnyView) -> AnyView {
    view! { <details><summary><h3>{title}</h3></summary><section>{chapter}</section></details> }
        .into_any()
}

/// A rule sheet: a summary, then collapsible chapters.
pub(crate) fn sheet_of(rules: &Rules) -> impl IntoView + use<> {
    let sheet = sheet(rules);
    let chapters = sheet.sections.into_iter().enumerate().map(|(at, section)| {
        let title = section.title.clone();
        let chapter = chapter(section);
        match at {
            0 => view! { <section><h3>{title}</h3>{chapter}</section> }.into_any(),
            _ => collapsible(title, chapter),
        }
    });
    let print = |_: web_sys::MouseEvent| {
        layout::unfold();
        let _ = browser::window().print();
    };
    view! {
        <article class="rules">
            <h3 class="title">{sheet.title}</h3>
            {chapters.collect_view()}
            {collapsible(tr!("words-title"), view! { <Glossary/> }.into_any())}
            <button class="btn" on:click=print>{tr!("print")}</button>
        </article>
    }
    .into_any()
}

/// Returns the rule sheet's sentences on a choice, with drawn examples.
pub(crate) fn about(rules: &Rules, path: &str) -> Option<AnyView> {
    let speak = |sentence: &&Sentence| sentence.choices.contains(&path);
    let said: Vec<Sentence> = sheet(rules).sentences().filter(speak).cloned().collect();
    (!said.is_empty())
        .then(|| view! { <div class="rules said-of">{sentences(said)}</div> }.into_any())
}

/// Sentences with their drawn examples.
fn sentences(all: Vec<Sentence>) -> AnyView {
    view! {
        {all.into_iter().map(|sentence| view! {
            <p>{sentence.text}</p>
            {sentence.examples.into_iter().map(|example| {
                let faces: String = example.melds.iter().map(|meld| {
                    let cards: String = meld.cards.iter().map(|c| named_html(*c, true)).collect();
                    format!("<span class='drawn'>{cards}</span>")
                }).collect();
                let verdict = if example.legal { "✓ " } else { "✕ " };
                view! {
                    <figure class=("no", !example.legal)>
                        <div class="row" inner_html=faces></div>
                        <figcaption>{verdict}{example.caption}</figcaption>
                    </figure>
                }
            }).collect_view()}
        }).collect_view()}
    }
    .into_any()
}

/// A chapter's sentences with drawn examples, and its table.
fn chapter(section: Section) -> AnyView {
    view! {
        {sentences(section.sentences)}
        {section.table.map(|table| view! {
            <div class="scroll" tabindex="0" role="region" aria-label=section.title.clone()>
            <table>
                <thead><tr>
                    {table.columns.into_iter().map(|name| view! { <th scope="col">{name}</th> }).collect_view()}
                </tr></thead>
                <tbody>
                    {table.rows.into_iter().map(|row| view! {
                        <tr>{row.into_iter().map(|cell| view! { <td>{cell}</td> }).collect_view()}</tr>
                    }).collect_view()}
                </tbody>
            </table>
            </div>
        })}
    }
    .into_any()
}

/// Rule changes at this table.
#[component]
pub(crate) fn ChangedRules() -> impl IntoView {
    let app = App::get();
    let own = memo(move || {
        app.session().with(|s| {
            let set_up = s.set_up.as_ref()?;
            let (game, changes) = (set_up.game.clone(), set_up.changes.clone());
            (!changes.is_empty()).then(|| HouseRules { name: String::new(), game, changes })
        })
    });
    move || {
        own.get().map(|own| {
            view! {
                <section class="pane"><h2>{tr!("changed-rules")}</h2>
                    {move || {
                        let own = own.clone();
                        when_loaded(app, move || {
                            let made = both(app, &own);
                            made.ok().map(|(here, there)| differences(&here, &there))
                        })
                    }}
                </section>
            }
        })
    }
}
