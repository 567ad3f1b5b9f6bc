//! The hint in words.

use leptos::prelude::*;
use upcard_client::hint::{Hint, Reason, hint};
use upcard_engine::Action;

use crate::card::face_html;
use crate::prompt::carry_out;
use crate::store::App;
use crate::text::{self, tr};

/// The sheet.
#[component]
pub(crate) fn HintSheet() -> impl IntoView {
    let app = App::get();
    let found = untrack(|| app.with_view(hint));
    found.map(|hint| {
        let groups: String = hint
            .groups
            .iter()
            .map(|group| {
                let cards: String = group.iter().map(|card| face_html(Some(*card), true)).collect();
                format!("<span class='drawn'>{cards}</span>")
            })
            .collect();
        let advice = hint.advice.clone().map(|(action, reason)| {
            let does = untrack(|| app.with_view(|view| upcard_client::prompt::advised(view, &action)));
            let does = does.flatten();
            view! {
                <section>
                    <h3>{tr!("hint-steady")}</h3>
                    <p><b>{advised(&action)}</b>" "{why(reason)}</p>
                    {does.map(|does| view! {
                        <button class="btn go wide" on:click=move |_| {
                            app.overlay.set(None);
                            carry_out(app, does.clone());
                        }>{tr!("hint-do")}</button>
                    })}
                </section>
            }
        });
        let fitting = (!hint.fitting.is_empty())
            .then(|| tr!("hint-fitting", cards = text::shorts(hint.fitting.iter().copied())));
        view! {
            <article class="rules hints">
                {(!groups.is_empty()).then(|| view! {
                    <section><h3>{tr!("hint-groups")}</h3><div class="row" inner_html=groups></div></section>
                })}
                <section><p>{missing(&hint)}</p><p>{fitting}</p></section>
                {advice}
            </article>
        }
    })
}

/// What is missing, and what would help.
fn missing(hint: &Hint) -> String {
    let Some(count) = hint.missing else { return tr!("hint-nothing-to-lay") };
    let mut parts = vec![tr!("hint-missing", count = count)];
    let mut useful: Vec<String> = hint.useful.iter().map(|card| text::short(*card)).collect();
    if hint.more > 0 {
        useful.push(tr!("hint-more", count = hint.more as i64));
    }
    if hint.wild {
        useful.push(tr!("hint-wild"));
    }
    if count > 0 && !useful.is_empty() {
        parts.push(tr!("hint-useful", cards = useful.join(", ")));
    }
    parts.join(" ")
}

fn advised(action: &Action) -> String {
    match action {
        Action::Draw => tr!("advice-draw"),
        Action::Take => tr!("advice-take"),
        Action::TakeDeep(card) => tr!("advice-take-deep", card = text::short(*card)),
        Action::Buy => tr!("advice-buy"),
        Action::Pass => tr!("advice-pass"),
        Action::Down(melds) => {
            let melds = melds.iter().map(|meld| text::shorts(meld.cards.iter().copied()));
            tr!("advice-down", melds = melds.collect::<Vec<_>>().join(", "))
        }
        Action::Off { card, .. } | Action::Slide { card, .. } => {
            tr!("advice-off", card = text::short(*card))
        }
        Action::Swap { card, .. } => tr!("advice-swap", card = text::short(*card)),
        Action::Discard { card, .. } => tr!("advice-discard", card = text::short(*card)),
        Action::Arrange(_) => tr!("advice-arrange"),
        Action::Knock { .. } => tr!("advice-knock"),
        Action::Declare { .. } => tr!("advice-declare"),
        Action::Show(_) => tr!("advice-show"),
        Action::Drop => tr!("advice-drop"),
        Action::Keep => tr!("advice-keep"),
        Action::Rejoin => tr!("advice-rejoin"),
        Action::Leave => tr!("advice-leave"),
        Action::Split => tr!("advice-split"),
        Action::PlayOn => tr!("advice-play-on"),
        _ => tr!("advice-other"),
    }
}

fn why(reason: Reason) -> String {
    match reason {
        Reason::Ready => tr!("reason-ready"),
        Reason::PartReady => tr!("reason-part"),
        Reason::Nearer(card) => tr!("reason-nearer", card = text::short(card)),
        Reason::NoHelp(card) => tr!("reason-no-help", card = text::short(card)),
        Reason::TooLate => tr!("reason-too-late"),
        Reason::Loose { card, points } => {
            tr!("reason-loose", card = text::short(card), points = points)
        }
        Reason::LeastUse(card) => tr!("reason-least-use", card = text::short(card)),
        Reason::FewerPoints(points) => tr!("reason-fewer", points = points),
        Reason::FreesWild => tr!("reason-wild"),
        Reason::NothingElse => String::new(),
    }
}
