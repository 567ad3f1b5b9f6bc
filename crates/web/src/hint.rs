//! The hint sheet.

use leptos::html;
use leptos::prelude::*;
use upcard_client::hint::{hint, played_cards};
use upcard_client::wording::hint::{advised, missing, playing, why};

use crate::card::named_html;
use crate::memo::memo;
use crate::store::App;
use crate::text::{self, Page, tr};

#[component]
pub(crate) fn HintSheet() -> impl IntoView {
    let app = App::get();
    let asked_at = RwSignal::new(untrack(|| app.moment()));
    // A hint holds for one moment only.
    let old = memo(move || app.moment() != asked_at.get());
    let sheet = NodeRef::<html::Article>::new();
    let again = move |_| {
        asked_at.set(app.moment());
        // The button disappears.
        if let Some(sheet) = sheet.get_untracked() {
            let _ = sheet.focus();
        }
    };
    view! {
        <article class="rules hints" tabindex="-1" node_ref=sheet>
            {move || old.get().then(|| view! {
                <p class="old" role="status">{tr!("hint-old")}</p>
                <button class="btn wide" on:click=again>{tr!("hint-again")}</button>
            })}
            {move || { asked_at.track(); hint_view(app, old) }}
        </article>
    }
}

/// The hint for this moment.
fn hint_view(app: App, old: Memo<bool>) -> impl IntoView {
    untrack(|| app.with_view(hint)).map(|hint| {
        let groups: String = hint
            .groups
            .iter()
            .map(|group| {
                let cards: String = group.iter().map(|card| named_html(*card, true)).collect();
                format!("<span class='drawn'>{cards}</span>")
            })
            .collect();
        let advice = hint.advice.clone().map(|(action, reason)| {
            let does = untrack(|| app.advised(&action));
            let played_cards = untrack(|| app.with_view(|view| played_cards(view, &action))).unwrap_or_default();
            view! {
                <section>
                    <h3>{tr!("hint-steady")}</h3>
                    <p><b>{advised(&Page, &action)}</b>" "{playing(&Page, &played_cards)}" "{why(&Page, reason)}</p>
                    {does.map(|does| view! {
                        <button class="btn go wide" hidden=move || old.get() on:click=move |_| {
                            app.close_sheet();
                            app.carry_out(does.clone());
                        }>{tr!("hint-do")}</button>
                    })}
                </section>
            }
        });
        let fitting = (!hint.fitting.is_empty())
            .then(|| {
                let cards = text::card_texts(hint.fitting.iter().copied());
                if hint.later { tr!("hint-fitting-later", cards = cards) } else { tr!("hint-fitting", cards = cards) }
            });
        view! {
            {(!groups.is_empty()).then(|| view! {
                <section><h3>{tr!("hint-groups")}</h3><div class="row" inner_html=groups></div></section>
            })}
            <section><p>{missing(&Page, &hint)}</p><p>{fitting}</p></section>
            {advice}
        }
    })
}
