//! Helpers for tests of whole games.

use std::sync::Arc;

use upcard_bots::{Bot, Budget, Level, player};
use upcard_engine::chance::Chance;
use upcard_engine::{Event, Game, Library, Rules, SetupSeat};

pub(crate) fn rules(game: &str, players: u8) -> Arc<Rules> {
    rules_with(game, players, &[])
}

pub(crate) fn rules_with(game: &str, players: u8, choices: &[(&str, &str)]) -> Arc<Rules> {
    Arc::new(Rules::of(&Library::standard().unwrap(), game, choices, Some(players)).unwrap())
}

pub(crate) fn seat(hand: &str) -> Option<SetupSeat> {
    Some(SetupSeat { hand: hand.parse().unwrap(), ..SetupSeat::default() })
}

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
