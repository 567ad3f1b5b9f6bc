//! Panels in the middle of the table: lay-down, rearrangement, cut, blind draw.

use leptos::prelude::*;
use upcard_client::wording;
use upcard_client::{
    ArrangeDraft, DISCARD_SLOT, HandCard, LayDownDraft, Purpose, Zone, meld_order,
};
use upcard_engine::Action;
use upcard_engine::table::Phase;

use crate::card::{colour, drawing, face_html};
use crate::memo::memo;
use crate::prompt::{slot_fault, slot_words};
use crate::store::{App, Draft, Overlay};
use crate::text::{self, Page, tr};
use crate::{browser, drag, motion};

/// Puts the selected cards there.
fn put_chosen(app: App, at: usize) {
    let ids = app.selected().get_untracked();
    if !ids.is_empty() {
        app.put(&ids, at);
    }
}

/// Returns `true` if Enter or Space was pressed on the element itself, not on a child.
fn is_press(event: &web_sys::KeyboardEvent) -> bool {
    let on_it = event.target() == event.current_target();
    let press = on_it && matches!(event.key().as_str(), "Enter" | " ");
    if press {
        event.prevent_default();
    }
    press
}

/// Readings of a slot as texts, and the chosen one.
type Readings = (Vec<String>, usize);

fn readings(all: &[upcard_cards::Meld], reading: usize) -> Readings {
    (all.iter().map(|meld| wording::panels::reading(&Page, meld)).collect(), reading)
}

/// A lay-down being composed.
#[component]
pub(crate) fn DownPanel() -> impl IntoView {
    let app = App::get();
    let draft = memo(move || {
        app.draft().with(|draft| match draft {
            Draft::Down(draft) => draft.clone(),
            _ => LayDownDraft::default(),
        })
    });
    let slots = move || {
        let mut all: Vec<Option<usize>> = (0..draft.with(|d| d.slots.len())).map(Some).collect();
        if draft.with(LayDownDraft::takes_another) {
            all.push(None);
        }
        all
    };
    let purpose = memo(move || draft.with(|d| d.purpose));
    let knocked = untrack(|| app.with_view(|view| view.table.knock_limit(view.rules).is_some()));
    let groups = move || purpose.get() == Purpose::Answer && knocked == Some(false);
    let label = move || {
        tr!(match purpose.get() {
            Purpose::LayDown => "panel-down",
            Purpose::Ending => "panel-ending",
            Purpose::Answer if groups() => "panel-groups",
            Purpose::Answer => "panel-answer",
        })
    };
    let hint = move || {
        tr!(match purpose.get() {
            Purpose::Ending if knocked == Some(false) => "panel-declare-hint",
            Purpose::Ending => "panel-ending-hint",
            _ if groups() => "panel-groups-hint",
            _ => "panel-down-hint",
        })
    };
    view! {
        <div class="panel" class=("ends", move || purpose.get() != Purpose::LayDown) aria-label=label>
            {move || slots().into_iter().enumerate().map(|(index, slot)| {
                let (name, cards, open, state, fault) = draft.with(|d| {
                    let Some(slot) = slot.and_then(|i| d.slots.get(i)) else {
                        return (tr!("slot-new"), Vec::new(), (Vec::new(), 0), "", None);
                    };
                    let mut name = slot.element.map_or_else(|| tr!("slot-free"), slot_words);
                    app.session().with(|s| match s.view() {
                        Some(view) => {
                            let all = slot.readings(&view);
                            let state = match (slot.cards.is_empty(), all.is_empty()) {
                                (true, _) => "",
                                (false, true) => "bad",
                                (false, false) => "good",
                            };
                            let meld = slot.meld(&view).filter(|_| d.purpose != Purpose::LayDown);
                            if let Some(meld) = meld {
                                name = wording::panels::group(&Page, &view, &meld);
                            }
                            let laid = slot.meld(&view).map(|m| m.spec().cards);
                            let cards = meld_order(&slot.cards, laid, |held| held.card);
                            let fault = slot.fault(&view).map(|fault| slot_fault(&fault));
                            (name, cards, readings(&all, slot.reading), state, fault)
                        }
                        None => (name, slot.cards.clone(), (Vec::new(), 0), "", None),
                    })
                });
                let spoken = tr!(
                    "slot-spoken",
                    name = name.clone(),
                    cards = text::card_names(cards.iter().map(|h| h.card))
                );
                view! {
                    <div class=format!("slotbox {state}") data-drop=format!("slot-{index}") data-slot=(index % 4).to_string()
                        role="group" tabindex="0" aria-label=spoken
                        on:keydown=move |event| if is_press(&event) { put_chosen(app, index) }
                        on:click=move |_| put_chosen(app, index)>
                        <span class="slotname">{name}
                            {match state { "good" => "  ✓", "bad" => "  ✕", _ => "" }}
                            {fault.map(|fault| view! {
                                <em class="fault">{fault}</em>
                                <button class="rule" on:click=move |event| {
                                    event.stop_propagation();
                                    app.show(slot_help(app));
                                }>{tr!("slot-rule")}</button>
                            })}
                        </span>
                        <div class="row">
                            {cards.into_iter().map(|held| draft_card(app, held)).collect_view()}
                        </div>
                        {(open.0.len() > 1).then(|| reading_chips(app, index, open.clone()))}
                    </div>
                }
            }).collect_view()}
            {move || (purpose.get() == Purpose::Ending).then(|| {
                let thrown = draft.with(|d| d.discard);
                let spoken = tr!(
                    "slot-spoken",
                    name = tr!("slot-thrown"),
                    cards = text::card_names(thrown.map(|held| held.card))
                );
                view! {
                    <div class="slotbox thrown" class=("good", thrown.is_some()) data-drop=format!("slot-{DISCARD_SLOT}")
                        role="group" tabindex="0" aria-label=spoken
                        on:keydown=move |event| if is_press(&event) { put_chosen(app, DISCARD_SLOT) }
                        on:click=move |_| put_chosen(app, DISCARD_SLOT)>
                        <span class="slotname">{tr!("slot-thrown")}</span>
                        <div class="row">{thrown.map(|held| draft_card(app, held))}</div>
                    </div>
                }
            })}
            <p class="hint">{hint}</p>
        </div>
    }
    .into_any()
}

