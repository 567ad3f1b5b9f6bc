//! Teaching at the table: coach lines in the first deal, and the contract with drawn examples.

use leptos::prelude::*;
use upcard_client::coach::{Lesson, Taught, lesson};
use upcard_client::examples::examples;
use upcard_client::groups::is_hidden;
use upcard_client::prompt::LayDown;

use crate::card::face_html;
use crate::memo::memo;
use crate::prompt::slot_words;
use crate::store::App;
use crate::text::{self, tr};

/// Teaches from the beginning again, or no more.
pub(crate) fn teach(app: App, on: bool) {
    app.set_taught(if on { Taught::default() } else { Taught::ALL });
}

/// The coach line that is due.
#[component]
pub(crate) fn Coach() -> impl IntoView {
    let app = App::get();
    let due = memo(move || {
        let (taught, ready) = (app.taught().get(), app.lay_down().get() == LayDown::Now);
        app.session().with(|s| lesson(s, taught, ready))
    });
    move || {
        due.get().map(|lesson| {
            let learn = move |_| {
                let mut taught = app.taught().get_untracked();
                taught.note(lesson);
                app.set_taught(taught);
            };
            view! {
                <aside class="coach" aria-label=tr!("coach") aria-live="polite">
                    <p>{words(app, lesson)}</p>
                    <div class="buttons">
                        <button class="btn" on:click=move |_| teach(app, false)>{tr!("coach-skip")}</button>
                        <button class="btn go" on:click=learn>{tr!("coach-next")}</button>
                    </div>
                </aside>
            }
        })
    }
}

fn words(app: App, lesson: Lesson) -> String {
    let (set, run, cards, jokers) = app
        .with_view(|view| {
            let deal = view.contract_rules();
            (deal.melds.set_min, deal.melds.run_min, deal.price_cards, view.rules.pack.jokers())
        })
        .unwrap_or((3, 3, 1, 0));
    let word = format!("coach-{}", lesson.word());
    tr!(&word, set = set, run = run, cards = cards, jokers = jokers)
}

/// What the contract asks for, with drawn examples.
#[component]
pub(crate) fn ContractSheet() -> impl IntoView {
    let app = App::get();
    app.with_view(|view| {
        let deal = view.table.deal_rules(view.rules);
        let contract = &view.contract_rules().contract;
        let words = if is_hidden(view.rules) {
            let ending = match view.table.knock_limit(view.rules) {
                Some(limit) => tr!("hidden-knock", limit = limit),
                None if deal.needs.sequences > 0 => tr!(
                    "hidden-declare",
                    sequences = deal.needs.sequences,
                    pure = deal.needs.pure
                ),
                None => tr!("hidden-out"),
            };
            format!("{} {ending}", tr!("hidden-words"))
        } else if contract.is_empty() {
            tr!("contract-any")
        } else {
            tr!("contract-words", contract = text::contract(contract))
        };
        let drawn = examples(view).into_iter().map(|example| {
            let faces: String =
                example.cards.iter().map(|card| face_html(Some(*card), true)).collect();
            let name = slot_words(example.element);
            let id = if example.legal { "example-good" } else { "example-bad" };
            view! {
                <figure class=("no", !example.legal)>
                    <div class="row" inner_html=format!("<span class='drawn'>{faces}</span>")></div>
                    <figcaption>{tr!(id, name = name)}</figcaption>
                </figure>
            }
        });
        view! {
            <article class="rules">
                <p>{words}</p>
                {(!contract.is_empty()).then(|| view! { <p class="hint">{tr!("contract-slots")}</p> })}
                {drawn.collect_view()}
            </article>
        }
    })
}
