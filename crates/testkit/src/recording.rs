//! Records to be read, shown and reckoned with: matches that are played here, without a table.

use std::sync::Arc;

use upcard_engine::chance::Chance;
use upcard_engine::record::Record;
use upcard_engine::{Action, Event, Game, Rules, View};

/// The record of a match between seats with these names, until it is over or has come as far as is wanted. In it
/// `decide` says what is done; each step is told, with the game after it.
///
/// # Panics
/// Where what is decided is not legal.
pub fn record_of(
    rules: Arc<Rules>,
    names: Vec<String>,
    seed: u8,
    mut decide: impl FnMut(&View<'_>) -> Action,
    is_wanted: impl Fn(&Game) -> bool,
    mut tell: impl FnMut(&Game, Vec<Event>),
) -> Record {
    let mut record = Record::new(rules.set.clone(), names);
    let mut game = Game::new(rules, Chance::new([seed; 32], [0; 32]));
    while !game.is_over() && !is_wanted(&game) {
        let mut events = Vec::new();
        match game.to_act() {
            None => {
                game.next_deal(&mut events);
                record.began(&events);
            }
            Some(seat) => {
                let action = decide(&game.view(seat));
                let done = game.act(seat, &action, &mut events);
                assert!(done.is_ok(), "{seat} {action}: {done:?}");
                record.acted(seat, &action, &events);
            }
        }
        tell(&game, events);
    }
    record
}
