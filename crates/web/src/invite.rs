//! The link that friends join by, to be passed on.

use leptos::prelude::*;
use upcard_client::address::short_code;

use crate::browser;
use crate::store::{App, Overlay};
use crate::text::tr;

/// A button that copies a text, and says that it did, or that it could not.
#[component]
fn Copy(#[prop(into)] text: String, label: &'static str) -> impl IntoView {
    let shown = RwSignal::new(label);
    view! {
        <button class="btn" on:click=move |_| {
            browser::copy(&text, move |done| shown.set(if done { "copied" } else { "not-copied" }));
        }><span aria-live="polite">{move || tr!(shown.get())}</span></button>
    }
}

/// Passes a text and a link on: by the device's own sheet where it has one, and by copying.
#[component]
pub(crate) fn Share(
    /// What it is about.
    title: String,
    /// The words.
    text: String,
    /// The link; empty where there is none.
    link: String,
    /// The id of the text on the copying button.
    copy: &'static str,
) -> impl IntoView {
    // Who wants a link wants nothing else; a result is words with the way to look at it.
    let copied = match copy {
        "copy-link" => link.clone(),
        _ => format!("{text} {link}").trim_end().to_owned(),
    };
    view! {
        <div class="buttons wrap share">
            {browser::can_share().then(|| view! {
                <button class="btn go" on:click=move |_| browser::share(&title, &text, &link)>{tr!("share")}</button>
            })}
            <Copy text=copied label=copy/>
        </div>
        {(!browser::is_secure()).then(|| view! { <p class="hint">{tr!("share-plain")}</p> })}
    }
    .into_any()
}

/// The link that friends join by: to be sent, or to be shown to somebody who stands beside.
#[component]
pub(crate) fn Invite() -> impl IntoView {
    let app = App::get();
    let game = app.session().with_untracked(|s| {
        s.rules.as_ref().map_or_else(String::new, |r| r.set.catalogue.name.clone())
    });
    app.invite().get_untracked().map(|link| {
        view! {
            <section class="invite">
                <p class="link"><code>{link.clone()}</code></p>
                <p class="short-code">{tr!("short-code")}" "<b>{short_code(&link)}</b></p>
                <p class="hint">{tr!("large-screen", address = format!("{}/tv", browser::origin()))}</p>
                <Share title=tr!("app-name") text=tr!("share-table", game = game) link copy="copy-link"/>
                <button class="btn" on:click=move |_| app.show(Overlay::Code)>{tr!("show-code")}</button>
            </section>
        }
    })
}
