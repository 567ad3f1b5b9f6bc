//! The puzzle of the day: can this hand go down?

use leptos::prelude::*;
use upcard_cards::Card;
use upcard_client::Puzzle;

use crate::browser;
use crate::card::named_html;
use crate::store::App;
use crate::text::{self, tr};

/// Storage key for the last answer: the day, and whether it was right.
const ANSWER_KEY: &str = "upcard.puzzle";

/// Returns the local day, counted from 1970.
fn today() -> u32 {
    let date = js_sys::Date::new_0();
    let here = date.get_time() - date.get_timezone_offset() * 60_000.0;
    (here / 86_400_000.0) as u32
}

/// Returns the answer given on this day.
fn answered(day: u32) -> Option<bool> {
    let kept = browser::stored(ANSWER_KEY)?;
    let (of, right) = kept.split_once(' ')?;
    (of.parse() == Ok(day)).then_some(right == "right")
}

fn card_row(cards: &[Card]) -> String {
    cards.iter().map(|card| named_html(*card, true)).collect()
}

/// The puzzle of the day.
#[component]
pub(crate) fn PuzzleSheet() -> impl IntoView {
    let app = App::get();
    let day = today();
    let Some(puzzle) = Puzzle::of_day(&app.library(), day) else {
        return view! { <p class="notice" role="alert">{tr!("puzzle-none")}</p> }.into_any();
    };
    let right = RwSignal::new(answered(day));
    let goes = puzzle.is_solvable();
    let answer = move |yes: bool| {
        let is = yes == goes;
        browser::store(ANSWER_KEY, &format!("{day} {}", if is { "right" } else { "wrong" }));
        right.set(Some(is));
    };
    let deal = puzzle.rules.deal(puzzle.deal);
    let wilds: Vec<Card> = Card::all().filter(|card| deal.melds.is_wild(*card)).collect();
    let wilds = text::card_texts(wilds.into_iter().filter(|card| card.rank().is_none()));
    let asked = tr!("puzzle-ask", contract = text::contract(&deal.contract));
    let words = if wilds.is_empty() { String::new() } else { tr!("puzzle-wilds", cards = wilds) };
    let hand: Vec<Card> = puzzle.hand.iter().collect();
    let solution = move || {
        right.get().map(|is| {
            let melds = puzzle.melds.iter().map(|meld| {
                view! { <span class="drawn" inner_html=card_row(meld)></span> }
            });
            let missing = text::card_texts(puzzle.missing.iter().copied());
            view! {
                <p class="solved" role="status"><b>{if is { tr!("puzzle-right") } else { tr!("puzzle-wrong") }}</b>" "
                    {if goes { tr!("puzzle-goes") } else { tr!("puzzle-missing", cards = missing) }}</p>
                <div class="shown">{melds.collect_view()}</div>
                <p class="hint">{tr!("puzzle-tomorrow")}</p>
            }
        })
    };
    view! {
        <div class="puzzle">
            <p><b>{asked}</b></p><p class="hint">{words}</p>
            // Keeps a focusable element for keyboard scrolling once the buttons are gone.
            <div class="row" role="group" tabindex="0" aria-label=tr!("puzzle-hand") inner_html=card_row(&hand)></div>
            {move || right.get().is_none().then(|| view! {
                <div class="buttons">
                    <button class="btn go" on:click=move |_| answer(true)>{tr!("puzzle-yes")}</button>
                    <button class="btn go" on:click=move |_| answer(false)>{tr!("puzzle-no")}</button>
                </div>
            })}
            {solution}
        </div>
    }
    .into_any()
}
