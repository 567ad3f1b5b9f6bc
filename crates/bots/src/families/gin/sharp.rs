//! The sharp player's discards: it looks a card ahead, and at what the next rival may want.

use upcard_cards::{Card, Cards, ShortSort};
use upcard_engine::{Action, DealRules, View};

use super::hand::{STEADY, cost, left_after_discard};
use super::last;
use crate::beliefs::Rival;
use crate::hands::{with, without};
use crate::measure;

/// What the points that the next card saves on average are worth: there are more cards to come.
const NEXT: f64 = 1.2;

/// What it costs to throw a card that the next rival puts into a meld.
const GIVEN: f64 = 4.0;

/// The discards that are looked at more closely.
const CLOSELY: usize = 6;

/// A hand before a card is drawn.
struct Outlook {
    /// What it leaves over.
    points: f64,
    /// What it leaves over after the next card, on average.
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
        // In the last turns nothing more comes.
        let next = if last::is_on(view) { 0.0 } else { NEXT };
        self.points - next * (self.points - self.next)
    }
}

/// The discards of the hand by what they cost, the best first;
/// those that are refused are left out.
pub(super) fn discards(view: &View<'_>) -> Vec<(f64, Action)> {
    let deal = view.table.deal_rules(view.rules);
    let unseen = view.unseen();
    let allowed = |card| view.allows(&Action::Discard { card, shanghai: false });
    let all = ranked(view, deal, view.hand, &unseen, allowed);
    all.into_iter().map(|(cost, card)| (cost, Action::Discard { card, shanghai: false })).collect()
}

/// What throwing each of these cards costs, the best first.
fn ranked(
    view: &View<'_>,
    deal: &DealRules,
    hand: &Cards,
    unseen: &Cards,
    allowed: impl Fn(Card) -> bool,
) -> Vec<(f64, Card)> {
    let mut all: Vec<(f64, Card)> = Vec::with_capacity(14);
    let style = STEADY.now(view);
    let given = if last::is_final(view) { 0.0 } else { GIVEN };
    for (card, _) in hand.iter_counts().filter(|(card, _)| allowed(*card)) {
        all.push((cost(deal, &without(hand, card), style), card));
    }
    all.short_sort_by(|a, b| a.0.total_cmp(&b.0));
    all.truncate(CLOSELY);
    let rival = Rival::of(view, view.seat.next(view.table.players()), unseen);
    for (cost, card) in &mut all {
        let outlook = Outlook::of(deal, &without(hand, *card), unseen);
        *cost = outlook.cost(view) + given * rival.wants(*card, deal);
    }
    all.short_sort_by(|a, b| a.0.total_cmp(&b.0));
    all
}
