//! Wording of hints.

use upcard_cards::{Card, RANKS, Rank, SUITS};
use upcard_engine::{Action, View};

use super::{Texts, tr};
use crate::hint::{Aim, Ends, HiddenHand, Hint, Reason, Sequences, played_cards};

/// What is missing and which cards help, or the deadwood and how the deal can be ended.
#[must_use]
pub fn missing(t: &impl Texts, hint: &Hint) -> String {
    match &hint.aim {
        Aim::Lay => to_lay(t, hint),
        Aim::Keep(kept) => left_over(t, kept),
        Aim::Over => String::new(),
    }
}

/// State of a hand whose melds stay in it.
fn left_over(t: &impl Texts, kept: &HiddenHand) -> String {
    let mut parts = Vec::new();
    if kept.last {
        parts.push(tr!("hint-last", t));
    }
    match (kept.ending, kept.discard) {
        // The count depends on the sequences, and the rules may cap it.
        (Ends::Declare(_), _) => {}
        (_, Some(card)) => {
            parts.push(tr!("hint-left-throwing", t, points = kept.points, card = t.card(card)));
        }
        (_, None) => parts.push(tr!("hint-left", t, points = kept.points)),
    }
    match kept.ending {
        Ends::Declare(sequences) => parts.extend(declaring(t, kept, sequences)),
        _ if kept.last => {}
        Ends::Knock(_) if kept.now && kept.points == 0 => parts.push(tr!("hint-gin", t)),
        Ends::Knock(_) if kept.now => parts.push(tr!("hint-can-knock", t)),
        Ends::Knock(limit) => parts.push(tr!("hint-knock", t, limit = limit)),
        Ends::Out if kept.now => parts.push(tr!("hint-can-go-out", t)),
        Ends::Out => parts.push(tr!("hint-out", t)),
    }
    parts.join(" ")
}

/// Distance to a declaration, and the sequences present.
fn declaring(t: &impl Texts, kept: &HiddenHand, sequences: Sequences) -> Vec<String> {
    let mut parts = Vec::new();
    match sequences.missing {
        _ if kept.last => {}
        _ if kept.now => parts.push(tr!("hint-can-declare", t)),
        Some(count) => parts.push(tr!("hint-declare", t, count = count)),
        None => {}
    }
    let id = match sequences {
        _ if kept.now => return parts,
        Sequences { no_pure: true, .. } => "hint-no-pure",
        Sequences { all: true, .. } => "hint-sequences",
        _ => "hint-no-sequences",
    };
    parts.push(tr!(id, t));
    parts
}

fn to_lay(t: &impl Texts, hint: &Hint) -> String {
    let Some(count) = hint.missing else { return tr!("hint-nothing-to-lay", t) };
    if count == 0 && !hint.now {
        return tr!("hint-ready-later", t);
    }
    let mut parts = vec![tr!("hint-missing", t, count = count)];
    let mut useful = helpful(t, &hint.useful);
    if hint.wild {
        useful.push(tr!("hint-wild", t));
    }
    if count > 0 && !useful.is_empty() {
        parts.push(tr!("hint-useful", t, cards = listed(t, useful)));
    }
    parts.join(" ")
}

/// Maximum number of single helpful cards to name.
const MAX_NAMED_CARDS: usize = 8;

/// Helpful cards; ranks that help in every suit are grouped: any 2, 4 or 7, then the J♠.
fn helpful(t: &impl Texts, useful: &[Card]) -> Vec<String> {
    let whole =
        |rank: &Rank| SUITS.iter().all(|suit| useful.contains(&Card::natural(*rank, *suit)));
    let ranks: Vec<Rank> = RANKS.into_iter().filter(whole).collect();
    if ranks.len() == RANKS.len() {
        return vec![tr!("hint-any-card", t)];
    }
    let single = |card: &&Card| card.rank().is_none_or(|rank| !ranks.contains(&rank));
    let singles: Vec<String> = useful.iter().filter(single).map(|card| t.card(*card)).collect();
    let mut named = Vec::new();
    if !ranks.is_empty() {
        let letters = ranks.iter().map(|rank| t.rank(*rank)).collect();
        named.push(tr!("hint-any-rank", t, ranks = listed(t, letters)));
    }
    let more = singles.len().saturating_sub(MAX_NAMED_CARDS);
    named.extend(singles.into_iter().take(MAX_NAMED_CARDS));
    if more > 0 {
        named.push(tr!("hint-more", t, count = more as i64));
    }
    named
}

