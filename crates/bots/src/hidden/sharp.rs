//! The sharp player of hidden hands: looks a card ahead, and at what the next rival may want.

use upcard_cards::{Card, Cards, RANKS, SUITS, ShortSort};
use upcard_engine::{Action, DealRules, Phase, Seat, View};

use super::{Style, goes_out, last};
use crate::bot::fallback;
use crate::declared;
use crate::hands::without;
use crate::measure;

/// What the points that the next card saves on average are worth: there are more cards to come.
const NEXT: f64 = 1.2;

/// What it costs to throw a card that the next rival puts into a meld.
const GIVEN: f64 = 4.0;

/// The discards that are looked at more closely.
const CLOSELY: usize = 6;

/// The sharp player's answer. Legal, wherever anything is.
pub(crate) fn answer(view: &View<'_>) -> Action {
    let wished = match view.table.phase() {
        Phase::Draw if declared::sharp_drops(view) => Action::Drop,
        Phase::Draw | Phase::Upcard { .. } => draws(view).swap_remove(0),
        Phase::Play => play(view),
        Phase::Cut { .. } => Action::Cut(500),
        Phase::Show { .. } => Action::Show(Vec::new()),
        Phase::Rejoin { .. } => Action::Rejoin,
        Phase::Split { .. } => declared::split(view),
        _ => Action::Pass,
    };
    if view.allows(&wished) { wished } else { fallback(view) }
}

/// Does a hand need sequences to be declared?
pub(crate) fn needs_sequences(view: &View<'_>) -> bool {
    view.table.deal_rules(view.rules).sequences.is_some()
}

/// It ends the deal as soon as it may: waiting for less deadwood did not pay.
fn play(view: &View<'_>) -> Action {
    let out = goes_out(view).or_else(|| last::lay_off(view));
    let discard = || discards(view, 1).into_iter().next().map(|(_, action)| action);
    out.or_else(discard).unwrap_or_else(|| fallback(view))
}

/// Turns that each seat has had in this deal, on average.
pub(crate) fn turns(view: &View<'_>) -> f64 {
    let table = view.table;
    let dealt = usize::from(table.deal_rules(view.rules).hand) * usize::from(table.players());
    let rest = view.rules.pack_size.saturating_sub(dealt + 1);
    let drawn = rest.saturating_sub(usize::from(table.stock())) + usize::from(table.taken());
    drawn as f64 / f64::from(table.players())
}

/// What may be done about the upcard, the better first.
pub(super) fn draws(view: &View<'_>) -> Vec<Action> {
    let leave = if matches!(view.table.phase(), Phase::Draw) { Action::Draw } else { Action::Pass };
    match super::draw(view, super::STEADY) {
        Action::Take => vec![Action::Take, leave],
        _ => vec![leave, Action::Take],
    }
}

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
            let mut more = *hand;
            more.add(card);
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

/// The deadwood after the discard of the most valuable loose card.
pub(super) fn left_after_discard(deal: &DealRules, hand: &Cards) -> i32 {
    let (points, left) = measure::loose(deal, hand);
    let most = left.iter_counts().map(|(card, _)| i32::from(deal.values[card.index()])).max();
    points as i32 - most.unwrap_or(0)
}

/// The discards of the hand by what they cost, the best first, this many at the least if there are as
/// many; those that are refused are left out.
pub(super) fn discards(view: &View<'_>, most: usize) -> Vec<(f64, Action)> {
    if needs_sequences(view) {
        return declared::discards(view, most);
    }
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
    let promise = if last::is_on(view) { 0.0 } else { super::STEADY.promise };
    let style = Style { promise, ..super::STEADY };
    let given = if last::is_final(view) { 0.0 } else { GIVEN };
    for (card, _) in hand.iter_counts().filter(|(card, _)| allowed(*card)) {
        let cost = super::cost(deal, &without(hand, card), style);
        all.push((cost, card));
    }
    all.short_sort_by(|a, b| a.0.total_cmp(&b.0));
    all.truncate(CLOSELY);
    let next = view.seat.next(view.table.players());
    let rival = Rival::of(view, next, unseen);
    for (cost, card) in &mut all {
        let outlook = Outlook::of(deal, &without(hand, *card), unseen);
        *cost = outlook.cost(view) + given * rival.wants(*card, deal);
    }
    all.short_sort_by(|a, b| a.0.total_cmp(&b.0));
    all
}

/// What a rival may hold.
pub(crate) struct Rival {
    known: Cards,
    unseen: Cards,
    /// The chance that it holds a given unseen card.
    each: f64,
    /// What it has thrown.
    thrown: Cards,
}

impl Rival {
    pub(crate) fn of(view: &View<'_>, seat: Seat, unseen: &Cards) -> Rival {
        let known = view.known_of(seat);
        let count = usize::from(view.table.seat(seat).count);
        let hidden = count.saturating_sub(known.len());
        let each = hidden as f64 / unseen.len().max(1) as f64;
        let thrown = view.table.discards().iter().filter(|discard| discard.by == Some(seat));
        let thrown = thrown.map(|discard| discard.card).collect();
        Rival { known, unseen: *unseen, each: each.min(1.0), thrown }
    }

    /// The chance that it holds a card of this face.
    fn holds(&self, card: Card) -> f64 {
        if self.known.has(card) {
            return 1.0;
        }
        // Who throws a card seldom keeps its mates.
        let Some((rank, suit)) = card.rank().zip(card.suit()) else { return 0.0 };
        let threw = |other: Card| self.thrown.has(other);
        let beside = |step: usize| Card::natural(RANKS[(rank.index() + step) % 13], suit);
        let mates = SUITS.into_iter().any(|suit| threw(Card::natural(rank, suit)));
        let cold = mates || threw(beside(1)) || threw(beside(12));
        let each = if cold { 0.5 * self.each } else { self.each };
        1.0 - (1.0 - each).powi(i32::from(self.unseen.count(card)))
    }

    /// The chance that it can put this card into a meld.
    pub(crate) fn wants(&self, card: Card, deal: &DealRules) -> f64 {
        if deal.melds.is_wild(card) {
            return 2.0;
        }
        let Some((rank, suit)) = card.rank().zip(card.suit()) else { return 0.0 };
        let mut misses = 1.0;
        let suits = SUITS
            .map(|other| if other == suit { 0.0 } else { self.holds(Card::natural(rank, other)) });
        for (at, one) in suits.iter().enumerate() {
            for other in &suits[at + 1..] {
                misses *= 1.0 - one * other;
            }
        }
        let place = rank.index() as i32;
        let at = |step: i32| {
            let place = place + step;
            let rank = usize::try_from(place).ok().and_then(|place| RANKS.get(place));
            rank.map_or(0.0, |rank| self.holds(Card::natural(*rank, suit)))
        };
        for (one, other) in [(-2, -1), (-1, 1), (1, 2)] {
            misses *= 1.0 - at(one) * at(other);
        }
        1.0 - misses
    }
}
