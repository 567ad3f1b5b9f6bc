//! What the deals of a match bring, from quick deals that are played when a table's match is first thought about:
//! so house rules have theirs, too.

use std::sync::{Arc, Mutex, Weak};

use upcard_engine::chance::Chance;
use upcard_engine::{Deal, Game, Phase, Rules};
use upcard_solver::meter;

/// The deals that are played, in all, and of each deal of the match at the least.
const DEALS: usize = 280;
const FEWEST: usize = 8;

/// The steps that all of them may take, and what is not enough to begin another.
const MOST_STEPS: u64 = 1_500_000;
const TOO_FEW: u64 = 20_000;

/// What the deals of a match bring.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Results {
    /// Of each deal, the variance of a seat's points around those of all seats in the same deal.
    variances: Vec<f64>,
    /// The points of who gets the most in a deal, on average: how fast a target comes near.
    most: f64,
}

impl Results {
    /// The variance of this deal of the match, from 0.
    pub(crate) fn variance(&self, deal: usize) -> f64 {
        self.variances.get(deal).or(self.variances.last()).copied().unwrap_or(0.0)
    }

    /// The same of all deals from this one to the last of a match of so many.
    pub(crate) fn variance_from(&self, deal: usize, deals: usize) -> f64 {
        (deal..deals).map(|deal| self.variance(deal)).sum()
    }

    /// [`Results::most`].
    pub(crate) fn most(&self) -> f64 {
        self.most
    }

    /// Of a match of so many deals in all of which seats' points lie so far off, as a deviation.
    #[cfg(test)]
    pub(super) fn alike(spread: f64, deals: usize) -> Results {
        Results { variances: vec![spread * spread; deals], most: spread }
    }

    /// Where a deal is too dear to be played: as if a hand of half its cards were left over or none.
    fn guessed(rules: &Rules) -> Results {
        let mean = f64::from(rules.points(&rules.pack)) / rules.pack_size.max(1) as f64;
        let of = |deal: &u8| {
            let hand = f64::from(rules.deals[usize::from(*deal)].hand) * mean * 0.5;
            hand * hand / 4.0
        };
        let variances: Vec<f64> = rules.schedule.iter().map(of).collect();
        let most = variances.iter().map(|variance| 2.0 * libm::sqrt(*variance)).sum::<f64>();
        Results { most: most / variances.len().max(1) as f64, variances }
    }

    /// From deals that are played so; none where nobody waits for it any more.
    fn played(rules: &Arc<Rules>, play_out: impl Fn(&mut Game)) -> Option<Results> {
        let deals = rules.schedule.len().max(1);
        let each = (DEALS / deals).max(FEWEST);
        let mut left = MOST_STEPS;
        let (mut variances, mut most) = (Vec::new(), 0.0);
        for deal in 0..deals {
            let mut sum = 0.0;
            for number in 0..each {
                let play = || points(rules, deal, number as u64, &play_out);
                let played = meter::metered_aside(left, play);
                left -= played.steps.min(left);
                match played.found {
                    Some(points) => {
                        let (variance, highest) = around(&points);
                        sum += variance;
                        most += highest;
                    }
                    None if left < TOO_FEW => return Some(Results::guessed(rules)),
                    None => return None,
                }
            }
            variances.push(sum / each as f64);
        }
        Some(Results { variances, most: most / (deals * each) as f64 })
    }
}

/// The points of all seats in this deal of a match of this number.
fn points(rules: &Arc<Rules>, deal: usize, number: u64, play_out: impl Fn(&mut Game)) -> Vec<f64> {
    let mut game = Game::new(rules.clone(), Chance::numbered(number)).without_drafts();
    if let Some(deal) = u8::try_from(deal + 1).ok().and_then(Deal::new) {
        game = game.starting_at(deal);
    }
    game.next_deal(&mut ());
    play_out(&mut game);
    let table = game.table();
    let over = matches!(table.phase(), Phase::DealOver { .. } | Phase::MatchOver);
    let scores = table.scores().iter().map(|score| f64::from(*score));
    // What is not over after very many decisions hardly ever is.
    scores.map(|score| if over { score } else { 0.0 }).collect()
}

/// The variance of these points around their mean, and the highest.
fn around(points: &[f64]) -> (f64, f64) {
    let mean = points.iter().sum::<f64>() / points.len().max(1) as f64;
    let squares: f64 = points.iter().map(|points| (points - mean).powi(2)).sum();
    let highest = points.iter().fold(0.0, |highest: f64, points| highest.max(*points));
    (squares / points.len().saturating_sub(1).max(1) as f64, highest)
}

/// Rules whose results are remembered.
const REMEMBERED: usize = 16;

static KNOWN: Mutex<Vec<(Weak<Rules>, Arc<Results>)>> = Mutex::new(Vec::new());

impl Results {
    /// What the deals under these rules bring, from deals that are played so when it is first asked. They depend
    /// on the rules alone, and are remembered as long as a table has the rules.
    pub(crate) fn of(rules: &Arc<Rules>, play_out: impl Fn(&mut Game)) -> Arc<Results> {
        let known = || {
            let known = KNOWN.lock().ok()?;
            let found = known.iter().find(|(of, _)| std::ptr::eq(of.as_ptr(), Arc::as_ptr(rules)));
            found.map(|(_, results)| results.clone())
        };
        if let Some(results) = known() {
            return results;
        }
        // Where nobody waits for the answer any more it means nothing, and is not remembered.
        let Some(found) = Results::played(rules, play_out) else {
            return Arc::new(Results::guessed(rules));
        };
        let found = Arc::new(found);
        if let Ok(mut known) = KNOWN.lock() {
            known.retain(|(of, _)| of.strong_count() > 0);
            if known.len() >= REMEMBERED {
                known.remove(0);
            }
            known.push((Arc::downgrade(rules), found.clone()));
        }
        found
    }
}
