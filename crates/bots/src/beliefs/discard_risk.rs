//! Estimates how likely a discard helps the next player in games of runs alone, from the unseen cards and
//! what that player has shown.

use upcard_cards::{Card, Cards, Faces, RANKS};
use upcard_engine::{DealRules, View};

/// Number of features, including the constant.
pub const RISK_FEATURES: usize = 10;

/// Weights of the features in the log-odds: a logistic fit to the hands of sharp players, printed by
/// `cargo run --release -p upcard-tutor -- --giving continental-15`.
const WEIGHTS: [f64; RISK_FEATURES] =
    [-1.25, 3.87, 2.49, 0.48, 0.47, -1.77, -4.47, -0.32, -1.04, -0.05];

/// The next player to act, and what it has shown.
pub struct NextPlayer<'v> {
    deal: &'v DealRules,
    unseen: Cards,
    /// Cards that it took from the discard pile.
    known: Cards,
    thrown: Faces,
    /// Upcards that it declined.
    left: Faces,
    /// Probability that it holds a given unseen card.
    each: f64,
    pile: f64,
}

impl<'v> NextPlayer<'v> {
    /// The player after the viewing seat.
    #[must_use]
    pub fn of(view: &View<'v>) -> NextPlayer<'v> {
        let (table, unseen) = (view.table, view.unseen());
        let seat = view.seat.next(table.players());
        let known = view.known_of(seat);
        let hidden = usize::from(table.seat(seat).count).saturating_sub(known.len());
        let (mut thrown, mut left) = (Faces::NONE, Faces::NONE);
        for discard in table.discards() {
            if discard.by == Some(seat) {
                thrown.add(discard.card);
            } else if discard.by.is_none_or(|by| by == view.seat) {
                left.add(discard.card);
            }
        }
        NextPlayer {
            deal: table.deal_rules(view.rules),
            unseen,
            known,
            thrown,
            left,
            each: (hidden as f64 / unseen.len().max(1) as f64).min(1.0),
            pile: table.discards().len() as f64,
        }
    }

    /// Probability that it holds a natural card of this face.
    fn holds(&self, face: Option<Card>) -> f64 {
        match face.filter(|face| !self.deal.melds.is_wild(*face)) {
            None => 0.0,
            Some(face) if self.known.has(face) => 1.0,
            Some(face) => 1.0 - (1.0 - self.each).powi(i32::from(self.unseen.count(face))),
        }
    }

    /// The features of a card, in the order of `WEIGHTS`: constant; both neighbours held; two in a row beside
    /// it; one neighbour; one card two ranks away; the same card; whether the player threw it; how many cards
    /// near it in its suit the player threw; whether the player declined it; size of the discard pile. `None`
    /// for a wild.
    #[must_use]
    pub fn risk_features(&self, card: Card) -> Option<[f64; RISK_FEATURES]> {
        let (rank, suit) =
            card.rank().zip(card.suit()).filter(|_| !self.deal.melds.is_wild(card))?;
        // An ace also follows the king.
        let at = |step: i32| {
            let place = rank.index() as i32 + step;
            let place = if place == RANKS.len() as i32 { 0 } else { place };
            let rank = usize::try_from(place).ok().and_then(|place| RANKS.get(place))?;
            Some(Card::natural(*rank, suit))
        };
        let holds = |step: i32| self.holds(at(step));
        let near = [-3, -2, -1, 1, 2, 3].into_iter().filter_map(at);
        let near = near.filter(|face| self.thrown.has(*face)).count();
        let is = |faces: &Faces| f64::from(u8::from(faces.has(card)));
        Some([
            1.0,
            holds(-1) * holds(1),
            holds(-2) * holds(-1) + holds(1) * holds(2),
            holds(-1) + holds(1),
            holds(-2) + holds(2),
            self.holds(Some(card)),
            is(&self.thrown),
            near as f64,
            is(&self.left),
            self.pile,
        ])
    }

    /// Probability that a card brings the player nearer; 1 for a wild.
    pub(crate) fn gains(&self, card: Card) -> f64 {
        let Some(features) = self.risk_features(card) else { return 1.0 };
        let odds: f64 = features.iter().zip(WEIGHTS).map(|(sign, weight)| sign * weight).sum();
        1.0 / (1.0 + libm::exp(-odds))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bot::{each_sharp_decision, rules};
    use crate::measure::{distance, is_within};
    use upcard_engine::{Action, Phase};

    /// Calibration: of the discards predicted to help with a chance of 30 %, about 30 % do.
    #[test]
    fn discard_risk_is_calibrated() {
        let rules = rules("continental-15", 4, &[]);
        // For each tenth of the probability: number of cards, sum of their probabilities, number that helped.
        let mut tenths = [(0.0, 0.0, 0.0); 10];
        for number in 0..60 {
            each_sharp_decision(&rules, number, |game, view, sharp| {
                if let (Phase::Play, Action::Discard { .. }) = (view.table.phase(), sharp) {
                    let deal = view.table.deal_rules(view.rules);
                    let (next, hand) = (NextPlayer::of(view), game.hand(view.seat.next(4)));
                    let nearer = distance(deal, hand).checked_sub(1);
                    for (card, _) in view.hand.iter_counts() {
                        let chance = next.gains(card);
                        if deal.melds.is_wild(card) {
                            assert_eq!(chance, 1.0, "a wild always helps");
                            continue;
                        }
                        let more = crate::hands::with(hand, card);
                        let helps = nearer.is_some_and(|nearer| is_within(deal, &more, nearer));
                        let tenth = &mut tenths[(chance * 10.0) as usize];
                        tenth.0 += 1.0;
                        tenth.1 += chance;
                        tenth.2 += f64::from(u8::from(helps));
                    }
                }
            });
        }
        let often: Vec<_> = tenths.iter().filter(|tenth| tenth.0 > 500.0).collect();
        assert!(often.len() >= 5, "{tenths:?}");
        for (count, chance, helps) in often {
            assert!((chance - helps).abs() / count < 0.06, "{tenths:?}");
        }
    }
}
