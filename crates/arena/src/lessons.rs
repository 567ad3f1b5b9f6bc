//! The matches that the values are learnt from by which luck is taken out of results: others than those of
//! the tournament, and before it.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rayon::prelude::*;
use upcard_bots::Level;
use upcard_engine::Rules;

use crate::exchange::{mix, watched};
use crate::luck::{Lesson, Values, Watcher};
use crate::options::{Contestant, Patience, Thinking};

/// What the numbers of their deals are made of, beside the seed: those of a tournament are made otherwise.
const DEALS: u64 = 0x6c65_7373_6f6e;

/// Values that are learnt from matches between steady players by these rules; none where it was stopped. The
/// seed decides them.
pub(crate) fn learnt(
    rules: &Arc<Rules>,
    seed: u64,
    lessons: u64,
    stop: &AtomicBool,
) -> Option<Values> {
    let steady = Contestant::Bot(Level::Steady);
    let seats = vec![&steady; usize::from(rules.players)];
    let (thinking, patience) = (Thinking::Playouts(0), Patience::default());
    let lesson = |number: u64, mut watcher: Watcher| {
        let deals = mix(&[seed, DEALS, number]);
        let watch = Some(&mut watcher);
        let played = watched(rules, deals, &seats, seed, thinking, patience, stop, watch)?;
        Some(Lesson { watched: watcher, wins: played.wins })
    };
    let first = lessons * 2 / 3;
    let learning = |number| lesson(number, Watcher::learning(rules.players, number));
    let kept: Option<Vec<Lesson>> = (0..first).into_par_iter().map(learning).collect();
    let values = Values::learnt(rules, kept?, seed);
    let by = |number| lesson(number, values.watcher(mix(&[seed, DEALS, number, DEALS])));
    let watched: Option<Vec<Lesson>> = (first..lessons).into_par_iter().map(by).collect();
    Some(values.weighed(&watched?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::rules;

    /// What luck came to in matches between steady players, for the first seat, with what it got.
    fn matches(game: &str, players: u8, lessons: u64, number: u64) -> [Vec<(f64, f64)>; 2] {
        let rules = rules(game, &[], Some(players)).unwrap();
        let never = AtomicBool::new(false);
        let values = learnt(&rules, 1, lessons, &never).unwrap();
        let steady = Contestant::Bot(Level::Steady);
        let seats = vec![&steady; usize::from(players)];
        let others = f64::from(players) - 1.0;
        let one = |deals: u64| {
            let mut watcher = values.watcher(mix(&[deals, 7]));
            let (thinking, patience) = (Thinking::Playouts(0), Patience::default());
            let watch = Some(&mut watcher);
            let played =
                watched(&rules, deals, &seats, 5, thinking, patience, &never, watch).unwrap();
            let luck = values.luck(&watcher);
            let lead = |all: &[f64]| all[0] - (all.iter().sum::<f64>() - all[0]) / others;
            ((lead(&played.points), lead(&luck.points)), (played.wins[0], luck.wins[0]))
        };
        let (points, wins) = (0..number).into_par_iter().map(one).unzip();
        [points, wins]
    }

    fn mean_and_variance(all: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
        let n = all.clone().count() as f64;
        let mean = all.clone().sum::<f64>() / n;
        (mean, all.map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1.0))
    }

    /// Luck is nothing on average, and leaves no more than this of the variance.
    fn check(game: &str, players: u8, lessons: u64, number: u64, most: f64) {
        for (samples, name) in
            matches(game, players, lessons, number).iter().zip(["points", "wins"])
        {
            let (mean, variance) = mean_and_variance(samples.iter().map(|(_, luck)| *luck));
            let error = (variance / number as f64).sqrt();
            let (_, before) = mean_and_variance(samples.iter().map(|(result, _)| *result));
            let (_, after) = mean_and_variance(samples.iter().map(|(result, luck)| result - luck));
            println!(
                "{game}, {number} matches, {name}: luck {mean:.4} with standard error {error:.4}, \
                 variance left {:.3}",
                after / before
            );
            assert!(mean.abs() < 3.5 * error, "{game}, {name}: {mean} with error {error}");
            assert!(after < most * before, "{game}, {name}: {after} of {before}");
        }
    }

    #[test]
    fn luck_is_nothing_on_average() {
        check("contract-rummy", 3, 45, 60, 0.95);
        check("rummy", 3, 30, 40, 1.2);
        check("gin", 2, 45, 40, 1.2);
        check("points-rummy", 2, 45, 40, 1.2);
    }

    /// `UPCARD_LUCK=contract-rummy:10000 cargo test --release -p upcard-arena luck_of_many -- --nocapture`
    #[test]
    fn luck_of_many_matches_is_nothing_on_average() {
        let Ok(wanted) = std::env::var("UPCARD_LUCK") else { return };
        let (game, number) = wanted.split_once(':').expect("GAME:MATCHES");
        let players = rules(game, &[], None).unwrap().players;
        check(game, players, 600, number.parse().expect("a number of matches"), 1.0);
    }
}
