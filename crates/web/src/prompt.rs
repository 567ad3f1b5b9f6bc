//! The prompt above the hand: the decision, its cost, and the answers.

mod words;

use leptos::prelude::*;

use upcard_client::Prompt as Asked;
use upcard_client::prompt::{Answer, Detail, Question};

pub(crate) use self::words::{slot_fault, slot_words};
use crate::memo::memo;
use crate::store::App;
use crate::text::tr;

#[component]
pub(crate) fn Prompt() -> impl IntoView {
    let app = App::get();
    let asked = memo(move || app.prompt());
    let last = memo(move || app.log().with(|log| log.own().to_owned()));
    keys(app, asked);
    let class = move || {
        asked.with(|a| {
            format!(
                "prompt{}{}{}{}",
                if matches!(a.question, Question::Offer(_)) { " offer" } else { "" },
                if a.race { " race" } else { "" },
                if a.mine { " mine" } else { "" },
                if app.nudged().get() { " nudged" } else { "" }
            )
        })
    };
    let question =
        memo(move || asked.with(|a| app.session().with(|s| words::question(s, &a.question))));
    let by_itself = memo(move || asked.with(|a| a.detail == Detail::LastEvent));
    let waits = memo(move || asked.with(|a| a.detail == Detail::OthersFirst));
    let detail = memo(move || {
        let last = if by_itself.get() { last.get() } else { String::new() };
        asked.with(|a| app.session().with(|s| words::detail(s, &a.detail, &last)))
    });
    let answers = memo(move || {
        asked.with(|a| {
            let word = |answer: &Answer| {
                app.session().with(|s| words::answer(s, &a.question, &answer.action))
            };
            a.answers.iter().map(|answer| (word(answer), answer.clone())).collect::<Vec<_>>()
        })
    });
    let small = move || match app.notice_text() {
        Some(notice) => notice,
        None => detail.get(),
    };
    // Events are announced with the table's news, not here again.
    let announced = move || {
        if by_itself.get() && app.notice().with(Option::is_none) { "off" } else { "polite" }
    };
    view! {
        <section class=class aria-label=tr!("prompt-label")>
            <Ring/>
            <div class="say" class=("shake", move || app.refusals() % 2 == 1)
                class=("shake-again", move || matches!(app.refusals(), count if count > 0 && count % 2 == 0))>
                <b aria-live="polite">{question}</b>
                <small class=("waits", move || waits.get() && app.notice().with(Option::is_none))
                    class=("notice", move || app.notice().with(Option::is_some))
                    class=("refused", move || app.notice().with(|notice| notice.as_ref().is_some_and(|notice| notice.refusal))) aria-live=announced>{small}</small>
            </div>
            <div class="buttons" class=("three", move || answers.with(|a| a.len() > 2))>
                {move || answers.get().into_iter().map(|(text, answer)| {
                    let does = answer.action;
                    view! {
                        <button class="btn" class=("go", answer.main) aria-keyshortcuts=answer.key
                            on:click=move |_| app.carry_out(does.clone())>{text}</button>
                    }
                }).collect_view()}
            </div>
            <Answers/>
        </section>
    }
    .into_any()
}

/// The ring that shows the remaining time for a decision.
#[component]
fn Ring() -> impl IntoView {
    let app = App::get();
    let window = memo(move || app.session().with(|s| s.window));
    move || {
        window.get().map(|w| {
            // The clock starts after the cards are dealt.
            let start = w.left as i64 - w.of as i64;
            view! {
                <span class="ring" style:--of=format!("{}ms", w.of) style:--spent=format!("{start}ms") aria-hidden="true"></span>
            }
        })
    }
}

/// A question with its answers, if a move is ambiguous.
#[component]
fn Answers() -> impl IntoView {
    let app = App::get();
    move || {
        app.question().get().map(|ask| view! {
            <div class="ask" role="dialog" aria-label=ask.question.clone()>
                <p>{ask.question.clone()}</p>
                <div class="buttons wrap">
                    {ask.answers.into_iter().map(|(text, does, main)| view! {
                        <button class="btn" class=("go", main) on:click=move |_| app.answer(does.clone())>{text}</button>
                    }).collect_view()}
                    <button class="btn" on:click=move |_| app.close_question()>{tr!("cancel")}</button>
                </div>
            </div>
        })
    }
}

/// Keyboard shortcuts for the prompt's answers, wherever the focus is.
fn keys(app: App, asked: Memo<Asked>) {
    crate::browser::listen("keydown", move |event: web_sys::KeyboardEvent| {
        if event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        let Some(Some(buttons)) = asked.try_with_untracked(|a| Some(a.answers.clone())) else {
            return;
        };
        if event.key() == "Escape" {
            if app.overlay().get_untracked().is_some() {
                app.close_sheet();
            } else if app.question().with_untracked(Option::is_some) {
                app.close_question();
            } else {
                app.close_draft();
            }
            return;
        }
        let typing = event.target().is_some_and(|target| {
            use wasm_bindgen::JsCast;
            target.dyn_into::<web_sys::HtmlInputElement>().is_ok()
        });
        if app.overlay().get_untracked().is_some() || typing {
            return;
        }
        if let Some(button) = buttons.into_iter().find(|b| b.key == event.key()) {
            event.prevent_default();
            app.carry_out(button.action);
        }
    });
}
