//! What positions are worth, learnt from matches of their own, and what luck was worth by that.

use std::sync::Arc;

use upcard_engine::Rules;

use super::chances::{Seen, WatchedDeal, Watcher};
use super::net::Net;
use super::solve::Squares;
use super::worth::{Each, Found, ROUNDS, Worth, centred};

/// What positions are worth. They are learnt before any match that they are used for.
pub(crate) struct Values {
    worth: Arc<Worth>,
    players: u8,
    /// What luck by these values is worth in points.
    points: f64,
    /// What luck in chances to win is worth in matches won, and what luck in points is beside it.
    wins: [f64; 2],
}

/// What luck brought each seat of a match.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Lucky {
    pub(crate) points: Vec<f64>,
    /// In shares of the match won.
    pub(crate) wins: Vec<f64>,
}

/// A match to learn from.
pub(crate) struct Lesson {
    pub(crate) watched: Watcher,
    pub(crate) wins: Vec<f64>,
}

/// How often the net learns again, each time from its own values of the positions that came next: they hang less
/// on chance than how the deal ended. How much they count, beside what came of those positions.
const AGAIN: usize = 2;
const NEXT: f64 = 0.5;

/// By how many points each seat was above all on average.
fn results(deal: &WatchedDeal) -> Each {
    centred(deal.results.iter().copied())
}

/// By how many points each seat will be, by this net.
fn values(net: &Net, seen: &Seen) -> Each {
    centred(seen.looks.iter().map(|inputs| net.value(inputs)))
}

impl Values {
    /// Learns them from matches whose positions were kept.
    pub(crate) fn learnt(rules: &Arc<Rules>, lessons: &[Lesson], seed: u64) -> Values {
        let deals = || lessons.iter().flat_map(|lesson| lesson.watched.deals());
        let mut samples = Vec::new();
        let mut found = Found {
            deals: vec![(0.0, 0.0); rules.deals.len()],
            rounds: vec![(0.0, 0.0); ROUNDS],
            growth: (0.0, 0.0),
        };
        for deal in deals() {
            let results = results(deal);
            let square = results.iter().map(|found| found * found).sum::<f64>();
            if let Some(of) = found.deals.get_mut(usize::from(deal.deal)) {
                *of = (of.0 + square, of.1 + (results.len().max(2) - 1) as f64);
            }
            let highest = |all: &mut dyn Iterator<Item = f64>| all.fold(f64::MIN, f64::max);
            let mut after = deal.before.iter().zip(&deal.results).map(|(then, more)| then + more);
            let growth = highest(&mut after) - highest(&mut deal.before.iter().copied());
            found.growth = (found.growth.0 + growth, found.growth.1 + 1.0);
            for looks in deal.seen.iter().map(|seen| &seen.looks) {
                let result = results.iter().map(|result| *result as f32);
                samples.extend(looks.iter().zip(result));
            }
        }
        let mut net = Net::learnt(&samples, seed);
        for _ in 0..AGAIN {
            let mut samples = Vec::with_capacity(samples.len());
            for deal in deals() {
                let mut found = results(deal);
                for seen in deal.seen.iter().rev() {
                    samples.extend(seen.looks.iter().zip(found.iter().map(|one| *one as f32)));
                    for (found, value) in found.iter_mut().zip(values(&net, seen)) {
                        *found += NEXT * (value - *found);
                    }
                }
            }
            net.learn_more(&samples, seed);
        }
        for deal in deals() {
            let results = results(deal);
            for seen in &deal.seen {
                for (value, result) in values(&net, seen).iter().zip(&results) {
                    let of = &mut found.rounds[seen.round];
                    *of = (of.0 + (result - value).powi(2), of.1 + result.powi(2));
                }
            }
        }
        Values {
            worth: Arc::new(Worth::new(rules, net, &found)),
            players: rules.players,
            points: 1.0,
            wins: [1.0, 0.0],
        }
    }

    /// Learns from further matches, watched by these values, what luck is worth in the end.
    pub(crate) fn weighed(mut self, lessons: &[Lesson]) -> Values {
        let mut squares = Squares::default();
        for deal in lessons.iter().flat_map(|lesson| lesson.watched.deals()) {
            for (luck, found) in deal.points.iter().zip(results(deal)) {
                squares.add(&[*luck], found);
            }
        }
        [self.points] = squares.weights();
        let mut squares = Squares::default();
        for lesson in lessons {
            let even = 1.0 / lesson.wins.len().max(1) as f64;
            for (features, won) in self.of_match(&lesson.watched).iter().zip(&lesson.wins) {
                squares.add(features, won - even);
            }
        }
        self.wins = squares.weights();
        self
    }

    /// Watches a match by these values.
    pub(crate) fn watcher(&self, seed: u64) -> Watcher {
        Watcher::new(self.players, seed, Some(self.worth.clone()))
    }

    /// What luck brought each seat of a match.
    pub(crate) fn luck(&self, watched: &Watcher) -> Lucky {
        let sums = self.of_match(watched);
        let weigh = |of: &[f64; 2]| of[0] * self.wins[0] + of[1] * self.wins[1];
        Lucky {
            points: sums.iter().map(|of| of[1] * self.points).collect(),
            wins: sums.iter().map(weigh).collect(),
        }
    }

    /// The luck of each seat in chances to win and in points.
    fn of_match(&self, watched: &Watcher) -> Vec<[f64; 2]> {
        let mut sums = vec![[0.0; 2]; usize::from(self.players)];
        for deal in watched.deals() {
            for (seat, sums) in sums.iter_mut().enumerate() {
                sums[0] += deal.wins[seat];
                sums[1] += deal.points[seat];
            }
        }
        // What one wins the others lose.
        for kind in 0..2 {
            let mean = sums.iter().map(|sum| sum[kind]).sum::<f64>() / sums.len().max(1) as f64;
            sums.iter_mut().for_each(|sum| sum[kind] -= mean);
        }
        sums
    }
}
