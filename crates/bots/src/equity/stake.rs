//! What a deal's points are worth to a seat in its match.

use arrayvec::ArrayVec;
use upcard_engine::choices::{Money, WhoScores, Winner};
use upcard_engine::{Game, MAX_PLAYERS, Phase, Rules, Seat, View};

use super::chance::first;
use super::results::Results;
use crate::search::gain;

/// What a deal's points are worth to a seat, by how all stand in the match.
///
/// A chance to win is counted in points: by as many as would change it as much as things stand. So what is
/// worth a point in the first deal is worth about one here; who is behind late in the match finds
/// points that are not enough worth less, and a spread worth something.
pub(crate) struct Stake {
    /// The seat, and by how many points it is ahead of each rival.
    seat: Seat,
    leads: ArrayVec<f64, MAX_PLAYERS>,
    /// The variance of a seat's points in the deals after this one.
    after: f64,
    /// The same of the points of this deal.
    present: f64,
    /// The chance to win as it stands, and what it grows by with a point.
    base: f64,
    slope: f64,
    /// What it would grow by were all equal, as far as that counts.
    level: f64,
}

/// How far points count by themselves, beside the chance to win: where nothing can be won any more, or lost,
/// they still do.
const POINTS: f64 = 0.1;

/// The points by which the slope is taken.
const NEAR: f64 = 1.0;

/// The most deals, and the fewest, that are thought to be still to come where a match goes to a target.
const DEALS_LEFT: (f64, f64) = (0.5, 30.0);

/// Is a match won by who stands best after some deals? Not where points are paid for, where players
/// leave it one after the other, or where won hands earn something at the end.
#[must_use]
pub fn is_for_a_place(rules: &Rules) -> bool {
    let choices = &rules.set.choices;
    choices.settling.money != Money::PerPoint
        && choices.matching.winner != Winner::Chips
        && choices.matching.eliminate_at.0.is_none()
        && choices.scoring.who != WhoScores::Difference
}

/// Points in the direction in which they are good for who has them.
fn sign(rules: &Rules) -> f64 {
    if rules.set.choices.matching.winner == Winner::Highest { 1.0 } else { -1.0 }
}

impl Stake {
    /// What is at stake for the seat that views; none where points themselves are. What the deals bring is
    /// found out by playing some so.
    pub(crate) fn of(view: &View<'_>, play_out: impl Fn(&mut Game)) -> Option<Stake> {
        let (rules, table) = (view.rules, view.table);
        if !is_for_a_place(rules) {
            return None;
        }
        let results = Results::of(rules, play_out);
        let deal = usize::from(table.deals_begun().saturating_sub(1));
        let after = match rules.target {
            None => results.variance_from(deal + 1, rules.schedule.len()),
            Some(target) => {
                let totals = table.scores().iter().map(|score| f64::from(*score));
                let highest = totals.fold(f64::NEG_INFINITY, f64::max);
                let pace = results.most().max(1.0);
                let left = (f64::from(target) - highest) / pace - 1.0;
                results.variance(deal + 1) * left.clamp(DEALS_LEFT.0, DEALS_LEFT.1)
            }
        };
        let own = f64::from(table.score(view.seat));
        let rivals = Seat::all(table.players()).filter(|seat| *seat != view.seat);
        let leads = rivals.map(|seat| sign(rules) * (own - f64::from(table.score(seat))));
        Some(Stake::by(view.seat, leads.collect(), &results, deal, after))
    }

    /// The stake of a seat that is so many points ahead of its rivals, in this deal of the match, from 0, after which
    /// this variance is to come.
    fn by(
        seat: Seat,
        leads: ArrayVec<f64, MAX_PLAYERS>,
        results: &Results,
        deal: usize,
        after: f64,
    ) -> Stake {
        let present = results.variance(deal).max(1.0);
        let spread = libm::sqrt(after + present);
        let rising = |leads: &[f64]| {
            let [more, less] = [NEAR, -NEAR].map(|by| chance(leads, by, spread));
            (more - less) / (2.0 * NEAR)
        };
        let equal: ArrayVec<f64, MAX_PLAYERS> = leads.iter().map(|_| 0.0).collect();
        Stake {
            base: chance(&leads, 0.0, spread),
            slope: rising(&leads),
            level: POINTS * rising(&equal),
            seat,
            leads,
            after,
            present,
        }
    }

