//! The race between candidate moves: all are played out in the same sampled worlds, and those clearly behind
//! are dropped.

use rand_chacha::ChaCha8Rng;
use upcard_engine::{Game, View};

use super::candidate::Candidate;
use crate::budget::{Budget, Playouts};

/// Budget and random generator for playouts.
pub struct Trials<'a> {
    /// Time limit.
    pub budget: &'a Budget<'a>,
    /// Generator of the sampled worlds.
    pub rng: &'a mut ChaCha8Rng,
}

/// Plays the candidates of the viewing seat out in the same worlds until the budget is spent. `play_on`
/// returns the value of a candidate, by its index, given the world after it and before it. If `gives_up`,
/// candidates clearly behind are dropped.
pub fn race(
    view: &View<'_>,
    all: &mut [Candidate],
    Trials { budget, rng }: &mut Trials<'_>,
    gives_up: bool,
    mut world: impl FnMut(&mut ChaCha8Rng) -> Game,
    mut play_on: impl FnMut(usize, &mut Game, &Game) -> f64,
) {
    let mut playouts = Playouts::new(budget);
    let mut alive = vec![true; all.len()];
    while alive.iter().filter(|a| **a).count() > 1 && playouts.allows_more() {
        let Some(world) = playouts.prepare(|| world(rng)) else { return };
        let mut first = 0.0;
        for (i, tried) in all.iter_mut().enumerate() {
            if !alive[i] && i > 0 {
                continue;
            }
            let mut game = world.clone();
            if game.act(view.seat, &tried.action, &mut ()).is_err() {
                alive[i] = false;
                continue;
            }
            let played = playouts.play(|| play_on(i, &mut game, &world));
            let Some(value) = played else { return };
            if i == 0 {
                first = value;
            }
            tried.record_lead(value - first);
        }
        if gives_up && all[0].count >= 10 && all[0].count.is_multiple_of(5) {
            drop_losers(all, &mut alive);
        }
    }
}

fn drop_losers(all: &[Candidate], alive: &mut [bool]) {
    let leads: Vec<(f64, f64)> = all.iter().map(Candidate::lead).collect();
    let living = (0..all.len()).filter(|&i| alive[i]);
    let Some(best) = living.max_by(|&a, &b| leads[a].0.total_cmp(&leads[b].0)) else { return };
    for i in 1..all.len() {
        let error = (leads[i].1 * leads[i].1 + leads[best].1 * leads[best].1).sqrt();
        if i != best && leads[best].0 - leads[i].0 > 2.5 * error + 0.3 {
            alive[i] = false;
        }
    }
}
