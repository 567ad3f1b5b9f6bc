//! The novice, the steady and the sharp player: their family's answers, made legal.

use upcard_engine::{Action, Game, MAX_PLAYERS, Phase, View};

use crate::bot::{Bot, checked, or_rearranged, rearranged};
use crate::budget::Budget;
use crate::circulation;
use crate::families;
use crate::objective::SurveyCache;
use crate::search::play_out;

/// The player of [`Level::Novice`](crate::Level::Novice): plays what it sees.
pub struct Novice;

impl Bot for Novice {
    fn decide(&mut self, view: &View<'_>, _: &Budget<'_>) -> Action {
        circulation::without_futile_take(view, |view| {
            checked(view, families::of(view.rules).novice(view))
        })
    }
}

/// The player of [`Level::Steady`](crate::Level::Steady): counts missing cards and points.
#[derive(Clone, Default)]
pub struct Steady {
    cache: SurveyCache,
}

impl Bot for Steady {
    fn decide(&mut self, view: &View<'_>, _: &Budget<'_>) -> Action {
        circulation::without_futile_take(view, |view| {
            let action = families::of(view.rules).steady(view, &mut self.cache);
            match view.table.phase() {
                // Plays were checked where they were found.
                Phase::Play => rearranged(view, &action).unwrap_or(action),
                _ => checked(view, action),
            }
        })
    }
}

/// The player of [`Level::Sharp`](crate::Level::Sharp): weighs expected points.
pub struct Sharp;

impl Bot for Sharp {
    fn decide(&mut self, view: &View<'_>, _: &Budget<'_>) -> Action {
        circulation::without_futile_take(view, |view| {
            or_rearranged(view, families::of(view.rules).sharp(view))
        })
    }
}

/// Decisions after which a playout stops and the hands are counted as they are.
const MAX_DECISIONS: u32 = 600;

/// Plays a deal to its end with the steady player at every seat.
pub fn playout(game: &mut Game) {
    let family = families::of(game.rules());
    let mut caches: [SurveyCache; MAX_PLAYERS] = Default::default();
    play_out(game, MAX_DECISIONS, |view| family.steady(view, &mut caches[view.seat.index()]));
}

#[cfg(test)]
mod tests {
    use upcard_engine::Seat;
    use upcard_engine::chance::Chance;

    use super::*;
    use crate::bot::rules;
    use crate::search::gain;

    /// If losers pay, the winner of a deal is paid by all of them, and a loser pays for itself alone.
    #[test]
    fn payments_count_in_the_gain() {
        let rules = rules("rummy+pay-per-point", 4, &[]);
        let mut deals = 0;
        for number in 0..5 {
            let mut game = Game::new(rules.clone(), Chance::numbered(number)).without_undo();
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