/// Returns the overlay that explains a slot: the drawn contract, if there is one.
fn slot_help(app: App) -> Overlay {
    let contract = untrack(|| app.with_view(|view| !view.contract_rules().contract.is_empty()));
    if contract == Some(true) { Overlay::Contract } else { Overlay::Rules }
}

/// A card in a draft; a tap returns it to the hand.
fn draft_card(app: App, held: HandCard) -> impl IntoView {
    view! {
        <button class=format!("c mid {}", colour(Some(held.card)))
            aria-label=tr!("card-back", card = text::spoken(held.card))
            on:pointerdown=move |event| drag::begin(&event, drag::DragItem::Draft(held.id), held.card)
            on:click=move |event| {
                event.stop_propagation();
                if !drag::was_drag() { app.remove_from_draft(held.id) }
            }
            inner_html=drawing(Some(held.card), true)></button>
    }
    .into_any()
}

/// The possible readings of a wild card.
fn reading_chips(app: App, at: usize, (texts, reading): Readings) -> impl IntoView {
    view! {
        <div class="chips" role="group" aria-label=tr!("readings-label")>
            {texts.into_iter().enumerate().map(|(i, text)| view! {
                <button class="chip" aria-pressed=(i == reading).to_string()
                    on:click=move |event| {
                        event.stop_propagation();
                        app.read_as(at, i);
                    }>{text}</button>
            }).collect_view()}
        </div>
    }
    .into_any()
}

/// Delay between cards of a suggested rearrangement, in milliseconds.
const CARD_DELAY: u32 = 450;

