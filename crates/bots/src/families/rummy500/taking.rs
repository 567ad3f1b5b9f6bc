//! What to take from the discard pile.
//!
//! A hand is valued by the points that it can lay on the table, and by what its loose cards are worth to the
//! player: a cautious one counts them as lost, a bold one expects most of them to be laid one day.

use upcard_cards::{Card, Cards, Faces};
use upcard_engine::{Action, View};
use upcard_solver::LayDown;

use crate::hands::with;
use crate::objective::fits_table;

/// How a player values draws.
#[derive(Clone, Copy)]
pub(super) struct Style {
    /// Maximum number of cards it takes beside the one it wants.
    reach: usize,
    /// Value of a point of loose cards.
    loose: f64,
    /// Expected value of a card from the stock.
    stock: f64,
    /// Overlooks one chance in five.
    careless: bool,
}

/// The novice takes a card that makes a meld if few cards come with it.
pub(super) const NOVICE: Style = Style { reach: 2, loose: -1.0, stock: 3.0, careless: true };
/// The steady player weighs what comes with it.
pub(super) const STEADY: Style = Style { reach: 60, loose: -0.7, stock: 3.0, careless: false };
/// The sharp player knows that cards are chances; tuned by trial.
pub(super) const SHARP: Style = Style { reach: 60, loose: 0.2, stock: -5.0, careless: false };

pub(super) fn draw(view: &View<'_>, style: Style) -> Action {
    let mut best = (worth(view, view.hand, style) + style.stock, Action::Draw);
    if !view.allows(&Action::Draw) {
        best.0 = f64::NEG_INFINITY;
    }
    for (worth, action) in takes(view, style) {
        if worth > best.0 {
            best = (worth, action);
        }
    }
    let overlooked = style.careless && view.table.decision().is_multiple_of(5);
    if overlooked && view.allows(&Action::Draw) { Action::Draw } else { best.1 }
}

/// The legal takes, with the value of the hand after each.
pub(super) fn takes(view: &View<'_>, style: Style) -> Vec<(f64, Action)> {
    let mut all = Vec::new();
    if let Some(card) = view.table.upcard()
        && view.allows(&Action::Take)
    {
        let hand = with(view.hand, card);
        // A card that helps nothing is not worth revealing that one holds it.
        let used = is_used(view, &hand, card);
        if used {
            all.push((after_discard(view, &hand, Some(card), style), Action::Take));
        }
    }
    for card in view.deep_takes() {
        let Some(at) = view.table.pile().rposition(|other| other == card) else {
            continue;
        };
        let cards = view.table.pile().skip(at);
        if cards.len() > style.reach + 1 {
            break;
        }
        let mut hand = *view.hand;
        hand.extend(cards);
        all.push((after_discard(view, &hand, None, style), Action::TakeDeep(card)));
    }
    all
}

/// Returns `true` if this card is in a meld of the hand, or fits the table.
fn is_used(view: &View<'_>, hand: &Cards, card: Card) -> bool {
    let left = group(view, hand).1;
    left.count(card) < hand.count(card) || fits_table(view).has(card)
}

/// Points of the melds of a hand, chosen greedily by points, and the cards left.
fn group(view: &View<'_>, hand: &Cards) -> (i32, Cards) {
    let deal = view.contract_rules();
    let goal = deal.solver.any_meld();
    let (mut points, mut left) = (0, *hand);
    loop {
        let one = deal.usable_in_one_meld(&left);
        let found = goal.lay_downs(&one, &deal.values);
        let grown = found.map(|found| found.grown(&deal.solver, &one, 0));
        let value = |found: &LayDown| deal.points(&found.cards());
        let Some(best) = grown.max_by_key(value) else { break };
        points += value(&best);
        left = best.left(&left);
    }
    (points, left)
}

/// Value of a hand: the points that it can lay, and the potential of the rest.
fn worth(view: &View<'_>, hand: &Cards, style: Style) -> f64 {
    let deal = view.contract_rules();
    let (melded, left) = group(view, hand);
    let table = fits_table(view);
    let fitting: Cards = left.iter().filter(|card| table.has(*card)).collect();
    let loose = left.without(&fitting);
    let laid = f64::from(melded + deal.points(&fitting));
    laid + promise(view, &loose) + style.loose * f64::from(deal.points(&loose))
}

/// Value of a hand after the discard of its most expensive loose card other than `kept`.
fn after_discard(view: &View<'_>, hand: &Cards, kept: Option<Card>, style: Style) -> f64 {
    let deal = view.contract_rules();
    let left = group(view, hand).1;
    let table = fits_table(view);
    let may = |card: &Card| Some(*card) != kept && !table.has(*card);
    let thrown = left.iter().filter(may).max_by_key(|card| deal.values[card.index()]);
    let mut hand = *hand;
    if let Some(card) = thrown {
        hand.remove(card);
    }
    worth(view, &hand, style)
}

/// Potential of loose cards: pairs of a rank, and neighbours in a suit, that a third card would complete to a
/// meld.
fn promise(view: &View<'_>, loose: &Cards) -> f64 {
    let deal = view.contract_rules();
    let unseen = Faces::of(&view.unseen());
    let measure = deal.solver.any_meld();
    let survey = measure.survey(&measure.state(&deal.usable_in_one_meld(loose)));
    if survey.shortfall() != 1 {
        return 0.0;
    }
    f64::from((survey.useful & unseen).iter().count() as u32).min(8.0)
}
