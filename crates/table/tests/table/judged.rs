//! An action is judged once on its way through a table, and executed as judged.

use upcard_engine::{Action, Level, Seat};
use upcard_solver::meter::metered;
use upcard_table::Input;
use upcard_table::wire::*;

use crate::world::{World, short, some_action};

/// Steps of judging and searching in `work`.
fn steps<T>(work: impl FnOnce() -> T) -> u64 {
    metered(u64::MAX, &|| true, work).steps
}

/// Returns the next input with its seat and action; `None` if time must pass.
fn next(world: &mut World) -> Option<(Input, Seat, Action)> {
    if let Some((person, message)) = world.wish([0]) {
        let ClientMessage::Act { action, .. } = &message else {
            world.says(person, message);
            return None;
        };
        let (action, link) = (action.parse().unwrap(), world.people[person].link?);
        return Some((Input::Message { link, message }, world.people[person].seat?, action));
    }
    let (at, think) = world.thinks.pop()?;
    let (seat, request) = (think.seat, think.request);
    if !world.room.awaits(seat, request) {
        return None;
    }
    world.now = world.now.max(at);
    let action = some_action(&think.view.view(&think.rules)?, &mut world.rng)?;
    Some((Input::BotAnswered { seat, request, action: Some(action.clone()) }, seat, action))
}

#[test]
fn an_action_takes_the_steps_of_judging_it_once() {
    for game in ["progressive-rummy", "rummy", "gin"] {
        let seats = vec![SeatPlan::Person, SeatPlan::Bot { level: Level::Novice }];
        let mut world = World::new(7, short(game, seats, "2"), 1);
        world.come(&["Ann"]);
        world.says(0, ClientMessage::Start);
        let mut judged = [0, 0];
        for _ in 0..20_000 {
            if world.stage() == Stage::Over {
                break;
            }
            let Some((input, seat, action)) = next(&mut world) else {
                world.wait();
                continue;
            };
            let once = steps(|| world.game().view(seat).judge(&action));
            let (mut room, now) = (world.room.clone(), world.now);
            let whole = steps(|| room.input(now, &mut || [1; 32], input.clone()));
            // Scoring a finished deal may search as well.
            if room.state().game().is_some_and(|game| !game.table().phase().is_after_deal()) {
                assert_eq!(whole, once, "{game}: {action}");
                judged[seat.index()] += usize::from(once > 0);
            }
            world.input(input);
        }
        assert_eq!(world.stage(), Stage::Over, "{game}");
        assert!(judged.into_iter().all(|judged| judged > 10), "{game}: {judged:?}");
    }
}
