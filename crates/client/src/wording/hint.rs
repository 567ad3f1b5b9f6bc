//! The hint in words.

use upcard_engine::Action;

use super::{Texts, tr};
use crate::hint::{Hint, Reason};

/// What is missing, and what would help.
#[must_use]
pub fn missing(t: &impl Texts, hint: &Hint) -> String {
    let Some(count) = hint.missing else { return tr!("hint-nothing-to-lay", t) };
    let mut parts = vec![tr!("hint-missing", t, count = count)];
    let mut useful: Vec<String> = hint.useful.iter().map(|card| t.card(*card)).collect();
    if hint.more > 0 {
        useful.push(tr!("hint-more", t, count = hint.more as i64));
    }
    if hint.wild {
        useful.push(tr!("hint-wild", t));
    }
    if count > 0 && !useful.is_empty() {
        parts.push(tr!("hint-useful", t, cards = useful.join(", ")));
    }
    parts.join(" ")
}

/// What is advised.
#[must_use]
pub fn advised(t: &impl Texts, action: &Action) -> String {
    match action {
        Action::Draw => tr!("advice-draw", t),
        Action::Take => tr!("advice-take", t),
        Action::TakeDeep(card) => tr!("advice-take-deep", t, card = t.card(*card)),
        Action::Buy => tr!("advice-buy", t),
        Action::Pass => tr!("advice-pass", t),
        Action::Down(melds) => {
            let melds = melds.iter().map(|meld| t.cards(meld.cards.iter().copied()));
            tr!("advice-down", t, melds = melds.collect::<Vec<_>>().join(", "))
        }
        Action::Off { card, .. } | Action::Slide { card, .. } => {
            tr!("advice-off", t, card = t.card(*card))
        }
        Action::Swap { card, .. } => tr!("advice-swap", t, card = t.card(*card)),
        Action::Discard { card, .. } => tr!("advice-discard", t, card = t.card(*card)),
        Action::Arrange(_) => tr!("advice-arrange", t),
        Action::Knock { .. } => tr!("advice-knock", t),
        Action::Declare { .. } => tr!("advice-declare", t),
        Action::Show(_) => tr!("advice-show", t),
        Action::Drop => tr!("advice-drop", t),
        Action::Keep => tr!("advice-keep", t),
        Action::Rejoin => tr!("advice-rejoin", t),
        Action::Leave => tr!("advice-leave", t),
        Action::Split => tr!("advice-split", t),
        Action::PlayOn => tr!("advice-play-on", t),
        _ => tr!("advice-other", t),
    }
}

/// Why it is advised; empty where there is nothing to say.
#[must_use]
pub fn why(t: &impl Texts, reason: Reason) -> String {
    match reason {
        Reason::Ready => tr!("reason-ready", t),
        Reason::PartReady => tr!("reason-part", t),
        Reason::Nearer(card) => tr!("reason-nearer", t, card = t.card(card)),
        Reason::NoHelp(card) => tr!("reason-no-help", t, card = t.card(card)),
        Reason::TooLate => tr!("reason-too-late", t),
        Reason::Loose { card, points } => {
            tr!("reason-loose", t, card = t.card(card), points = points)
        }
        Reason::LeastUse(card) => tr!("reason-least-use", t, card = t.card(card)),
        Reason::FewerPoints(points) => tr!("reason-fewer", t, points = points),
        Reason::FreesWild => tr!("reason-wild", t),
        Reason::NothingElse => String::new(),
    }
}
