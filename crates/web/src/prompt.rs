//! The line above the hand: what is asked, what it costs, and the answers.

mod answer;
mod asked;

use leptos::prelude::*;

use self::answer::carry_out;
use self::asked::{Asked, asked, can_lay};
use crate::store::{App, Panel};
use crate::text::tr;

/// The prompt.
#[component]
pub(crate) fn Prompt() -> impl IntoView {
    let app = App::get();
    let can_lay = Memo::new(move |_| can_lay(app));
    let asked = Memo::new(move |_| asked(app, can_lay));
    keys(app, asked);
    let class = move || {
        asked.with(|a| {
            format!(
                "prompt{}{}",
                if a.race { " race" } else { "" },
                if a.mine { " mine" } else { "" }
            )
        })
    };
    view! {
        <section class=class aria-label=tr!("prompt-label")>
            <Ring/>
            {move || {
                let a = asked.get();
                let notice = app.notice.get();
                let three = a.buttons.len() > 2;
                view! {
                    <p class="say" aria-live="polite">
                        <b>{a.main}</b>
                        {match notice {
                            Some(notice) => view! { <small class="notice">{notice}</small> }.into_any(),
                            None => view! { <small>{a.sub}</small> }.into_any(),
                        }}
                    </p>
                    <div class="buttons" class=("three", three)>
                        {a.buttons.into_iter().map(|b| {
                            let does = b.does.clone();
                            view! {
                                <button class="btn" class=("go", b.main) aria-keyshortcuts=b.key
                                    on:click=move |_| carry_out(app, does.clone())>{b.text}</button>
                            }
                        }).collect_view()}
                    </div>
                }
            }}
            <Answers/>
        </section>
    }
    .into_any()
}

/// The ring that runs down while a decision has its time.
#[component]
fn Ring() -> impl IntoView {
    let app = App::get();
    let window = Memo::new(move |_| app.session.with(|s| s.window));
    move || {
        window.get().map(|w| {
            let spent = w.of.saturating_sub(w.left);
            view! {
                <span class="ring" style:--of=format!("{}ms", w.of) style:--spent=format!("-{spent}ms") aria-hidden="true"></span>
            }
        })
    }
}

/// A question with its answers, where a place is ambiguous.
#[component]
fn Answers() -> impl IntoView {
    let app = App::get();
    move || {
        app.ask.get().map(|ask| view! {
            <div class="ask" role="dialog" aria-label=ask.question.clone()>
                <p>{ask.question.clone()}</p>
                <div class="buttons wrap">
                    {ask.answers.into_iter().map(|(text, action)| view! {
                        <button class="btn go" on:click=move |_| app.act(action.clone())>{text}</button>
                    }).collect_view()}
                    <button class="btn" on:click=move |_| app.ask.set(None)>{tr!("cancel")}</button>
                </div>
            </div>
        })
    }
}

/// Keys for the answers of the prompt, wherever the focus is.
fn keys(app: App, asked: Memo<Asked>) {
    crate::browser::listen("keydown", move |event: web_sys::KeyboardEvent| {
        if event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        let Some(Some(buttons)) = asked.try_with_untracked(|a| Some(a.buttons.clone())) else {
            return;
        };
        if event.key() == "Escape" {
            if app.overlay.get_untracked().is_some() {
                app.overlay.set(None);
            } else if app.ask.get_untracked().is_some() {
                app.ask.set(None);
            } else {
                app.panel.set(Panel::None);
                app.selected.set(Vec::new());
            }
            return;
        }
        let typing = event.target().is_some_and(|target| {
            use wasm_bindgen::JsCast;
            target.dyn_into::<web_sys::HtmlInputElement>().is_ok()
        });
        if app.overlay.get_untracked().is_some() || typing {
            return;
        }
        if let Some(button) = buttons.into_iter().find(|b| b.key == event.key()) {
            event.prevent_default();
            carry_out(app, button.does);
        }
    });
}
