//! What the prompt says: what is asked of whom, what it costs, and the answers.

use leptos::prelude::*;
use upcard_client::wire::{ClientMessage, Sitter, Stage};
use upcard_client::{ArrangeDraft, ArrangeError, LayDownDraft, SlotError};
use upcard_engine::choices::{LayDownMode, Priority, Rearrange};
use upcard_engine::table::{Down, Phase};
use upcard_engine::{Action, View};

use crate::settings::Settings;
use crate::store::{App, Overlay, Panel};
use crate::text::{self, tr};
use crate::{news, refusals};

/// What a button does.
#[derive(Clone, PartialEq)]
pub(super) enum Do {
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

/// An answer.
#[derive(Clone, PartialEq)]
pub(super) struct Button {
    pub(super) text: String,
    pub(super) does: Do,
    /// The one that most will want.
    pub(super) main: bool,
    pub(super) key: &'static str,
}

/// What is asked: a line, what there is to say about it, the answers.
#[derive(Clone, PartialEq, Default)]
pub(super) struct Asked {
    pub(super) main: String,
    pub(super) sub: String,
    pub(super) buttons: Vec<Button>,
    /// Who is first gets it.
    pub(super) race: bool,
    /// It is asked of the own seat.
    pub(super) mine: bool,
}

fn button(id: &str, does: Do, main: bool, key: &'static str) -> Button {
    Button { text: tr!(id), does, main, key }
}

fn worded(text: String, does: Do, main: bool, key: &'static str) -> Button {
    Button { text, does, main, key }
}

/// Is there anything to lay down? The search for it depends on the table alone; it is not to be made
/// anew for each card that is selected.
pub(super) fn can_lay(app: App) -> bool {
    let at_play = |view: &View<'_>| view.table.phase == Phase::Play && view.table.asks(view.seat);
    app.with_view(|view| at_play(view) && proposal_exists(view)).unwrap_or(false)
}

/// What the prompt says now.
pub(super) fn asked(app: App, can_lay: Memo<bool>) -> Asked {
    let panel = app.panel.get();
    let chosen = app.chosen();
    let last = app.log.with(|log| log.lines().last().cloned().unwrap_or_default());
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
            let main = match table.winners {
                0 => tr!("news-ended"),
                winners => news::won(s, "news-match", winners),
            };
            return Asked {
                main,
                sub: String::new(),
                buttons: vec![
                    button("leave", Do::Leave, false, "l"),
                    button("standings", Do::Show(Overlay::Scores), true, "s"),
                ],
                ..Asked::default()
            };
        }
        let Some(view) = s.view() else {
            let main = match table.phase {
                Phase::DealOver { .. } => tr!("prompt-deal-over"),
                _ => tr!("prompt-watching", name = news::name(s, table.turn.seat)),
            };
            let name = app.settings.with_untracked(Settings::name_or_guest);
            let sit = Do::Say(ClientMessage::Sit { seat: None, name });
            let buttons = if s.has_free_seat() {
                vec![button("sit-down", sit, true, "s")]
            } else {
                Vec::new()
            };
            return Asked { main, sub: last, buttons, ..Asked::default() };
        };
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
            Phase::Play => play(&view, &panel, &chosen, can_lay),
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
    // With no card left to draw, the upcard has to be taken.
    let draw = view.judge(&Action::Draw);
    match (upcard, &take) {
        (Some(card), Ok(_)) => {
            asked.sub = match draw {
                Ok(_) => tr!("prompt-draw-sub", card = text::short(card)),
                Err(refusal) => refusals::sentence(refusal),
            };
            let words = tr!("take-card", card = text::short(card));
            asked.buttons.push(worded(words, Do::Act(Action::Take), draw.is_err(), "t"));
        }
        (Some(_), Err(refusal)) => asked.sub = refusals::sentence(*refusal),
        (None, _) => asked.sub = tr!("upcard-none"),
    }
    if view.allows(&Action::Buy) {
        asked.buttons.push(worded(tr!("buy"), Do::Act(Action::Buy), false, "b"));
    }
    if draw.is_ok() {
        asked.buttons.push(button("draw", Do::Act(Action::Draw), true, "d"));
    }
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

fn play(
    view: &View<'_>,
    panel: &Panel,
    chosen: &[upcard_client::Held],
    can_lay: Memo<bool>,
) -> Asked {
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
            // Who may lay nothing off yet is not told of it.
            asked.sub = match state.has_laid_for_offs(view.rules) {
                Down::No => tr!("prompt-discard-sub"),
                _ => tr!("prompt-play-sub"),
            };
            if can_lay.get() {
                asked.main = tr!("prompt-can-down");
                let id = if free { "lay-melds" } else { "go-down" };
                asked.buttons.push(button(id, Do::Propose, true, "g"));
            } else {
                let slots = !LayDownDraft::new(view).slots.is_empty();
                if slots && (state.down == Down::No || free) && may_lay(view) {
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
