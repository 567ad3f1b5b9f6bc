//! Hands that need sequences to be declared: how far they are from it, when to leave a deal, and
//! when to share a pool.

use upcard_cards::{Cards, ShortSort};
use upcard_engine::choices::Dropping;
use upcard_engine::table::Table;
use upcard_engine::{Action, DealRules, Seat, View};
use upcard_solver::deadwood;

use crate::hidden::{Eye, promise};

/// What a missing card is worth beside points of deadwood.
const MISSING_CARD: f64 = 12.0;

/// How many cards a hand lacks of a declaration.
pub(crate) fn distance(deal: &DealRules, hand: &Cards) -> u8 {
    let found = deal.sequences.and_then(|needs| needs.distance(hand, deal.hand, &deal.melds));
    found.unwrap_or(deal.hand)
}

/// How many discards are looked at closely: those that look cheapest.
const LOOKED_AT: usize = 5;

/// The discard that leaves the hand nearest to a declaration, and cheapest.
pub(crate) fn discard(view: &View<'_>, eye: Eye) -> Option<Action> {
    let deal = view.table.deal_rules(view.rules);
    let mut choices: Vec<(f64, Action, Cards)> = Vec::new();
    for (card, _) in view.hand.iter_counts() {
        let action = Action::Discard { card, shanghai: false };
        let mut kept = *view.hand;
        kept.remove(card);
        if view.allows(&action) {
            // A wild card is worth more than its points.
            let wild = if deal.melds.is_wild(card) { 50.0 } else { 0.0 };
            choices.push((loose(deal, &kept, eye) + wild, action, kept));
        }
    }
    choices.short_sort_by(|a, b| a.0.total_cmp(&b.0));
    choices.truncate(LOOKED_AT);
    let closely = |(loose, action, kept): (f64, Action, Cards)| {
        (MISSING_CARD * f64::from(distance(deal, &kept)) + loose, action)
    };
    let best = choices.into_iter().map(closely).min_by(|a, b| a.0.total_cmp(&b.0));
    best.map(|(_, action)| action)
}

/// What a hand leaves over in any groups, less what those cards promise.
fn loose(deal: &DealRules, hand: &Cards, eye: Eye) -> f64 {
    let best = deadwood(hand, &deal.melds, &deal.values);
    0.5 * f64::from(best.points) - eye.promise * promise(&best.left, &deal.melds)
}

/// By the number of players in the deal, how many cards a hand lacks that is dropped. So far from a
/// declaration, playing on costs more than a first drop, what a win brings taken off: with three
/// players a hand that lacks five cards costs 55 points on average, with four one that lacks four 46.
const HOPELESS: [u8; 7] = [7, 7, 6, 5, 4, 4, 4];

/// Does the player leave this deal?
pub(crate) fn drops(view: &View<'_>, eye: Eye) -> bool {
    let choices = &view.rules.set.choices.dropping;
    let table = view.table;
    let deal = table.deal_rules(view.rules);
    if choices.allowed == Dropping::Never || deal.sequences.is_none() || eye.careless {
        return false;
    }
    let drew = table.seats[view.seat.index()].drew;
    // Later the price is so high that playing on is as cheap.
    let worst = view.rules.set.choices.scoring.cap.0.unwrap_or(u8::MAX);
    let fair = !drew && choices.first.saturating_mul(3) < worst;
    fair && stays_in(view, choices.first.into())
        && distance(deal, view.hand) >= HOPELESS[table.in_deal().len().min(6)]
        && view.allows(&Action::Drop)
}

/// Is the player still in the match after paying so much?
fn stays_in(view: &View<'_>, price: i32) -> bool {
    let limit = view.rules.set.choices.matching.eliminate_at.0;
    let total = view.table.scores[view.seat.index()] + price;
    limit.is_none_or(|limit| total < i32::from(limit))
}

/// Shares the pool where that gives no less than an equal part of it.
pub(crate) fn split(view: &View<'_>) -> Action {
    let limit = i32::from(view.rules.set.choices.matching.eliminate_at.0.unwrap_or(0));
    let price = i32::from(view.rules.set.choices.dropping.first.max(1));
    let drops =
        |table: &Table, seat: Seat| ((limit - 1 - table.scores[seat.index()]) / price).max(0);
    let left = view.table.in_match();
    let all: i32 = left.iter().map(|seat| drops(view.table, seat)).sum();
    let fair = drops(view.table, view.seat) * left.len() as i32 >= all;
    if fair { Action::Split } else { Action::PlayOn }
}
