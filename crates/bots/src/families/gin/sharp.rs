//! The sharp player's discards: one card of lookahead, and what the next rival may want.

use upcard_cards::{Card, Cards, ShortSort};
use upcard_engine::{Action, DealRules, View};

use super::hand::{STEADY, cost, left_after_discard};
use super::last_turns;
use crate::beliefs::Rival;
use crate::hands::{with, without};
use crate::measure;

/// Weight of the average saving of the next card; above 1 since more cards follow.
const NEXT_CARD_WEIGHT: f64 = 1.2;

/// Cost of discarding a card that the next rival melds.
const GIVEN_COST: f64 = 4.0;

/// Number of discards that are evaluated with lookahead.
const LOOKAHEAD_DISCARDS: usize = 6;

/// A hand before a draw.
struct Outlook {
    /// Its deadwood.
    points: f64,
    /// Its average deadwood after the next card.
    next: f64,
}

impl Outlook {
    fn of(deal: &DealRules, hand: &Cards, unseen: &Cards) -> Outlook {
        let points = measure::points(deal, hand);
        let (mut sum, mut all) = (0, 0);
        for (card, count) in unseen.iter_counts() {
            let more = with(hand, card);
            sum += left_after_discard(deal, &more).min(points) * i32::from(count);
            all += i32::from(count);
        }
        Outlook { points: f64::from(points), next: f64::from(sum) / f64::from(all.max(1)) }
    }

    fn cost(&self, view: &View<'_>) -> f64 {
        // In the last turns no further card comes.
        let next = if last_turns::is_last_turn(view) { 0.0 } else { NEXT_CARD_WEIGHT };
        self.points - next * (self.points - self.next)
    }
}

/// The legal discards of the hand with their cost, the best first.
pub(super) fn discards(view: &View<'_>) -> Vec<(f64, Action)> {
    let deal = view.table.deal_rules(view.rules);
    let unseen = view.unseen();
    let allowed = |card| view.allows(&Action::Discard { card, shanghai: false });
    let all = ranked(view, deal, view.hand, &unseen, allowed);
    all.into_iter().map(|(cost, card)| (cost, Action::Discard { card, shanghai: false })).collect()
}

/// Cost of each discard, the best first.
fn ranked(
    view: &View<'_>,
    deal: &DealRules,
    hand: &Cards,
    unseen: &Cards,
    allowed: impl Fn(Card) -> bool,
) -> Vec<(f64, Card)> {
    let mut all: Vec<(f64, Card)> = Vec::with_capacity(14);
    let style = STEADY.for_turn(view);
    let given = if last_turns::is_final(view) { 0.0 } else { GIVEN_COST };
    for (card, _) in hand.iter_counts().filter(|(card, _)| allowed(*card)) {
        all.push((cost(deal, &without(hand, card), style), card));
    }
    all.short_sort_by(|a, b| a.0.total_cmp(&b.0));
    all.truncate(LOOKAHEAD_DISCARDS);
    let rival = Rival::of(view, view.seat.next(view.table.players()), unseen);
    for (cost, card) in &mut all {
        let outlook = Outlook::of(deal, &without(hand, *card), unseen);
        *cost = outlook.cost(view) + given * rival.wants(*card, deal);
    }
    all.short_sort_by(|a, b| a.0.total_cmp(&b.0));
    all
}