/// A rearrangement being composed.
#[component]
pub(crate) fn ArrangePanel() -> impl IntoView {
    let app = App::get();
    let draft = memo(move || {
        app.draft().with(|draft| match draft {
            Draft::Arrange(draft) => draft.clone(),
            _ => ArrangeDraft { zones: Vec::new() },
        })
    });
    // A suggested rearrangement is animated card by card, unless motion is off.
    Effect::new(move || {
        draft.track();
        if !app.is_building() {
        } else if motion::is_enabled(app.settings().with_untracked(|s| s.motion)) {
            browser::set_timeout(CARD_DELAY, move || app.next_card());
        } else {
            app.next_card();
        }
    });
    let zone = move |index: usize, zone: Zone| {
        let (open, state, cards) = app.session().with(|s| match s.view() {
            Some(view) => {
                let all = zone.readings(&view);
                let laid = zone.meld(&view).map(|m| m.spec().cards);
                let cards = meld_order(&zone.pieces, laid, |piece| piece.card);
                let state = match (zone.pieces.is_empty(), all.is_empty()) {
                    (true, _) => "gone",
                    (false, true) => "bad",
                    (false, false) => "good",
                };
                (readings(&all, zone.reading), state, cards)
            }
            None => ((Vec::new(), 0), "", Vec::new()),
        });
        let spoken = tr!(
            "slot-spoken",
            name = tr!("slot-free"),
            cards = text::card_names(cards.iter().map(|p| p.card))
        );
        view! {
            <div class=format!("zone {state}") data-drop=format!("zone-{index}")
                role="group" tabindex="0" aria-label=spoken
                on:keydown=move |event| if is_press(&event) { put_chosen(app, index) }
                on:click=move |_| put_chosen(app, index)>
                {cards.into_iter().map(|piece| view! {
                    <button class=format!("c mid {}", colour(Some(piece.card))) class=("mine", piece.from_hand)
                        class=("up", move || app.selected().with(|ids| ids.contains(&piece.id)))
                        aria-label=text::spoken(piece.card)
                        on:pointerdown=move |event| drag::begin(&event, drag::DragItem::Draft(piece.id), piece.card)
                        on:click=move |event| {
                            if drag::was_drag() {
                                event.stop_propagation();
                                return;
                            }
                            let ids = app.selected().get_untracked();
                            if ids.is_empty() || ids.contains(&piece.id) {
                                event.stop_propagation();
                                app.toggle(piece.id);
                            }
                        }
                        inner_html=drawing(Some(piece.card), true)></button>
                }).collect_view()}
                {(open.0.len() > 1 && open.0.len() < 6).then(|| reading_chips(app, index, open.clone()))}
            </div>
        }
    };
    view! {
        <div class="panel arrange" aria-label=tr!("panel-arrange")>
            <div class="zones">
                {move || draft.get().zones.into_iter().enumerate().map(|(i, z)| zone(i, z)).collect_view()}
                <button class="zone add" data-drop=move || format!("zone-{}", draft.with(|d| d.zones.len()))
                    on:click=move |_| put_chosen(app, draft.with_untracked(|d| d.zones.len()))>{tr!("zone-new")}</button>
            </div>
        </div>
    }
    .into_any()
}

/// Cutting the pack blind.
#[component]
pub(crate) fn CutPanel() -> impl IntoView {
    let app = App::get();
    let height = RwSignal::new(500u16);
    let bonus = memo(move || app.with_view(|view| view.cut_goal()).flatten());
    view! {
        <div class="panel cut" aria-label=tr!("panel-cut")>
            <div class="packs" aria-hidden="true" style:--cut=move || format!("{}", height.get())>
                <span class="lifted">{face(None)}</span><span class="rest">{face(None)}</span>
            </div>
            {move || bonus.get().map(|(needed, bonus)| view! {
                <p class="cut-bonus">{tr!("cut-bonus", needed = needed, bonus = bonus)}</p>
            })}
            <label>{tr!("cut-label")}
                <input type="range" min="0" max="1000" step="1" prop:value=move || height.get().to_string()
                    on:input=move |event| height.set(event_target_value(&event).parse().unwrap_or(500))/>
            </label>
            <button class="btn go" on:click=move |_| app.act(&Action::Cut(height.get_untracked()))>{tr!("cut")}</button>
        </div>
    }
    .into_any()
}

fn face(card: Option<upcard_cards::Card>) -> impl IntoView {
    view! { <span inner_html=face_html(card, false)></span> }
}

/// Drawing a card from the caller's hidden hand.
#[component]
pub(crate) fn PickPanel() -> impl IntoView {
    let app = App::get();
    let count = memo(move || {
        app.with_view(|v| match v.table.phase() {
            Phase::Pick { caller } => v.table.seat(caller).count,
            _ => 0,
        })
        .unwrap_or(0)
    });
    view! {
        <div class="panel pick" aria-label=tr!("panel-pick")>
            {move || (1..=count.get()).map(|place| view! {
                <button class="c back pile-card" aria-label=tr!("pick-place", place = place)
                    on:click=move |_| app.act(&Action::Pick(place)) inner_html=drawing(None, false)></button>
            }).collect_view()}
        </div>
    }
    .into_any()
}
