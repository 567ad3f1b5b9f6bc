//! Playouts, and the gain from a deal.

use std::ops::ControlFlow;

use upcard_engine::choices::{Money, Winner};
use upcard_engine::table::Table;
use upcard_engine::{Action, Game, Phase, Seat, View};

use crate::bot::fallback;
use crate::budget::count_decision;

/// Plays a deal on with these answers, to its end or for `most` decisions. Returns the value with which an
/// answer stopped the playout, otherwise `None`.
pub(crate) fn play_on(
    game: &mut Game,
    most: u32,
    mut answer: impl FnMut(&View<'_>) -> ControlFlow<f64, Action>,
) -> Option<f64> {
    for _ in 0..most {
        let seat = game.to_act().filter(|_| count_decision())?;
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

/// Plays a deal to its end with these answers, for at most `most` decisions.
pub(crate) fn play_out(game: &mut Game, most: u32, mut answer: impl FnMut(&View<'_>) -> Action) {
    play_on(game, most, |view| ControlFlow::Continue(answer(view)));
}

/// Points that the seat has gained since this table: the others' average less its own; or its payments less
/// the others' average if the losers of a deal pay its winner. An unfinished deal is counted by the hands as
/// they are.
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
