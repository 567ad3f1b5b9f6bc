//! Gain of a seat from a deal, including what won hands earn at the end of a match.

use upcard_engine::choices::{BoxWhen, Money, WhoScores, Winner};
use upcard_engine::{Game, Phase, Seat};

/// Points that the seat has gained in the deal relative to the others' average, including what won hands earn
/// at the end of the match.
pub(super) fn gain(game: &Game, before: &Game, seat: Seat) -> f64 {
    let table = game.table();
    let players = usize::from(table.players());
    if matches!(table.phase(), Phase::DealOver { .. } | Phase::MatchOver) {
        let points = |s: usize| standing(game, s) - standing(before, s);
        let others: f64 = (0..players).filter(|&s| s != seat.index()).map(points).sum();
        return points(seat.index()) - others / (players - 1) as f64;
    }
    let deal = table.deal_rules(game.rules());
    let points = |s: usize| f64::from(deal.deadwood_points(game.hand(Seat::at(s))));
    let others: f64 = (0..players).filter(|&s| s != seat.index()).map(points).sum();
    others / (players - 1) as f64 - points(seat.index())
}

/// Standing of a seat in the match, higher is better: its points with what its won hands will earn, or what
/// it has been paid if the losers of a deal pay the winner.
fn standing(game: &Game, seat: usize) -> f64 {
    let (table, choices) = (game.table(), &game.rules().set.choices);
    if choices.settling.money == Money::PerPoint {
        return table.paid()[seat] as f64 / f64::from(choices.settling.unit.max(1));
    }
    let points = match choices.matching.winner {
        Winner::Highest => f64::from(table.scores()[seat]),
        Winner::Lowest => -f64::from(table.scores()[seat]),
        Winner::Chips => f64::from(table.chips_won(Seat::at(seat))),
    };
    let kept = choices.scoring.who == WhoScores::Difference;
    if !kept || table.phase() == Phase::MatchOver {
        return points;
    }
    let boxes = match choices.matching.box_when {
        BoxWhen::AtEnd => {
            f64::from(table.boxes(Seat::at(seat))) * f64::from(choices.matching.boxes)
        }
        BoxWhen::AtOnce => 0.0,
    };
    points + boxes + f64::from(choices.matching.game_bonus) * first(game, seat)
}

/// Probability of reaching the target first, estimated from the points alone.
fn first(game: &Game, seat: usize) -> f64 {
    let table = game.table();
    let Some(target) = game.rules().target else { return 0.0 };
    let own = f64::from(table.scores()[seat]);
    let scores = table.scores().iter().enumerate();
    let best = scores.filter(|(other, _)| *other != seat).map(|(_, score)| *score).max();
    let best = f64::from(best.unwrap_or(0));
    let left = (f64::from(target) - own.max(best)).max(1.0);
    1.0 / (1.0 + libm::exp(-(own - best) / (0.35 * left + 12.0)))
}
