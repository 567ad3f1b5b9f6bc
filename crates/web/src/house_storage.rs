//! Saving and sharing house rules: name, link, QR code.

use leptos::prelude::*;
use qrcode::render::svg;
use qrcode::{EcLevel, QrCode};
use upcard_client::house_rules::{HouseRules, RulesEditor, SavedRules};

use crate::browser;
use crate::invite::Share;
use crate::memo::memo;
use crate::text::tr;

pub(crate) fn saved_rules() -> SavedRules {
    browser::stored(browser::HOUSE_RULES).map(|text| SavedRules::read(&text)).unwrap_or_default()
}

/// Saves rules under their name; `false` if they have none or there are too many.
pub(crate) fn save(rules: &HouseRules) -> bool {
    let mut shelf = saved_rules();
    let kept = shelf.save(rules.clone());
    if kept {
        browser::store(browser::HOUSE_RULES, &shelf.text());
    }
    kept
}

pub(crate) fn delete(name: &str) {
    let mut shelf = saved_rules();
    shelf.remove(name);
    browser::store(browser::HOUSE_RULES, &shelf.text());
}

/// Returns a link's QR code as a data URL; `None` if the link is too long.
fn qr_code(link: &str) -> Option<String> {
    let code = QrCode::with_error_correction_level(link, EcLevel::L).ok()?;
    let picture = code.render::<svg::Color<'_>>().min_dimensions(240, 240).build();
    let picture = String::from(js_sys::encode_uri_component(&picture));
    Some(format!("data:image/svg+xml,{picture}"))
}

/// The link of house rules, with its QR code and ways to share it.
pub(crate) fn share_rules(rules: &HouseRules) -> AnyView {
    let link = rules.link(&browser::origin());
    let name = if rules.name.is_empty() { tr!("house-rules") } else { rules.name.clone() };
    let text = tr!("share-rules", name = name.clone());
    share_link(link, name, text, tr!("qr-rules"), tr!("rules-link-words"))
}

/// A link with its QR code and ways to share it: its title, the text sent with it, the QR code's label, and a hint.
pub(crate) fn share_link(
    link: String,
    title: String,
    text: String,
    called: String,
    hint: String,
) -> AnyView {
    view! {
        <section class="invite rules-link">
            {qr_code(&link).map(|src| view! { <img class="qr" src=src alt=called width="240" height="240"/> })}
            <p class="hint">{hint}</p>
            <Share title text link copy="copy-link"/>
        </section>
    }
    .into_any()
}

/// The name field and the save button.
#[component]
pub(crate) fn SaveForm(editor: RwSignal<RulesEditor>) -> impl IntoView {
    let now = memo(move || editor.with(RulesEditor::house_rules));
    // Triggers a reload of the saved rules after a change.
    let looked = RwSignal::new(());
    let kept = memo(move || {
        looked.track();
        now.with(|rules| saved_rules().find(&rules.name).cloned())
    });
    let same = move || kept.with(|kept| now.with(|now| kept.as_ref() == Some(now)));
    let failed = RwSignal::new(false);
    let shares = RwSignal::new(false);
    let save = move |copy: bool| {
        editor.update(|e| {
            let mut name = e.house_rules().name;
            if name.is_empty() {
                name = tr!("own-name-usual", game = e.base().catalogue.name.clone());
            }
            e.rename(&if copy { saved_rules().free_name(&name) } else { name });
        });
        failed.set(!save(&editor.with_untracked(RulesEditor::house_rules)));
        looked.set(());
    };
    view! {
        <section class="pane keep">
            <h2>{tr!("tab-keep")}</h2>
            <label class="named">{tr!("rules-name")}
                <input type="text" id="rules-name" maxlength="40" autocomplete="off" placeholder=tr!("rules-name-example")
                    prop:value=move || now.with(|rules| rules.name.clone())
                    on:change=move |event| editor.update(|e| e.rename(&event_target_value(&event)))/></label>
            <div class="buttons wrap">
                <button type="button" class="btn go" disabled=same on:click=move |_| save(false)>
                    {move || tr!(if same() { "rules-kept" } else if kept.with(Option::is_some) { "keep-changes" } else { "keep-rules" })}</button>
                {move || kept.with(Option::is_some).then(|| view! {
                    <button type="button" class="btn" on:click=move |_| save(true)>{tr!("keep-copy")}</button>
                })}
                <button type="button" class="btn" aria-expanded=move || shares.get().to_string()
                    on:click=move |_| shares.update(|on| *on = !*on)>{tr!("send-rules")}</button>
            </div>
            {move || failed.get().then(|| view! { <p class="notice" role="alert">{tr!("keep-failed")}</p> })}
            {move || shares.get().then(|| now.with(share_rules))}
        </section>
    }
    .into_any()
}
