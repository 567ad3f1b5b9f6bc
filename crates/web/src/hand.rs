//! The player's hand: a list box of cards in one or two rows, sorted or arranged, selected by tap, drag or key.

use leptos::prelude::*;
use upcard_cards::Cards;
use upcard_client::layout::Rows;
use upcard_client::{Draft, Sort, layable_cards, wording};
use upcard_engine::View;

use crate::card::{WILD, colour, drawing, is_marked};
use crate::memo::memo;
use crate::store::{App, Overlay};
use crate::text::{self, Page, tr};
use crate::{browser, drag};

#[component]
pub(crate) fn HandView() -> impl IntoView {
    let app = App::get();
    let rows = memo(move || {
        let groups = app.hand_groups();
        // Count cards in a draft too, so that buttons do not move while it is composed.
        let total = app.hand().with(|hand| hand.items().len());
        let room = app.layout().get();
        Rows::of(&groups, room.hand_rows(total))
    });
    let lays_off = memo(move || app.with_view(layable_cards).unwrap_or_default());
    let planned = memo(move || planned(app));
    let wilds = memo(move || {
        app.session().with(|s| {
            s.rules.as_ref().zip(s.view.as_ref()).map(|(r, v)| v.table.deal_rules(r).melds)
        })
    });
    // The card with the keyboard focus; initially the first.
    let current = RwSignal::new(None::<u32>);
    let order = move || rows.with(|r| r.rows.iter().flatten().map(|h| h.id).collect::<Vec<u32>>());
    let first = memo(move || {
        let ids = order();
        let kept = current.get().filter(|id| ids.contains(id));
        kept.or(ids.first().copied()).unwrap_or(0)
    });
    let step = move |by: isize| {
        let ids = order();
        let at = ids.iter().position(|id| *id == first.get_untracked()).unwrap_or(0) as isize;
        let to = (at + by).clamp(0, ids.len() as isize - 1);
        if let Some(id) = ids.get(to as usize) {
            current.set(Some(*id));
            browser::focus(&format!("card-{id}"));
        }
    };
    // Keep the keyboard focus in the hand when the pressed button disappears.
    Effect::new(move |_| {
        app.session()
            .with(|s| s.view.as_ref().map(|v| (v.table.decision(), v.table.deals_begun())));
        // The hand may be gone by then, as when another match begins.
        crate::layout::keep_focus(move || {
            format!("card-{}", first.try_get_untracked().unwrap_or_default())
        });
    });
    let key = move |event: web_sys::KeyboardEvent| {
        let row = rows.with(|r| r.rows.first().map_or(0, Vec::len)) as isize;
        match event.key().as_str() {
            "ArrowRight" if event.alt_key() => shift(app, first.get_untracked(), 1),
            "ArrowLeft" if event.alt_key() => shift(app, first.get_untracked(), -1),
            "ArrowRight" => step(1),
            "ArrowLeft" => step(-1),
            "ArrowDown" => step(row),
            "ArrowUp" => step(-row),
            "Home" => step(-100),
            "End" => step(100),
            " " | "Enter" => app.toggle(first.get_untracked()),
            _ => return,
        }
        event.prevent_default();
    };
    let row = move |index: usize| {
        view! {
            <div class="hrow">
                <For each=move || rows.with(|r| r.rows.get(index).cloned().unwrap_or_default())
                    key=|held| (held.id, held.card.index()) let:held>
                    {
                        let id = held.id;
                        let chosen = move || app.selected().with(|ids| ids.contains(&id));
                        let lays = move || lays_off.with(|cards| cards.contains(&held.card));
                        let fresh = move || app.hand().with(|hand| hand.get(id).is_some_and(|h| h.fresh));
                        let wild = move || wilds.with(|rules| rules.as_ref().is_some_and(|r| is_marked(held.card, r)));
                        let meld = move || planned.with(|all| all.iter().find(|(held, _)| *held == id).map(|(_, at)| *at));
                        let name = move || if wild() { tr!("card-wild", card = text::spoken(held.card)) } else { text::spoken(held.card) };
                        view! {
                            <div class="hc" role="option" id=format!("card-{id}")
                                class=("up", chosen) class=("fresh", fresh) class=("lays", lays) class=("melded", move || meld().is_some()) data-slot=move || meld().map(|at| (at % SLOT_COLOURS).to_string())
                                class=("gap", move || rows.with(|r| r.gaps.contains(&id)))
                                aria-selected=move || chosen().to_string()
                                aria-label=move || accessible_name(name(), fresh(), lays(), meld())
                                tabindex=move || if first.get() == id { "0" } else { "-1" }
                                data-face=held.card.to_string() data-drop=format!("hand-{id}")
                                // Re-sorting moves another card to the front; the focus stays on this one.
                                on:focus=move |_| current.set(Some(id))
                                on:pointerdown=move |event| drag::begin(&event, drag::DragItem::Hand(id), held.card)
                                on:click=move |_| if !drag::was_drag() { current.set(Some(id)); app.toggle(id) }>
                                <span class=format!("c {}", colour(Some(held.card))) inner_html=move || drawing(Some(held.card), false) + if wild() { WILD } else { "" }></span>
                            </div>
                        }
                    }
                </For>
            </div>
        }
        .into_any()
    };
    let sort = move |sort: Sort| {
        view! {
            <button aria-pressed=move || (app.settings().with(|s| s.sort) == sort).to_string()
                on:click=move |_| app.set_sort(sort)>{tr!(&format!("sort-{}", sort.word()))}</button>
        }
    };
    view! {
        <section class="hand" aria-label=tr!("hand-label") class:watching=move || app.session().with(|s| s.seat.is_none())>
            <div class="cards" role="listbox" aria-multiselectable="true" aria-label=tr!("hand-label")
                data-spot="hand" data-drop="hand" class:two=move || rows.with(|r| r.rows.len() > 1)
                class:three=move || rows.with(|r| r.rows.len() > 2)
                class:huge=move || rows.with(|r| r.rows.iter().map(Vec::len).sum::<usize>() > 45)
                on:keydown=key>
                {row(0)}
                {row(1)}
                {row(2)}
            </div>
            <div class="sort" role="group" aria-label=tr!("sort-label") hidden=move || app.session().with(|s| s.seat.is_none())>
                {Sort::ALL.map(sort).collect_view()}
                <button class="cycle" aria-label=move || tr!("sort-next", sort = sort_label(app))
                    on:click=move |_| next_sort(app)>{move || sort_label(app)}</button>
                <span class="self">{move || own_summary(app)}</span>
                {move || app.session().with(|s| s.hints && s.view().is_some_and(|v| !v.hand.is_empty() && !v.table.phase().is_after_deal())).then(|| view! {
                    <button class="hint-button" aria-haspopup="dialog"
                        on:click=move |_| app.show(Overlay::Hint)>{tr!("hint")}</button>
                })}
            </div>
        </section>
    }
    .into_any()
}

