//! The line above the hand: what is asked, what it costs, and the answers.

use leptos::prelude::*;
use upcard_client::wire::{ClientMessage, Sitter, Stage};
use upcard_client::{ArrangeDraft, ArrangeError, LayDownDraft, SlotError};
use upcard_engine::choices::{LayDownMode, Priority, Rearrange};
use upcard_engine::table::{Down, Phase};
use upcard_engine::{Action, View};

use crate::store::{App, Overlay, Panel};
use crate::text::{self, tr};
use crate::{news, refusals};

/// What a button does.
#[derive(Clone, PartialEq)]
enum Do {
    Act(Action),
    Propose,
    OpenDown,
    LayDown,
    OpenArrange,
    Rearrange,
    ClosePanel,
    Say(ClientMessage),
    Show(Overlay),
    PassDeal,
    Leave,
}

#[derive(Clone, PartialEq)]
struct Button {
    text: String,
    does: Do,
    main: bool,
    key: &'static str,
}

#[derive(Clone, PartialEq, Default)]
struct Asked {
    main: String,
    sub: String,
    buttons: Vec<Button>,
    race: bool,
    mine: bool,
}

fn button(id: &str, does: Do, main: bool, key: &'static str) -> Button {
    Button { text: tr!(id), does, main, key }
}

fn worded(text: String, does: Do, main: bool, key: &'static str) -> Button {
    Button { text, does, main, key }
}

/// What the prompt says now.
fn asked(app: App) -> Asked {
    let panel = app.panel.get();
    let chosen = app.chosen();
    let last = app.log.with(|log| log.last().cloned().unwrap_or_default());
    app.session.with(|s| {
        let Some(own) = &s.view else { return Asked::default() };
        let table = &own.table;
        if s.covered() && s.stage == Stage::Playing {
            return Asked {
                main: tr!("prompt-covered"),
                sub: last,
                buttons: vec![button(
                    "take-seat-back",
                    Do::Say(ClientMessage::TakeBack),
                    true,
                    "t",
                )],
                mine: true,
                ..Asked::default()
            };
        }
        if s.stage == Stage::Over || table.phase == Phase::MatchOver {
            return Asked {
                main: tr!("prompt-match-over", names = news::names(s, table.winners)),
                sub: String::new(),
                buttons: vec![
                    button("leave", Do::Leave, false, "l"),
                    button("standings", Do::Show(Overlay::Scores), true, "s"),
                ],
                ..Asked::default()
            };
        }
        let ready = |seat: &upcard_client::wire::SeatInfo| seat.ready;
        if let Phase::DealOver { .. } = table.phase
            && s.seat.is_some_and(|seat| s.seated.get(seat as usize).is_some_and(ready))
        {
            let person = |seat: &usize| {
                matches!(&s.seated[*seat].sitter, Sitter::Person { .. }) && !ready(&s.seated[*seat])
            };
            let late = (0..s.seated.len()).filter(person).fold(0, |bits, seat| bits | 1u8 << seat);
            return Asked {
                main: tr!("prompt-waiting-ready", names = news::names(s, late)),
                sub: last,
                buttons: vec![button("scores", Do::Show(Overlay::Scores), false, "s")],
                ..Asked::default()
            };
        }
        if let Phase::DealOver { .. } = table.phase {
            return Asked {
                main: tr!("prompt-deal-over"),
                sub: last,
                buttons: vec![
                    button("scores", Do::Show(Overlay::Scores), false, "s"),
                    button("next-deal", Do::Say(ClientMessage::Next), true, "n"),
                ],
                mine: true,
                ..Asked::default()
            };
        }
        let Some(view) = s.view() else {
            return Asked {
                main: tr!("prompt-watching", name = news::name(s, table.turn.seat)),
                sub: last,
                ..Asked::default()
            };
        };
        if !table.asks(view.seat) {
            let name = news::name(s, table.turn.seat);
            let others: String = news::names(s, table.waiting());
            let main = match table.phase {
                Phase::Offers { .. } => tr!("prompt-others-offered", names = others),
                Phase::Call { .. } => tr!("prompt-others-called", names = others),
                Phase::Cut { .. } => tr!("prompt-others-cut", names = others),
                Phase::Pick { .. } => tr!("prompt-others-pick", names = others),
                Phase::Claim { .. } => tr!("prompt-others-claim", names = others),
                _ => tr!("prompt-others-turn", name = name),
            };
            return Asked { main, sub: last, ..Asked::default() };
        }
        let mut asked = match table.phase {
            Phase::Cut { .. } => {
                Asked { main: tr!("prompt-cut"), sub: tr!("prompt-cut-sub"), ..Asked::default() }
            }
            Phase::Draw => draw(&view),
            Phase::Offers { .. } => offer(s, &view),
            Phase::Play => play(&view, &panel, &chosen),
            Phase::Call { .. } => Asked {
                main: tr!(
                    "prompt-call",
                    card = view.table.upcard().map(text::short).unwrap_or_default()
                ),
                sub: tr!("prompt-call-sub"),
                buttons: vec![button("pass", Do::Act(Action::Pass), false, "p")],
                ..Asked::default()
            },
            Phase::Pick { caller } => Asked {
                main: tr!("prompt-pick", name = news::name(s, caller)),
                sub: tr!("prompt-pick-sub"),
                ..Asked::default()
            },
            Phase::Claim { .. } => Asked {
                main: tr!("prompt-claim"),
                sub: tr!("prompt-claim-sub"),
                buttons: vec![button("pass", Do::Act(Action::Pass), true, "p")],
                ..Asked::default()
            },
            Phase::DealOver { .. } | Phase::MatchOver => Asked::default(),
        };
        asked.mine = true;
        asked
    })
}

