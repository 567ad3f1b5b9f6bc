//! Playing a deal to its end by the steady player, and what it has brought.

use upcard_engine::choices::{Money, Winner};
use upcard_engine::table::Table;
use upcard_engine::{Game, Phase, Seat};

use crate::Steady;
use crate::bot::{Budget, decides, fallback};
use crate::lookahead::{Candidate, explore_by};

/// Decisions after which a playout is broken off and the hands are counted as they are.
const MOST_DECISIONS: u32 = 600;

/// Plays a deal to its end with the steady player at every seat.
pub fn playout(game: &mut Game) {
    let mut players: [Steady; upcard_engine::MAX_PLAYERS] = Default::default();
    for _ in 0..MOST_DECISIONS {
        let Some(seat) = game.to_act().filter(|_| decides()) else { return };
        let action = players[seat.index()].answer(&game.view(seat));
        if game.act(seat, &action, &mut ()).is_err() {
            let action = fallback(&game.view(seat));
            if game.act(seat, &action, &mut ()).is_err() {
                return;
            }
        }
    }
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

/// Tries the choices out in the same worlds, each to the end of the deal, as long as the budget lasts.
pub(crate) fn explore(
    seat: Seat,
    all: &mut [Candidate],
    budget: &Budget<'_>,
    world: impl FnMut() -> Game,
) {
    explore_by(seat, all, budget, world, |_, game, before| {
        playout(game);
        gain(game, before.table(), seat)
    });
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use upcard_engine::chance::Chance;
    use upcard_engine::{Library, Rules};

    use super::*;

    /// Who wins a deal of which the losers pay is paid by all of them, and a loser pays for itself alone.
    #[test]
    fn payments_count() {
        let library = Library::standard().expect("the games are read");
        let set = library.select("rummy+pay-per-point", &[]).expect("the variation is there");
        let rules = Arc::new(Rules::new(set, 4).expect("four play it"));
        let mut deals = 0;
        for number in 0..5 {
            let mut game = Game::new(rules.clone(), Chance::numbered(number)).without_drafts();
            while game.table().phase() != Phase::MatchOver && deals < 12 {
                game.next_deal(&mut ());
                let before = game.table().clone();
                playout(&mut game);
                let after = game.table();
                let paid = |seat: Seat| after.paid()[seat.index()] - before.paid()[seat.index()];
                let all: i64 = Seat::all(4).map(paid).sum();
                assert_eq!(all, 0);
                for seat in Seat::all(4) {
                    // What the others have been paid is what it has paid.
                    let expected = paid(seat) as f64 * 4.0 / 3.0;
                    assert!((gain(&game, &before, seat) - expected).abs() < 1e-9, "deal {deals}");
                }
                deals += usize::from(Seat::all(4).any(|seat| paid(seat) > 0));
            }
        }
        assert!(deals >= 10, "{deals}");
    }
}
