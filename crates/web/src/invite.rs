//! Sharing the invitation link.

use leptos::prelude::*;
use upcard_client::address::short_code;

use crate::browser;
use crate::store::{App, Overlay};
use crate::text::tr;

/// A button that copies a text and reports success or failure.
#[component]
fn Copy(#[prop(into)] text: String, label: &'static str) -> impl IntoView {
    let shown = RwSignal::new(label);
    view! {
        <button class="btn" on:click=move |_| {
            browser::copy(&text, move |done| shown.set(if done { "copied" } else { "not-copied" }));
        }><span aria-live="polite">{move || tr!(shown.get())}</span></button>
    }
}

/// Shares a text and a link: by the device's share sheet, if any, and by copying.
#[component]
pub(crate) fn Share(
    title: String,
    text: String,
    /// Link; may be empty.
    link: String,
    /// Text id of the copy button.
    copy: &'static str,
) -> impl IntoView {
    // An invitation is copied as the link alone, a result as text with its link.
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

/// The invitation link, to send or to show as a QR code.
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
                <button class="btn" on:click=move |_| app.show(Overlay::QrCode)>{tr!("show-code")}</button>
            </section>
        }
    })
}