fn draw(view: &View<'_>) -> Asked {
    let upcard = view.table.upcard();
    let mut asked = Asked { main: tr!("prompt-draw"), ..Asked::default() };
    let take = view.judge(&Action::Take);
    match (upcard, &take) {
        (Some(card), Ok(_)) => {
            asked.sub = tr!("prompt-draw-sub", card = text::short(card));
            let words = tr!("take-card", card = text::short(card));
            asked.buttons.push(worded(words, Do::Act(Action::Take), false, "t"));
        }
        (Some(_), Err(refusal)) => asked.sub = refusals::sentence(*refusal),
        (None, _) => asked.sub = tr!("upcard-none"),
    }
    if view.allows(&Action::Buy) {
        asked.buttons.push(worded(tr!("buy"), Do::Act(Action::Buy), false, "b"));
    }
    asked.buttons.push(button("draw", Do::Act(Action::Draw), true, "d"));
    asked
}

/// What a purchase costs and who comes first.
fn offer(s: &upcard_client::Session, view: &View<'_>) -> Asked {
    let table = view.table;
    let card = table.upcard().map(text::short).unwrap_or_default();
    let deal = view.deal_rules();
    let choices = &view.rules.set.choices.buying;
    let race = choices.priority == Priority::Race;
    let mut costs = Vec::new();
    if deal.price_cards > 0 {
        costs.push(tr!("price-cards", count = deal.price_cards));
    }
    if choices.price_pennies > 0 {
        costs.push(tr!("price-pennies", count = choices.price_pennies));
    }
    if costs.is_empty() {
        costs.push(tr!("price-nothing"));
    }
    let mut parts = vec![text::capital(&costs.join(", "))];
    if let Some(limit) = deal.buy_limit {
        let left = limit.saturating_sub(table.seats[view.seat as usize].bought);
        parts.push(tr!("buys-left", count = left));
    }
    if race {
        parts.push(tr!("race-first"));
    } else {
        let before: u8 = table
            .after(table.turn.seat)
            .take_while(|seat| *seat != view.seat)
            .filter(
                |seat| matches!(table.phase, Phase::Offers { asked, .. } if asked >> seat & 1 == 1),
            )
            .fold(0, |bits, seat| bits | 1 << seat);
        if before != 0 {
            parts.push(tr!(
                "asked-before",
                names = news::names(s, before),
                count = before.count_ones()
            ));
        }
    }
    Asked {
        main: tr!("prompt-offer", card = card.clone()),
        sub: parts.join(" · "),
        buttons: vec![
            button("pass-deal", Do::PassDeal, false, "n"),
            button("pass", Do::Act(Action::Pass), false, "p"),
            worded(tr!("may-i"), Do::Act(Action::Buy), true, "b"),
        ],
        race,
        mine: true,
    }
}

