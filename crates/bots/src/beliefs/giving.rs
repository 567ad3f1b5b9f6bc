//! How likely a discard brings the next player nearer where all melds are runs, by what is unseen and what that
//! player has shown.

use upcard_cards::{Card, Cards, Faces, RANKS};
use upcard_engine::{DealRules, View};

/// How many signs tell it, the constant among them.
pub const SIGNS: usize = 10;

/// What the signs weigh in the log-odds: a logistic fit to the hands of sharp players, printed by
/// `cargo run --release -p upcard-tutor -- --giving continental-15`.
const WEIGHTS: [f64; SIGNS] = [-1.25, 3.87, 2.49, 0.48, 0.47, -1.77, -4.47, -0.32, -1.04, -0.05];

/// The player whose turn is next, and what it has shown.
pub struct NextPlayer<'v> {
    deal: &'v DealRules,
    unseen: Cards,
    /// Cards that it took from the discards.
    known: Cards,
    thrown: Faces,
    /// Cards that it left lying when it drew.
    left: Faces,
    /// The chance that it holds a given unseen card.
    each: f64,
    /// Discards that lie there.
    pile: f64,
}

impl<'v> NextPlayer<'v> {
    /// The player after the one who views.
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

    /// The chance that it holds a natural card of this face.
    fn holds(&self, face: Option<Card>) -> f64 {
        match face.filter(|face| !self.deal.melds.is_wild(*face)) {
            None => 0.0,
            Some(face) if self.known.has(face) => 1.0,
            Some(face) => 1.0 - (1.0 - self.each).powi(i32::from(self.unseen.count(face))),
        }
    }

    /// The signs for a card, in the order of their weights: one; both neighbours held, two in a row beside it,
    /// one neighbour, one card two ranks away, the same card; whether the player threw it, how many cards of
    /// its suit near it, whether it left it lying; how many discards there are. None for a wild.
    #[must_use]
    pub fn signs(&self, card: Card) -> Option<[f64; SIGNS]> {
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

    /// The chance that a card brings it nearer; a wild always does.
    pub(crate) fn gains(&self, card: Card) -> f64 {
        let Some(signs) = self.signs(card) else { return 1.0 };
        let odds: f64 = signs.iter().zip(WEIGHTS).map(|(sign, weight)| sign * weight).sum();
        1.0 / (1.0 + libm::exp(-odds))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bot::rules;
    use crate::measure::{distance, is_within};
    use upcard_engine::chance::Chance;
    use upcard_engine::{Action, Game, Phase};

    /// Of the cards that are said to help with a chance of 30 %, so many do.
    #[test]
    fn so_many_discards_help_as_is_said() {
        let rules = rules("continental-15", 4, &[]);
        // By tenths of the chance: how many cards, the sum of their chances, how many of them help.
        let mut tenths = [(0.0, 0.0, 0.0); 10];
        for number in 0..60 {
            let mut game = Game::new(rules.clone(), Chance::numbered(number)).without_drafts();
            game.next_deal(&mut ());
            while let Some(seat) = game.to_act() {
                let view = game.view(seat);
                let action = crate::families::of(view.rules).sharp(&view);
                if let (Phase::Play, Action::Discard { .. }) = (view.table.phase(), &action) {
                    let deal = view.table.deal_rules(view.rules);
                    let (next, hand) = (NextPlayer::of(&view), game.hand(seat.next(4)));
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
                game.act(seat, &action, &mut ()).expect("a legal answer");
            }
        }
        let often: Vec<_> = tenths.iter().filter(|tenth| tenth.0 > 500.0).collect();
        assert!(often.len() >= 5, "{tenths:?}");
        for (count, chance, helps) in often {
            assert!((chance - helps).abs() / count < 0.06, "{tenths:?}");
        }
    }
}
