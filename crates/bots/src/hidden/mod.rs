//! Games in which melds stay in the hand: what to draw, what to throw, when to go out.
//!
//! The novice and the steady player measure a hand by what its best grouping leaves over:
//! points, less what those cards promise together. The sharp player looks a card ahead and at what
//! the next rival may want ([`sharp`]). Once somebody has gone out, only points count ([`last`]). The
//! expert plays its choices on in imagined worlds ([`expert`]), against hands that rivals are likely to
//! hold ([`rivals`]), by a player that is quick above all ([`quick`]); where hands need sequences it
//! plays as the sharp player does, but for leaving deals.

pub(crate) mod expert;
mod last;
mod quick;
mod rivals;
pub(crate) mod sharp;

use upcard_cards::{Card, Cards, MeldRules};
use upcard_engine::choices::LayDownMode;
use upcard_engine::{Action, DealRules, Phase, View};

use crate::bot::fallback;
use crate::declared::{self, Distances};
use crate::hands::without;
use crate::measure;

/// How a player looks at such a hand.
#[derive(Clone, Copy)]
pub(crate) struct Style {
    /// What a pair of cards that may become a meld is worth, in points.
    pub(crate) promise: f64,
    /// Does it overlook one card in five?
    pub(crate) careless: bool,
}

/// The novice sees melds and points.
pub(crate) const NOVICE: Style = Style { promise: 0.0, careless: true };

/// The steady player sees what may become a meld as well.
pub(crate) const STEADY: Style = Style { promise: 2.0, careless: false };

/// Do melds stay in the hand in this game?
pub(crate) fn is_played(view: &View<'_>) -> bool {
    view.rules.set.choices.laying_down.mode == LayDownMode::Hidden
}

/// The answer of a player with this eye. Legal, wherever anything is.
// Not inlined: the players of the contract games call it, and their own code is to stay small.
#[inline(never)]
pub(crate) fn answer(view: &View<'_>, style: Style) -> Action {
    // In the last turns nothing that may become a meld still does.
    let style = if last::is_on(view) { Style { promise: 0.0, ..style } } else { style };
    let wished = match view.table.phase() {
        Phase::Draw if declared::drops(view, style) => Action::Drop,
        Phase::Draw => draw(view, style),
        Phase::Play => play(view, style),
        Phase::Cut { .. } => Action::Cut(500),
        Phase::Upcard { .. } => match draw(view, style) {
            Action::Take => Action::Take,
            _ => Action::Pass,
        },
        Phase::Show { .. } => Action::Show(Vec::new()),
        Phase::Rejoin { .. } => Action::Rejoin,
        Phase::Split { .. } => declared::split(view),
        _ => Action::Pass,
    };
    if view.allows(&wished) { wished } else { fallback(view) }
}

fn draw(view: &View<'_>, style: Style) -> Action {
    let Some(card) = view.table.upcard() else { return Action::Draw };
    let overlooked = style.careless && view.table.decision().is_multiple_of(5);
    if overlooked || !view.allows(&Action::Take) {
        return Action::Draw;
    }
    if last::is_on(view) && !style.careless {
        return if last::takes(view) { Action::Take } else { Action::Draw };
    }
    let deal = view.table.deal_rules(view.rules);
    let mut more = *view.hand;
    more.add(card);
    if deal.sequences.is_some() && !style.careless {
        return if declared::takes(view, &mut Distances::default()) {
            Action::Take
        } else {
            Action::Draw
        };
    }
    let (points, left) = measure::loose(deal, view.hand);
    let others = more.iter_counts().filter(|(thrown, _)| *thrown != card);
    let mut then = others.map(|(thrown, _)| measure::loose(deal, &without(&more, thrown)));
    // Fewer loose cards, or many fewer points: who takes for less may pass cards round.
    if then.any(|(less, fewer)| fewer.len() < left.len() || less + 5 < points) {
        Action::Take
    } else {
        Action::Draw
    }
}

fn play(view: &View<'_>, style: Style) -> Action {
    if let Some(action) = goes_out(view).or_else(|| last::lay_off(view)) {
        return action;
    }
    let deal = view.table.deal_rules(view.rules);
    if deal.sequences.is_some() && !style.careless {
        return declared::discard(view, style).unwrap_or_else(|| fallback(view));
    }
    let mut best: Option<(f64, Action)> = None;
    for (card, _) in view.hand.iter_counts() {
        let action = Action::Discard { card, shanghai: false };
        let cost = cost(deal, &without(view.hand, card), style);
        if best.as_ref().is_none_or(|(least, _)| cost < *least) && view.allows(&action) {
            best = Some((cost, action));
        }
    }
    best.map_or_else(|| fallback(view), |(_, action)| action)
}

/// Ends the deal where that can be done, with the least that is left over.
fn goes_out(view: &View<'_>) -> Option<Action> {
    let left = |action: &Action| match action {
        Action::Knock { melds, discard } => {
            let mut rest = *view.hand;
            for card in melds.iter().flat_map(|meld| &meld.cards).chain(discard) {
                rest.remove(*card);
            }
            (view.table.deal_rules(view.rules).points(&rest), discard.is_some())
        }
        _ => (0, false),
    };
    view.declarations().into_iter().min_by_key(left)
}

/// What a hand costs: the points that its best grouping leaves, less what those cards promise.
fn cost(deal: &DealRules, hand: &Cards, style: Style) -> f64 {
    let (points, left) = measure::loose(deal, hand);
    let promise = if style.promise > 0.0 { promise(&left, &deal.melds) } else { 0.0 };
    f64::from(points) - style.promise * promise
}

/// How much these cards promise: each two of them that a third would make a meld of.
pub(crate) fn promise(left: &Cards, melds: &MeldRules) -> f64 {
    let cards: Vec<Card> = left.iter().collect();
    let mut sum = 0.0;
    for (at, one) in cards.iter().enumerate() {
        for other in &cards[at + 1..] {
            sum += together(*one, *other, melds);
        }
    }
    sum
}

fn together(one: Card, other: Card, melds: &MeldRules) -> f64 {
    // A wild joins whatever there is to join: it is loose where nothing promises anything.
    if melds.is_wild(one) || melds.is_wild(other) {
        return 0.0;
    }
    let (Some(a), Some(b)) = (one.rank(), other.rank()) else { return 0.0 };
    if a == b {
        return 1.0;
    }
    let apart = a.index().abs_diff(b.index());
    match apart {
        1 | 2 if one.suit() == other.suit() => 1.2 - 0.4 * apart as f64,
        _ => 0.0,
    }
}