fn play(view: &View<'_>, panel: &Panel, chosen: &[upcard_client::Held]) -> Asked {
    match panel {
        Panel::Down(draft) => return laying_down(view, draft),
        Panel::Arrange(draft) => return arranging(view, draft),
        Panel::None => {}
    }
    let mut asked = Asked { main: tr!("prompt-play"), ..Asked::default() };
    let undo = view.allows(&Action::Undo);
    if undo {
        asked.buttons.push(button("undo", Do::Act(Action::Undo), false, "u"));
    }
    let state = &view.table.seats[view.seat as usize];
    let choices = &view.rules.set.choices;
    let free = choices.laying_down.mode == LayDownMode::Free || state.down != Down::No;
    match chosen {
        [] => {
            if choices.rearranging.allowed != Rearrange::Never
                && state.standing(view.rules) != Down::No
                && !view.table.melds.is_empty()
            {
                asked.buttons.push(button("arrange", Do::OpenArrange, false, "r"));
            }
            if view.allows(&Action::Keep) {
                asked.buttons.push(button("keep", Do::Act(Action::Keep), true, "e"));
            }
            let draft = LayDownDraft::proposed(view, &[]);
            let possible = proposal_exists(view);
            if possible {
                asked.main = tr!("prompt-can-down");
                let id = if free { "lay-melds" } else { "go-down" };
                asked.buttons.push(button(id, Do::Propose, true, "g"));
                asked.sub = tr!("prompt-play-sub");
            } else {
                asked.sub = tr!("prompt-play-sub");
                if !draft.slots.is_empty() && (state.down == Down::No || free) && may_lay(view) {
                    asked.buttons.push(button("try-down", Do::OpenDown, false, "g"));
                }
            }
        }
        [one] => {
            let card = text::short(one.card);
            let discard = Action::Discard { card: one.card, shanghai: false };
            let protect = Action::Discard { card: one.card, shanghai: true };
            asked.main = tr!("prompt-one", card = card.clone());
            if view.allows(&protect) {
                asked.buttons.push(button("discard-shanghai", Do::Act(protect), false, "s"));
            }
            match view.judge(&discard) {
                Ok(_) => {
                    asked.sub = tr!("prompt-one-sub");
                    let words = tr!("discard-card", card = card);
                    asked.buttons.push(worded(words, Do::Act(discard), true, "x"));
                }
                Err(refusal) => asked.sub = refusals::sentence(refusal),
            }
        }
        several => {
            asked.main = tr!("prompt-several", count = several.len());
            asked.sub = tr!("prompt-several-sub");
            if may_lay(view) {
                asked.buttons.push(button("meld-these", Do::OpenDown, true, "g"));
            }
        }
    }
    asked
}

/// May anything be laid down at all now, whatever the hand?
fn may_lay(view: &View<'_>) -> bool {
    use upcard_engine::choices::ExtraMelds;
    let state = &view.table.seats[view.seat as usize];
    let choices = &view.rules.set.choices.laying_down;
    choices.mode == LayDownMode::Free
        || state.down == Down::No
        || choices.extra_melds != ExtraMelds::None
}

fn proposal_exists(view: &View<'_>) -> bool {
    may_lay(view) && view.offered(1).actions.iter().any(|a| matches!(a, Action::Down(_)))
}

fn laying_down(view: &View<'_>, draft: &LayDownDraft) -> Asked {
    let mut asked = Asked { main: tr!("prompt-laying"), ..Asked::default() };
    asked.buttons.push(button("cancel", Do::ClosePanel, false, "c"));
    match draft.action(view) {
        Ok(Action::Down(melds)) => {
            let laid: upcard_cards::Cards =
                melds.iter().flat_map(|m| m.cards.iter().copied()).collect();
            let left = view.hand.without(&laid);
            asked.sub = if left.is_empty() {
                tr!("leaves-nothing")
            } else {
                tr!("leaves", cards = text::shorts(left.iter()), count = left.len())
            };
            asked.buttons.push(button("lay-down", Do::LayDown, true, "g"));
        }
        Ok(_) => {}
        Err(SlotError::Empty) => asked.sub = tr!("slot-empty"),
        Err(SlotError::NoMeld(slot)) => asked.sub = tr!("slot-no-meld", number = slot + 1),
        Err(SlotError::Refused(refusal)) => asked.sub = refusals::sentence(refusal),
    }
    asked
}

