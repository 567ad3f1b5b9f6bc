//! House rules editor: all choices by chapter, contradictions with ways to resolve them, and beside them the
//! differences from the base game and the rule sheet.

use leptos::prelude::*;
use upcard_client::house_rules::{Conflict, Drafts, Fix, HouseRules, Kind, RulesEditor, kinds};
use upcard_engine::Rules;
use upcard_engine::choices::{CHOICES, Choice, Choices};
use upcard_rulebook::{chapter_label, choice_label, plain_reason};

use crate::controls::back_bar;
use crate::differences::differences;
use crate::house_storage::{SaveForm, saved_rules};
use crate::house_trial::BotTrial;
use crate::house_values::values;
use crate::memo::memo;
use crate::store::{App, Screen};
use crate::text::{sentences, tr};
use crate::{browser, news, rules_sheet};

/// Tabs: beside the choices on wide screens, otherwise in their place.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tab {
    Choices,
    Differences,
    Sheet,
    SaveForm,
}

/// Media query for the side-by-side layout.
const WIDE: &str = "(min-width: 1000px)";

/// Delay before the rule sheet is updated, in milliseconds, so that taps respond first.
const SHEET_DELAY: u32 = 60;

#[component]
pub(crate) fn HouseEditor(friends: bool) -> impl IntoView {
    let app = App::get();
    let rules = app.chosen_rules().get_untracked();
    let rules =
        rules.unwrap_or_else(|| HouseRules::of(&app.settings().with_untracked(|s| s.game.clone())));
    // Restore the last draft of these rules.
    let drafts = drafts();
    let of = drafts.origin(&rules);
    let rules = drafts.latest(&of);
    let body = move || {
        let (rules, of) = (rules.clone(), of.clone());
        rules_sheet::when_loaded(app, move || {
            // Changes made to an earlier version's choices may not exist any more.
            let opened = RulesEditor::open(app.library(), &rules);
            Some(match opened.or_else(|_| RulesEditor::open(app.library(), &of)) {
                Ok(editor) => {
                    let editor = RwSignal::new(editor);
                    save_draft(editor, of);
                    editor_view(app, editor, friends)
                }
                Err(flaws) => {
                    let words = sentences(flaws);
                    view! { <main><p class="notice" role="alert">{words}</p></main> }.into_any()
                }
            })
        })
    };
    view! {
        <div class="new house-editor">
            {back_bar(tr!("house-rules"), tr!("house-rules-sub"))}
            {body}
        </div>
    }
    .into_any()
}

/// Storage key for unsaved changes.
const DRAFTS: &str = "upcard.house-drafts";

fn drafts() -> Drafts {
    browser::stored(DRAFTS).map(|text| Drafts::read(&text)).unwrap_or_default()
}

/// Saves each change as a draft of these rules, until they are saved under a name.
fn save_draft(editor: RwSignal<RulesEditor>, of: HouseRules) {
    Effect::new(move |first: Option<()>| {
        let now = editor.with(RulesEditor::house_rules);
        if first.is_some() {
            let kept = saved_rules().find(&now.name) == Some(&now);
            let mut drafts = drafts();
            drafts.note(&of, if kept { of.clone() } else { now });
            browser::store(DRAFTS, &drafts.text());
        }
    });
}

