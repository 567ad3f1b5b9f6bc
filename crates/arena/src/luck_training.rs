//! Training matches for the luck values, separate from those of the tournament and played before it.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rayon::prelude::*;
use upcard_bots::Level;
use upcard_engine::Rules;

use crate::luck::{LuckModel, LuckWatcher, TrainingMatch};
use crate::options::{Contestant, Thinking, Timeouts};
use crate::play::{Observers, derive_seed, play_observed};

/// Salt for their deal seeds, so that they differ from the tournament's.
const DEAL_SEED_SALT: u64 = 0x6c65_7373_6f6e;

/// Maximum number of matches for fitting the luck weights: watching a match is slower than learning from it.
const MAX_WEIGHT_MATCHES: u64 = 100;

/// Learns values from matches between steady bots under these rules; `None` if stopped. Deterministic for a
/// seed.
pub(crate) fn train(
    rules: &Arc<Rules>,
    seed: u64,
    lessons: u64,
    stop: &AtomicBool,
) -> Option<LuckModel> {
    let steady = Contestant::Bot(Level::Steady);
    let seats = vec![&steady; usize::from(rules.players)];
    let (thinking, timeouts) = (Thinking::Playouts(0), Timeouts::default());
    let lesson = |number: u64, mut watcher: LuckWatcher| {
        let deals = derive_seed(&[seed, DEAL_SEED_SALT, number]);
        let watch = Observers { watcher: Some(&mut watcher), recorder: None };
        let (played, _) =
            play_observed(rules, deals, &seats, seed, thinking, timeouts, stop, watch)?;
        Some(TrainingMatch { watched: watcher, wins: played.wins })
    };
    let first = lessons - (lessons / 3).clamp(1, MAX_WEIGHT_MATCHES);
    let collect = |number| lesson(number, LuckWatcher::collecting(rules.players, number));
    let kept: Option<Vec<TrainingMatch>> = (0..first).into_par_iter().map(collect).collect();
    let values = LuckModel::train(rules, &kept?, seed);
    let measure = |number| {
        lesson(number, values.watcher(derive_seed(&[seed, DEAL_SEED_SALT, number, DEAL_SEED_SALT])))
    };
    let watched: Option<Vec<TrainingMatch>> =
        (first..lessons).into_par_iter().map(measure).collect();
    Some(values.fit_weights(&watched?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::rules;

    /// Luck of matches between steady bots with each seat's result, as points and as wins.
    fn matches(game: &str, players: u8, lessons: u64, number: u64) -> [Vec<Vec<(f64, f64)>>; 2] {
        let rules = rules(game, &[], Some(players)).unwrap();
        let never = AtomicBool::new(false);
        let values = train(&rules, 1, lessons, &never).unwrap();
        let steady = Contestant::Bot(Level::Steady);
        let seats = vec![&steady; usize::from(players)];
        let one = |deals: u64| {
            let mut watcher = values.watcher(derive_seed(&[deals, 7]));
            let (thinking, timeouts) = (Thinking::Playouts(0), Timeouts::default());
            let watch = Observers { watcher: Some(&mut watcher), recorder: None };
            let (played, _) =
                play_observed(&rules, deals, &seats, 5, thinking, timeouts, &never, watch).unwrap();
            let luck = values.luck(&watcher);
            let leads = |all: &[f64]| -> Vec<f64> {
                let sum: f64 = all.iter().sum();
                all.iter().map(|own| own - (sum - own) / (f64::from(players) - 1.0)).collect()
            };
            let both = |all: Vec<f64>, luck: Vec<f64>| all.into_iter().zip(luck).collect();
            (both(leads(&played.points), leads(&luck.points)), both(played.wins, luck.wins))
        };
        let (points, wins) = (0..number).into_par_iter().map(one).unzip();
        [points, wins]
    }

    fn mean_and_variance(all: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
        let n = all.clone().count() as f64;
        let mean = all.clone().sum::<f64>() / n;
        (mean, all.map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1.0))
    }

    /// Checks that luck averages zero for the first seat, and that removing it leaves at most `most` of the
    /// total variance.
    fn check(game: &str, players: u8, lessons: u64, number: u64, max_left: f64) {
        for (samples, name) in
            matches(game, players, lessons, number).iter().zip(["points", "wins"])
        {
            let (mean, variance) = mean_and_variance(samples.iter().map(|seats| seats[0].1));
            let error = (variance / number as f64).sqrt();
            let seats = samples.iter().flatten();
            let (_, before) = mean_and_variance(seats.clone().map(|(result, _)| *result));
            let (_, after) = mean_and_variance(seats.map(|(result, luck)| result - luck));
            println!(
                "{game}, {number} matches, {name}: luck {mean:.4} with standard error {error:.4}, \
                 variance left {:.3}",
                after / before
            );
            assert!(mean.abs() < 3.5 * error, "{game}, {name}: {mean} with error {error}");
            assert!(after < max_left * before, "{game}, {name}: {after} of {before}");
        }
    }

    #[test]
    fn luck_is_zero_on_average() {
        check("contract-rummy", 3, 90, 30, 0.95);
        check("rummy", 3, 45, 20, 1.2);
        check("gin", 2, 45, 20, 1.2);
        check("points-rummy", 2, 45, 20, 1.2);
    }

    /// Run with: `UPCARD_LUCK=contract-rummy:10000:1000 cargo test --release -p upcard-arena luck_of_many --
    /// --nocapture`
    #[test]
    fn luck_of_many_matches_is_zero_on_average() {
        let Ok(wanted) = std::env::var("UPCARD_LUCK") else { return };
        let wanted: Vec<&str> = wanted.split(':').collect();
        let [game, number, lessons] = wanted[..] else { panic!("GAME:MATCHES:LESSONS") };
        let [number, lessons] = [number, lessons].map(|n| n.parse().expect("a number"));
        let players = rules(game, &[], None).unwrap().players;
        check(game, players, lessons, number, 1.0);
    }
}
