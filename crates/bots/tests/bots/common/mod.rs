//! Helpers for tests of whole games.

use std::sync::Arc;

use upcard_bots::hints::{advise, grouping};
use upcard_bots::{Bot, Budget, Level, View, player};
use upcard_engine::chance::Chance;
use upcard_engine::{Action, Event, Game, Library, Rules};

pub(crate) fn rules(game: &str, players: u8) -> Arc<Rules> {
    rules_with(game, players, &[])
}

/// The same with these choices changed.
pub(crate) fn rules_with(game: &str, players: u8, choices: &[(&str, &str)]) -> Arc<Rules> {
    Arc::new(Rules::of(&Library::standard().unwrap(), game, choices, Some(players)).unwrap())
}

/// Plays a match and returns it with its events.
pub(crate) fn play(rules: &Arc<Rules>, levels: &[Level], number: u64) -> (Game, Vec<Event>) {
    let mut game = Game::new(rules.clone(), Chance::numbered(number)).without_undo();
    let mut bots: Vec<Box<dyn Bot>> = levels.iter().map(|level| player(*level, number)).collect();
    let mut events = Vec::new();
    while let Some(seat) = game.next_to_act(&mut events) {
        let action = bots[seat.index()].decide(&game.view(seat), &Budget::Playouts(4));
        game.act(seat, &action, &mut events).unwrap();
    }
    (game, events)
}

/// Checks in some views of a match between steady players that hints are legal and that a hand's groups cover
/// all of it.
pub(crate) fn hints_are_legal(game: &str) {
    let mut game = Game::new(rules(game, 2), Chance::numbered(3)).without_undo();
    let mut steady = player(Level::Steady, 1);
    for _ in 0..80 {
        let Some(seat) = game.next_to_act(&mut ()) else { break };
        let view = game.view(seat);
        advised(&view);
        let action = steady.decide(&view, &Budget::Playouts(0));
        game.act(seat, &action, &mut ()).unwrap();
    }
}

fn advised(view: &View<'_>) {
    let advice = advise(view, &Budget::Playouts(4), 9);
    let action: Action = advice.best.action.parse().unwrap();
    assert!(view.allows(&action), "{advice:?}");
    let grouped = grouping(view);
    assert_eq!(grouped.engaged.plus(&grouped.idle), *view.hand);
}
