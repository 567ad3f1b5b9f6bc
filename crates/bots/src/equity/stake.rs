//! The value of a deal's points to a seat in its match.

use arrayvec::ArrayVec;
use upcard_engine::choices::{Money, WhoScores, Winner};
use upcard_engine::{Game, MAX_PLAYERS, Phase, Rules, Seat, Table, View};

use super::chance::first;
use super::results::Results;
use crate::search::gain;

/// The value of a deal's points to a seat, given the standings of the match.
///
/// Winning probability is converted to points at the current marginal rate. So a point in the first deal is
/// worth about one; for a seat that is behind late in the match, too small a gain is worth less, and variance
/// is worth something.
pub(crate) struct Stake {
    /// The seat, and its lead over each rival in points.
    seat: Seat,
    leads: ArrayVec<f64, MAX_PLAYERS>,
    /// Variance of a seat's points in the deals after this one.
    after: f64,
    /// Variance of its points in this deal.
    present: f64,
    /// Current winning probability, and its increase per point.
    base: f64,
    slope: f64,
    /// The increase per point if all were equal, times `POINTS_WEIGHT`.
    level: f64,
}

/// Weight of plain points beside the winning probability: they still count when nothing can be won or lost
/// any more.
const POINTS_WEIGHT: f64 = 0.1;

/// Step of the finite difference for the slope, in points.
const SLOPE_STEP: f64 = 1.0;

/// Minimum and maximum of the estimated number of deals to come in a match with a target.
const DEALS_LEFT: (f64, f64) = (0.5, 30.0);

/// Returns `true` if the best total after some deals wins the match. `false` if points are paid for, if
/// players are eliminated one after the other, or if won hands earn something at the end.
#[must_use]
pub fn is_won_by_total(rules: &Rules) -> bool {
    let choices = &rules.set.choices;
    choices.settling.money != Money::PerPoint
        && choices.matching.winner != Winner::Chips
        && choices.matching.eliminate_at.0.is_none()
        && choices.scoring.who != WhoScores::Difference
}

/// The lead of a seat over each rival in points, positive if it is ahead.
fn leads(table: &Table, rules: &Rules, seat: Seat) -> ArrayVec<f64, MAX_PLAYERS> {
    let sign = if rules.set.choices.matching.winner == Winner::Highest { 1.0 } else { -1.0 };
    let rivals = Seat::all(table.players()).filter(|rival| *rival != seat);
    let own = f64::from(table.score(seat));
    rivals.map(|rival| sign * (own - f64::from(table.score(rival)))).collect()
}

impl Stake {
    /// The stake of the viewing seat; `None` if points themselves are the aim. Statistics of the deals come
    /// from playing some with `play_out`.
    pub(crate) fn of(view: &View<'_>, play_out: impl Fn(&mut Game)) -> Option<Stake> {
        let (rules, table) = (view.rules, view.table);
        if !is_won_by_total(rules) {
            return None;
        }
        let results = Results::of(rules, play_out);
        let deal = usize::from(table.deals_begun().saturating_sub(1));
        let after = match rules.target {
            None => results.variance_from(deal + 1, rules.schedule.len()),
            Some(target) => {
                let totals = table.scores().iter().map(|score| f64::from(*score));
                let highest = totals.fold(f64::NEG_INFINITY, f64::max);
                let pace = results.max_points.max(1.0);
                let left = (f64::from(target) - highest) / pace - 1.0;
                results.variance(deal + 1) * left.clamp(DEALS_LEFT.0, DEALS_LEFT.1)
            }
        };
        let leads = leads(table, rules, view.seat);
        Some(Stake::with_leads(view.seat, leads, &results, deal, after))
    }