/// Number of colours for planned melds.
const SLOT_COLOURS: usize = 4;

/// Returns the planned cards with their meld: a contract slot's number, otherwise the position in the plan.
fn planned(app: App) -> Vec<(u32, usize)> {
    if !app.session().with(|s| s.hints) {
        return Vec::new();
    }
    app.plan().with(|plan| app.hand().with(|hand| hand.planned(plan)))
}

/// Returns a card's accessible name: whether it is new, can be laid off, or is planned for a meld.
fn accessible_name(card: String, fresh: bool, lays: bool, meld: Option<usize>) -> String {
    let card = meld.map_or(card.clone(), |at| tr!("card-planned", card = card, meld = at + 1));
    let card = if fresh { tr!("card-new", card = card) } else { card };
    if lays { tr!("card-lays-off", card = card) } else { card }
}

fn sort_label(app: App) -> String {
    tr!(&format!("sort-{}", app.settings().with(|s| s.sort).word()))
}

fn next_sort(app: App) {
    let now = app.settings().with_untracked(|s| s.sort);
    let at = Sort::ALL.iter().position(|sort| *sort == now).unwrap_or(0);
    app.set_sort(Sort::ALL[(at + 1) % Sort::ALL.len()]);
}

/// Moves a card one place in the hand.
fn shift(app: App, id: u32, by: isize) {
    let ids: Vec<u32> =
        untrack(|| app.hand_groups()).into_iter().flatten().map(|held| held.id).collect();
    let Some(at) = ids.iter().position(|i| *i == id) else { return };
    let to = at as isize + if by > 0 { 2 } else { -1 };
    if to < 0 {
        return;
    }
    app.arrange_hand(id, ids.get(to as usize).copied());
    browser::next_frame(move || browser::focus(&format!("card-{id}")));
}

/// Returns the summary line: cards and points in hand, score, remaining buys; and the player's name when seen
/// through another player's eyes.
fn own_summary(app: App) -> Option<String> {
    // Cards in a draft have left the hand.
    let rest: Cards = app.hand_groups().into_iter().flatten().map(|held| held.card).collect();
    let line = app.with_view(|view| {
        // While groups are composed, their points are shown as in the table's line; the cards stay in hand.
        let left = app.draft().with(|draft| match draft {
            Draft::Down(draft) => draft.groups(view).map(|groups| groups.points),
            _ => None,
        });
        let hand = left.map_or(&rest, |_| view.hand);
        wording::table::status_line(&Page, &View { hand, ..*view }, left)
    })?;
    let other = app.session().with(|s| {
        let seat = s.seat.filter(|seat| !s.is_you(*seat))?;
        Some(wording::news::name(&Page, s, seat))
    });
    Some(match other {
        Some(name) => format!("{name}: {line}"),
        None => line,
    })
}
