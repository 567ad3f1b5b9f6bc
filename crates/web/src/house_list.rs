//! House rules to choose from: saved on this device, or from a link.

use leptos::prelude::*;
use upcard_client::house_rules::{HouseRules, LinkFault, RulesEditor, RulesFault};
use upcard_engine::Flaws;
use upcard_rulebook::{choice_label, plain_reason};

use crate::controls::back_bar;
use crate::differences::{both, differences};
use crate::house_storage::{delete, save, saved_rules, share_rules};
use crate::rules_sheet;
use crate::store::{App, Screen};
use crate::text::{capital, tr};

/// Returns the name of the base game.
pub(crate) fn game_name(app: App, rules: &HouseRules) -> String {
    let id = rules.game.split('+').next().unwrap_or_default();
    app.library().file(id).map_or_else(|| rules.game.clone(), |file| file.catalogue.name.clone())
}

/// The house rules saved on this device.
#[component]
pub(crate) fn OwnGames() -> impl IntoView {
    let app = App::get();
    let kept: Vec<HouseRules> = saved_rules().iter().cloned().collect();
    let one = move |rules: HouseRules| {
        let below = tr!("rules-of", game = game_name(app, &rules), count = rules.changes.len());
        let (name, text) = (rules.name.clone(), rules.text());
        view! {
            <button class="btn big" on:click=move |_| app.set_screen(Screen::HouseLink(text.clone()))>
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

/// House rules from a link, before they are accepted: differences from the base game, then the actions.
#[component]
pub(crate) fn HouseLink() -> impl IntoView {
    let app = App::get();
    let body = move || {
        let Screen::HouseLink(text) = app.screen().get() else { return None };
        Some(match HouseRules::read(&text) {
            // Drop changes without effect.
            Ok(rules) => link_view(
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
            {back_bar(tr!("house-rules"), tr!("link-sub"))}
            {body}
        </div>
    }
    .into_any()
}

fn link_view(app: App, rules: HouseRules) -> AnyView {
    let game = game_name(app, &rules);
    let name = if rules.name.is_empty() {
        tr!("own-name-usual", game = game.clone())
    } else {
        rules.name.clone()
    };
    let unfit = rules.fault(&app.library());
    // Unplayable rules are neither saved nor shared.
    let good = unfit.is_none();
    let opens = !matches!(unfit, Some(RulesFault::UnknownGame(_)));
    let made = StoredValue::new(both(app, &rules).ok());
    let about = RwSignal::new(false);
    let shares = RwSignal::new(false);
    let kept = RwSignal::new(saved_rules().find(&rules.name) == Some(&rules));
    let failed = RwSignal::new(false);
    let stored = StoredValue::new(rules.clone());
    let named = StoredValue::new(HouseRules { name: name.clone(), ..rules.clone() });
    let opened = match &unfit {
        Some(RulesFault::Invalid { rest, .. }) => HouseRules { name: name.clone(), ..rest.clone() },
        _ => named.get_value(),
    };
    let opened = StoredValue::new(opened);
    let unfit = StoredValue::new(unfit);
    let go = move |screen: Screen| {
        app.choose_rules(opened.get_value());
        app.clear_notice();
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
    // Their words are part of the rule sheet texts.
    let differ = move || {
        rules_sheet::when_loaded(app, move || {
            made.with_value(|made| made.as_ref().map(|(here, there)| differences(here, there)))
                .or_else(|| {
                    unfit.with_value(|unfit| {
                        unfit.as_ref().map(|why| fault_view(why, &stored.get_value()))
                    })
                })
        })
    };
    let sheet = move || {
        about.get().then(move || {
            rules_sheet::when_loaded(app, move || {
                made.with_value(|made| {
                    made.as_ref().map(|(here, _)| rules_sheet::sheet_of(here).into_any())
                })
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
                {good.then(|| view! {
                    <button class="btn" disabled=move || kept.get() on:click=move |_| {
                        let done = named.with_value(save);
                        kept.set(done);
                        failed.set(!done);
                    }>{move || tr!(if kept.get() { "rules-kept" } else { "keep-rules" })}</button>
                })}
                {opens.then(|| view! {
                    <button class="btn" on:click=move |_| go(Screen::HouseEditor(false))>{tr!("change-rules")}</button>
                })}
                {good.then(|| view! {
                    <button class="btn" aria-expanded=move || shares.get().to_string()
                        on:click=move |_| shares.update(|on| *on = !*on)>{tr!("send-rules")}</button>
                    <button class="btn" aria-expanded=move || about.get().to_string()
                        on:click=move |_| about.update(|on| *on = !*on)>{tr!("read-rules")}</button>
                })}
                {move || kept.get().then(|| view! {
                    <button class="btn" on:click=move |_| {
                        named.with_value(|rules| delete(&rules.name));
                        kept.set(false);
                    }>{tr!("drop-rules")}</button>
                })}
            </div>
            {move || failed.get().then(|| view! { <p class="notice" role="alert">{tr!("keep-failed")}</p> })}
            {move || shares.get().then(|| named.with_value(share_rules))}
            {sheet}
        </main>
        <footer>
            <div class="buttons">
                <button class="btn big" disabled=!good on:click=move |_| go(Screen::SetUp(true, false))><b>{tr!("play-friends")}</b></button>
                <button class="btn go big" disabled=!good on:click=move |_| go(Screen::SetUp(false, false))><b>{tr!("play-bots")}</b></button>
            </div>
        </footer>
    }
    .into_any()
}

/// Says why rules cannot be played: the flaws, and the changes that cause them.
fn fault_view(unfit: &RulesFault, rules: &HouseRules) -> AnyView {
    let each = |flaws: &Flaws| {
        let line = |words: String| view! { <li>{capital(&words)}</li> };
        flaws.iter().map(|flaw| line(plain_reason(flaw.reason()))).collect_view()
    };
    let said = |head: String, flaws: &Flaws| {
        view! {
            <div role="alert"><p class="notice">{head}</p><ul class="notice flaws">{each(flaws)}</ul></div>
        }
        .into_any()
    };
    let why = match unfit {
        RulesFault::UnknownGame(id) => {
            view! { <p class="notice" role="alert">{tr!("link-game", game = id.clone())}</p> }
                .into_any()
        }
        RulesFault::Invalid { flaws, .. } => said(tr!("link-wrong"), flaws),
        RulesFault::Contradictory(flaws) => said(tr!("link-contradicts"), flaws),
    };
    let changes = rules.changes.iter().map(|(path, value)| {
        view! { <li>{choice_label(path)}": "{value.clone()}</li> }
    });
    view! {
        {why}
        {matches!(unfit, RulesFault::Invalid { .. }).then(|| view! { <p class="hint">{tr!("link-rest")}</p> })}
        <h3>{tr!("link-holds")}</h3>
        <ul>{changes.collect_view()}</ul>
    }
    .into_any()
}
