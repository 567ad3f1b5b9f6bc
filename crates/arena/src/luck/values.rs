//! What positions are worth, learnt from matches of their own, and what luck was worth by that.

use std::sync::Arc;

use upcard_engine::Rules;
use upcard_engine::choices::{Money, Winner};

use super::chances::{WatchedDeal, Watcher};
use super::net::Net;
use super::solve::Squares;

/// What positions are worth. They are learnt before any match that they are used for.
pub(crate) struct Values {
    net: Arc<Net>,
    players: u8,
    deals: usize,
    /// Are more points better?
    more: bool,
    /// How much a deal's result varies.
    spread: f64,
    /// What luck of the net's is worth in points.
    points: f64,
    /// What a point more than the others is worth in matches won, anyhow and where the match is open.
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

impl Values {
    /// Learns them from matches whose positions were kept.
    pub(crate) fn learnt(rules: &Arc<Rules>, lessons: Vec<Lesson>, seed: u64) -> Values {
        let mut samples = Vec::new();
        let mut results = Vec::new();
        for deal in lessons.iter().flat_map(|lesson| lesson.watched.deals()) {
            results.extend_from_slice(&deal.results);
            let found = |(seat, inputs): &(usize, _)| (*inputs, deal.results[*seat] as f32);
            samples.extend(deal.positions.iter().map(found));
        }
        let count = results.len().max(1) as f64;
        let mean = results.iter().sum::<f64>() / count;
        let square = results.iter().map(|found| (found - mean).powi(2)).sum::<f64>();
        let choices = &rules.set.choices;
        Values {
            net: Arc::new(Net::learnt(&samples, seed)),
            players: rules.players,
            deals: rules.deals.len(),
            more: choices.matching.winner != Winner::Lowest
                || choices.settling.money == Money::PerPoint,
            spread: (square / count).sqrt().max(1e-6),
            points: 1.0,
            wins: [0.0; 2],
        }
    }

    /// Learns from further matches, watched by these values, what luck is worth in the end.
    pub(crate) fn weighed(mut self, lessons: &[Lesson]) -> Values {
        let mut squares = Squares::new();
        for deal in lessons.iter().flat_map(|lesson| lesson.watched.deals()) {
            let results = leads(&deal.results);
            for (luck, found) in leads(&deal.luck).iter().zip(results) {
                squares.add(&[*luck], found);
            }
        }
        [self.points] = squares.weights();
        let mut squares = Squares::new();
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
        Watcher::new(self.players, seed, Some(self.net.clone()))
    }

    /// What luck brought each seat of a match.
    pub(crate) fn luck(&self, watched: &Watcher) -> Lucky {
        let mut points = vec![0.0; usize::from(self.players)];
        for deal in watched.deals() {
            points.iter_mut().zip(&deal.luck).for_each(|(sum, luck)| *sum += self.points * luck);
        }
        let weigh = |features: [f64; 2]| features[0] * self.wins[0] + features[1] * self.wins[1];
        Lucky { points, wins: self.of_match(watched).into_iter().map(weigh).collect() }
    }

    /// The luck of each seat in points more than the others, all of it, and that in deals before which the
    /// match was open.
    fn of_match(&self, watched: &Watcher) -> Vec<[f64; 2]> {
        let mut sums = vec![[0.0; 2]; usize::from(self.players)];
        for deal in watched.deals() {
            for (seat, (sum, luck)) in sums.iter_mut().zip(leads(&deal.luck)).enumerate() {
                sum[0] += luck;
                sum[1] += luck * self.open(deal, seat);
            }
        }
        // What one wins the others lose.
        for kind in 0..2 {
            let mean = sums.iter().map(|sum| sum[kind]).sum::<f64>() / sums.len().max(1) as f64;
            sums.iter_mut().for_each(|sum| sum[kind] -= mean);
        }
        sums
    }

    /// How open the match is for a seat before a deal, from 0 to 1.
    fn open(&self, deal: &WatchedDeal, seat: usize) -> f64 {
        let sign = if self.more { 1.0 } else { -1.0 };
        let own = sign * deal.before[seat];
        let others = deal.before.iter().enumerate().filter(|(other, _)| *other != seat);
        let best = others.map(|(_, points)| sign * points).fold(f64::MIN, f64::max);
        let left = self.deals.saturating_sub(usize::from(deal.deal)).max(1) as f64;
        let gap = (own - best) / (self.spread * left.sqrt());
        1.0 / (1.0 + gap * gap)
    }
}

/// By how much each seat is ahead of the others on average.
fn leads(points: &[f64]) -> Vec<f64> {
    let others = (points.len().max(2) - 1) as f64;
    let all: f64 = points.iter().sum();
    points.iter().map(|own| own - (all - own) / others).collect()
}
