//! Statistics of the deals of a match, from quick playouts run when a table's match is first evaluated. House
//! rules are thus covered, too.

use std::sync::{Arc, Mutex, Weak};

use upcard_engine::chance::Chance;
use upcard_engine::{Deal, Game, Phase, Rules};
use upcard_solver::meter;

/// Deals played in total, and minimum per deal of the match.
const DEALS: usize = 280;
const MIN_DEALS: usize = 8;

/// Step limit for all of them together, and the remainder below which no further deal is started.
const MAX_STEPS: u64 = 1_500_000;
const MIN_REMAINING_STEPS: u64 = 20_000;

const CACHE_CAPACITY: usize = 16;

static CACHE: Mutex<Vec<(Weak<Rules>, Arc<Results>)>> = Mutex::new(Vec::new());

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Results {
    /// For each deal, the variance of a seat's points around the mean of all seats in that deal.
    variances: Vec<f64>,
    /// Average of the highest points in a deal: how fast a target is approached.
    pub(super) max_points: f64,
}

impl Results {
    /// The statistics for these rules, from deals played with `play_out` on first use. They depend on the
    /// rules alone, and are cached for as long as a table holds the rules.
    pub(crate) fn of(rules: &Arc<Rules>, play_out: impl Fn(&mut Game)) -> Arc<Results> {
        let known = || {
            let known = CACHE.lock().ok()?;
            let found = known.iter().find(|(of, _)| std::ptr::eq(of.as_ptr(), Arc::as_ptr(rules)));
            found.map(|(_, results)| results.clone())
        };
        if let Some(results) = known() {
            return results;
        }
        // After a cancellation the result is meaningless, so it is not cached.
        let Some(found) = Results::played(rules, play_out) else {
            return Arc::new(Results::estimated(rules));
        };
        let found = Arc::new(found);
        if let Ok(mut known) = CACHE.lock() {
            known.retain(|(of, _)| of.strong_count() > 0);
            if known.len() >= CACHE_CAPACITY {
                known.remove(0);
            }
            known.push((Arc::downgrade(rules), found.clone()));
        }
        found
    }

    /// Variance of this deal of the match, from 0.
    pub(crate) fn variance(&self, deal: usize) -> f64 {
        self.variances.get(deal).or(self.variances.last()).copied().unwrap_or(0.0)
    }

    /// Total variance of the deals from this one to the last of a match of `deals` deals.
    pub(crate) fn variance_from(&self, deal: usize, deals: usize) -> f64 {
        (deal..deals).map(|deal| self.variance(deal)).sum()
    }

    /// Statistics of a match of `deals` deals that all have this standard deviation.
    #[cfg(test)]
    pub(super) fn uniform(spread: f64, deals: usize) -> Results {
        Results { variances: vec![spread * spread; deals], max_points: spread }
    }

    /// Estimate for deals too expensive to play: as if each hand ended with half its cards or none.
    fn estimated(rules: &Rules) -> Results {
        let mean = f64::from(rules.points(&rules.pack)) / rules.pack_size.max(1) as f64;
        let of = |deal: &u8| {
            let hand = f64::from(rules.deals[usize::from(*deal)].hand) * mean * 0.5;
            hand * hand / 4.0
        };
        let variances: Vec<f64> = rules.schedule.iter().map(of).collect();
        let max_points = variances.iter().map(|variance| 2.0 * libm::sqrt(*variance)).sum::<f64>();
        Results { max_points: max_points / variances.len().max(1) as f64, variances }
    }

    /// Plays the deals with `play_out`; `None` if the request was cancelled.
    fn played(rules: &Arc<Rules>, play_out: impl Fn(&mut Game)) -> Option<Results> {
        let deals = rules.schedule.len().max(1);
        let each = (DEALS / deals).max(MIN_DEALS);
        let mut left = MAX_STEPS;
        let (mut variances, mut max_points) = (Vec::new(), 0.0);
        for deal in 0..deals {
            let mut sum = 0.0;
            for number in 0..each {
                let play = || points(rules, deal, number as u64, &play_out);
                let played = meter::metered_uncounted(left, play);
                left -= played.steps.min(left);
                match played.found {
                    Some(points) => {
                        let (variance, highest) = variance_and_max(&points);
                        sum += variance;
                        max_points += highest;
                    }
                    None if left < MIN_REMAINING_STEPS => return Some(Results::estimated(rules)),
                    None => return None,
                }
            }
            variances.push(sum / each as f64);
        }
        Some(Results { variances, max_points: max_points / (deals * each) as f64 })
    }
}

/// The points of all seats in this deal of the match with this number.
fn points(rules: &Arc<Rules>, deal: usize, number: u64, play_out: impl Fn(&mut Game)) -> Vec<f64> {
    let mut game = Game::new(rules.clone(), Chance::numbered(number)).without_undo();
    if let Some(deal) = u8::try_from(deal + 1).ok().and_then(Deal::new) {
        game = game.starting_at(deal);
    }
    game.next_deal(&mut ());
    play_out(&mut game);
    let table = game.table();
    let over = matches!(table.phase(), Phase::DealOver { .. } | Phase::MatchOver);
    let scores = table.scores().iter().map(|score| f64::from(*score));
    // A deal not over after very many decisions hardly ever ends.
    scores.map(|score| if over { score } else { 0.0 }).collect()
}

/// The variance of these points around their mean, and the highest.
fn variance_and_max(points: &[f64]) -> (f64, f64) {
    let mean = points.iter().sum::<f64>() / points.len().max(1) as f64;
    let squares: f64 = points.iter().map(|points| (points - mean).powi(2)).sum();
    let highest = points.iter().fold(0.0, |highest: f64, points| highest.max(*points));
    (squares / points.len().saturating_sub(1).max(1) as f64, highest)
}
