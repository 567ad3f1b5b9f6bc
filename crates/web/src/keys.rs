//! Keyboard shortcuts: the list for the table, and the global ones.

use leptos::prelude::*;
use wasm_bindgen::JsCast;

use crate::browser;
use crate::store::{App, Overlay, Screen};
use crate::text::tr;

/// Keys and their actions, as text ids.
const KEYS: [(&str, &str); 14] = [
    ("← →", "key-choose"),
    ("key-space", "key-select"),
    ("Alt + ← →", "key-move"),
    ("D", "key-draw"),
    ("T", "key-take"),
    ("B", "key-buy"),
    ("P", "key-pass"),
    ("G", "key-down"),
    ("X", "key-discard"),
    ("U", "key-undo"),
    ("R", "key-arrange"),
    ("N", "key-next"),
    ("Esc", "key-escape"),
    ("?", "key-help"),
];

#[component]
pub(crate) fn Keys() -> impl IntoView {
    view! {
        <dl class="keys" tabindex="0">
            {KEYS.into_iter().map(|(key, does)| view! {
                <div><dt><kbd>{if key == "key-space" { tr!(key) } else { key.to_owned() }}</kbd></dt><dd>{tr!(does)}</dd></div>
            }).collect_view()}
        </dl>
    }
    .into_any()
}

/// Installs the global shortcuts: Escape closes the overlay, and `?` lists the keys at the table. Installed
/// before the table's own shortcuts, which skip handled events.
pub(crate) fn install(app: App) {
    browser::listen("keydown", move |event: web_sys::KeyboardEvent| {
        if event.ctrl_key() || event.meta_key() {
            return;
        }
        let open = app.overlay().get_untracked().is_some();
        let typing = event.target().is_some_and(|target| {
            target
                .dyn_into::<web_sys::HtmlInputElement>()
                .is_ok_and(|input| input.type_() == "text")
        });
        let answered = match event.key().as_str() {
            "Escape" if open => {
                if !app.back_in_lesson() {
                    app.dismiss();
                }
                true
            }
            "?" if !typing && !open && app.screen().get_untracked() == Screen::Table => {
                app.show(Overlay::Keys);
                true
            }
            _ => false,
        };
        if answered {
            event.prevent_default();
            event.stop_immediate_propagation();
        }
    });
}
