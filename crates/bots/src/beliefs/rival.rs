//! Estimates what a rival holds and wants.

use upcard_cards::{Card, Cards, MeldRules, RANKS, SUITS};
use upcard_engine::{DealRules, Seat, View};

/// Average number of turns per seat so far in this deal.
pub(crate) fn turns(view: &View<'_>) -> f64 {
    let table = view.table;
    let dealt = usize::from(table.deal_rules(view.rules).hand) * usize::from(table.players());
    let rest = view.rules.pack_size.saturating_sub(dealt + 1);
    let drawn = rest.saturating_sub(usize::from(table.stock())) + usize::from(table.taken());
    drawn as f64 / f64::from(table.players())
}

pub(crate) struct Rival {
    known: Cards,
    unseen: Cards,
    /// Probability that it holds a given unseen card.
    each: f64,
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

    fn holds(&self, card: Card) -> f64 {
        if self.known.has(card) {
            return 1.0;
        }
        // A player who discards a card seldom keeps its mates.
        let Some((rank, suit)) = card.rank().zip(card.suit()) else { return 0.0 };
        let threw = |other: Card| self.thrown.has(other);
        let beside = |step: usize| Card::natural(RANKS[(rank.index() + step) % 13], suit);
        let mates = SUITS.into_iter().any(|suit| threw(Card::natural(rank, suit)));
        let cold = mates || threw(beside(1)) || threw(beside(12));
        let each = if cold { 0.5 * self.each } else { self.each };
        1.0 - (1.0 - each).powi(i32::from(self.unseen.count(card)))
    }

    /// How likely it can use this card in a meld; 2 for a wild.
    pub(crate) fn wants(&self, card: Card, deal: &DealRules) -> f64 {
        if deal.melds.is_wild(card) {
            return 2.0;
        }
        let Some((rank, suit)) = card.rank().zip(card.suit()) else { return 0.0 };
        let mut misses = 1.0;
        let sets = deal.melds.set_min != MeldRules::NO_SETS;
        let of_rank = |other| sets && other != suit;
        let suits = SUITS.map(|other| match of_rank(other) {
            true => self.holds(Card::natural(rank, other)),
            false => 0.0,
        });
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