fn editor_view(app: App, editor: RwSignal<RulesEditor>, friends: bool) -> AnyView {
    let tab = RwSignal::new(Tab::Choices);
    let wide = RwSignal::new(browser::media_matches(WIDE));
    browser::on_media_change(WIDE, move || {
        let _ = wide.try_set(browser::media_matches(WIDE));
    });
    // Last consistent rules (debounced).
    let settled = RwSignal::new(editor.with_untracked(|e| e.rules().ok()));
    let bad_sizes = RwSignal::new(editor.with_untracked(RulesEditor::bad_sizes));
    let conflicts = memo(move || editor.with(RulesEditor::conflicts));
    Effect::new(move |first: Option<()>| {
        editor.track();
        if first.is_some() {
            browser::set_timeout(SHEET_DELAY, move || {
                if let Some(Ok(rules)) = editor.try_with_untracked(RulesEditor::rules)
                    && settled.try_with_untracked(|old| old.as_ref() != Some(&rules)) == Some(true)
                {
                    settled.set(Some(rules));
                    bad_sizes.set(editor.with_untracked(RulesEditor::bad_sizes));
                }
            });
        }
    });
    let base = editor.with_untracked(RulesEditor::own_rules).ok();
    let number = move || editor.with(|e| e.changes().len());
    let shown = move |own: Tab| wide.get() || tab.get() == own;
    // Contradictory rules cannot be saved and have no rule sheet; the last one stays on wide screens.
    let together = memo(move || conflicts.with(Vec::is_empty));
    let seen = move |own: Tab| shown(own) && (wide.get() || together.get());
    let tabs = [Tab::Choices, Tab::Differences, Tab::Sheet, Tab::SaveForm].map(|own| {
        let words = move || match own {
            Tab::Choices => tr!("tab-choices"),
            Tab::Differences => tr!("tab-differences", count = number()),
            Tab::Sheet => tr!("tab-sheet"),
            Tab::SaveForm => tr!("tab-keep"),
        };
        view! {
            <button type="button" aria-pressed=move || (tab.get() == own).to_string()
                on:click=move |_| tab.set(own)>{words}</button>
        }
    });
    let sheet = move || {
        settled.with(|rules| rules.as_ref().map(|rules| rules_sheet::sheet_of(rules).into_any()))
    };
    let differs = move || settled.with(|rules| Some(differences(rules.as_ref()?, base.as_ref()?)));
    let next = move || {
        if together.get_untracked() {
            app.choose_rules(editor.with_untracked(RulesEditor::house_rules));
            app.set_screen(Screen::SetUp(friends, true));
        }
    };
    let title = move || {
        editor.with(|e| {
            let name = e.house_rules().name;
            if name.is_empty() { e.base().catalogue.name.clone() } else { name }
        })
    };
    view! {
        <main>
            <div class="segments tabs" role="group" aria-label=tr!("house-rules")>{tabs}</div>
            <div class="side" hidden=move || !shown(Tab::Choices)>
                {move || bad_sizes.with(|sizes| (!sizes.is_empty()).then(|| {
                    let sizes = sizes.iter().map(u8::to_string).collect::<Vec<_>>();
                    view! { <p class="notice" role="status">{tr!("bad-sizes", players = news::join(&sizes))}</p> }
                }))}
                {choices(editor, conflicts, settled)}
            </div>
            <div class="side beside" hidden=move || !wide.get() && tab.get() == Tab::Choices>
                {move || (!wide.get() && !together.get()).then(|| conflict_list(editor, conflicts.get()))}
                {move || (shown(Tab::SaveForm) && together.get()).then(|| view! { <SaveForm editor/><BotTrial editor/> })}
                {move || seen(Tab::Differences).then(|| view! {
                    <section class="pane"><h2>{move || tr!("tab-differences", count = number())}</h2>{differs.clone()}</section>
                })}
                {move || seen(Tab::Sheet).then(|| view! { <section class="pane"><h2>{tr!("tab-sheet")}</h2>{sheet}</section> })}
            </div>
        </main>
        <footer>
            <button class="btn go big" disabled=move || !together.get() on:click=move |_| next()>
                <b>{tr!("choose-seats")}</b><small>{title}</small></button>
        </footer>
    }
    .into_any()
}

/// The contradictions, with ways to resolve them.
fn conflict_list(editor: RwSignal<RulesEditor>, conflicts: Vec<Conflict>) -> AnyView {
    let way = move |way: Fix| {
        let (label, value) = (way.label.clone(), way.words.clone());
        let words = if way.undoes {
            tr!("way-undo", choice = label, value = value)
        } else {
            tr!("way-set", choice = label, value = value)
        };
        view! {
            <button type="button" class="btn way" on:click=move |_| editor.update(|e| e.set(way.path, &way.value))>{words}</button>
        }
    };
    let one = move |conflict: Conflict| {
        view! {
            <p>{plain_reason(&conflict.reason)}</p>
            <div class="buttons wrap">{conflict.fixes.into_iter().map(way).collect_view()}</div>
        }
    };
    view! {
        <section class="conflict" role="alert">
            <h2>{tr!("conflict")}</h2>
            {conflicts.into_iter().take(3).map(one).collect_view()}
        </section>
    }
    .into_any()
}