    /// The stake of a seat with these leads over its rivals, in this deal of the match (from 0), with this
    /// variance still to come after it.
    fn with_leads(
        seat: Seat,
        leads: ArrayVec<f64, MAX_PLAYERS>,
        results: &Results,
        deal: usize,
        after: f64,
    ) -> Stake {
        let present = results.variance(deal).max(1.0);
        let spread = libm::sqrt(after + present);
        let rising = |leads: &[f64]| {
            let [more, less] = [SLOPE_STEP, -SLOPE_STEP].map(|by| chance(leads, by, spread));
            (more - less) / (2.0 * SLOPE_STEP)
        };
        let equal: ArrayVec<f64, MAX_PLAYERS> = leads.iter().map(|_| 0.0).collect();
        Stake {
            base: chance(&leads, 0.0, spread),
            slope: rising(&leads),
            level: POINTS_WEIGHT * rising(&equal),
            seat,
            leads,
            after,
            present,
        }
    }

    /// Value, in points, of an expected gain on the others in this deal.
    pub(crate) fn of_expected(&self, gain: f64) -> f64 {
        self.in_points(chance(&self.leads, gain, libm::sqrt(self.after + self.present)), gain)
    }

    /// Value of the actual result of this game's deal, if it is over.
    pub(crate) fn of_result(&self, game: &Game, before: &Game) -> f64 {
        let table = game.table();
        let gain = gain(game, before.table(), self.seat);
        let chance = match table.phase() {
            Phase::MatchOver => {
                let winners = table.winners();
                if winners.has(self.seat) { 1.0 / winners.len().max(1) as f64 } else { 0.0 }
            }
            Phase::DealOver { .. } => {
                first(&leads(table, game.rules(), self.seat), libm::sqrt(self.after))
            }
            _ => return self.of_expected(gain),
        };
        self.in_points(chance, gain)
    }

    fn in_points(&self, chance: f64, gain: f64) -> f64 {
        (chance - self.base + self.level * gain) / (self.slope + self.level)
    }
}

/// Winning probability with `more` points added to each lead.
fn chance(leads: &[f64], more: f64, spread: f64) -> f64 {
    let leads: ArrayVec<f64, MAX_PLAYERS> = leads.iter().map(|lead| lead + more).collect();
    first(&leads, spread)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The stake of a seat with these leads over three rivals, in this deal of seven, with a standard
    /// deviation of 30 points per deal.
    fn stake(leads: [f64; 3], deal: usize) -> Stake {
        let results = Results::uniform(30.0, 7);
        let after = results.variance_from(deal + 1, 7);
        Stake::with_leads(Seat::at(0), leads.into_iter().collect(), &results, deal, after)
    }

    #[test]
    fn value_is_linear_far_from_the_end() {
        for leads in [[0.0; 3], [30.0, -20.0, 10.0], [-40.0, 5.0, 20.0]] {
            let stake = stake(leads, 0);
            for gain in -30..=30 {
                let (gain, worth) = (f64::from(gain), stake.of_expected(f64::from(gain)));
                assert!((worth - gain).abs() < 0.15 * gain.abs() + 0.01, "{gain}: {worth}");
            }
        }
    }

    #[test]
    fn value_is_monotonic_in_points() {
        for deal in 0..7 {
            for lead in [-300.0, -60.0, 0.0, 60.0, 300.0] {
                let stake = stake([lead, lead + 20.0, lead - 5.0], deal);
                for gain in -200..200 {
                    let [less, more] = [gain, gain + 1].map(|g| stake.of_expected(f64::from(g)));
                    assert!(more > less, "{deal}, {lead}: {gain}");
                }
            }
        }
    }

    #[test]
    fn leaders_avoid_risk_and_trailers_seek_it() {
        let risk = |lead: f64| {
            let stake = stake([lead; 3], 6);
            (stake.of_expected(30.0) + stake.of_expected(-30.0)) / 2.0 - stake.of_expected(0.0)
        };
        assert!(risk(40.0) < -1.0, "{}", risk(40.0));
        assert!(risk(-40.0) > 1.0, "{}", risk(-40.0));
    }

    #[test]
    fn last_deal_values_the_place() {
        let stake = stake([10.0, 25.0, 60.0], 6);
        let by = |chance: f64| stake.in_points(chance, 0.0);
        assert_eq!(stake.after, 0.0);
        // The value is linear in the winning probability.
        assert!((by(1.0) + by(0.0) - 2.0 * by(0.5)).abs() < 1e-9 && by(1.0) > by(0.0) + 30.0);
        assert_eq!(by(stake.base), 0.0);
    }
}
