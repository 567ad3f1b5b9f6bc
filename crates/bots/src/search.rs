//! Trying actions out in imagined worlds, each played to the end of the deal by the steady player.

use upcard_engine::choices::Winner;
use upcard_engine::table::Seat;
use upcard_engine::{Action, Game, Phase};

use crate::Steady;
use crate::bot::{Budget, fallback};

/// Decisions after which a playout is broken off and the hands are counted as they are.
const MOST_DECISIONS: u32 = 600;

/// Playouts of each action before any is given up.
const LEAST: u32 = 6;

/// What trying an action out has given.
#[derive(Clone, Debug)]
pub struct Tried {
    /// The action.
    pub action: Action,
    /// Playouts.
    pub count: u32,
    /// The mean of what the seat gained: the others' points, on average, less its own.
    pub mean: f64,
    /// Sum of the squared differences to the first action, for the error.
    square: f64,
    /// Sum of the differences to the first action.
    sum: f64,
    alive: bool,
}

impl Tried {
    /// How much better than the first action it was in the same worlds, and the standard error.
    #[must_use]
    pub fn lead(&self) -> (f64, f64) {
        let n = f64::from(self.count.max(1));
        let mean = self.sum / n;
        let spread = (self.square / n - mean * mean).max(0.0);
        (mean, (spread / n).sqrt())
    }
}

/// Plays a deal to its end with the steady player at every seat.
pub fn playout(game: &mut Game) {
    let mut minds: [Steady; upcard_engine::MAX_PLAYERS] = Default::default();
    for _ in 0..MOST_DECISIONS {
        let Some(seat) = game.to_act() else { return };
        let action = minds[seat as usize].answer(&game.view(seat));
        if game.act(seat, &action, &mut ()).is_err() {
            let action = fallback(&game.view(seat));
            if game.act(seat, &action, &mut ()).is_err() {
                return;
            }
        }
    }
}

/// What the deal has brought the seat: the others' points, on average, less its own. A deal that
/// is not over is counted by the hands as they are.
#[must_use]
pub fn gain(game: &Game, before: &[i32], seat: Seat) -> f64 {
    let table = game.table();
    let players = table.players as usize;
    let over = matches!(table.phase, Phase::DealOver { .. } | Phase::MatchOver);
    let high = game.rules().set.choices.matching.winner == Winner::Highest;
    let points = |s: usize| {
        if over {
            f64::from(table.scores[s] - before[s]) * if high { -1.0 } else { 1.0 }
        } else {
            f64::from(game.rules().points(game.hand(s as Seat)))
        }
    };
    let others: f64 = (0..players).filter(|&s| s != seat as usize).map(points).sum();
    others / (players - 1) as f64 - points(seat as usize)
}

/// Tries actions out in the same worlds, as long as the budget lasts or until one is clearly the
/// best. The first is the one to be kept where nothing speaks against it.
pub fn explore(
    seat: Seat,
    actions: Vec<Action>,
    budget: &Budget<'_>,
    mut world: impl FnMut() -> Game,
) -> Vec<Tried> {
    let fresh = |action| Tried { action, count: 0, mean: 0.0, square: 0.0, sum: 0.0, alive: true };
    let mut all: Vec<Tried> = actions.into_iter().map(fresh).collect();
    let mut done = 0;
    while all.iter().filter(|t| t.alive).count() > 1 && budget.more(done) {
        let world = world();
        let before = world.table().scores;
        let mut first = 0.0;
        for (i, tried) in all.iter_mut().enumerate() {
            // The first is the measure of the others and stays to the end.
            if !tried.alive && i > 0 {
                continue;
            }
            let mut game = world.clone();
            if game.act(seat, &tried.action, &mut ()).is_err() {
                tried.alive = false;
                continue;
            }
            playout(&mut game);
            done += 1;
            let value = gain(&game, &before, seat);
            if i == 0 {
                first = value;
            }
            tried.count += 1;
            tried.mean += (value - tried.mean) / f64::from(tried.count);
            tried.sum += value - first;
            tried.square += (value - first).powi(2);
        }
        if all[0].count >= LEAST {
            give_up(&mut all);
        }
    }
    all
}

/// Gives up actions that are clearly behind.
fn give_up(all: &mut [Tried]) {
    let leads: Vec<(f64, f64)> = all.iter().map(Tried::lead).collect();
    let best =
        (0..all.len()).filter(|&i| all[i].alive).max_by(|&a, &b| leads[a].0.total_cmp(&leads[b].0));
    let Some(best) = best else { return };
    for i in 0..all.len() {
        let error = leads[i].1.hypot(leads[best].1);
        if i != best && leads[best].0 - leads[i].0 > 2.0 * error + 0.01 {
            all[i].alive = false;
        }
    }
}

/// The best of what was tried: another than the first only where it leads by more than chance
/// would easily give.
#[must_use]
pub fn best(all: &[Tried]) -> Option<&Tried> {
    let first = all.first()?;
    let worth = |tried: &Tried| {
        let (lead, error) = tried.lead();
        if tried.count < 2 { f64::NEG_INFINITY } else { lead - 2.0 * error }
    };
    let rival = all[1..].iter().max_by(|a, b| worth(a).total_cmp(&worth(b)));
    Some(rival.filter(|rival| worth(rival) > 0.0).unwrap_or(first))
}
