//! Fits how likely a discard helps the next player, for `upcard_bots::NextPlayer`.

use std::sync::Arc;

use rayon::prelude::*;
use upcard_arena::Squares;
use upcard_bots::{Bot, Budget, NextPlayer, SIGNS, Sharp};
use upcard_engine::chance::Chance;
use upcard_engine::{Action, Game, Phase, Rules};

/// Deals per round.
const DEALS: u64 = 20;

/// Steps of Newton's method; it converges after about six.
const STEPS: usize = 12;

/// The features of a possible discard, and whether it would have helped.
type Seen = ([f64; SIGNS], bool);

/// The weights of the features from deals of sharp players, and the number of cards in the fit.
pub(crate) fn fit(rules: &Arc<Rules>, rounds: u32, seed: u64) -> ([f64; SIGNS], usize) {
    let deals = 0..u64::from(rounds) * DEALS;
    let seen: Vec<Seen> =
        deals.into_par_iter().flat_map_iter(|deal| cards(rules, seed << 32 | deal)).collect();
    (weights(&seen), seen.len())
}

/// All possible discards at each discard of a deal.
fn cards(rules: &Arc<Rules>, number: u64) -> Vec<Seen> {
    let mut seen = Vec::new();
    let mut game = Game::new(rules.clone(), Chance::numbered(number)).without_drafts();
    game.next_deal(&mut ());
    while let Some(seat) = game.to_act().filter(|_| game.table().deal() == 0) {
        let view = game.view(seat);
        let action = Sharp.decide(&view, &Budget::Playouts(0));
        if let (Phase::Play, Action::Discard { .. }) = (view.table.phase(), &action) {
            let deal = view.table.deal_rules(view.rules);
            let next = NextPlayer::of(&view);
            let hand = game.hand(seat.next(view.table.players()));
            let within = |hand: &_, most| {
                let needs = deal.sequences.as_ref();
                needs.is_some_and(|needs| deal.grouper.is_within(needs, hand, deal.hand, most))
            };
            let now = (0..deal.hand).find(|most| within(hand, *most)).unwrap_or(deal.hand);
            for (card, _) in view.hand.iter_counts() {
                let throws = Action::Discard { card, shanghai: false };
                if let Some(signs) = next.signs(card).filter(|_| view.allows(&throws)) {
                    let mut more = *hand;
                    more.add(card);
                    seen.push((signs, now > 0 && within(&more, now - 1)));
                }
            }
        }
        if game.act(seat, &action, &mut ()).is_err() {
            break;
        }
    }
    seen
}

/// Maximum likelihood weights by Newton's method: each step is a weighted least squares fit.
fn weights(seen: &[Seen]) -> [f64; SIGNS] {
    let mut weights = [0.0; SIGNS];
    for _ in 0..STEPS {
        let mut squares = Squares::default();
        // Regularization: a neutral sample per feature keeps the weights of rare ones small.
        for at in 0..SIGNS {
            let alone = std::array::from_fn(|sign| f64::from(u8::from(sign == at)));
            squares.add(&alone, 0.0);
        }
        for (signs, helped) in seen {
            let odds: f64 = signs.iter().zip(weights).map(|(sign, weight)| sign * weight).sum();
            let chance = 1.0 / (1.0 + (-odds).exp());
            let open = (chance * (1.0 - chance)).max(1e-9);
            let better = odds + (f64::from(u8::from(*helped)) - chance) / open;
            squares.add(&signs.map(|sign| open.sqrt() * sign), open.sqrt() * better);
        }
        weights = squares.weights();
    }
    weights
}

#[cfg(test)]
mod tests {
    use super::*;
    use upcard_arena::rules;

    #[test]
    fn a_fit_finds_the_weights_that_made_its_examples() {
        // All combinations of two features, with frequencies from known odds.
        let mut seen = Vec::new();
        for (first, second) in [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)] {
            let mut signs = [0.0; SIGNS];
            (signs[0], signs[1], signs[2]) = (1.0, first, second);
            let chance = 1.0 / (1.0 + f64::exp(1.0 - 2.0 * first + 0.5 * second));
            let helped = (chance * 50_000.0).round() as usize;
            seen.extend((0..50_000).map(|number| (signs, number < helped)));
        }
        let found = weights(&seen);
        for (weight, true_one) in found.iter().zip([-1.0, 2.0, -0.5, 0.0]) {
            assert!((weight - true_one).abs() < 0.01, "{found:?}");
        }
    }

    #[test]
    fn what_lies_beside_a_held_card_helps() {
        let rules = rules("continental-15", &[], None).expect("the game is there");
        let (weights, cards) = fit(&rules, 2, 1);
        assert!(cards > 1000 && weights[1] > 0.0 && weights[6] < 0.0, "{cards}: {weights:?}");
    }
}
