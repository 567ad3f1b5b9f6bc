//! Bot benchmarks: matches and playouts, on one core unless a row says otherwise.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use rayon::ThreadPoolBuildError;
use rayon::prelude::*;
use upcard_bots::{Bot, Budget, Sharp, Steady, playout};
use upcard_engine::{Game, Rules, Seat};

use crate::policies::play_match;

/// A measurement.
#[derive(Clone, PartialEq, Debug)]
pub struct Measurement {
    /// What is measured.
    pub name: &'static str,
    /// The figure.
    pub value: f64,
    /// Its unit.
    pub unit: &'static str,
    /// First target.
    pub first: f64,
    /// Final target.
    pub goal: f64,
}

/// Names of the rows.
pub const ROW_NAMES: [&str; 3] = [
    "contract-rummy matches by steady",
    "contract-rummy deals rolled out by search",
    "scaling from 1 to 2 cores, matches by steady",
];

/// Measures matches by four steady bots, deals played out by search, and matches on two cores. Each takes
/// about `each`.
///
/// # Errors
/// The two threads cannot be started.
pub fn measure(
    rules: &Arc<Rules>,
    each: Duration,
) -> Result<Vec<Measurement>, ThreadPoolBuildError> {
    let one = matches_per_second(rules, 0, each);
    let two = matches_on_two_threads(rules, each)?;
    let playouts = playouts_per_second(rules, each);
    let row = |at: usize, value, unit, (first, goal)| {
        let name = ROW_NAMES[at];
        Measurement { name, value, unit, first, goal }
    };
    Ok(vec![
        row(0, one, "matches/s per core", (3_000.0, 15_000.0)),
        row(1, playouts, "deals/s per core", (20_000.0, 100_000.0)),
        row(2, two / one, "times", (1.8, 1.95)),
    ])
}

/// Plays match `number` with steady bots. Returns `false` if a bot's action was refused, which does not
/// happen.
#[must_use]
pub fn steady_match(rules: &Arc<Rules>, number: u64) -> bool {
    let mut bots: [Steady; 4] = Default::default();
    let decide = |game: &Game, seat: Seat| {
        Some(bots[seat.index()].decide(&game.view(seat), &Budget::Playouts(0)))
    };
    play_match(rules, number, decide).is_over()
}

/// Games measured with sharp bots, if the catalogue has them.
pub const SHARP_GAMES: [&str; 3] = ["contract-rummy", "gin", "pool-101"];

/// Plays match `number` with sharp bots and returns its number of deals. `None` if an action was refused,
/// which does not happen.
#[must_use]
pub fn sharp_match(rules: &Arc<Rules>, number: u64) -> Option<u64> {
    let decide = |game: &Game, seat| Some(Sharp.decide(&game.view(seat), &Budget::Playouts(0)));
    let game = play_match(rules, number, decide);
    game.is_over().then(|| game.table().deals_begun().into())
}

/// Matches per second by steady bots.
fn matches_per_second(rules: &Arc<Rules>, first: u64, each: Duration) -> f64 {
    let start = Instant::now();
    let mut played = 0;
    while start.elapsed() < each && steady_match(rules, first + played) {
        played += 1;
    }
    played as f64 / start.elapsed().as_secs_f64()
}

fn matches_on_two_threads(rules: &Arc<Rules>, each: Duration) -> Result<f64, ThreadPoolBuildError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build()?;
    Ok(pool.install(|| {
        [0u64, 1 << 40].into_par_iter().map(|first| matches_per_second(rules, first, each)).sum()
    }))
}

/// Playouts per second, including sampling the worlds.
fn playouts_per_second(rules: &Arc<Rules>, each: Duration) -> f64 {
    let mut deals = DealPlayouts::new(rules);
    let start = Instant::now();
    let mut played = 0;
    while start.elapsed() < each {
        deals.play_next();
        played += 1;
    }
    f64::from(played) / start.elapsed().as_secs_f64()
}

/// Positions from a few rounds of play in every deal of a match, played out in turn.
pub struct DealPlayouts {
    positions: Vec<(Seat, Game)>,
    next: usize,
    rng: ChaCha8Rng,
}

impl DealPlayouts {
    /// Collects the positions of one match.
    #[must_use]
    pub fn new(rules: &Arc<Rules>) -> DealPlayouts {
        let mut positions = Vec::new();
        let mut bot = Steady::default();
        let mut decisions = 0;
        play_match(rules, 7, |game, seat| {
            decisions += 1;
            if decisions % 40 == 0 {
                positions.push((seat, game.clone()));
            }
            Some(bot.decide(&game.view(seat), &Budget::Playouts(0)))
        });
        DealPlayouts { positions, next: 0, rng: ChaCha8Rng::seed_from_u64(1) }
    }

    /// Samples a world from the next position and plays its deal out.
    pub fn play_next(&mut self) {
        let Some((seat, game)) = self.positions.get(self.next % self.positions.len().max(1)) else {
            return;
        };
        self.next += 1;
        playout(&mut game.view(*seat).sample_world(&mut self.rng));
    }
}