    /// What it is worth, in points, to be expected to gain so many points on the others in this deal.
    pub(crate) fn of_expected(&self, gain: f64) -> f64 {
        self.in_points(chance(&self.leads, gain, libm::sqrt(self.after + self.present)), gain)
    }

    /// What it is worth that this game's deal has come to what it has come to, where it is over.
    pub(crate) fn of_result(&self, game: &Game, before: &Game) -> f64 {
        let table = game.table();
        let gain = gain(game, before.table(), self.seat);
        let chance = match table.phase() {
            Phase::MatchOver => {
                let winners = table.winners();
                if winners.has(self.seat) { 1.0 / winners.len().max(1) as f64 } else { 0.0 }
            }
            Phase::DealOver { .. } => {
                let sign = sign(game.rules());
                let rivals = Seat::all(table.players()).filter(|seat| *seat != self.seat);
                let own = f64::from(table.score(self.seat));
                let leads: ArrayVec<f64, MAX_PLAYERS> =
                    rivals.map(|seat| sign * (own - f64::from(table.score(seat)))).collect();
                first(&leads, libm::sqrt(self.after))
            }
            _ => return self.of_expected(gain),
        };
        self.in_points(chance, gain)
    }

    fn in_points(&self, chance: f64, gain: f64) -> f64 {
        (chance - self.base + self.level * gain) / (self.slope + self.level)
    }
}

/// The chance to win with so many points more against each rival.
fn chance(leads: &[f64], more: f64, spread: f64) -> f64 {
    let leads: ArrayVec<f64, MAX_PLAYERS> = leads.iter().map(|lead| lead + more).collect();
    first(&leads, spread)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The stake of a seat that is so far ahead of three rivals, in this deal of seven in which a seat's points
    /// lie thirty around the others'.
    fn stake(leads: [f64; 3], deal: usize) -> Stake {
        let results = Results::alike(30.0, 7);
        let after = results.variance_from(deal + 1, 7);
        Stake::by(Seat::at(0), leads.into_iter().collect(), &results, deal, after)
    }

    #[test]
    fn far_from_the_end_a_point_is_a_point() {
        for leads in [[0.0; 3], [30.0, -20.0, 10.0], [-40.0, 5.0, 20.0]] {
            let stake = stake(leads, 0);
            for gain in -30..=30 {
                let (gain, worth) = (f64::from(gain), stake.of_expected(f64::from(gain)));
                assert!((worth - gain).abs() < 0.15 * gain.abs() + 0.01, "{gain}: {worth}");
            }
        }
    }

    #[test]
    fn more_points_are_never_worth_less() {
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
    fn ahead_a_spread_is_feared_and_behind_it_is_sought() {
        let risk = |lead: f64| {
            let stake = stake([lead; 3], 6);
            (stake.of_expected(30.0) + stake.of_expected(-30.0)) / 2.0 - stake.of_expected(0.0)
        };
        assert!(risk(40.0) < -1.0, "{}", risk(40.0));
        assert!(risk(-40.0) > 1.0, "{}", risk(-40.0));
    }

    #[test]
    fn in_the_last_deal_the_place_counts() {
        let stake = stake([10.0, 25.0, 60.0], 6);
        let by = |chance: f64| stake.in_points(chance, 0.0);
        assert_eq!(stake.after, 0.0);
        // The chance that it is worth half a match more is as good as what half of it costs.
        assert!((by(1.0) + by(0.0) - 2.0 * by(0.5)).abs() < 1e-9 && by(1.0) > by(0.0) + 30.0);
        assert_eq!(by(stake.base), 0.0);
    }
}
