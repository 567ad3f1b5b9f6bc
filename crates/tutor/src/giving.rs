//! Fits how likely a discard helps the next player, for `upcard_bots::NextPlayer`.

use std::sync::Arc;

use rayon::prelude::*;
use upcard_arena::LeastSquares;
use upcard_bots::{Bot, Budget, NextPlayer, RISK_FEATURES, Sharp};
use upcard_engine::chance::Chance;
use upcard_engine::{Action, Game, Phase, Rules};

/// Deals per round.
const DEALS: u64 = 20;

/// Steps of Newton's method; it converges after about six.
const NEWTON_STEPS: usize = 12;

/// The features of a possible discard, and whether it would have helped.
type Example = ([f64; RISK_FEATURES], bool);

/// The weights of the features from deals of sharp players, and the number of cards in the fit.
pub(crate) fn fit(rules: &Arc<Rules>, rounds: u32, seed: u64) -> ([f64; RISK_FEATURES], usize) {
    let deals = 0..u64::from(rounds) * DEALS;
    let examples: Vec<Example> = deals
        .into_par_iter()
        .flat_map_iter(|deal| examples_of_deal(rules, seed << 32 | deal))
        .collect();
    (weights(&examples), examples.len())
}

/// All possible discards at each discard of a deal.
fn examples_of_deal(rules: &Arc<Rules>, number: u64) -> Vec<Example> {
    let mut examples = Vec::new();
    let mut game = Game::new(rules.clone(), Chance::numbered(number)).without_undo();
    game.next_deal(&mut ());
    while let Some(seat) = game.to_act().filter(|_| game.table().deal() == 0) {
        let view = game.view(seat);
        let action = Sharp.decide(&view, &Budget::Playouts(0));
        if let (Phase::Play, Action::Discard { .. }) = (view.table.phase(), &action) {
            let deal = view.table.deal_rules(view.rules);
            let next = NextPlayer::of(&view);
            let hand = game.hand(seat.next(view.table.players()));
            let is_within_distance = |hand: &_, most| {
                let needs = deal.sequences.as_ref();
                needs.is_some_and(|needs| deal.grouper.is_within(needs, hand, deal.hand, most))
            };
            let now =
                (0..deal.hand).find(|most| is_within_distance(hand, *most)).unwrap_or(deal.hand);
            for (card, _) in view.hand.iter_counts() {
                let discard = Action::Discard { card, shanghai: false };
                if let Some(features) = next.risk_features(card).filter(|_| view.allows(&discard)) {
                    let mut more = *hand;
                    more.add(card);
                    examples.push((features, now > 0 && is_within_distance(&more, now - 1)));
                }
            }
        }
        if game.act(seat, &action, &mut ()).is_err() {
            break;
        }
    }
    examples
}

/// Maximum likelihood weights by Newton's method: each step is a weighted least squares fit.
fn weights(examples: &[Example]) -> [f64; RISK_FEATURES] {
    let mut weights = [0.0; RISK_FEATURES];
    for _ in 0..NEWTON_STEPS {
        let mut squares = LeastSquares::default();
        // Regularization: a neutral sample per feature keeps the weights of rare ones small.
        for at in 0..RISK_FEATURES {
            let unit_vector = std::array::from_fn(|sign| f64::from(u8::from(sign == at)));
            squares.add(&unit_vector, 0.0);
        }
        for (features, helped) in examples {
            let odds: f64 = features.iter().zip(weights).map(|(sign, weight)| sign * weight).sum();
            let chance = 1.0 / (1.0 + (-odds).exp());
            let open = (chance * (1.0 - chance)).max(1e-9);
            let better = odds + (f64::from(u8::from(*helped)) - chance) / open;
            squares.add(&features.map(|sign| open.sqrt() * sign), open.sqrt() * better);
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
    fn a_fit_recovers_known_weights() {
        // All combinations of two features, with frequencies from known odds.
        let mut examples = Vec::new();
        for (first, second) in [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)] {
            let mut features = [0.0; RISK_FEATURES];
            (features[0], features[1], features[2]) = (1.0, first, second);
            let chance = 1.0 / (1.0 + f64::exp(1.0 - 2.0 * first + 0.5 * second));
            let helped = (chance * 50_000.0).round() as usize;
            examples.extend((0..50_000).map(|number| (features, number < helped)));
        }
        let found = weights(&examples);
        for (weight, true_one) in found.iter().zip([-1.0, 2.0, -0.5, 0.0]) {
            assert!((weight - true_one).abs() < 0.01, "{found:?}");
        }
    }

    #[test]
    fn neighbours_of_held_cards_help() {
        let rules = rules("continental-15", &[], None).expect("the game is there");
        let (weights, cards) = fit(&rules, 2, 1);
        assert!(cards > 1000 && weights[1] > 0.0 && weights[6] < 0.0, "{cards}: {weights:?}");
    }
}
