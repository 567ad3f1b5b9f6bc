//! Position values learnt from separate matches, and the luck measured by them.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use upcard_engine::Rules;

use super::evaluator::{Evaluator, PerSeat, ROUNDS, TrainingStats, centred};
use super::net::Net;
use super::regression::LeastSquares;
use super::watcher::{LuckWatcher, TrainingPosition, WatchedDeal};

/// Position values, learnt before any match to which they are applied.
pub(crate) struct LuckModel {
    evaluator: Arc<Evaluator>,
    players: u8,
    /// Regression weight of luck in points.
    points: f64,
    /// Regression weights for match wins: of luck in winning chances and of luck in points.
    wins: [f64; 2],
}

/// Luck of each seat in a match, or of each contestant in a cluster.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Luck {
    /// In shares of the match won.
    pub(crate) wins: Vec<f64>,
    pub(crate) points: Vec<f64>,
}

pub(crate) struct TrainingMatch {
    pub(crate) watched: LuckWatcher,
    pub(crate) wins: Vec<f64>,
}

/// Number of retraining rounds on targets bootstrapped from the net's values of the following positions,
/// which are less noisy than the deal's result; and the weight of those values against the result.
const BOOTSTRAP_ROUNDS: usize = 2;
const BOOTSTRAP_WEIGHT: f64 = 0.5;

/// Points of each seat above the average.
fn results(deal: &WatchedDeal) -> PerSeat {
    centred(deal.results.iter().copied())
}

/// Predicted points of each seat above the average.
fn predictions(net: &Net, seen: &TrainingPosition) -> PerSeat {
    centred(seen.inputs.iter().map(|inputs| net.value(inputs)))
}

impl LuckModel {
    /// Trains on matches whose positions were kept.
    pub(crate) fn train(rules: &Arc<Rules>, lessons: &[TrainingMatch], seed: u64) -> LuckModel {
        let deals = || lessons.iter().flat_map(|lesson| lesson.watched.deals());
        let mut samples = Vec::new();
        let mut stats = TrainingStats {
            deals: vec![(0.0, 0.0); rules.deals.len()],
            rounds: vec![(0.0, 0.0); ROUNDS],
            growth: (0.0, 0.0),
        };
        for deal in deals() {
            let results = results(deal);
            let square = results.iter().map(|found| found * found).sum::<f64>();
            if let Some(of) = stats.deals.get_mut(usize::from(deal.deal)) {
                *of = (of.0 + square, of.1 + (results.len().max(2) - 1) as f64);
            }
            let highest = |all: &mut dyn Iterator<Item = f64>| all.fold(f64::MIN, f64::max);
            let mut after = deal.before.iter().zip(&deal.results).map(|(then, more)| then + more);
            let growth = highest(&mut after) - highest(&mut deal.before.iter().copied());
            stats.growth = (stats.growth.0 + growth, stats.growth.1 + 1.0);
            for inputs in deal.samples.iter().map(|seen| &seen.inputs) {
                let result = results.iter().map(|result| *result as f32);
                samples.extend(inputs.iter().zip(result));
            }
        }
        let mut net = Net::train(&samples, seed);
        for _ in 0..BOOTSTRAP_ROUNDS {
            let mut samples = Vec::with_capacity(samples.len());
            for deal in deals() {
                let mut found = results(deal);
                for seen in deal.samples.iter().rev() {
                    samples.extend(seen.inputs.iter().zip(found.iter().map(|one| *one as f32)));
                    for (found, value) in found.iter_mut().zip(predictions(&net, seen)) {
                        *found += BOOTSTRAP_WEIGHT * (value - *found);
                    }
                }
            }
            net.continue_training(&samples, seed);
        }
        for deal in deals() {
            let results = results(deal);
            for seen in &deal.samples {
                for (value, result) in predictions(&net, seen).iter().zip(&results) {
                    let of = &mut stats.rounds[seen.round];
                    *of = (of.0 + (result - value).powi(2), of.1 + result.powi(2));
                }
            }
        }
        LuckModel {
            evaluator: Arc::new(Evaluator::new(rules, net, &stats)),
            players: rules.players,
            points: 1.0,
            wins: [1.0, 0.0],
        }
    }

    /// Fits the luck weights on further matches watched with these values.
    pub(crate) fn fit_weights(mut self, lessons: &[TrainingMatch]) -> LuckModel {
        let mut squares = LeastSquares::default();
        for deal in lessons.iter().flat_map(|lesson| lesson.watched.deals()) {
            for (luck, found) in deal.points.iter().zip(results(deal)) {
                squares.add(&[*luck], found);
            }
        }
        [self.points] = squares.weights();
        let mut squares = LeastSquares::default();
        for lesson in lessons {
            let even = 1.0 / lesson.wins.len().max(1) as f64;
            for (features, won) in self.match_sums(&lesson.watched).iter().zip(&lesson.wins) {
                squares.add(features, won - even);
            }
        }
        self.wins = squares.weights();
        self
    }

    pub(crate) fn watcher(&self, seed: u64) -> LuckWatcher {
        LuckWatcher::new(self.players, seed, Some(self.evaluator.clone()))
    }

    pub(crate) fn luck(&self, watched: &LuckWatcher) -> Luck {
        let sums = self.match_sums(watched);
        let weigh = |of: &[f64; 2]| of[0] * self.wins[0] + of[1] * self.wins[1];
        let points = sums.iter().map(|of| of[1] * self.points).collect();
        Luck { points, wins: sums.iter().map(weigh).collect() }
    }

    /// Luck of each seat in winning chances and in points.
    fn match_sums(&self, watched: &LuckWatcher) -> Vec<[f64; 2]> {
        let mut sums = vec![[0.0; 2]; usize::from(self.players)];
        for deal in watched.deals() {
            for (seat, sums) in sums.iter_mut().enumerate() {
                sums[0] += deal.wins[seat];
                sums[1] += deal.points[seat];
            }
        }
        // Zero-sum between the seats.
        for kind in 0..2 {
            let mean = sums.iter().map(|sum| sum[kind]).sum::<f64>() / sums.len().max(1) as f64;
            sums.iter_mut().for_each(|sum| sum[kind] -= mean);
        }
        sums
    }
}