fn arranging(view: &View<'_>, draft: &ArrangeDraft) -> Asked {
    let mut asked = Asked { main: tr!("prompt-arranging"), ..Asked::default() };
    asked.buttons.push(button("cancel", Do::ClosePanel, false, "c"));
    match draft.action(view) {
        Ok(_) => {
            asked.sub = tr!("arrange-good");
            asked.buttons.push(button("arrange-do", Do::Rearrange, true, "g"));
        }
        Err(ArrangeError::Nothing) => asked.sub = tr!("arrange-nothing"),
        Err(ArrangeError::NoMeld(_)) => asked.sub = tr!("arrange-no-meld"),
        Err(ArrangeError::Loose) => asked.sub = tr!("arrange-loose"),
        Err(ArrangeError::Refused(refusal)) => asked.sub = refusals::sentence(refusal),
    }
    asked
}

fn carry_out(app: App, does: Do) {
    app.notice.set(None);
    match does {
        Do::Act(action) => app.act(action),
        Do::Propose => {
            let hand = app.hand.with_untracked(|hand| hand.items().to_vec());
            let draft =
                app.session.with_untracked(|s| s.view().map(|v| LayDownDraft::proposed(&v, &hand)));
            app.selected.set(Vec::new());
            app.panel.set(draft.map_or(Panel::None, Panel::Down));
        }
        Do::OpenDown => open_down(app),
        Do::LayDown => {
            let action = app.panel.with_untracked(|panel| match panel {
                Panel::Down(draft) => {
                    app.session.with_untracked(|s| s.view().and_then(|v| draft.action(&v).ok()))
                }
                _ => None,
            });
            if let Some(action) = action {
                app.act(action);
            }
        }
        Do::OpenArrange => {
            let draft =
                app.session.with_untracked(|s| s.view().map(|v| ArrangeDraft::new(&v, 1_000_000)));
            app.selected.set(Vec::new());
            app.panel.set(draft.map_or(Panel::None, Panel::Arrange));
        }
        Do::Rearrange => {
            let action = app.panel.with_untracked(|panel| match panel {
                Panel::Arrange(draft) => {
                    app.session.with_untracked(|s| s.view().and_then(|v| draft.action(&v).ok()))
                }
                _ => None,
            });
            if let Some(action) = action {
                app.act(action);
            }
        }
        Do::ClosePanel => {
            app.panel.set(Panel::None);
            app.selected.set(Vec::new());
        }
        Do::Say(message) => app.send(message),
        Do::Show(overlay) => app.overlay.set(Some(overlay)),
        Do::PassDeal => {
            app.pass_deal.set(true);
            app.act(Action::Pass);
        }
        Do::Leave => app.leave(),
    }
}

/// Opens an empty lay-down; selected cards go into the first slot that they fit, else the first.
fn open_down(app: App) {
    let chosen = app.chosen();
    let draft = app.session.with_untracked(|s| {
        s.view().map(|v| {
            let empty = LayDownDraft::new(&v);
            let tries = (0..empty.slots.len()).map(|slot| {
                let mut draft = empty.clone();
                chosen.iter().for_each(|held| draft.put(*held, slot));
                draft
            });
            let fits =
                |draft: &LayDownDraft| draft.slots.iter().any(|slot| slot.meld(&v).is_some());
            let all: Vec<LayDownDraft> = tries.collect();
            all.iter().find(|d| fits(d)).or(all.first()).cloned().unwrap_or(empty)
        })
    });
    app.selected.set(Vec::new());
    app.panel.set(draft.map_or(Panel::None, Panel::Down));
}

/// The prompt.
#[component]
pub(crate) fn Prompt() -> impl IntoView {
    let app = App::get();
    let asked = Memo::new(move |_| asked(app));
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
