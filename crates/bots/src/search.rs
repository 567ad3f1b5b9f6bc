//! Playing a deal to its end by the steady player, and what it has brought.

use upcard_engine::Seat;
use upcard_engine::choices::Winner;
use upcard_engine::{Game, Phase};

use crate::Steady;
use crate::bot::{Budget, fallback};
use crate::lookahead::{Candidate, explore_by};

/// Decisions after which a playout is broken off and the hands are counted as they are.
const MOST_DECISIONS: u32 = 600;

/// Plays a deal to its end with the steady player at every seat.
pub fn playout(game: &mut Game) {
    let mut players: [Steady; upcard_engine::MAX_PLAYERS] = Default::default();
    for _ in 0..MOST_DECISIONS {
        let Some(seat) = game.to_act() else { return };
        let action = players[seat.index()].answer(&game.view(seat));
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
            let seat = Seat::at(s);
            f64::from(game.rules().points(game.hand(seat)) - table.shown(game.rules(), seat))
        }
    };
    let others: f64 = (0..players).filter(|&s| s != seat.index()).map(points).sum();
    others / (players - 1) as f64 - points(seat.index())
}

/// Tries the choices out in the same worlds, each to the end of the deal, as long as the budget lasts.
pub(crate) fn explore(
    seat: Seat,
    all: &mut [Candidate],
    budget: &Budget<'_>,
    world: impl FnMut() -> Game,
) {
    explore_by(seat, all, budget, world, |_, game, before| {
        playout(game);
        gain(game, &before.table().scores, seat)
    });
}
