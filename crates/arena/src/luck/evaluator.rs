//! Value of a position to each seat: points of the deal, and chance of winning the match.

use arrayvec::ArrayVec;
use upcard_bots::{chance_to_be_first, is_won_by_total};
use upcard_engine::choices::Winner;
use upcard_engine::{MAX_PLAYERS, Phase, Rules, Seat, Table};

use super::hand::HandCache;
use super::net::Net;
use super::quiet::QuietPosition;
use crate::outcome;

/// A number per seat.
pub(super) type PerSeat = ArrayVec<f64, MAX_PLAYERS>;

#[derive(Clone, Debug)]
pub(super) struct PositionValue {
    /// Expected points of each seat in the deal, relative to the average.
    pub(super) points: PerSeat,
    /// Winning chance of each seat; equal if points do not determine it.
    pub(super) wins: PerSeat,
}

pub(super) struct Evaluator {
    net: Net,
    /// Model of the rest of the match, if the best total wins.
    rest_of_match: Option<RestOfMatch>,
}

struct RestOfMatch {
    /// Variance of points per deal, by deal of the rules.
    variances: Vec<f64>,
    /// Share of that variance remaining in each round of a deal.
    shares: Vec<f64>,
    /// Average growth of the highest total per deal.
    pace: f64,
}

/// Number of rounds distinguished.
pub(super) const ROUNDS: usize = 12;

/// Minimum and maximum estimate of the deals left in a match to a target score.
const DEALS_LEFT: (f64, f64) = (0.5, 30.0);

pub(super) fn round_of(table: &Table) -> usize {
    (table.discards().len() / usize::from(table.players().max(1))).min(ROUNDS - 1)
}

pub(super) fn centred(all: impl Iterator<Item = f64>) -> PerSeat {
    let mut all: PerSeat = all.collect();
    let mean = all.iter().sum::<f64>() / all.len().max(1) as f64;
    all.iter_mut().for_each(|one| *one -= mean);
    all
}

pub(super) struct TrainingStats {
    /// Per deal of the rules: sum of squared deviations of the seats' points, and degrees of freedom.
    pub(super) deals: Vec<(f64, f64)>,
    /// Per round: sum of the net's squared errors, and of squared results.
    pub(super) rounds: Vec<(f64, f64)>,
    /// Total growth of the highest total, and number of deals.
    pub(super) growth: (f64, f64),
}

impl Evaluator {
    pub(super) fn new(rules: &Rules, net: Net, stats: &TrainingStats) -> Evaluator {
        let mean = |(sum, count): &(f64, f64)| if *count > 0.0 { sum / count } else { 0.0 };
        let rest_of_match = is_won_by_total(rules).then(|| RestOfMatch {
            variances: stats.deals.iter().map(mean).collect(),
            shares: stats.rounds.iter().map(|of| mean(of).min(1.0)).collect(),
            pace: mean(&stats.growth).max(1.0),
        });
        Evaluator { net, rest_of_match }
    }

    /// Evaluates a position, with the seats' points before the deal.
    pub(super) fn evaluate(
        &self,
        quiet: &QuietPosition,
        hands: &mut HandCache,
        before: &[f64],
    ) -> PositionValue {
        let (game, table) = (&quiet.game, quiet.game.table());
        let choices = &game.rules().set.choices;
        let points = if quiet.is_over() {
            let gained = |seat: Seat| outcome::points(choices, table, seat) - before[seat.index()];
            centred(Seat::all(table.players()).map(gained))
        } else {
            centred(hands.inputs(quiet).iter().map(|inputs| self.net.value(inputs)))
        };
        let wins = self.win_chances(quiet, before, &points);
        PositionValue { points, wins }
    }

    fn win_chances(&self, quiet: &QuietPosition, before: &[f64], points: &PerSeat) -> PerSeat {
        let (table, rules) = (quiet.game.table(), quiet.game.rules());
        let players = points.len();
        if table.phase() == Phase::MatchOver {
            let winners = table.winners();
            let share = 1.0 / winners.len().max(1) as f64;
            let won = |seat| if winners.has(seat) { share } else { 0.0 };
            return Seat::all(table.players()).map(won).collect();
        }
        let Some(left) = &self.rest_of_match else {
            return points.iter().map(|_| 1.0 / players as f64).collect();
        };
        let present = if quiet.is_over() { 0.0 } else { left.shares[round_of(table)] };
        let spread = (left.variance_after(rules, table)
            + present * left.variance(usize::from(table.deal())))
        .max(0.0)
        .sqrt();
        let sign = if rules.set.choices.matching.winner == Winner::Highest { 1.0 } else { -1.0 };
        let total = |seat: usize| sign * (before[seat] + points[seat]);
        let chance = |seat: usize| {
            let rivals = (0..players).filter(|other| *other != seat);
            let leads: PerSeat = rivals.map(|other| total(seat) - total(other)).collect();
            chance_to_be_first(&leads, spread)
        };
        (0..players).map(chance).collect()
    }
}

impl RestOfMatch {
    fn variance(&self, deal: usize) -> f64 {
        self.variances.get(deal).or(self.variances.last()).copied().unwrap_or(0.0)
    }

    /// Variance of a seat's points in the deals after this one.
    fn variance_after(&self, rules: &Rules, table: &Table) -> f64 {
        let begun = usize::from(table.deals_begun());
        match rules.target {
            None => {
                let coming = rules.schedule.iter().skip(begun);
                coming.map(|deal| self.variance(usize::from(*deal))).sum()
            }
            Some(target) => {
                let highest = table.scores().iter().copied().max().unwrap_or(0);
                let left = f64::from(target - highest) / self.pace - 1.0;
                self.variance(usize::from(table.deal())) * left.clamp(DEALS_LEFT.0, DEALS_LEFT.1)
            }
        }
    }
}
