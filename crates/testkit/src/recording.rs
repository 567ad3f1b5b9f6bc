//! Records of matches played without a table, for tests.

use std::sync::Arc;

use upcard_engine::chance::Chance;
use upcard_engine::record::Record;
use upcard_engine::{Action, Event, Game, Rules, View};

/// Records a match between seats with these names, until it ends or is far enough. `decide` chooses each
/// action; each step is reported with the game after it.
///
/// # Panics
/// The chosen action is illegal.
pub fn record_match(
    rules: Arc<Rules>,
    names: Vec<String>,
    seed: u8,
    mut decide: impl FnMut(&View<'_>) -> Action,
    is_far_enough: impl Fn(&Game) -> bool,
    mut on_step: impl FnMut(&Game, Vec<Event>),
) -> Record {
    let mut record = Record::new(rules.set.clone(), names);
    let mut game = Game::new(rules, Chance::new([seed; 32], [0; 32]));
    while !game.is_over() && !is_far_enough(&game) {
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
        on_step(&game, events);
    }
    record
}
