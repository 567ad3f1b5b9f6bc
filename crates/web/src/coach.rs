//! Coaching at the table: hints during the first deal, and the contract with drawn examples.

use leptos::prelude::*;
use upcard_client::bubble::{Bubble, place};
use upcard_client::coach::{CoachLine, ScreenPart, ShownCoachLines, next_coach_line};
use upcard_client::examples::examples;
use upcard_client::groups::is_hidden;
use upcard_client::prompt::LayDown;
use upcard_client::{Draft, Family};

use crate::card::named_html;
use crate::memo::memo;
use crate::prompt::slot_words;
use crate::store::{App, Overlay};
use crate::text::{self, tr};
use crate::{browser, layout};

/// Restarts the coaching, or turns it off.
pub(crate) fn set_coaching(app: App, on: bool) {
    app.set_coach_progress(if on { ShownCoachLines::default() } else { ShownCoachLines::ALL });
}

/// The current coach line, as a bubble pointing at its subject.
#[component]
pub(crate) fn Coach() -> impl IntoView {
    let app = App::get();
    let due = memo(move || {
        // A draft has its own instructions, and the bubble would cover the slots.
        if app.draft().with(|draft| *draft != Draft::None) {
            return None;
        }
        let (taught, ready) = (app.coach_progress().get(), app.lay_down().get() == LayDown::Now);
        app.session().with(|s| next_coach_line(s, taught, ready))
    });
    let bubble = RwSignal::new(None::<Bubble>);
    Effect::new(move |_| {
        let due = due.get();
        // Its target moves and resizes with these.
        app.layout().track();
        app.session().with(|_| ());
        app.draft().with(|_| ());
        browser::next_frame(move || {
            let found = place_bubble(due);
            if bubble.try_get_untracked().is_some_and(|bubble| bubble != found) {
                bubble.set(found);
            }
        });
    });
    on_cleanup(|| layout::highlight(None));
    // Set as properties: the page's CSP forbids inline style attributes.
    let px = move |edge: fn(Bubble) -> i32| {
        move || bubble.get().map(|bubble| format!("{}px", edge(bubble)))
    };
    let seen = move || bubble.get().is_none().then_some("hidden");
    let down = move || bubble.get().is_some_and(|bubble| bubble.points_down);
    move || {
        due.get().map(|lesson| {
            let learn = move |_| {
                let mut taught = app.coach_progress().get_untracked();
                taught.note(lesson);
                app.set_coach_progress(taught);
            };
            view! {
                <aside class="coach" style:visibility=seen style:left=px(|bubble| bubble.area.left) style:top=px(|bubble| bubble.area.top)
                    style:max-height=px(|bubble| bubble.area.height) aria-label=tr!("coach") aria-live="polite">
                    <p>{coach_text(app, lesson)}</p>
                    <div class="buttons">
                        <button class="btn" on:click=move |_| set_coaching(app, false)>{tr!("coach-skip")}</button>
                        <button class="btn" on:click=move |event| {
                            learn(event);
                            open_lesson(app, lesson);
                        }>{tr!("coach-try")}</button>
                        <button class="btn go" on:click=learn>{tr!("coach-next")}</button>
                    </div>
                </aside>
                <i class="coach-tail" class=("down", down) style:visibility=seen style:left=px(|bubble| bubble.area.left + bubble.tail) style:top=px(tail_top) aria-hidden="true"></i>
            }
        })
    }
}

/// Height of a bubble's tail, in pixels.
const TAIL_HEIGHT: i32 = 9;

const fn tail_top(Bubble { area, points_down, .. }: Bubble) -> i32 {
    if points_down { area.top + area.height } else { area.top - TAIL_HEIGHT }
}

const fn selector(thing: ScreenPart) -> &'static str {
    match thing {
        ScreenPart::Hand => ".table .hand",
        ScreenPart::Contract => ".con",
        ScreenPart::Piles => ".pile",
        ScreenPart::Prompt => ".prompt",
        ScreenPart::Melds => ".melds .owner",
    }
}

/// Highlights the target of a coach line and finds the place for its bubble.
fn place_bubble(due: Option<CoachLine>) -> Option<Bubble> {
    const ALL: [ScreenPart; 5] = [
        ScreenPart::Hand,
        ScreenPart::Contract,
        ScreenPart::Piles,
        ScreenPart::Prompt,
        ScreenPart::Melds,
    ];
    let thing = due.map(CoachLine::points_at);
    layout::highlight(thing.map(selector));
    let (due, thing) = due.zip(thing)?;
    let found = |thing: &ScreenPart| layout::area(selector(*thing));
    let target = found(&thing)?;
    let (spoken, to_avoid): (Vec<ScreenPart>, Vec<ScreenPart>) =
        ALL.into_iter().filter(|other| *other != thing).partition(|o| due.mentions().contains(o));
    let areas = |things: &[ScreenPart]| things.iter().filter_map(found).collect::<Vec<_>>();
    let size = layout::natural_size(".coach")?;
    Some(place(layout::screen(), size, target, &areas(&spoken), &areas(&to_avoid)))
}

/// Opens the lesson on the subject of a coach line.
fn open_lesson(app: App, line: CoachLine) {
    let family = app.session().with_untracked(|s| s.rules.as_deref().map(Family::of));
    family.into_iter().for_each(|family| app.show(Overlay::Lesson(line.course(family))));
}

fn coach_text(app: App, lesson: CoachLine) -> String {
    let (set, run, cards, jokers) = app
        .with_view(|view| {
            let deal = view.contract_rules();
            (deal.melds.set_min, deal.melds.run_min, deal.price_cards, view.rules.pack.jokers())
        })
        .unwrap_or((3, 3, 1, 0));
    let word = format!("coach-{}", lesson.word());
    tr!(&word, set = set, run = run, cards = cards, jokers = jokers)
}

/// The contract explained, with drawn examples.
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
                example.cards.iter().map(|card| named_html(*card, true)).collect();
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