/// All choices by chapter, with a search field.
fn choices(
    editor: RwSignal<RulesEditor>,
    conflicts: Memo<Vec<Conflict>>,
    settled: RwSignal<Option<Rules>>,
) -> AnyView {
    let query = RwSignal::new(String::new());
    let found = memo(move || editor.with_untracked(|e| e.search(&query.get())));
    let searching = move || query.with(|query| !query.trim().is_empty());
    let open = RwSignal::new(None::<&'static str>);
    let mut chapters: Vec<(&'static str, Vec<&'static Choice>)> = Vec::new();
    for choice in CHOICES {
        let id = choice.path.split('.').next().unwrap_or_default();
        match chapters.last_mut() {
            Some((last, rows)) if *last == id => rows.push(choice),
            _ => chapters.push((id, vec![choice])),
        }
    }
    let chapter = move |(_, rows): (&'static str, Vec<&'static Choice>)| {
        let title = rows.first().map(|choice| chapter_label(choice.path)).unwrap_or_default();
        let paths: Vec<&'static str> = rows.iter().map(|choice| choice.path).collect();
        let own = paths.clone();
        let any = move || found.with(|found| own.iter().any(|path| found.contains(path)));
        let changed = move || {
            editor.with(|e| e.changes().iter().filter(|(path, _)| paths.contains(path)).count())
        };
        view! {
            <details class="chapter" hidden=move || !any() prop:open=searching>
                <summary><h2>{title}</h2>
                    {move || (changed() > 0).then(|| view! { <span class="count">{tr!("chapter-changed", count = changed())}</span> })}
                </summary>
                {rows.into_iter().map(|one| choice_row(editor, one, found, open, settled)).collect_view()}
            </details>
        }
    };
    view! {
        <section class="all-choices">
            {move || {
                let all = conflicts.get();
                (!all.is_empty()).then(|| conflict_list(editor, all))
            }}
            <label class="named">{tr!("find-choice")}
                <input type="text" id="find-choice" autocomplete="off" enterkeyhint="search" placeholder=tr!("find-choice-example")
                    prop:value=move || query.get() on:input=move |event| query.set(event_target_value(&event))/></label>
            {move || found.with(Vec::is_empty).then(|| view! { <p role="status">{tr!("find-choice-none")}</p> })}
            {chapters.into_iter().map(chapter).collect_view()}
            {move || editor.with(|e| !e.changes().is_empty()).then(|| view! {
                <button type="button" class="btn" on:click=move |_| editor.update(RulesEditor::undo_all)>{tr!("undo-all")}</button>
            })}
        </section>
    }
    .into_any()
}

/// A choice: its name, value, and the base game's value; opened, its options.
fn choice_row(
    editor: RwSignal<RulesEditor>,
    choice: &'static Choice,
    found: Memo<Vec<&'static str>>,
    open: RwSignal<Option<&'static str>>,
    settled: RwSignal<Option<Rules>>,
) -> AnyView {
    let row = memo(move || editor.with(|e| e.row(choice)));
    let game = editor.with_untracked(|e| e.base().catalogue.name.clone());
    let is_open = memo(move || open.get() == Some(choice.path));
    let changed = move || row.with(|row| row.own.is_some());
    // The number of contracts says more than a list of them.
    let counted = kinds(choice) == [Kind::Contracts];
    let words = move |choices: &Choices, words: String| match choices.contracts.deals.0.len() {
        count if counted => tr!("contracts-count", count = count),
        _ => words,
    };
    let value = move || editor.with(|e| words(e.choices(), row.with(|row| row.value.clone())));
    let was = move || {
        let own = row.with(|row| row.own.clone())?;
        Some(editor.with(|e| words(&e.base().choices, own)))
    };
    view! {
        <div class="choice" class=("changed", changed) class=("idle", move || row.with(|row| row.idle))
            data-path=choice.path hidden=move || !found.with(|found| found.contains(&choice.path))>
            <button type="button" class="name" aria-expanded=move || is_open.get().to_string()
                on:click=move |_| open.update(|open| {
                    *open = if *open == Some(choice.path) { None } else { Some(choice.path) };
                })>
                <b>{choice_label(choice.path)}</b>
                <span class="value">{value}</span>
                {move || was().map(|own| view! {
                    <small class="was">{tr!("was-in", game = game.clone(), value = own)}</small>
                })}
                {move || row.with(|row| row.idle).then(|| view! { <small>{tr!("choice-idle")}</small> })}
            </button>
            {move || is_open.get().then(|| view! {
                {values(editor, choice)}
                {move || settled.with(|rules| rules_sheet::about(rules.as_ref()?, choice.path))}
            })}
        </div>
    }
    .into_any()
}
