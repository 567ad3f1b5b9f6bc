//! Playing a deal on, and what it has brought.

use std::ops::ControlFlow;

use upcard_engine::choices::{Money, Winner};
use upcard_engine::table::Table;
use upcard_engine::{Action, Game, Phase, Seat, View};

use crate::bot::fallback;
use crate::budget::decides;

/// Plays a deal on by these answers, to its end or for this many decisions. None but where an answer
/// breaks off and says what has come of it.
pub(crate) fn play_on(
    game: &mut Game,
    most: u32,
    mut answer: impl FnMut(&View<'_>) -> ControlFlow<f64, Action>,
) -> Option<f64> {
    for _ in 0..most {
        let seat = game.to_act().filter(|_| decides())?;
        let action = match answer(&game.view(seat)) {
            ControlFlow::Continue(action) => action,
            ControlFlow::Break(value) => return Some(value),
        };
        if game.act(seat, &action, &mut ()).is_err() {
            let action = fallback(&game.view(seat));
            game.act(seat, &action, &mut ()).ok()?;
        }
    }
    None
}

/// Plays a deal to its end by these answers, but for one that takes more than this many decisions.
pub(crate) fn play_out(game: &mut Game, most: u32, mut answer: impl FnMut(&View<'_>) -> Action) {
    play_on(game, most, |view| ControlFlow::Continue(answer(view)));
}

/// What the deal has brought the seat since this table: the others' points, on average, less its own; or
/// what it has been paid less what they have been, where the losers of a deal pay its winner. A deal that
/// is not over is counted by the hands as they are.
#[must_use]
pub fn gain(game: &Game, before: &Table, seat: Seat) -> f64 {
    let table = game.table();
    let players = table.players() as usize;
    let over = matches!(table.phase(), Phase::DealOver { .. } | Phase::MatchOver);
    let choices = &game.rules().set.choices;
    let high = choices.matching.winner == Winner::Highest;
    let money = choices.settling.money == Money::PerPoint;
    let unit = f64::from(choices.settling.unit.max(1));
    let points = |s: usize| {
        if over && money {
            (before.paid()[s] - table.paid()[s]) as f64 / unit
        } else if over {
            f64::from(table.scores()[s] - before.scores()[s]) * if high { -1.0 } else { 1.0 }
        } else {
            let seat = Seat::at(s);
            f64::from(game.rules().points(game.hand(seat)) - table.shown(game.rules(), seat))
        }
    };
    let others: f64 = (0..players).filter(|&s| s != seat.index()).map(points).sum();
    others / (players - 1) as f64 - points(seat.index())
}