/// Joins words with commas and a final 'or'.
fn listed(t: &impl Texts, mut words: Vec<String>) -> String {
    match (words.pop(), words.is_empty()) {
        (None, _) => String::new(),
        (Some(last), true) => last,
        (Some(last), false) => tr!("hint-or", t, first = words.join(", "), last = last),
    }
}

/// Cards of the hand that a rearrangement plays; empty if there are none.
#[must_use]
pub fn playing(t: &impl Texts, plays: &[Card]) -> String {
    match plays {
        [] => String::new(),
        cards => tr!("advice-plays", t, cards = t.cards(cards.iter().copied())),
    }
}

/// Advice for this seat: the action, the cards of the hand that a rearrangement plays, and the reason.
#[must_use]
pub fn advice(t: &impl Texts, view: &View<'_>, action: &Action, reason: Reason) -> String {
    let parts = [advised(t, action), playing(t, &played_cards(view, action)), why(t, reason)];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The advised action.
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
        Action::Knock { .. } => tr!("advice-knock", t),
        Action::Declare { .. } => tr!("advice-declare", t),
        Action::Show(_) => tr!("advice-show", t),
        Action::Drop => tr!("advice-drop", t),
        Action::Keep => tr!("advice-keep", t),
        Action::Rejoin => tr!("advice-rejoin", t),
        Action::Leave => tr!("advice-leave", t),
        Action::Split => tr!("advice-split", t),
        Action::PlayOn => tr!("advice-play-on", t),
        Action::Arrange(changes) => {
            let now = changes.iter().filter_map(|change| change.now.as_ref());
            let melds = now.map(|meld| t.cards(meld.cards.iter().copied()));
            tr!("advice-arrange", t, melds = melds.collect::<Vec<_>>().join(", "))
        }
        Action::Undo => tr!("advice-undo", t),
        Action::Cut(_) => tr!("advice-cut", t),
        Action::Pick(_) => tr!("advice-pick", t),
        Action::Call { .. } => tr!("advice-call", t),
    }
}

/// The reason; may be empty.
#[must_use]
pub fn why(t: &impl Texts, reason: Reason) -> String {
    match reason {
        Reason::Ready => tr!("reason-ready", t),
        Reason::PartReady => tr!("reason-part", t),
        Reason::Nearer(card) => tr!("reason-nearer", t, card = t.card(card)),
        Reason::Fits(card) => tr!("reason-fits", t, card = t.card(card)),
        Reason::NoHelp(card) => tr!("reason-no-help", t, card = t.card(card)),
        Reason::TooLate => tr!("reason-too-late", t),
        Reason::Loose { card, points } => {
            tr!("reason-loose", t, card = t.card(card), points = points)
        }
        Reason::LeastUse(card) => tr!("reason-least-use", t, card = t.card(card)),
        Reason::FewerPoints(points) => tr!("reason-fewer", t, points = points),
        Reason::Holds(card) => tr!("reason-holds", t, card = t.card(card)),
        Reason::FreesWild => tr!("reason-wild", t),
        Reason::LeftOver { card, points } => {
            tr!("reason-left-over", t, card = t.card(card), points = points)
        }
        Reason::LessOver { card, points } => {
            tr!("reason-less-over", t, card = t.card(card), points = points)
        }
        Reason::OnlyLess { card, points } => {
            tr!("reason-only-less", t, card = t.card(card), points = points)
        }
        Reason::NoLess(card) => tr!("reason-no-less", t, card = t.card(card)),
        Reason::Useful(card) => tr!("reason-useful", t, card = t.card(card)),
        Reason::NotNearer(card) => tr!("reason-not-nearer", t, card = t.card(card)),
        Reason::Leaves(points) => tr!("reason-leaves", t, points = points),
        Reason::Far(count) => tr!("hint-declare", t, count = count),
        Reason::NothingElse => String::new(),
    }
}
