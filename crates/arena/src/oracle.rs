//! The oracle: it sees all cards and plays each choice out as it would really go on, if everybody
//! went on steadily. Nobody at a table could play so; it is an upper bound.

use upcard_bots::search::gain;
use upcard_bots::{candidates, playout};
use upcard_engine::Seat;
use upcard_engine::{Action, Game};

/// The oracle's answer.
pub(crate) fn answer(game: &Game, seat: Seat) -> Action {
    let view = game.view(seat);
    let mut actions = candidates(&view);
    for action in view.offered(20).actions {
        if !actions.contains(&action) && action != Action::Undo {
            actions.push(action);
        }
    }
    let mut best: Option<(f64, Action)> = None;
    for action in actions {
        let mut world = game.clone();
        if world.act(seat, &action, &mut ()).is_ok() {
            playout(&mut world);
            let gain = gain(&world, game.table(), seat);
            if best.as_ref().is_none_or(|(b, _)| gain > *b) {
                best = Some((gain, action));
            }
        }
    }
    best.map_or(Action::Pass, |(_, action)| action)
}
